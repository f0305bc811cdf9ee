// A home line with everyday traffic: what its tables, sentences and bars say about each kind.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import type { FlowDocument, ScenarioDocument } from "../../../generated/types.ts";
import { TRAFFIC, TRAFFIC_KINDS, type TrafficKind } from "../../../scenario/everyday.ts";
import { NETWORKS } from "../../../scenario/everydayNetworks.ts";
import { numberOf, readNumber } from "../../../scenario/numbers.ts";
import { writePath } from "../../../scenario/path.ts";
import { membersOf, withNames } from "../flows/members.ts";
import { commonSpan, readAt } from "../flows/readout.ts";
import { hasOneWayDelays } from "../flows/traffic.ts";
import { effectsOf } from "./effects.ts";
import { inWords } from "./InWords.tsx";
import { numbersCsv } from "./Numbers.tsx";
import { flowColumns } from "./numbersColumns.ts";

beforeAll(loadWasm);

const home = (...kinds: readonly TrafficKind[]): ScenarioDocument => ({
  v: 1,
  duration: 20,
  network: NETWORKS.home.network,
  flows: kinds.map((id) => ({ id, ...TRAFFIC[id] }) as FlowDocument),
});

const runOf = (doc: ScenarioDocument) => {
  const record = computeRun(doc);
  return { record, summary: withNames(record.summary, record) };
};

test("every network and every kind of traffic is a valid scenario", () => {
  for (const network of Object.values(NETWORKS))
    expect(computeRun({ v: 1, ...network, duration: 1 })).toBeDefined();
  for (const kind of TRAFFIC_KINDS) {
    const { summary } = computeRun({ ...home(kind), duration: 5 });
    expect(
      summary.flows.every(({ delivered }) => delivered > 0),
      kind,
    ).toBe(true);
  }
});

test("each table of flows has only columns with values", () => {
  const { summary } = runOf(home("download", "upload", "call", "game", "web"));
  const keysOf = (oneWay: boolean): readonly string[] => {
    const flows = summary.flows.filter((flow) => hasOneWayDelays(flow) === oneWay);
    const columns = flowColumns(new Map(), flows);
    for (const { key, cell } of columns) for (const flow of flows) expect(cell(flow), key).not.toBe("");
    return columns.map(({ key }) => key);
  };
  expect(keysOf(true)).toEqual(
    expect.arrayContaining([
      "goodput_bps",
      "loss_fraction",
      "one_way_delay_ms",
      "one_way_delay_p95_ms",
      "delay_jitter_ms",
    ]),
  );
  expect(keysOf(true)).not.toContain("timeouts");
  expect(keysOf(false)).toEqual(expect.arrayContaining(["rtt_ms", "cwnd_packets", "timeouts"]));
  expect(keysOf(false)).not.toContain("one_way_delay_ms");
});

test("the file and the sentences have the delays of the call and of the game", () => {
  const doc = home("download", "call", "game");
  const { summary } = runOf(doc);
  const delays = summary.flows.map((flow) => readNumber(numberOf("packets", "one_way_delay_p95_ms"), flow));
  expect(delays[0]).toBeNull();
  const csv = numbersCsv({ title: "", link: "", notes: [] }, summary, doc);
  expect(csv).toContain(`packets,game,game,one_way_delay_p95_ms,ms,${delays[2]}`);
  const sentences = inWords(summary, new Map(), doc).join("\n");
  expect(sentences).toMatch(/game: packets arrive after [\d.]+.ms on average/);
  expect(sentences).toMatch(/call: [\d.]+.% of the frames arrived on time/);
});

test("a game has delays and losses each way", () => {
  const { summary } = runOf(home("upload", "game", "inputs"));
  const [, game, inputs] = summary.flows;
  const delay = numberOf("packets", "one_way_delay_ms");
  // The inputs of the player wait behind the upload, and what the server sends does not.
  expect(readNumber(delay, inputs)).toBeGreaterThan(
    2 * (readNumber(delay, game) ?? Number.POSITIVE_INFINITY),
  );
  for (const flow of [game, inputs])
    expect(readNumber(numberOf("flow", "loss_fraction"), flow)).not.toBeNull();
  // Both send at the same tick.
  expect(Math.abs((game?.sent ?? 0) - (inputs?.sent ?? 0))).toBeLessThanOrEqual(1);
});

test("an upload has a fair share of its own direction, and the sentences state that direction", () => {
  const { record, summary } = runOf(home("download", "upload"));
  const { flows } = readAt(record, membersOf(record), 20, 1);
  const [download = 0, upload] = flows.map(({ share }) => share);
  // The acknowledgements of the download wait behind the upload.
  expect(download).toBeLessThan(0.5);
  expect(upload).toBeGreaterThan(0.9);
  expect(upload).toBeLessThanOrEqual(1);
  const sentences = inWords(summary, new Map(), home("download", "upload"));
  expect(sentences.filter((text) => text.startsWith("Back"))).toEqual([
    expect.stringMatching(/^Back: upload .* averages/),
    expect.stringMatching(/^Back, the link is \d+/),
  ]);
});

test("with uploads only, the numbers are about the direction back", () => {
  const doc = home("upload");
  const late = { ...doc, flows: [{ ...doc.flows?.[0], id: "upload", start: 5 }] };
  expect(commonSpan(computeRun(late), false)).toEqual({ from: 5, to: 20 });
  const cake = computeRun(writePath(doc, "network.reverse.queue", { kind: "cake" })).summary;
  const effects = effectsOf(computeRun(doc).summary, cake, doc).join("; ");
  expect(effects).toMatch(/mean queueing delay 1\d\d \u2192 \d/);
  const { record, summary } = runOf(doc);
  expect(readAt(record, membersOf(record), 20, 1).flows[0]?.share).toBeGreaterThan(0.9);
  expect(summary.fairness.utilisation).toBeGreaterThan(0.9);
  const [first, second] = inWords(summary, new Map(), home("upload"));
  expect(first).toContain("upload");
  expect(second).toContain("Back, the link is");
});
