// A rate that changes over time in words, such as "120 rates from 1.5 Mb/s to 60 Mb/s".
import type { Json } from "../generated/types.ts";
import { scenarioTexts } from "./texts/index.ts";
import { formatQuantity, groupDigits } from "./units.ts";

/** The bits that leave a link at the time of each line of a trace (docs/scenario.md, "Impairments"). */
const BITS_PER_LINE = 12_000;

/** The points of a schedule, which are repeated after `repeat` seconds. */
export function pointsText(points: readonly Json[], repeat: number | null, digits = 3): string {
  const rates = points.map(rateOf).filter(Number.isFinite);
  const bound = (choose: (a: number, b: number) => number): string =>
    formatQuantity(
      rates.reduce((a, b) => choose(a, b), rates[0] ?? 0),
      "bit/s",
      digits,
    );
  const text = scenarioTexts.changes.rates({
    n: groupDigits(points.length),
    low: bound(Math.min),
    high: bound(Math.max),
  });
  return repeat === null
    ? text
    : scenarioTexts.changes.repeated({ rates: text, seconds: formatQuantity(repeat, "s", digits) });
}

const rateOf = (point: Json): number =>
  typeof point === "object" && point !== null && "rate" in point ? Number(point["rate"]) : Number.NaN;

/** A delivery trace: its length and its mean rate. */
export function traceText(trace: string, digits = 3): string {
  const lines = trace.split("\n").filter((line) => line.trim() !== "");
  const milliseconds = Number(lines.at(-1));
  if (!(milliseconds > 0)) return scenarioTexts.changes.anyTrace;
  const mean = (lines.length * BITS_PER_LINE * 1000) / milliseconds;
  return scenarioTexts.changes.trace({
    mean: formatQuantity(mean, "bit/s", digits),
    seconds: formatQuantity(milliseconds / 1000, "s", digits),
  });
}
