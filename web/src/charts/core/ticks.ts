// Ticks of the two axes: values, and how they are written.
import { bisectLeft, range, tickStep, ticks } from "d3-array";
import { clock, THIN, tickLabel } from "../format.ts";

export interface Tick {
  readonly value: number;
  readonly label: string;
}

/**
 * Steps of a second and more that divide minutes, hours and days. d3-time has such a table for calendars, without 2, 10 and
 * 20 seconds; below a second d3-array's steps are used.
 */
const CLOCK_STEPS = [
  1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
];
/** From here on times are written as minutes and hours, in seconds. */
const CLOCK_FROM = 600;

function timeStep(span: number, most: number): number {
  const least = span / most;
  if (least > 0.5) return CLOCK_STEPS[bisectLeft(CLOCK_STEPS, least)] ?? 86_400;
  // The smallest of 1, 2, 5 times a power of ten that gives at most as many ticks as wanted.
  const step = tickStep(0, span, most);
  return step >= least ? step : tickStep(0, span, most / 2);
}

/** Ticks of simulated time; the unit is written on the last one only. */
export function timeTicks(from: number, to: number, width: number, spacing = 90): Tick[] {
  const span = to - from;
  if (!(span > 0) || !(width > 0)) return [];
  const step = timeStep(span, Math.max(2, width / spacing));
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  const decimals = step >= 1 ? 0 : Math.ceil(-Math.log10(step) - 1e-9);
  return range(first, last + 1).map((k) => {
    const value = Number((k * step).toFixed(9));
    if (to >= CLOCK_FROM) return { value, label: clock(value, decimals) };
    return { value, label: `${tickLabel(value, step)}${k === last ? `${THIN}s` : ""}` };
  });
}

/** Ticks from 0 to `top` in a unit that is `factor` base units, without the unit. */
export function valueTicks(top: number, factor: number, height: number, spacing = 38): Tick[] {
  if (!(top > 0) || !(height > 0)) return [];
  const shown = top / factor;
  const wanted = Math.max(1, Math.round(height / spacing));
  // An axis that shows only its zero is useless: two ticks may then be closer together.
  const counts = range(wanted, wanted + 4).map((count) => ticks(0, shown, count));
  const values = counts.find((each) => each.length > 1) ?? counts[0] ?? [];
  const step = (values[1] ?? shown) - (values[0] ?? 0);
  return values.map((value) => ({ value: value * factor, label: tickLabel(value, step) }));
}
