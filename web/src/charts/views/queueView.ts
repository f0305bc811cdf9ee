// The queue of a link packet by packet: the place of each packet in the queue at any time, and the packets
// that were dropped or marked.

import { max } from "d3-array";
import { packetTexts } from "../../engine/packets/texts/index.ts";
import type { StretchAnswer } from "../../engine/packets/types.ts";
import { groupDigits } from "../../scenario/units.ts";
import type { SvgNode } from "../core/svg.ts";
import { formatTime } from "../format.ts";
import { listedLabels } from "../plot/labels.ts";
import { type Column, declarePicture, firstRows, namedParts, spanText, viewOverTime } from "./declare.ts";
import { squareSwatch } from "./marks/common.ts";
import { packetBoxes, queueEvents } from "./marks/queueMarks.ts";
import { exactSeconds, NS, type PacketRow, rowsOf, seconds } from "./packetRows.ts";
import { type QueuePacket, QueueReplay } from "./queuePlaces.ts";
import { viewTexts } from "./texts/index.ts";
import type { Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";

export interface QueueInputs {
  readonly title: string;
  /** The flows and groups whose packets cross the link. */
  readonly keys: readonly ViewKey[];
  /** The flow or group of a packet, by the position of its flow in the document. */
  readonly keyOf: (flow: number) => ViewKey | undefined;
  readonly stretch: StretchAnswer | null;
  readonly replay: QueueReplay | null;
  readonly computedTo: () => number;
  /** Shown instead of the picture, such as a failure. "" if there is none. */
  readonly emptyText: string;
}

const MAX_TABLE_ROWS = 400;
type QueueEvent = "arrived" | "started" | "departed" | "dropped" | "marked";
const EVENTS: readonly QueueEvent[] = ["arrived", "started", "departed", "dropped", "marked"];
const isEvent = (kind: string): kind is QueueEvent => EVENTS.some((event) => event === kind);

export const replayOf = (stretch: StretchAnswer): QueueReplay =>
  new QueueReplay(rowsOf(stretch).filter(({ kind }) => kind !== "landed"));

export const queueView = (inputs: QueueInputs): View =>
  viewOverTime({ ...inputs, version: () => 0 }, (window) => queuePicture(inputs, window));

/** The number of packets of each flow or group that wait, the most first. */
function waitingByKey(inputs: QueueInputs, waiting: readonly QueuePacket[]): readonly [ViewKey, number][] {
  const counts = new Map<ViewKey, number>();
  for (const { row } of waiting) {
    const key = inputs.keyOf(row.flow);
    if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Sentences about the packets at the link at a time in nanoseconds. */
export function sayQueue(inputs: QueueInputs, at: number): string {
  const { replay } = inputs;
  if (replay === null) return packetTexts.loading;
  const { sending, waiting } = replay.at(at);
  const parts = namedParts(waitingByKey(inputs, waiting), ([key, n]) => `${key.label} ${n}`);
  const sender = sending ? (inputs.keyOf(sending.row.flow)?.label ?? "") : "";
  return viewTexts.packets.say({
    t: `${exactSeconds(at)} s`,
    sender,
    seq: sending?.row.seq ?? 0,
    waiting: waiting.length,
    parts,
  });
}

function queuePicture(inputs: QueueInputs, window: Span): ViewPicture {
  const { keys, stretch, replay } = inputs;
  const [from, to] = [Math.ceil(window[0] * NS), Math.floor(window[1] * NS)];
  const [first, afterLast] = replay ? [replay.stepsUntil(from - 1), replay.stepsUntil(to)] : [0, 0];
  const shown = replay?.steps.slice(first, afterLast) ?? [];
  const isCut = stretch !== null && stretch.reached < Math.min(stretch.request.to, to);
  const queue = replay && {
    replay,
    keyOf: inputs.keyOf,
    reached: stretch?.reached ?? Number.POSITIVE_INFINITY,
  };
  const count = (kind: QueueEvent): number => shown.filter(({ row }) => row.kind === kind).length;
  /** The largest number of packets that wait. */
  const largest = max(replay?.lengths.subarray(Math.max(0, first - 1), afterLast) ?? []) ?? 0;
  const empty = inputs.emptyText || (replay === null ? packetTexts.loading : "");
  return declarePicture<QueueRow>({
    x: { kind: "time" },
    y: { kind: "linear", label: "", unit: "", largest: Math.max(10, largest + 1) },
    keys,
    notes: [
      viewTexts.packets.unit,
      ...(isCut ? [packetTexts.cut({ t: formatTime(seconds(stretch.reached), 0.001) })] : []),
    ],
    empty,
    marks: queue
      ? [
          packetBoxes(queue),
          queueEvents(queue),
          { moment: (t, plot) => labelNodes(inputs, queue.replay, Math.round(t * NS), plot) },
        ]
      : [],
    columns: columnsOf(inputs),
    rows: () =>
      shown.flatMap(({ row }, i) =>
        isEvent(row.kind) ? [{ row, kind: row.kind, waiting: replay?.lengths[first + i] ?? 0 }] : [],
      ),
    listed: firstRows(MAX_TABLE_ROWS),
    say: (_, { t = 0 }) => sayQueue(inputs, Math.round(t * NS)),
    describe: () => {
      const [arrivals, drops, marks] = [count("arrived"), count("dropped"), count("marked")];
      const span = spanText(window, 0.001);
      return viewTexts.packets.describe({ title: inputs.title, span, arrivals, drops, marks, most: largest });
    },
  });
}

interface QueueRow {
  readonly row: PacketRow;
  readonly kind: QueueEvent;
  /** The number of packets that wait afterwards. */
  readonly waiting: number;
}

function columnsOf({ keyOf }: QueueInputs): readonly Column<QueueRow>[] {
  const heads = viewTexts.packets.columns;
  return [
    { label: heads.time, csv: "time_s", value: ({ row }) => exactSeconds(row.at) },
    { label: heads.event, csv: "event", value: ({ kind }) => viewTexts.packets.events[kind] },
    { label: heads.flow, csv: "flow", value: ({ row }) => keyOf(row.flow)?.label ?? "" },
    { label: heads.seq, csv: "sequence_number", unit: "", value: ({ row }) => row.seq },
    { label: heads.ordinal, csv: "ordinal", unit: "", value: ({ row }) => row.ordinal },
    { label: heads.size, csv: "bytes", unit: "bytes", value: ({ row }) => row.size },
    { label: heads.marked, csv: "marked", unit: "", value: ({ row }) => Number(row.isMarked) },
    { label: heads.waiting, csv: "waiting", unit: "", value: ({ waiting }) => waiting },
  ];
}

/**
 * The labels at the right: the packet that the link sends, and the number of waiting packets of each flow or
 * group.
 */
function labelNodes(inputs: QueueInputs, replay: QueueReplay, at: number, plot: ViewPlot): SvgNode[] {
  const { sending, waiting } = replay.at(at);
  const sender = sending ? inputs.keyOf(sending.row.flow) : undefined;
  const heading = (label: string, value: string) => ({ label, value, indent: 0, isHeading: true });
  const row = (key: ViewKey, n: number) => ({
    flow: key.id,
    label: key.label,
    value: groupDigits(n),
    swatch: [squareSwatch(key, plot)],
    indent: 1.2 * plot.fontSize,
  });
  const rows = [
    heading(viewTexts.packets.waiting, groupDigits(waiting.length)),
    ...waitingByKey(inputs, waiting).map(([key, n]) => row(key, n)),
    heading(viewTexts.packets.sending, ""),
    ...(sending && sender ? [row(sender, sending.row.seq)] : []),
  ];
  return listedLabels(rows, plot, plot.highlight);
}
