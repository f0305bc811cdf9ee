// The rate of a link over a run as steps, from its schedule, the timeline and its outages. Charts use it for reference lines,
// fair shares and shaded times; the simulator computes its own.
import type { JsonObject, ScenarioDocument } from "../generated/types.ts";
import { readPath } from "./path.ts";

/** Pairs of a time and the rate in bit/s from that time on, in order of time. */
export type Steps = readonly (readonly [number, number])[];

/** The largest number of steps per run that approximate a slope. */
const FINEST = 400;
const MOST = 20_000;

/** The rate of a link direction, given its rate at the start. `path` is the path of the direction in the document. */
export function rateSteps(doc: ScenarioDocument, path: string, initial: number, duration: number): Steps {
  const steps: (readonly [number, number])[] = [[0, initial]];
  const schedule = readPath(doc, `${path}.schedule`) as JsonObject | undefined;
  if (schedule) steps.push(...planned(schedule, duration));
  // At equal times the timeline applies first, then the schedule.
  const listed: (readonly [number, number])[] = [];
  for (const entry of doc.timeline ?? [])
    if (entry.set === `${path}.rate` && typeof entry.to === "number") listed.push([entry.at, entry.to]);
  const all = [steps[0] ?? ([0, initial] as const), ...listed, ...steps.slice(1)].sort((a, b) => a[0] - b[0]);
  return interrupted(all, outagesOf(doc, path));
}

/** An interval of time, in seconds. */
export type TimeSpan = readonly [from: number, to: number];

/** The outages among the impairments of a link direction, in order of time. Outages that touch are merged. */
export function outagesOf(doc: ScenarioDocument, path: string): readonly TimeSpan[] {
  const listed = readPath(doc, `${path}.impairments.outages`);
  if (!Array.isArray(listed)) return [];
  const spans = (listed as readonly JsonObject[])
    .map(({ at, lasts }): TimeSpan => {
      const from = typeof at === "number" ? at : 0;
      return [from, from + (typeof lasts === "number" ? lasts : 1)];
    })
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0]);
  return merged(spans);
}

function merged(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const list: [number, number][] = [];
  for (const [from, to] of spans) {
    const last = list.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else list.push([from, to]);
  }
  return list;
}

/** Steps with a rate of 0 during outages. After each outage the rate is the one that applies at its end. */
function interrupted(steps: Steps, outages: readonly TimeSpan[]): Steps {
  if (outages.length === 0) return steps;
  const result: (readonly [number, number])[] = [];
  let rate = steps[0]?.[1] ?? 0;
  let next = 0;
  for (const [from, to] of outages) {
    for (let step = steps[next]; step && step[0] < from; step = steps[++next]) {
      rate = step[1];
      result.push(step);
    }
    result.push([from, 0]);
    for (let step = steps[next]; step && step[0] <= to; step = steps[++next]) rate = step[1];
    result.push([to, rate]);
  }
  return [...result, ...steps.slice(next)];
}

/** The times at which the rate of a link direction is 0, whether by an outage, its schedule or the timeline. */
export function downTimes(steps: Steps, duration: number): readonly TimeSpan[] {
  const spans = steps.flatMap(([from, rate], index): TimeSpan[] => {
    const to = Math.min(duration, steps[index + 1]?.[0] ?? duration);
    return rate === 0 && to > from ? [[from, to]] : [];
  });
  return merged(spans);
}

/** The steps of a schedule. */
function planned(schedule: JsonObject, duration: number): Steps {
  const number = (name: string, fallback: number): number =>
    typeof schedule[name] === "number" ? schedule[name] : fallback;
  const every = Math.max(number("every", 0.05), duration / FINEST);
  const steps: (readonly [number, number])[] = [];
  const add = (at: number, rate: number): void => {
    if (at < duration && steps.length < MOST) steps.push([at, Math.max(0, rate)]);
  };
  /** Adds a slope as steps; each has the rate at the middle of its interval. */
  const slope = (from: number, low: number, to: number, high: number): void => {
    const count = Math.max(1, Math.ceil((to - from) / every - 1e-9));
    for (let i = 0; i < count; i += 1)
      add(from + ((to - from) * i) / count, low + ((high - low) * (i + 0.5)) / count);
  };
  if (schedule.kind === "points") {
    const repeat = typeof schedule["repeat"] === "number" ? schedule["repeat"] : null;
    const points = pointsOf(schedule).filter(([at]) => repeat === null || at < repeat);
    for (
      let start = 0;
      points.length > 0 && start < duration && steps.length < MOST;
      start += repeat ?? duration
    )
      points.forEach(([at, rate], index) => {
        const next = points[index + 1];
        if (schedule["between"] === "ramps" && next && next[0] > at)
          slope(start + at, rate, start + next[0], next[1]);
        else add(start + at, rate);
      });
  } else if (schedule.kind === "periodic") {
    const [low, high] = [number("low", 1e6), number("high", 1e7)];
    const [period, share] = [Math.max(0.001, number("period", 10)), number("share", 0.5)];
    for (let start = 0; start < duration && steps.length < MOST; start += period) {
      if (schedule["shape"] === "triangle") {
        slope(start, low, start + period / 2, high);
        slope(start + period / 2, high, start + period, low);
      } else if (schedule["shape"] === "sawtooth") slope(start, low, start + period, high);
      else {
        if (share > 0) add(start, high);
        if (share < 1) add(start + period * share, low);
      }
    }
  }
  return steps;
}

function pointsOf(schedule: JsonObject): Steps {
  const list = Array.isArray(schedule["points"]) ? (schedule["points"] as readonly JsonObject[]) : [];
  return list
    .map(({ at, rate }) => [typeof at === "number" ? at : 0, typeof rate === "number" ? rate : 1e6] as const)
    .sort((a, b) => a[0] - b[0]);
}
