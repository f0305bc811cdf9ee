import { beforeAll, expect, test } from "vitest";
import { PacketStage, type SceneSource } from "../../../charts/network/packetDots.ts";
import { PacketWays } from "../../../charts/network/packetWays.ts";
import { dumbbellPlan } from "../../../charts/network/plan.ts";
import { loadRecorder, NS, recordPackets } from "../../../charts/tests/testPackets.ts";
import type { Biography, LifeEntry } from "../../../engine/packets/types.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { describeScene, endOf, textOf, titleOf } from "./packetWords.ts";

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
  const found = /At forward path, (\d+) packets wait: (.*?)\./.exec(wordsAt(3));
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

const life = (entries: readonly LifeEntry[], more: Partial<Biography> = {}): Biography => ({
  isFeedback: false,
  repeats: true,
  isComplete: true,
  reached: 4e8,
  entries,
  ...more,
});
const entry = (kind: string, seconds: readonly number[] = []): LifeEntry => ({
  at: 3e8,
  kind,
  link: "forward",
  seconds,
  isExplained: false,
});

test("the entries of a life say what happened, where and how long", () => {
  expect(textOf(entry("waited", [0.0252]))).toMatch(/^waited 25.2\s?ms at forward path$/);
  expect(textOf(entry("dropped"))).toBe("dropped at forward path");
  expect(textOf(entry("timeout", [0.4]))).toMatch(/timeout, no acknowledgement for 400\s?ms$/);
  expect(textOf(entry("age", [0.06, 0.015]))).toMatch(/round trip of 60\s?ms .* of 15\s?ms/);
  expect(textOf(entry("sentAgain"))).toBe("sent again");
});

test("a life says why it ends, unless its last entry does", () => {
  expect(endOf(life([entry("acknowledged")]))).toBe("");
  const noRepeat = life([entry("dropped")], { repeats: false });
  expect(endOf(noRepeat)).toBe("Not sent again: this flow does not repeat packets.");
  expect(endOf({ ...noRepeat, isFeedback: true })).toContain("acknowledgements and reports");
  expect(endOf(life([entry("delivered")], { repeats: false }))).toBe("");
  expect(endOf(life([entry("dropped")], { isComplete: false }))).toContain("Not acknowledged at 0.400000000");
});

test("a packet is named by its flow, its kind and its number", () => {
  const packet = { flow: "a", connection: 0, isFeedback: false, isSyn: false, seq: 93, ordinal: null, at: 0 };
  expect(titleOf(packet, "near")).toBe("near, data 93");
  expect(titleOf({ ...packet, isFeedback: true }, "near")).toBe("near, acknowledgement 93");
});
