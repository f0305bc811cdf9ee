// The queue of a link packet by packet: which packet sits at which place at any time, and which packets were dropped and marked.
import { max } from "d3-array";
import type { StretchAnswer } from "../../engine/packets/types.ts";
import { EventCode } from "../../generated/constants.ts";
import { V } from "../../strings/views.ts";
import { type LinePen, path, type SvgNode } from "../core/svg.ts";
import { formatTime, groupDigits } from "../format.ts";
import { eventShape } from "../marks/symbol.ts";
import { type Column, declarePicture, firstRows, spanText, type ViewMark } from "./declare.ts";
import { namedParts } from "./named.ts";
import { exactSeconds, type PacketRow, rowsOf, seconds } from "./packetRows.ts";
import { colourOfKey, opacityOf } from "./plot.ts";
import { type PlacedSpan, placedSpans, placesOf, type QueuePacket, QueueReplay } from "./queuePlaces.ts";
import { symbolOutline } from "./symbolPath.ts";
import type { Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";
import { listedLabels, squareSample } from "./viewMarks.ts";

export interface QueueInputs {
  readonly title: string;
  /** The flows and groups whose packets cross the link. */
  readonly keys: readonly ViewKey[];
  /** The flow or group of a packet, by the position of its flow in the document. */
  readonly keyOf: (flow: number) => ViewKey | undefined;
  readonly stretch: StretchAnswer | null;
  readonly replay: QueueReplay | null;
  readonly computedTo: () => number;
  /** Shown in place of the picture, such as a failure. "" if there is none. */
  readonly emptyText: string;
}

const NS = 1e9;
const MAX_TABLE_ROWS = 400;
/** Single packets are distinguished if a change of the queue takes at least this many pixels on average. */
const PIXELS_PER_CHANGE = 3;
const SAMPLE_PIXELS = 2;
/** Between packets is a gap if they are at least this many pixels wide and high. */
const GAP_FROM = 3;

type QueueEvent = "arrived" | "started" | "departed" | "dropped" | "marked";
const EVENTS: readonly QueueEvent[] = ["arrived", "started", "departed", "dropped", "marked"];
const isEvent = (kind: string): kind is QueueEvent => EVENTS.some((event) => event === kind);

export const replayOf = (stretch: StretchAnswer): QueueReplay =>
  new QueueReplay(rowsOf(stretch).filter(({ kind }) => kind !== "landed"));

export function queueView(inputs: QueueInputs): View {
  return {
    version: () => 0,
    overTime: true,
    from: 0,
    computedTo: inputs.computedTo,
    read: (window) => queuePicture(inputs, window),
  };
}

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
  if (replay === null) return V.stretch.loading;
  const { sending, waiting } = replay.at(at);
  const parts = namedParts(waitingByKey(inputs, waiting), ([key, n]) => `${key.label} ${n}`);
  const sender = sending ? (inputs.keyOf(sending.row.flow)?.label ?? "") : "";
  return V.packets.say(`${exactSeconds(at)} s`, sender, sending?.row.seq ?? 0, waiting.length, parts);
}

