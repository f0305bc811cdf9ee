// The queue of a link packet by packet: which packet sits at which place at any time, and which packets were dropped and marked.
import { max } from "d3-array";
import type { StretchAnswer } from "../../engine/packets/types.ts";
import { EventCode } from "../../generated/constants.ts";
import { V } from "../../strings/views.ts";
import { type LinePen, path, type SvgNode, svg } from "../core/svg.ts";
import { formatTime, groupDigits } from "../format.ts";
import { eventShape } from "../marks/symbol.ts";
import { fitText, textWidth } from "../textSize.ts";
import { namedParts } from "./named.ts";
import { exactSeconds, type PacketRow, rowsOf, seconds } from "./packetRows.ts";
import { colourOfKey, opacityOf } from "./plot.ts";
import { type PlacedSpan, placedSpans, placesOf, type QueuePacket, QueueReplay } from "./queuePlaces.ts";
import { symbolOutline } from "./symbolPath.ts";
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
  const label = ({ flow }: PacketRow): string => inputs.keyOf(flow)?.label ?? "";
  const rows = (): (string | number)[][] =>
    shown.flatMap(({ row }, i) =>
      isEvent(row.kind)
        ? [
            [
              exactSeconds(row.at),
              V.packets.events[row.kind],
              label(row),
              row.seq,
              row.ordinal,
              row.size,
              row.isMarked ? 1 : 0,
              replay?.lengths[first + i] ?? 0,
            ],
          ]
        : [],
    );
  const empty = inputs.emptyText || (replay === null ? V.stretch.loading : "");
  return {
    x: { kind: "time" },
    y: { kind: "linear", label: "", unit: "", largest: Math.max(10, largest + 1) },
    keys,
    notes: [V.packets.unit, ...(isCut ? [V.stretch.cut(formatTime(seconds(stretch.reached), 0.001))] : [])],
    empty,
    draw: () => [],
    paint: (plot) => (replay ? [...packetNodes(inputs, replay, plot), ...eventNodes(replay, plot)] : []),
    moment: (t, plot) => (replay ? labelNodes(inputs, replay, Math.round(t * NS), plot) : []),
    hit: (px, py, plot) => {
      const t = plot.time?.invert(px) ?? 0;
      if (replay === null) return { t };
      const height = (plot.y(0) ?? 0) - (plot.y(1) ?? 0);
      const place = Math.floor(((plot.y(0) ?? 0) - py) / height);
      const packet = placesOf(replay.at(Math.round(t * NS)))[place];
      const line = packet ? inputs.keyOf(packet.row.flow)?.id : undefined;
      return { t, ...(line === undefined ? {} : { line }) };
    },
    stops: 0,
    say: (_, { t = 0 }) => sayQueue(inputs, Math.round(t * NS)),
    describe: () =>
      empty ||
      V.packets.describe(
        inputs.title,
        V.window(formatTime(window[0], 0.001), formatTime(window[1], 0.001)),
        count("arrived"),
        count("dropped"),
        count("marked"),
        largest,
      ),
    table: () => ({
      columns: [
        { label: V.packets.columns.time },
        { label: V.packets.columns.event },
        { label: V.packets.columns.flow },
        { label: V.packets.columns.seq, unit: "" },
        { label: V.packets.columns.ordinal, unit: "" },
        { label: V.packets.columns.size, unit: "bytes" },
        { label: V.packets.columns.marked, unit: "" },
        { label: V.packets.columns.waiting, unit: "" },
      ],
      rows: rows().slice(0, MAX_TABLE_ROWS),
    }),
    csv: () => ({
      columns: ["time_s", "event", "flow", "sequence_number", "ordinal", "bytes", "marked", "waiting"],
      rows: rows(),
    }),
  };
}

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
  const { layout, theme, fontSize, width, height } = plot;
  const { sending, waiting } = replay.at(at);
  const left = width + fontSize * 0.5;
  const rowWidth = layout.right - fontSize * 0.5;
  const sender = sending ? inputs.keyOf(sending.row.flow) : undefined;
  const entries: readonly (readonly [key: ViewKey | null, label: string, value: string])[] = [
    [null, V.packets.waiting, groupDigits(waiting.length)],
    ...waitingByKey(inputs, waiting).map(([key, n]) => [key, key.label, groupDigits(n)] as const),
    [null, V.packets.sending, ""],
    ...(sending && sender ? [[sender, sender.label, groupDigits(sending.row.seq)] as const] : []),
  ];
  const fitting = entries.slice(0, Math.max(1, Math.floor((height + fontSize) / layout.labelHeight)));
  return fitting.map(([key, label, value], i) => {
    const text = { y: fontSize * 0.35, fill: key ? theme.text : theme.muted };
    const space = rowWidth - fontSize * (key ? 1.7 : 0.5) - textWidth(value, fontSize) * 1.08;
    return svg(
      "g",
      {
        class: key && plot.highlight !== null && plot.highlight !== key.id ? "fs-label fs-faded" : "fs-label",
        "data-flow": key?.id,
        transform: `translate(${left},${(fontSize * 0.3 + i * layout.labelHeight).toFixed(1)})`,
      },
      [
        ...(key
          ? [
              svg("rect", {
                y: -fontSize * 0.4,
                width: fontSize * 0.8,
                height: fontSize * 0.8,
                rx: 2,
                fill: colourOfKey(key, theme),
              }),
            ]
          : []),
        svg(
          "text",
          { class: "fs-name", x: key ? fontSize * 1.2 : 0, ...text },
          fitText(label, fontSize, space),
        ),
        svg(
          "text",
          {
            class: "fs-value",
            x: rowWidth,
            "text-anchor": "end",
            "font-weight": 600,
            y: fontSize * 0.35,
            fill: theme.text,
          },
          value,
        ),
      ],
    );
  });
}
