// A delivery trace with the rate of a measured series, in the format of Mahimahi (docs/scenario.md,
// "Impairments"): each line is a time in milliseconds at which 1500 bytes may leave a link, and the last line
// is the length of the trace.
import type { ImportedSeries } from "../../engine/imports/types.ts";

const BITS_PER_LINE = 12_000;
/** The limits of sim-core/engine/src/net/trace.rs, which a test compares. */
export const MAX_LINES = 200_000;
export const MAX_CHARACTERS = 1_500_000;

export type TraceResult =
  | { readonly ok: true; readonly text: string; readonly seconds: number; readonly meanRate: number }
  /**
   * `outside`: no value is within the run. `idle`: less than one packet. `long`: more lines or characters
   * than the simulator accepts.
   */
  | { readonly ok: false; readonly reason: "outside" | "idle" | "long" };

interface Part {
  readonly to: number;
  readonly rate: number;
}

/**
 * The trace of the part of the series within the run, after it was shifted by `shift` seconds and multiplied
 * by `factor`. The trace begins at time 0 and ends with the data or with the run. In gaps, and before the
 * first value, the rate is the mean.
 */
export function deliveryTrace(
  series: ImportedSeries,
  { shift, factor, duration }: { readonly shift: number; readonly factor: number; readonly duration: number },
): TraceResult {
  const covered: { from: number; to: number; rate: number }[] = [];
  let [bits, time] = [0, 0];
  for (let i = 0; i < series.values.length; i += 1) {
    const from = Math.max(0, (series.starts[i] ?? 0) + shift);
    const to = Math.min(duration, (series.ends[i] ?? 0) + shift);
    if (to <= from) continue;
    const rate = Math.max(0, (series.values[i] ?? 0) * factor);
    covered.push({ from, to, rate });
    bits += rate * (to - from);
    time += to - from;
  }
  if (time === 0) return { ok: false, reason: "outside" };
  const mean = bits / time;
  const parts: Part[] = [];
  let at = 0;
  for (const { from, to, rate } of covered) {
    if (from > at) parts.push({ to: from, rate: mean });
    parts.push({ to, rate });
    at = to;
  }
  return traceOf(parts, at);
}

function traceOf(parts: readonly Part[], end: number): TraceResult {
  const last = Math.max(1, Math.round(end * 1000));
  const lines: number[] = [];
  // The bits that have been delivered of the next line.
  let [delivered, at] = [0, 0];
  for (const { to, rate } of parts) {
    const bits = rate * (to - at) + delivered;
    const count = Math.floor(bits / BITS_PER_LINE + 1e-9);
    if (lines.length + count > MAX_LINES) return { ok: false, reason: "long" };
    for (let n = 1; n <= count; n += 1)
      lines.push(Math.min(last, Math.round((at + (n * BITS_PER_LINE - delivered) / rate) * 1000)));
    delivered = Math.max(0, bits - count * BITS_PER_LINE);
    at = to;
  }
  if (lines.length === 0 && delivered < BITS_PER_LINE / 2) return { ok: false, reason: "idle" };
  // The last line is the length of the trace. It is a line of its own if half of its bytes have been
  // delivered.
  if (lines.length === 0 || delivered >= BITS_PER_LINE / 2) lines.push(last);
  else lines[lines.length - 1] = last;
  const text = `${lines.join("\n")}\n`;
  if (lines.length > MAX_LINES || text.length > MAX_CHARACTERS) return { ok: false, reason: "long" };
  return { ok: true, text, seconds: last / 1000, meanRate: (lines.length * BITS_PER_LINE * 1000) / last };
}
