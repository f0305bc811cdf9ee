// Ticks of the two axes: their values and labels.

import { bisectLeft, range, tickStep, ticks } from "d3-array";
import { THIN_SPACE } from "../../scenario/units.ts";
import { clock, tickLabel } from "../format.ts";

export interface Tick {
  readonly value: number;
  readonly label: string;
}

/**
 * Steps between ticks, in seconds, that divide minutes, hours and days. d3-array computes steps of less than
 * one second. The steps of d3-time are made for calendars and lack 2, 10 and 20 seconds.
 */
const CLOCK_STEPS = [
  1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
];
/** Axes that end at or after this time, in seconds, have labels in minutes and hours. */
const CLOCK_LABELS_FROM = 600;

function timeStep(span: number, maxTicks: number): number {
  const minStep = span / maxTicks;
  if (minStep > 0.5) return CLOCK_STEPS[bisectLeft(CLOCK_STEPS, minStep)] ?? 86_400;
  // The smallest step of 1, 2 or 5 times a power of ten that gives at most `maxTicks` ticks.
  const step = tickStep(0, span, maxTicks);
  return step >= minStep ? step : tickStep(0, span, maxTicks / 2);
}

/**
 * Ticks of simulated time, about `spacing` pixels apart. If the labels are in seconds, only the last label
 * has the unit.
 */
export function timeTicks(from: number, to: number, width: number, spacing = 90): Tick[] {
  const span = to - from;
  if (!(span > 0) || !(width > 0)) return [];
  const step = timeStep(span, Math.max(2, width / spacing));
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const decimals = step >= 1 ? 0 : Math.ceil(-Math.log10(step) - 1e-9);
  return range(first, last + 1).map((k) => {
    const value = Number((k * step).toFixed(9));
    if (to >= CLOCK_LABELS_FROM) return { value, label: clock(value, decimals) };
    return { value, label: `${tickLabel(value, step)}${k === last ? `${THIN_SPACE}s` : ""}` };
  });
}

/**
 * Ticks from 0 to `top`, about `spacing` pixels apart. Labels are in a unit of `factor` base units and do not
 * name the unit.
 */
export function valueTicks(top: number, factor: number, height: number, spacing = 38): Tick[] {
  if (!(top > 0) || !(height > 0)) return [];
  const shown = top / factor;
  const wanted = Math.max(1, Math.round(height / spacing));
  // An axis with a tick only at zero is useless, so closer ticks are tried until there are two.
  const counts = range(wanted, wanted + 4).map((count) => ticks(0, shown, count));
  const values = counts.find((candidate) => candidate.length > 1) ?? counts[0] ?? [];
  return labelled(values, shown, factor);
}

/** Values with labels in a unit of `factor` base units. `high` is the end of the axis in this unit. */
function labelled(values: readonly number[], high: number, factor = 1): Tick[] {
  const step = (values[1] ?? high) - (values[0] ?? 0);
  return values.map((value) => ({ value: value * factor, label: tickLabel(value, step) }));
}

/** About `count` ticks from `low` to `high` in a unit of `factor` base units. */
export const roundTicks = (low: number, high: number, count: number, factor = 1): Tick[] =>
  labelled(ticks(low, high, Math.max(2, count)), high, factor);

/** Ticks at powers of ten between two values and, with `hasFives`, at 2 and 5 times these. */
export function logTicks(
  [from, to]: readonly [number, number],
  hasFives: (powers: number) => boolean,
  text: (value: number) => string,
): Tick[] {
  const [first, last] = [Math.floor(Math.log10(from) + 1e-9), Math.ceil(Math.log10(to) - 1e-9)];
  const factors = hasFives(last - first) ? [1, 2, 5] : [1];
  return range(first, last + 1)
    .flatMap((power) => factors.map((mantissa) => mantissa * 10 ** power))
    .filter((value) => value >= from * 0.999 && value <= to * 1.001)
    .map((value) => ({ value, label: text(value) }));
}
