import { beforeAll, expect, test } from "vitest";
import { PacketStage, type SceneSource } from "../../../charts/network/packetDots.ts";
import { PacketWays } from "../../../charts/network/packetWays.ts";
import { dumbbellPlan } from "../../../charts/network/plan.ts";
import { loadRecorder, NS, recordPackets } from "../../../charts/tests/testPackets.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { describeScene, stepsOf, titleOf } from "./packetWords.ts";

const LIMIT = 6;
const flows = ["near", "far"].map((id) => ({ id, label: id, group: id, reverse: false }));
const links = [
  { id: "forward", from: "a", to: "b" },
  { id: "reverse", from: "b", to: "a" },
];
const plan = dumbbellPlan(flows, 800, 320, 14, false);
const labels = new Map(flows.map(({ id }) => [id, `the ${id} flow`]));
let source: SceneSource;

beforeAll(async () => {
  await loadRecorder();
  const document: ScenarioDocument = {
    v: 1,
    duration: 5,
    network: { kind: "dumbbell", forward: { rate: 2e6, delay: 0.01, queue: { limit: { packets: LIMIT } } } },
    flows: flows.map(({ id }) => ({ id, algorithm: "sack", access: { sender: 0.005, receiver: 0.005 } })),
  };
  source = recordPackets(document, 2, 4, (link) => (link === "forward" ? LIMIT : 0));
});

const wordsAt = (t: number): string => {
  const moment = { at: t * NS, fade: 1e7 };
  const scene = new PacketStage(plan, new PacketWays(plan, { links }), source).scene(moment);
  return describeScene(t, scene, source, labels);
};

test("waiting packets are counted by flow", () => {
  const found = /At forward path, (\d+) of 6 packets wait: (.*?)\./.exec(wordsAt(3));
  const byFlow = [...(found?.[2] ?? "").matchAll(/(\d+) of the (near|far) flow/g)].map(([, n]) => Number(n));
  expect(byFlow.reduce((a, b) => a + b, 0)).toBe(Number(found?.[1]));
  expect(Number(found?.[1])).toBeGreaterThan(0);
});

test("a drop is described while it falls", () => {
  const drop = source.legs.drops.find(
    ({ at }, i) => at > 2.5 * NS && (source.legs.drops[i + 1]?.at ?? 4 * NS) > at + 2e7,
  );
  const at = (drop?.at ?? 0) / NS;
  expect(wordsAt(at + 0.005)).toContain("1 packet was just dropped.");
  expect(wordsAt(at + 0.015)).not.toContain("dropped");
});

test("the path of a packet is described in the order of time", () => {
  const packet = source.legs.legs.find(
    ({ stage, from, packet: { isFeedback } }) => stage === "access" && from > 3 * NS && !isFeedback,
  )?.packet;
  if (!packet) throw new Error("no packet");
  const steps = stepsOf(packet, source);
  const texts = steps.map(({ text }) => text);
  expect(texts[0]).toBe("sent");
  expect(texts.some((text) => /^forward path sends it in 6(\.0+)?\s?ms$/.test(text))).toBe(true);
  expect(texts.at(-1)).toBe("delivered");
  const times = steps.map(({ at }) => Number(at));
  expect([...times].sort((a, b) => a - b)).toEqual(times);
  expect(titleOf(packet, 3.1 * NS, "near")).toBe(`near, data ${packet.seq}`);
});
