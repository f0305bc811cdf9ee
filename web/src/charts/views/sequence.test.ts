import { expect, test } from "vitest";
import { ROW_COLUMNS, ROW_KINDS, type RowColumn, type RowKind } from "../../engine/packets/types.ts";
import { linear } from "../core/scales.ts";
import { exactSeconds, packetId, rowsOf } from "./packetRows.ts";
import { between, lastAt, sequenceExtent, sequenceOf } from "./sequence.ts";

import { type PickedPacket, sequenceView } from "./sequenceView.ts";
import type { ViewPlot } from "./types.ts";

type Values = Partial<Record<RowColumn, number>>;

/** The rows of a stretch, as the worker passes them. */
function stretchOf(rows: readonly (readonly [kind: RowKind, values: Values])[]): Float64Array<ArrayBuffer> {
  return Float64Array.from(
    rows.flatMap(([kind, values]) =>
      ROW_COLUMNS.map((name) => (name === "kind" ? ROW_KINDS.indexOf(kind) : (values[name] ?? Number.NaN))),
    ),
  );
}

test("a time in seconds has nine decimals, exactly", () => {
  expect(exactSeconds(59_999_999_999)).toBe("59.999999999");
  expect(exactSeconds(7)).toBe("0.000000007");
});

/** Three packets, the second of which is lost, sent again after a SACK block, and acknowledged. */
const stretch = stretchOf([
  ["sent", { at: 10, feedback: 0, connection: 0, seq: 5, ordinal: 5, flags: 0 }],
  ["sent", { at: 20, feedback: 0, connection: 0, seq: 6, ordinal: 6, flags: 8 }],
  ["dropped", { at: 25, feedback: 0, connection: 0, seq: 6, ordinal: 6, flags: 8 }],
  ["sent", { at: 30, feedback: 0, connection: 0, seq: 7, ordinal: 7, flags: 24 }],
  ["sent", { at: 40, feedback: 1, connection: 0, seq: 5, ordinal: 1, flags: 4 }],
  ["delivered", { at: 50, feedback: 1, connection: 0, seq: 5, ordinal: 1, flags: 4, first: 6 }],
  ["window", { at: 50, first: 9, second: 3.5 }],
  ["delivered", { at: 60, feedback: 1, connection: 0, seq: 7, ordinal: 2, flags: 5, first: 6 }],
  ["sack", { at: 60, feedback: 1, connection: 0, seq: 7, ordinal: 2, flags: 5, first: 7, second: 8 }],
  ["sent", { at: 61, feedback: 0, connection: 0, seq: 6, ordinal: 8, flags: 1 }],
  ["delivered", { at: 90, feedback: 0, connection: 0, seq: 6, ordinal: 8, flags: 1 }],
  ["delivered", { at: 99, feedback: 1, connection: 0, seq: 6, ordinal: 3, flags: 4, first: 8 }],
]);
const rows = rowsOf({ rows: stretch });

test("the rows of a stretch are grouped by kind", () => {
  expect(sequenceOf(rows)).toMatchObject({
    sent: [
      { at: 10, seq: 5 },
      { at: 20, seq: 6 },
      { at: 30, seq: 7 },
    ],
    retransmitted: [{ at: 61, seq: 6 }],
    lost: [{ at: 25, seq: 6 }],
    acknowledged: [
      { at: 50, seq: 6 },
      { at: 60, seq: 6 },
      { at: 99, seq: 8 },
    ],
    sacks: [{ at: 60, seq: 7, after: 8 }],
    edge: [{ at: 50, seq: 9 }],
  });
});

test("rows state marks and retransmissions", () => {
  expect(rows.filter(({ isMarked }) => isMarked).map(({ ordinal }) => ordinal)).toEqual([7]);
  expect(rows.filter(({ isRetransmission }) => isRetransmission).map(({ at }) => at)).toEqual([61, 90]);
  expect(new Set(rows.filter(({ kind }) => kind === "sent").map(packetId)).size).toBe(5);
});

test("a window contains the points at both of its ends", () => {
  const { sent } = sequenceOf(rows);
  expect(between(sent, 10, 20).map(({ seq }) => seq)).toEqual([5, 6]);
  expect(between(sent, 11, 29).map(({ seq }) => seq)).toEqual([6]);
  expect(lastAt(sent, 9)).toBeUndefined();
  expect(lastAt(sent, 10)?.seq).toBe(5);
  expect(lastAt(sent, 1000)?.seq).toBe(7);
  expect(sequenceExtent(sequenceOf(rows), 0, 100)).toEqual([5, 9]);
  expect(sequenceExtent(sequenceOf(rows), 200, 300)).toBeNull();
});

/** The packets that were picked, and the marks of the view, whose window is 100 ns long. */
function marksOf(picked: PickedPacket[]) {
  const request = { view: "sequence", subject: { flow: "a" }, from: 0, to: 100, maxRows: 99 };
  const view = sequenceView({
    flow: { id: "a", label: "a", style: { colour: 0, dash: 0, marker: 0 } },
    stretch: { request, reached: 100, rows: stretch },
    computedTo: () => 1,
    version: () => 0,
    emptyText: "",
    onPick: (packet) => picked.push(packet),
  });
  const { selectable } = view.read([0, 1e-7]);
  if (!selectable) throw new Error("no marks");
  return selectable;
}

test("the keys go from loss to retransmission, and select the mark at a time", () => {
  const picked: PickedPacket[] = [];
  const marks = marksOf(picked);
  const lost = marks.next(0, true);
  expect(lost).toMatchObject({ t: 25e-9, text: "lost, packet 6; Enter tells its life" });
  const again = marks.next(25e-9, true);
  expect(again?.t).toBe(61e-9);
  expect(marks.next(61e-9, true)).toBeUndefined();
  expect(marks.next(61e-9, false)?.t).toBe(25e-9);
  marks.near(25e-9)?.select();
  marks.near(61e-9)?.select();
  // An acknowledgement of everything below packet 6 stands for packet 5, before it arrived.
  marks.near(49e-9)?.select();
  expect(picked).toEqual([
    { connection: 0, seq: 6, isSyn: false, at: 25 },
    { connection: 0, seq: 6, isSyn: false, at: 61 },
    { connection: 0, seq: 5, isSyn: false, at: 49 },
  ]);
});

test("the pointer selects the nearest mark within reach", () => {
  const picked: PickedPacket[] = [];
  const marks = marksOf(picked);
  // A pixel is a nanosecond, and ten pixels are a sequence number.
  const plot = { time: linear([0, 1e-7], [0, 100]), y: linear([0, 10], [100, 0]) } as unknown as ViewPlot;
  expect(marks.at(80, 10, 5, plot)).toBeUndefined();
  marks.at(27, 40, 5, plot)?.select();
  marks.at(11, 52, 5, plot)?.select();
  marks.at(97, 22, 5, plot)?.select();
  expect(picked.map(({ seq, at }) => [seq, at])).toEqual([
    [6, 25],
    [5, 10],
    [7, 98],
  ]);
});
