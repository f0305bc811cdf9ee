// Ticks and where they go. The models are plain data: the chart draws them into its SVG and the exporter writes the same
// ones to a file.
import { ticks } from "d3-array";
import { clock, THIN, tickLabel } from "./format.ts";

export interface Tick {
  readonly value: number;
  /** Pixels from the left or the top of the plot. */
  readonly position: number;
  readonly label: string;
}

/** Horizontal ticks: whole multiples that people count in, the unit on the last one only. */
export function timeTicks(from: number, to: number, width: number, spacing = 90): Tick[] {
  const span = to - from;
  if (!(span > 0) || !(width > 0)) return [];
  const step = timeStep(span, Math.max(2, width / spacing));
  const values: number[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k += 1) values.push(k * step);
  const long = to >= 600;
  const decimals = step >= 1 ? 0 : Math.ceil(-Math.log10(step) - 1e-9);
  return values.map((value, index) => {
    const text = long ? clock(value, decimals) : tickLabel(Number(value.toFixed(9)), step);
    const last = index === values.length - 1;
    return {
      value,
      position: ((value - from) / span) * width,
      label: long || !last ? text : `${text}${THIN}s`,
    };
  });
}

const ABOVE_A_SECOND = [
  1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10800, 21600, 43200,
];

function timeStep(span: number, wanted: number): number {
  const raw = span / wanted;
  for (const step of ABOVE_A_SECOND) if (raw <= step && raw > 0.5) return step;
  if (raw > 43200) return 86400;
  const power = 10 ** Math.floor(Math.log10(raw));
  for (const m of [1, 2, 5, 10]) if (raw <= m * power * (1 + 1e-9)) return m * power;
  return 10 * power;
}

/** Vertical ticks of a scale from 0 to `top`, in the chosen unit, labels without unit. */
export function valueTicks(top: number, factor: number, height: number, spacing = 38): Tick[] {
  if (!(top > 0) || !(height > 0)) return [];
  const shown = top / factor;
  const wanted = Math.max(1, Math.round(height / spacing));
  let values = ticks(0, shown, wanted);
  // An axis with nothing but its zero tells nothing: rather two ticks close together.
  for (let more = wanted + 1; values.length < 2 && more < wanted + 4; more += 1)
    values = ticks(0, shown, more);
  const step = values.length > 1 ? (values[1] ?? 1) - (values[0] ?? 0) : shown;
  return values.map((value) => ({
    value: value * factor,
    position: height * (1 - value / shown),
    label: tickLabel(value, step),
  }));
}
