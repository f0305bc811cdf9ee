// The events of a chart: drops, losses, ECN marks, timeouts, changes. Events of one kind that would overlap are drawn as one,
// which keeps their count. Their shapes are in marks/symbol.ts.

import type { EventRows } from "../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../generated/constants.ts";

/** One event of a run. */
export interface ChartEvent {
  /** Row in the run's event table. */
  readonly row: number;
  readonly t: number;
  readonly code: number;
  readonly entity: number;
  readonly value: number;
  readonly count: number;
}

/** The events of one chart, and where they are drawn. */
export interface EventSource {
  readonly events: EventRows;
  /** Codes to show: drops, losses, ECN marks and timeouts if left out. */
  readonly codes?: readonly number[];
  /** The line on which an event is drawn, or null for the rail along the top; undefined leaves the event out. */
  readonly place: (code: number, entity: number) => string | null | undefined;
  /** Restricts drops, losses and ECN marks by their value, which is the link; all are shown if left out. */
  readonly only?: (value: number) => boolean;
}

/** Whether a chart shows an event, given that it shows events of this code. */
export function isWanted(spec: EventSource, event: Pick<ChartEvent, "code" | "entity" | "value">): boolean {
  if (spec.place(event.code, event.entity) === undefined) return false;
  const ofLink =
    event.code === EventCode.drop || event.code === EventCode.loss || event.code === EventCode.mark;
  return !ofLink || spec.only === undefined || spec.only(event.value);
}

export const DEFAULT_CODES: readonly number[] = [
  EventCode.drop,
  EventCode.loss,
  EventCode.mark,
  EventCode.timeout,
];

/** An event as it is drawn: the first of those that would overlap, and the number of packets of all of them. */
export interface EventMark {
  readonly x: number;
  readonly y: number;
  readonly code: number;
  /** Line id, or null on the rail. */
  readonly line: string | null;
  readonly event: ChartEvent;
  readonly count: number;
}

/** Events of one kind that are closer than this are drawn as one, in pixels. */
const CELL = 8;
/** A pointer this near to an event picks it, in pixels. */
const REACH = 9;

export interface EventGeometry {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Height of a line at a time, or NaN; in pixels. */
  readonly yOf: (line: string, t: number) => number;
  /** Height of the rail in pixels. */
  readonly rail: number;
}

/** The first row at or after t. */
export function firstRow({ data, rows }: EventRows, t: number): number {
  // By hand, because d3-array bisects lists of items and rows are interleaved in one array.
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

/** The events of the visible window in time order, overlapping ones merged. */
export function placeEvents(spec: EventSource, geometry: EventGeometry): EventMark[] {
  const { data, rows } = spec.events;
  const codes = new Set(spec.codes ?? DEFAULT_CODES);
  const perSecond = geometry.width / (geometry.to - geometry.from);
  // The last event drawn of every code on every line: only that one can overlap the next event of the code.
  const open = new Map<number, Map<string | null, Mutable<EventMark>>>();
  const marks: EventMark[] = [];
  for (let row = firstRow(spec.events, geometry.from); row < rows; row += 1) {
    const i = row * EVENT_COLUMNS;
    const t = data[i] ?? 0;
    if (t > geometry.to) break;
    const code = data[i + 1] ?? 0;
    if (!codes.has(code)) continue;
    const line = spec.place(code, data[i + 2] ?? 0);
    if (line === undefined || !isWanted(spec, { code, entity: data[i + 2] ?? 0, value: data[i + 3] ?? 0 }))
      continue;
    const x = (t - geometry.from) * perSecond;
    const given = data[i + 4] ?? 1;
    const count = given > 0 ? given : 1;
    let lasts = open.get(code);
    if (lasts === undefined) {
      lasts = new Map();
      open.set(code, lasts);
    }
    const before = lasts.get(line);
    if (before !== undefined && x - before.x < CELL) {
      before.count += count;
      continue;
    }
    const onLine = line === null ? Number.NaN : geometry.yOf(line, t);
    const placed = Number.isNaN(onLine) ? { y: geometry.rail, line: null } : { y: onLine, line };
    const mark = { x, code, count, event: eventAt(spec.events, row), ...placed };
    lasts.set(line, mark);
    marks.push(mark);
  }
  return marks;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The event nearest to a point, within reach; null when there is none. */
export function pickEvent(marks: readonly EventMark[], x: number, y: number): EventMark | null {
  let best: EventMark | null = null;
  let distance = REACH;
  for (const mark of marks) {
    const d = Math.hypot(mark.x - x, mark.y - y);
    if (d <= distance) {
      best = mark;
      distance = d;
    }
  }
  return best;
}

/** What an event code is called in words, one and many. */
export function eventName(code: number, count = 1): string {
  const names: Readonly<Record<number, readonly [string, string]>> = {
    [EventCode.drop]: ["drop", "drops"],
    [EventCode.loss]: ["random loss", "random losses"],
    [EventCode.mark]: ["ECN mark", "ECN marks"],
    [EventCode.timeout]: ["timeout", "timeouts"],
    [EventCode.windowCut]: ["window cut", "window cuts"],
    [EventCode.recoveryLeft]: ["end of recovery", "ends of recovery"],
    [EventCode.flowStarted]: ["flow start", "flow starts"],
    [EventCode.flowStopped]: ["flow stop", "flow stops"],
    [EventCode.transferComplete]: ["completed transfer", "completed transfers"],
    [EventCode.timelineChange]: ["change of a setting", "changes of settings"],
    [EventCode.overrun]: ["packet lost at the receiver", "packets lost at the receiver"],
  };
  const pair = names[code] ?? ["event", "events"];
  return pair[count === 1 ? 0 : 1];
}
