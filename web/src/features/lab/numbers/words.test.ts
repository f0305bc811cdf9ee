// Sentences about the results of a run.
import { expect, test } from "vitest";
import { flowSummary, linkSummary, runSummary } from "../../../engine/testRecords.ts";
import type { FlowTransfers, LinkSummary, RunSummary } from "../../../generated/types.ts";
import { trafficInWords } from "../flows/traffic.ts";
import { inWords } from "./InWords.tsx";

const plain = (sentences: readonly string[]): string[] => sentences.map((s) => s.replace(/\u202f/g, " "));
const link = (id: string, utilisation: number, drops: number): LinkSummary =>
  linkSummary(id, { utilisation, drops });
const run = (links: readonly LinkSummary[], transfers: readonly FlowTransfers[] = []): RunSummary =>
  runSummary(
    [flowSummary("a", { goodput_bps: 4e6 }), flowSummary("b", { goodput_bps: 3.9e6 })],
    links,
    transfers,
    { window: [0, 10] },
  );
const names = new Map([["newreno", "TCP NewReno"]]);

test("in a dumbbell, the sentences are about the forward link, even if the reverse link is busier", () => {
  const sentences = plain(inWords(run([link("forward", 0.8, 0), link("reverse", 0.9, 5)]), names, { v: 1 }));
  expect(sentences.slice(1)).toEqual([
    "They share the link almost equally.",
    "The link is 80 % utilised; no packet is dropped.",
  ]);
});

test("before the warm-up ends, there are no numbers", () => {
  const early = { ...run([link("forward", 0, 0)]), window: [10, 6.5] as const };
  expect(plain(inWords(early, names, { v: 1 }))).toEqual(["The numbers begin at 10 s, after the warm-up."]);
});

test("in a network with several links, the sentences are about the busiest link", () => {
  const doc = { v: 1, network: { kind: "parking_lot" } } as const;
  const links = [link("a.forward", 0.4, 9), link("b.forward", 0.7, 1), link("c.forward", 0.6, 2)];
  expect(plain(inWords(run(links), names, doc)).slice(1)).toEqual([
    "All flows get almost the same goodput.",
    "The busiest link, b, is 70 % utilised; one packet is dropped.",
  ]);
});

test("sentences about no transfer and about one transfer differ from those about several", () => {
  const web: FlowTransfers = {
    id: "web",
    begun: 0,
    refused: 0,
    count: 0,
    payload_bytes: 0,
    completion_s: null,
    acknowledged_s: null,
    slowdown: null,
  };
  const doc = { v: 1, flows: [{ id: "web" }] } as const;
  expect(trafficInWords(run([], [web]), doc)).toEqual(["web: no transfer has started."]);
  const one = {
    ...web,
    begun: 1,
    count: 1,
    completion_s: { mean: 0.35, min: 0.35, p50: 0.35, p95: 0.35, p99: 0.35, max: 0.35 },
    acknowledged_s: null,
  };
  expect(plain(trafficInWords(run([], [one]), doc))).toEqual(["web: 1 of 1 transfers finished, in 350 ms."]);
});

test("Jain's index is stated with the number of its flows, and not for one measured flow", () => {
  const flows = [
    flowSummary("download", { goodput_bps: 9.3e6 }),
    flowSummary("call", { goodput_bps: 1e5, role: "background" }),
  ];
  const jain = { jain: 1, theta: null, friendliness: null } as unknown as RunSummary["fairness"];
  const words = (shown: typeof flows): string =>
    plain(
      inWords(runSummary(shown, [link("forward", 0.9, 0)], [], { window: [0, 10], fairness: jain }), names, {
        v: 1,
      }),
    ).join(" ");
  // A flow in the background asks for less, so it is not compared.
  expect(words(flows)).not.toContain("times as much");
  expect(words(flows)).not.toContain("Jain");
  expect(words([...flows, flowSummary("upload")])).toContain(
    "Jain’s index of the 2 measured flows is 1.000.",
  );
});
