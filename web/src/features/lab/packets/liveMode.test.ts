import { expect, test } from "vitest";
import { factsOf, modeOf, slowMotionSpeed, windowsAt } from "./liveMode.ts";

const flow = (fair_share: number, base_rtt: number) => ({
  id: "a",
  base_rtt,
  packet: 1500,
  algorithm: "cubic" as const,
  start: 0,
  route: ["forward"],
  weights: [1],
  back: ["reverse"],
  fair_share,
});
const facts = (rate: number, roundTrip = 0.1, flows = 1) =>
  factsOf({ flows: Array.from({ length: flows }, () => flow(rate / flows, roundTrip)), capacity: rate });

test("a packet and its acknowledgement take twelve steps over one link", () => {
  expect(facts(1.2e7).stepsPerSecond).toBeCloseTo(12_000, 6);
  expect(facts(1.2e7, 0.1, 200).stepsPerSecond).toBeCloseTo(12_000, 6);
});

test("single packets are shown where they are wanted and can be followed", () => {
  const wish = { packets: true, playing: true, speed: 0.01 };
  expect(modeOf(wish, facts(1e7))).toBe("packets");
  expect(modeOf({ ...wish, packets: false }, facts(1e7))).toBe("stream");
});

test("at real time, packets are too fast for the lines and not for the queues", () => {
  const wish = { packets: true, playing: true, speed: 1 };
  expect(modeOf(wish, facts(1e7))).toBe("queues");
  expect(modeOf({ ...wish, playing: false }, facts(1e7))).toBe("packets");
});

test("packets that cannot be recorded fast enough are shown as a stream", () => {
  expect(modeOf({ packets: true, playing: true, speed: 1 }, facts(1e9))).toBe("stream");
  expect(modeOf({ packets: true, playing: false, speed: 1 }, facts(1e10))).toBe("stream");
  expect(modeOf({ packets: true, playing: true, speed: 0.001 }, facts(1e8))).toBe("packets");
});

test("slow motion lets the slowest link send about ten packets a second", () => {
  expect([1e5, 1e6, 1e7, 1e8, 1e9].map((rate) => slowMotionSpeed(facts(rate)))).toEqual([
    0.1, 0.1, 0.01, 0.001, 0.001,
  ]);
});

test("a stretch begins more than a round trip before the shown time", () => {
  const { needed, recorded } = windowsAt(10, 0.01, 60, facts(1e7));
  expect(needed[0]).toBeCloseTo(10 - 0.15, 6);
  expect(recorded[0]).toBeLessThan(needed[0]);
  expect(recorded[1]).toBeGreaterThan(needed[1]);
  expect(windowsAt(0, 1, 60, facts(1e7)).recorded[0]).toBe(0);
  expect(windowsAt(60, 1, 60, facts(1e7)).recorded[1]).toBe(60);
});
