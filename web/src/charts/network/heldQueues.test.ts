// Queues and their numbers while packets are too fast to be followed.
import { expect, test } from "vitest";
import type { Dot, PacketScene } from "./packetDots.ts";
import { HeldQueues, placesFor } from "./packetLayer.ts";

/** A scene with packets in a queue, on the wire, and dropped. */
function sceneOf(waiting: number, dropped = 0): PacketScene {
  const dots = (stage: Dot["stage"], count: number): Dot[] =>
    Array.from({ length: count }, () => ({ stage }) as Dot);
  return {
    dots: [...dots("queue", waiting), ...dots("wire", 3), ...dots("drop", dropped)],
    waiting: new Map([["forward", waiting]]),
    dropped,
  };
}

const counted = ({ dots, waiting }: ReturnType<HeldQueues["at"]>): readonly (number | undefined)[] => [
  dots.filter(({ stage }) => stage === "queue").length,
  waiting.get("forward"),
];

test("the number of waiting packets equals the number of packets in the picture", () => {
  const queues = new HeldQueues();
  for (const [now, length] of [
    [0, 10],
    [16, 14],
    [190, 3],
    [210, 25],
    [300, 0],
  ] as const) {
    const [drawn, written] = counted(queues.at(sceneOf(length), now));
    expect(written).toBe(drawn);
  }
});

test("a queue is shown for 200 ms", () => {
  const queues = new HeldQueues();
  expect(counted(queues.at(sceneOf(10), 0))).toEqual([10, 10]);
  expect(counted(queues.at(sceneOf(20), 199))).toEqual([10, 10]);
  expect(counted(queues.at(sceneOf(20), 200))).toEqual([20, 20]);
});

test("a packet falls out of the queue that dropped it", () => {
  const queues = new HeldQueues();
  queues.at(sceneOf(12), 0);
  const shown = queues.at(sceneOf(30, 1), 20);
  expect(counted(shown)).toEqual([30, 30]);
  expect(shown.dots.filter(({ stage }) => stage === "drop")).toHaveLength(1);
});

test("packets on the wire are not counted in the queues", () => {
  expect(new HeldQueues().at(sceneOf(2), 0).dots.map(({ stage }) => stage)).toEqual(["queue", "queue"]);
});

test("before single packets are known, there are as many bars as packets wait, unless they would be thin", () => {
  expect(placesFor(1, 23)).toEqual({ count: 1, width: 23 });
  expect(placesFor(23.4, 150)).toEqual({ count: 23, width: 150 / 23 });
  expect(placesFor(100, 150)).toEqual({ count: 37, width: 150 / 37 });
  expect(placesFor(0.3, 2).count).toBe(0);
});
