// Finds the biggest falls of curves that follow decisions of flows: a cut of a window, or a timeout.
import { max, range } from "d3-array";
import { type LineSpec, Trace } from "../../../charts/time/trace.ts";
import { EVENT_COLUMNS, EventCode } from "../../../generated/constants.ts";
import type { SeriesInfo } from "../../../generated/types.ts";
import { flowIdOf } from "../state/chartData.ts";
import type { Run } from "../state/labStore.ts";

export interface Fall {
  /** The flow that decided, and when, in seconds. */
  readonly flow: string;
  readonly decidedAt: number;
  /** The curve, and its last point before it falls. */
  readonly label: string;
  readonly t: number;
  readonly value: number;
  /** The highest value of the curves where the mark is, from the fall on. */
  readonly ceiling: number;
}

/** A fall is looked for during this time after a decision, and during this multiple of the interval of means, in seconds. */
const SECONDS = 1;
const INTERVALS = 4;
/** At most this share of the run. */
const SHARE = 0.1;
/** The number of values that are compared after each decision. */
const SAMPLES = 25;

/** After a timeout, a fall counts only half: the sentence about a loss states its cause as well. */
const TIMEOUT_WEIGHT = 0.5;
/** The number of falls that are returned, so that the page can choose the first that it can explain. */
const MOST = 30;

/** The falls of the lines after decisions, the biggest first. */
export function biggestFalls(lines: readonly LineSpec[], { record }: Run): readonly Fall[] {
  const traces = lines
    // The line of a group has no single reason. A queue falls because a flow sends less.
    .filter(({ ghost, flow, view, series }) =>
      ghost || view.kind === "group" ? false : flow !== undefined || isQueue(series.info),
    )
    .map((line) => new Trace(line));
  for (const trace of traces) trace.refresh();
  const { data, rows } = record.events;
  const falls: (Fall & { readonly weight: number })[] = [];
  for (let at = 0; at < rows * EVENT_COLUMNS; at += EVENT_COLUMNS) {
    const [decidedAt = 0, code = 0, entity = 0] = data.subarray(at, at + EVENT_COLUMNS);
    if (code !== EventCode.windowCut && code !== EventCode.timeout) continue;
    const flow = flowIdOf(record.entityName(code, entity));
    for (const trace of traces) {
      if (flow === null || (trace.spec.flow !== undefined && trace.spec.flow !== flow)) continue;
      const { depth, t, value } = fallAfter(trace, decidedAt, record.duration);
      const weight = depth * (code === EventCode.timeout ? TIMEOUT_WEIGHT : 1);
      if (weight > 0)
        falls.push({ flow, decidedAt, label: trace.spec.label, t, value, ceiling: value, weight });
    }
  }
  const biggest = falls.sort((a, b) => b.weight - a.weight).slice(0, MOST);
  return biggest.map((fall) => {
    const times = range(SAMPLES).map((i) => fall.t + (i * 2 * SHARE * record.duration) / SAMPLES);
    const highest = max(traces, (trace) => max(times, (t) => trace.valueAt(t)));
    return { ...fall, ceiling: Math.max(fall.value, highest ?? 0) };
  });
}

/** Whether a series is the length or the delay of a link's queue. */
const isQueue = ({ entity, signal }: SeriesInfo): boolean =>
  entity.startsWith("link:") && (signal === "queue" || signal === "queue_delay");

/** The largest difference between a value of a line and a later one soon after a time, and where the fall begins. */
function fallAfter(trace: Trace, from: number, duration: number) {
  const length = Math.min(SHARE * duration, Math.max(SECONDS, INTERVALS * trace.interval));
  let [depth, t, value, top, topAt] = [0, 0, 0, Number.NEGATIVE_INFINITY, 0];
  // The recorded value just before the decision comes first.
  for (const step of range(-1, SAMPLES)) {
    const time = Math.max(0, step < 0 ? from - trace.width : from + (step * length) / SAMPLES);
    const now = trace.valueAt(time);
    if (now > top) [top, topAt] = [now, time];
    if (top - now > depth) [depth, t, value] = [top - now, topAt, top];
  }
  return { depth, t, value };
}