function queuePicture(inputs: QueueInputs, window: Span): ViewPicture {
  const { keys, stretch, replay } = inputs;
  const [from, to] = [Math.ceil(window[0] * NS), Math.floor(window[1] * NS)];
  const [first, afterLast] = replay ? [replay.stepsUntil(from - 1), replay.stepsUntil(to)] : [0, 0];
  const shown = replay?.steps.slice(first, afterLast) ?? [];
  const isCut = stretch !== null && stretch.reached < Math.min(stretch.request.to, to);
  const count = (kind: QueueEvent): number => shown.filter(({ row }) => row.kind === kind).length;
  /** The largest number of packets that wait. */
  const largest = max(replay?.lengths.subarray(Math.max(0, first - 1), afterLast) ?? []) ?? 0;
  const empty = inputs.emptyText || (replay === null ? V.stretch.loading : "");
  return declarePicture<QueueRow>({
    x: { kind: "time" },
    y: { kind: "linear", label: "", unit: "", largest: Math.max(10, largest + 1) },
    keys,
    notes: [V.packets.unit, ...(isCut ? [V.stretch.cut(formatTime(seconds(stretch.reached), 0.001))] : [])],
    empty,
    marks: replay
      ? [queueMark(inputs, replay)]
      : [{ hit: (px, _, plot) => ({ t: plot.time?.invert(px) ?? 0 }) }],
    columns: columnsOf(inputs),
    rows: () =>
      shown.flatMap(({ row }, i) =>
        isEvent(row.kind) ? [{ row, kind: row.kind, waiting: replay?.lengths[first + i] ?? 0 }] : [],
      ),
    listed: firstRows(MAX_TABLE_ROWS),
    say: (_, { t = 0 }) => sayQueue(inputs, Math.round(t * NS)),
    describe: () => {
      const counts = [count("arrived"), count("dropped"), count("marked")] as const;
      return V.packets.describe(inputs.title, spanText(window, 0.001), ...counts, largest);
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
  const heads = V.packets.columns;
  return [
    { label: heads.time, csv: "time_s", value: ({ row }) => exactSeconds(row.at) },
    { label: heads.event, csv: "event", value: ({ kind }) => V.packets.events[kind] },
    { label: heads.flow, csv: "flow", value: ({ row }) => keyOf(row.flow)?.label ?? "" },
    { label: heads.seq, csv: "sequence_number", unit: "", value: ({ row }) => row.seq },
    { label: heads.ordinal, csv: "ordinal", unit: "", value: ({ row }) => row.ordinal },
    { label: heads.size, csv: "bytes", unit: "bytes", value: ({ row }) => row.size },
    { label: heads.marked, csv: "marked", unit: "", value: ({ row }) => Number(row.isMarked) },
    { label: heads.waiting, csv: "waiting", unit: "", value: ({ waiting }) => waiting },
  ];
}

const queueMark = (inputs: QueueInputs, replay: QueueReplay): ViewMark => ({
  paint: (plot) => [...packetNodes(inputs, replay, plot), ...eventNodes(replay, plot)],
  moment: (t, plot) => labelNodes(inputs, replay, Math.round(t * NS), plot),
  hit: (px, py, plot) => {
    const t = plot.time?.invert(px) ?? 0;
    const bottom = plot.y(0) ?? 0;
    const place = Math.floor((bottom - py) / (bottom - (plot.y(1) ?? 0)));
    const packet = placesOf(replay.at(Math.round(t * NS)))[place];
    const line = packet ? inputs.keyOf(packet.row.flow)?.id : undefined;
    return { t, ...(line === undefined ? {} : { line }) };
  },
});

/** The visible part of a stretch in nanoseconds. */
function visibleSpan({ time, width }: ViewPlot): Span {
  return time === null
    ? [0, 0]
    : [Math.max(0, Math.floor(time.invert(0) * NS)), Math.ceil(time.invert(width) * NS)];
}

/** The packets at their places, one path for each flow or group. */
function packetNodes(inputs: QueueInputs, replay: QueueReplay, plot: ViewPlot): SvgNode[] {
  const { time, theme, width } = plot;
  if (time === null) return [];
  const [from, end] = visibleSpan(plot);
  const to = Math.min(end, inputs.stretch?.reached ?? end);
  const changes = replay.stepsUntil(to) - replay.stepsUntil(from);
  const isExact = changes * PIXELS_PER_CHANGE <= width;
  const keyOf = ({ id, row }: QueuePacket): string =>
    isExact ? id : `${inputs.keyOf(row.flow)?.id} ${row.isFeedback}`;
  const every = isExact ? null : ((end - from) / width) * SAMPLE_PIXELS;
  const byKey = new Map<string, { readonly key: ViewKey | undefined; readonly spans: PlacedSpan[] }>();
  for (const span of placedSpans(replay, [from, to], every, keyOf)) {
    const { row } = span.packet;
    const key = inputs.keyOf(row.flow);
    const name = `${key?.id} ${row.isFeedback}`;
    const entry = byKey.get(name) ?? { key, spans: [] };
    entry.spans.push(span);
    byKey.set(name, entry);
  }
  return [...byKey.values()].map(({ key, spans }) => {
    const faded = key ? (opacityOf(key, plot) ?? 1) : 1;
    const feedback = spans[0]?.packet.row.isFeedback ? 0.45 : 0.85;
    const drawBoxes = (pen: LinePen): void => {
      for (const span of spans) drawBox(span, plot, pen);
    };
    return path(drawBoxes, {
      fill: key ? colourOfKey(key, theme) : theme.muted,
      "fill-opacity": feedback * faded,
      stroke: "none",
    });
  });
}

function drawBox({ from, to, place }: PlacedSpan, plot: ViewPlot, pen: LinePen): void {
  const left = plot.time?.(seconds(from)) ?? 0;
  const right = plot.time?.(seconds(to)) ?? 0;
  const [bottom, top] = [plot.y(place) ?? 0, plot.y(place + 1) ?? 0];
  const gapX = right - left >= GAP_FROM ? 0.5 : 0;
  const gapY = bottom - top >= GAP_FROM ? 0.5 : 0;
  pen.moveTo(left + gapX, bottom - gapY);
  pen.lineTo(right - gapX, bottom - gapY);
  pen.lineTo(right - gapX, top + gapY);
  pen.lineTo(left + gapX, top + gapY);
  pen.closePath();
}

/** Drops above the queue, and marks at the top of the packets that wait then. Symbols that would overlap are left out. */
function eventNodes(replay: QueueReplay, plot: ViewPlot): SvgNode[] {
  const { time, theme, lineWidth } = plot;
  if (time === null) return [];
  const [from, to] = visibleSpan(plot);
  const last = { dropped: Number.NEGATIVE_INFINITY, marked: Number.NEGATIVE_INFINITY };
  const size = lineWidth * 4;
  const first = replay.stepsUntil(from - 1);
  const places: Record<"dropped" | "marked", (readonly [number, number])[]> = { dropped: [], marked: [] };
  for (const [i, { row }] of replay.steps.slice(first, replay.stepsUntil(to)).entries()) {
    if (row.kind !== "dropped" && row.kind !== "marked") continue;
    const x = time(seconds(row.at));
    if (x - last[row.kind] < size * 0.8) continue;
    last[row.kind] = x;
    const top = (replay.lengths[first + i] ?? 0) + 1;
    places[row.kind].push([x, Math.max(size * 0.6, (plot.y(top) ?? 0) - size * 0.6)]);
  }
  const look = { fill: "none", stroke: theme.text, "stroke-width": lineWidth };
  return [
    path(symbolOutline(places.dropped, eventShape(EventCode.drop), size ** 2), look),
    path(symbolOutline(places.marked, eventShape(EventCode.mark), size ** 2), look),
  ];
}

/** At the right: which packet the link sends, and how many packets of each flow or group wait. */
function labelNodes(inputs: QueueInputs, replay: QueueReplay, at: number, plot: ViewPlot): SvgNode[] {
  const { sending, waiting } = replay.at(at);
  const sender = sending ? inputs.keyOf(sending.row.flow) : undefined;
  const heading = (label: string, value: string) => ({ label, value, indent: 0, isHeading: true });
  const row = (key: ViewKey, n: number) => ({
    key,
    label: key.label,
    value: groupDigits(n),
    sample: squareSample(key, plot),
    indent: 1.2,
  });
  const rows = [
    heading(V.packets.waiting, groupDigits(waiting.length)),
    ...waitingByKey(inputs, waiting).map(([key, n]) => row(key, n)),
    heading(V.packets.sending, ""),
    ...(sending && sender ? [row(sender, sending.row.seq)] : []),
  ];
  return listedLabels(rows, plot);
}
