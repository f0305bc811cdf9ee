// The packets at a link over time: a box per packet at its place, with symbols where packets were dropped and
// marked.

import { EventCode } from "../../../generated/constants.ts";
import { type LinePen, path, type SvgNode } from "../../core/svg.ts";
import { eventShape, symbolOutline } from "../../marks/symbol.ts";
import { lineColour } from "../../theme.ts";
import { NS, seconds } from "../packetRows.ts";
import { opacityOf } from "../plot.ts";
import {
  type PlacedSpan,
  placedSpans,
  placesOf,
  type QueuePacket,
  type QueueReplay,
} from "../queuePlaces.ts";
import type { Span, ViewKey, ViewMark, ViewPlot } from "../types.ts";
import { timeAt } from "./common.ts";

export interface DrawnQueue {
  readonly replay: QueueReplay;
  /** The flow or group of a packet, by the position of its flow in the document. */
  readonly keyOf: (flow: number) => ViewKey | undefined;
  /** The time in nanoseconds up to which the packets are recorded. */
  readonly reached: number;
}

/** Single packets are distinguished if a change of the queue takes at least this many pixels on average. */
const PIXELS_PER_CHANGE = 3;
const SAMPLE_PIXELS = 2;
/** Packets that are at least this many pixels wide and high have a gap between them. */
const GAP_FROM = 3;

/** Boxes of packets. `hit` returns the flow or group of the packet under the pointer. */
export const packetBoxes = (queue: DrawnQueue): ViewMark => ({
  paint: (plot) => boxNodes(queue, plot),
  hit: (px, py, plot) => {
    const t = timeAt(px, plot);
    const bottom = plot.y(0) ?? 0;
    const place = Math.floor((bottom - py) / (bottom - (plot.y(1) ?? 0)));
    const packet = placesOf(queue.replay.at(Math.round(t * NS)))[place];
    const line = packet ? queue.keyOf(packet.row.flow)?.id : undefined;
    return line === undefined ? { t } : { t, line };
  },
});

/** Symbols of drops and marks. */
export const queueEvents = ({ replay }: DrawnQueue): ViewMark => ({
  paint: (plot) => eventNodes(replay, plot),
});

/** The visible part of a stretch in nanoseconds. */
function visibleSpan({ time, width }: ViewPlot): Span {
  return time === null
    ? [0, 0]
    : [Math.max(0, Math.floor(time.invert(0) * NS)), Math.ceil(time.invert(width) * NS)];
}

/** The packets at their places, one path for each flow or group. */
function boxNodes(queue: DrawnQueue, plot: ViewPlot): SvgNode[] {
  const { time, theme, width } = plot;
  if (time === null) return [];
  const { replay } = queue;
  const [from, end] = visibleSpan(plot);
  const to = Math.min(end, queue.reached);
  const changes = replay.stepsUntil(to) - replay.stepsUntil(from);
  const isExact = changes * PIXELS_PER_CHANGE <= width;
  const keyOf = ({ id, row }: QueuePacket): string =>
    isExact ? id : `${queue.keyOf(row.flow)?.id} ${row.isFeedback}`;
  const every = isExact ? null : ((end - from) / width) * SAMPLE_PIXELS;
  const byKey = new Map<string, { readonly key: ViewKey | undefined; readonly spans: PlacedSpan[] }>();
  for (const span of placedSpans(replay, [from, to], every, keyOf)) {
    const { row } = span.packet;
    const key = queue.keyOf(row.flow);
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
      fill: key ? lineColour(key, theme) : theme.muted,
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

/**
 * Drops above the queue, and marks at the top of the packets that wait then. Symbols that would overlap are
 * left out.
 */
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
