// The events of a chart: drops, losses, ECN marks, timeouts, changes. Events of one kind whose symbols would
// overlap share one symbol with the sum of their counts. marks/symbol.ts defines the shapes.

import type { EventRows } from "../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../generated/constants.ts";
import { chartTexts } from "../texts/index.ts";

/** One event of a run. */
export interface ChartEvent {
  /** Index of the row in the run's event table. */
  readonly row: number;
  /** Simulated time in seconds. */
  readonly t: number;
  readonly code: number;
  /** The index of the flow or, for a change of a setting, of the entry of the timeline. */
  readonly entity: number;
  /** A number whose meaning depends on the code. For a drop, a loss or an ECN mark: the index of the link. */
  readonly value: number;
  /** Number of events in the row. */
  readonly count: number;
}

/** The events of one chart, and the lines on which they are drawn. */
export interface EventSource {
  readonly events: EventRows;
  /** The event codes to show; if left out, drops, losses, ECN marks and timeouts. */
  readonly codes?: readonly number[];
  /**
   * The id of the line on which an event is drawn; null if it is drawn on the rail; undefined if it is not
   * drawn.
   */
  readonly lineOf: (code: number, entity: number) => string | null | undefined;
  /** Whether drops, losses and ECN marks on a link are shown. If left out, those on all links are shown. */
  readonly showsLink?: (linkIndex: number) => boolean;
}

/** Whether a chart that shows events of this code shows this event. */
export function isWanted(spec: EventSource, event: Pick<ChartEvent, "code" | "entity" | "value">): boolean {
  if (spec.lineOf(event.code, event.entity) === undefined) return false;
  const happensOnLink =
    event.code === EventCode.drop || event.code === EventCode.loss || event.code === EventCode.mark;
  return !happensOnLink || spec.showsLink === undefined || spec.showsLink(event.value);
}

export const DEFAULT_CODES: readonly number[] = [
  EventCode.drop,
  EventCode.loss,
  EventCode.mark,
  EventCode.timeout,
];

/**
 * The symbol of one event, or of several whose symbols would overlap: the first event, and the sum of the
 * counts.
 */
export interface EventSymbol {
  readonly x: number;
  readonly y: number;
  readonly code: number;
  /** The id of the line on which the symbol is drawn, or null if it is on the rail. */
  readonly line: string | null;
  readonly event: ChartEvent;
  readonly count: number;
}

/** Events of one kind on one line share a symbol if they are closer together than this many pixels. */
const MERGE_DISTANCE = 8;
/** The pointer picks an event if its symbol is at most this many pixels away. */
const PICK_DISTANCE = 9;
/** The same for a finger: targets are 44 pixels large. */
const TOUCH_DISTANCE = 22;

export interface EventGeometry {
  /** The visible window, in simulated seconds. */
  readonly from: number;
  readonly to: number;
  /** The width of the plot in pixels. */
  readonly width: number;
  /** Vertical position of a line at time `t` in pixels; NaN if the line has no value at `t`. */
  readonly yOf: (line: string, t: number) => number;
  /** Vertical position of the rail, the row along the top, in pixels. */
  readonly railY: number;
}

/** The index of the first row whose time is not before t. */
export function firstRow({ data, rows }: EventRows, t: number): number {
  // The bisection of d3-array works on lists of items, but rows are interleaved in one array.
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((data[middle * EVENT_COLUMNS] ?? 0) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function eventAt(events: EventRows, row: number): ChartEvent {
  const i = row * EVENT_COLUMNS;
  const at = (column: number): number => events.data[i + column] ?? Number.NaN;
  return { row, t: at(0), code: at(1), entity: at(2), value: at(3), count: at(4) };
}

/** The next or the previous event that the chart shows. */
export function nextEvent(source: EventSource, at: number, forward: boolean): ChartEvent | null {
  const codes = new Set(source.codes ?? DEFAULT_CODES);
  const start = forward ? firstRow(source.events, at + 1e-9) : firstRow(source.events, at) - 1;
  for (let row = start; row >= 0 && row < source.events.rows; row += forward ? 1 : -1) {
    const event = eventAt(source.events, row);
    if (codes.has(event.code) && isWanted(source, event)) return event;
  }
  return null;
}

/**
 * The symbols of the events in the visible window, in time order. Events whose symbols would overlap share a
 * symbol.
 */
export function placeEvents(spec: EventSource, geometry: EventGeometry): EventSymbol[] {
  const { data, rows } = spec.events;
  const codes = new Set(spec.codes ?? DEFAULT_CODES);
  const perSecond = geometry.width / (geometry.to - geometry.from);
  // The last symbol of every code on every line. Only this symbol can overlap the next event of that code on
  // that line.
  const lastByCode = new Map<number, Map<string | null, Mutable<EventSymbol>>>();
  const symbols: EventSymbol[] = [];
  for (let row = firstRow(spec.events, geometry.from); row < rows; row += 1) {
    const i = row * EVENT_COLUMNS;
    const t = data[i] ?? 0;
    if (t > geometry.to) break;
    const code = data[i + 1] ?? 0;
    if (!codes.has(code)) continue;
    const line = spec.lineOf(code, data[i + 2] ?? 0);
    if (line === undefined || !isWanted(spec, { code, entity: data[i + 2] ?? 0, value: data[i + 3] ?? 0 }))
      continue;
    const x = (t - geometry.from) * perSecond;
    const recorded = data[i + 4] ?? 1;
    const count = recorded > 0 ? recorded : 1;
    let lastByLine = lastByCode.get(code);
    if (lastByLine === undefined) {
      lastByLine = new Map();
      lastByCode.set(code, lastByLine);
    }
    const previous = lastByLine.get(line);
    if (previous !== undefined && x - previous.x < MERGE_DISTANCE) {
      previous.count += count;
      continue;
    }
    const lineY = line === null ? Number.NaN : geometry.yOf(line, t);
    const placed = Number.isNaN(lineY) ? { y: geometry.railY, line: null } : { y: lineY, line };
    const mark = { x, code, count, event: eventAt(spec.events, row), ...placed };
    lastByLine.set(line, mark);
    symbols.push(mark);
  }
  return symbols;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The event nearest to a point, or null when none is near enough. */
export function pickEvent(
  symbols: readonly EventSymbol[],
  x: number,
  y: number,
  byTouch = false,
): EventSymbol | null {
  let best: EventSymbol | null = null;
  let distance = byTouch ? TOUCH_DISTANCE : PICK_DISTANCE;
  for (const symbol of symbols) {
    const d = Math.hypot(symbol.x - x, symbol.y - y);
    if (d <= distance) {
      best = symbol;
      distance = d;
    }
  }
  return best;
}

/** The name of an event code, in the singular or plural for `count`. */
export function eventName(code: number, count = 1): string {
  const { events } = chartTexts;
  const names: Readonly<Record<number, (args: { readonly n: number }) => string>> = {
    [EventCode.drop]: events.drop,
    [EventCode.loss]: events.loss,
    [EventCode.mark]: events.mark,
    [EventCode.timeout]: events.timeout,
    [EventCode.windowCut]: events.windowCut,
    [EventCode.recoveryEnded]: events.recoveryEnded,
    [EventCode.flowStarted]: events.flowStarted,
    [EventCode.flowStopped]: events.flowStopped,
    [EventCode.transferComplete]: events.transferComplete,
    [EventCode.timelineChange]: events.timelineChange,
    [EventCode.receiverDrop]: events.receiverDrop,
  };
  return (names[code] ?? events.other)({ n: count });
}
