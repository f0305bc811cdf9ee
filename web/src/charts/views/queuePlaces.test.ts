import { expect, test } from "vitest";
import type { PacketRow } from "./packetRows.ts";
import { placedSpans, placesOf, QueueReplay } from "./queuePlaces.ts";

function row(at: number, kind: PacketRow["kind"], ordinal: number, isMarked = false): PacketRow {
  return {
    at,
    kind,
    link: 0,
    flow: ordinal % 2,
    connection: 0,
    isFeedback: false,
    seq: ordinal,
    ordinal,
    size: 1500,
    isRetransmission: false,
    isSyn: false,
    isMarked,
    first: Number.NaN,
    second: Number.NaN,
  };
}

/**
 * At the start, packet 1 is sent and packet 2 waits. Packet 3 arrives at 10 and is marked, packet 4 arrives
 * at 12 and is dropped at once. The link begins to send packet 2 at 20, and packet 3 at 30.
 */
const replay = new QueueReplay([
  row(0, "inService", 1),
  row(0, "waiting", 2),
  row(10, "arrived", 3),
  row(10, "marked", 3, true),
  row(12, "arrived", 4),
  row(12, "dropped", 4),
  row(20, "departed", 1),
  row(20, "started", 2),
  row(30, "departed", 2),
  row(30, "started", 3),
  row(40, "departed", 3),
]);

const ordinals = (at: number): readonly (number | null)[] =>
  placesOf(replay.at(at)).map((packet) => packet?.row.ordinal ?? null);

test("the packets at a time are those that have arrived and not left", () => {
  expect(ordinals(9)).toEqual([1, 2]);
  expect(ordinals(10)).toEqual([1, 2, 3]);
  expect(replay.at(10).waiting[1]?.row.isMarked).toBe(true);
  // The dropped packet did not wait.
  expect(ordinals(12)).toEqual([1, 2, 3]);
  expect(ordinals(20)).toEqual([2, 3]);
  expect(ordinals(39)).toEqual([3]);
  expect(ordinals(40)).toEqual([null]);
});

test("a packet that is dropped on arrival does not count as waiting", () => {
  expect([...replay.lengths]).toEqual([1, 1, 2, 2, 2, 2, 1, 1, 0, 0, 0]);
});

test("the state does not depend on where the replay begins", () => {
  // Packet n arrives at 10 n. The link begins to send it at 10 n + 25, so that two packets wait.
  const rows = Array.from({ length: 700 }, (_, n) => [
    row(10 * n, "arrived", n),
    row(10 * n + 25, "departed", n - 1),
    row(10 * n + 25, "started", n),
  ]).flat();
  const long = new QueueReplay(rows.toSorted((a, b) => a.at - b.at));
  for (const n of [3, 66, 67, 199, 200, 201, 650]) {
    const { sending, waiting } = long.at(10 * n + 6);
    expect([sending?.row.ordinal, ...waiting.map(({ row: { ordinal } }) => ordinal)]).toEqual([
      n - 2,
      n - 1,
      n,
    ]);
  }
});

test("the next and the previous event do not include the events at the time itself", () => {
  expect(replay.neighbour("arrived", 0, 1)?.ordinal).toBe(3);
  expect(replay.neighbour("arrived", 10, 1)?.ordinal).toBe(4);
  expect(replay.neighbour("arrived", 12, 1)).toBeUndefined();
  expect(replay.neighbour("dropped", 13, -1)?.ordinal).toBe(4);
  expect(replay.neighbour("dropped", 12, -1)).toBeUndefined();
});

test("packets move down one place when the link sends the next packet", () => {
  const spans = placedSpans(replay, [0, 40], null, ({ id }) => id);
  const shown = spans.map(({ packet, place, from, to }) => [packet.row.ordinal, place, from, to]);
  expect(shown.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0))).toEqual([
    [1, 0, 0, 20],
    [2, 1, 0, 20],
    [2, 0, 20, 30],
    [3, 2, 10, 20],
    [3, 1, 20, 30],
    [3, 0, 30, 40],
  ]);
});

test("in intervals, neighbouring packets of one flow are one box", () => {
  // Packets 1 and 3 belong to flow 1, packet 2 to flow 0. The queue is sampled every 25 ns.
  const spans = placedSpans(replay, [0, 40], 25, ({ row: { flow } }) => String(flow));
  const lowest = spans.filter(({ place }) => place === 0);
  expect(lowest.map(({ packet, from, to }) => [packet.row.flow, from, to])).toEqual([
    [1, 0, 25],
    [0, 25, 40],
  ]);
});
