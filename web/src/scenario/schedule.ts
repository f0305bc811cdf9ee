// The rate of a link during a run, as steps. The simulator computes the steps from the schedule, the timeline
// and the outages.

/** Pairs of a time in seconds and the rate in bit/s after this time, in chronological order. */
export type RateSteps = readonly (readonly [number, number])[];

/** An interval of time, in seconds. */
export type TimeSpan = readonly [from: number, to: number];

/**
 * The intervals in which the rate of a link direction is 0, because of an outage, its schedule or the
 * timeline.
 */
export function downTimes(steps: RateSteps, duration: number): readonly TimeSpan[] {
  const spans = steps.flatMap(([from, rate], index): TimeSpan[] => {
    const to = Math.min(duration, steps[index + 1]?.[0] ?? duration);
    return rate === 0 && to > from ? [[from, to]] : [];
  });
  return merged(spans);
}

/** Merges intervals that touch or overlap. The intervals must be sorted by their start. */
function merged(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const list: [number, number][] = [];
  for (const [from, to] of spans) {
    const last = list.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else list.push([from, to]);
  }
  return list;
}
