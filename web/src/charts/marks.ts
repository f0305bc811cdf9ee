// Event marks: what happened to packets and flows, as shapes rather than colours: drop x, random loss ring, ECN mark
// diamond, timeout triangle, window cut chevron, other changes a tick. Marks that would overlap are drawn once and keep their count.
import { EVENT_COLUMNS, EventCode, type EventRows } from "../engine/types.ts";

/** One event as it is given to the page when its mark is picked. */
export interface ChartEvent {
  /** Row in the run's event table. */
  readonly row: number;
  readonly t: number;
  readonly code: number;
  readonly entity: number;
  readonly value: number;
  readonly count: number;
}

/** Events of one chart, and where their marks go. */
export interface MarkSpec {
  readonly events: EventRows;
  /** Codes to show; the default shows drops, losses, marks and timeouts. */
  readonly codes?: readonly number[];
  /** The line on which an event's mark sits, or null for the rail along the top; undefined leaves the event out. */
  readonly place: (code: number, entity: number) => string | null | undefined;
  /** Of drops, losses and marks only those whose value (the link) is wanted; all when left out. */
  readonly only?: (value: number) => boolean;
}

/** Whether a chart shows an event of a code it is about. */
export function isWanted(spec: MarkSpec, event: Pick<ChartEvent, "code" | "entity" | "value">): boolean {
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

/** One drawn mark: the first of the events it stands for, and how many packets these are. */
export interface PlacedMark {
  readonly x: number;
  readonly y: number;
  readonly code: number;
  /** Line id, or null on the rail. */
  readonly line: string | null;
  readonly event: ChartEvent;
  readonly count: number;
}

/** Marks closer than this many pixels are one mark. */
const CELL = 8;
/** A pointer this near to a mark picks it. */
const REACH = 9;

export interface MarkGeometry {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  /** Height of a line at a time, or NaN; in pixels. */
  readonly yOf: (line: string, t: number) => number;
  /** Height of the rail in pixels. */
  readonly rail: number;
}

/** The first row at or after t. */
export function firstRow(events: EventRows, t: number): number {
  let low = 0;
  let high = events.rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events.data[middle * EVENT_COLUMNS] ?? 0) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function eventAt(events: EventRows, row: number): ChartEvent {
  const i = row * EVENT_COLUMNS;
  const at = (column: number): number => events.data[i + column] ?? Number.NaN;
  return { row, t: at(0), code: at(1), entity: at(2), value: at(3), count: at(4) };
}

/** The marks of the visible window, overlapping ones merged, in time order. */
export function placeMarks(spec: MarkSpec, geometry: MarkGeometry): PlacedMark[] {
  const { data, rows } = spec.events;
  const codes = new Set(spec.codes ?? DEFAULT_CODES);
  const perSecond = geometry.width / (geometry.to - geometry.from);
  // The last mark of every kind on every line: the only one that the next event of that kind can overlap.
  const open = new Map<number, Map<string | null, Mutable<PlacedMark>>>();
  const marks: PlacedMark[] = [];
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

/** The mark nearest to a point, within reach; null when there is none. */
export function pickMark(marks: readonly PlacedMark[], x: number, y: number): PlacedMark | null {
  let best: PlacedMark | null = null;
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

/** The part of a canvas context or of a path writer that shapes need. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** Strokes the outline of an event's shape around a point. */
export function traceMark(pen: Pen, code: number, x: number, y: number, size: number): void {
  const r = size;
  if (code === EventCode.drop) {
    pen.moveTo(x - r, y - r);
    pen.lineTo(x + r, y + r);
    pen.moveTo(x - r, y + r);
    pen.lineTo(x + r, y - r);
  } else if (code === EventCode.loss) {
    polygon(pen, x, y, r, 8, Math.PI / 8);
  } else if (code === EventCode.mark) {
    polygon(pen, x, y, r * 1.25, 4, 0);
  } else if (code === EventCode.timeout) {
    polygon(pen, x, y, r * 1.4, 3, -Math.PI / 2);
  } else if (code === EventCode.windowCut) {
    pen.moveTo(x - r, y - r * 0.5);
    pen.lineTo(x, y + r * 0.5);
    pen.lineTo(x + r, y - r * 0.5);
  } else {
    pen.moveTo(x, y - r);
    pen.lineTo(x, y + r);
  }
}

function polygon(pen: Pen, x: number, y: number, r: number, sides: number, turn: number): void {
  for (let i = 0; i <= sides; i += 1) {
    const angle = turn + (i * 2 * Math.PI) / sides;
    const px = x + r * Math.cos(angle);
    const py = y + r * Math.sin(angle);
    if (i === 0) pen.moveTo(px, py);
    else pen.lineTo(px, py);
  }
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
