// Predictions: the points that the student draws, the points of the run, and how far they are apart.
import { curveValues } from "../../engine/numbers.ts";
import { type LessonRun, measure } from "./measures.ts";
import type { CurvePrediction, PredictTask } from "./model.ts";

/** The number of points of a drawn curve. */
export const CURVE_POINTS = 24;

/** The values of a prediction, one for each point or bar. Null where nothing is drawn yet. */
export type Drawing = readonly (number | null)[];

export type Closeness = "close" | "roughly" | "far";

/** A mean difference up to this share of the axis is close. */
const CLOSE = 0.08;
/** A mean difference up to this share of the axis is roughly right. */
const ROUGHLY = 0.2;

export interface Distance {
  readonly closeness: Closeness;
  /** The mean difference between drawing and run, in the unit of the prediction. */
  readonly mean: number;
  /** The index of the point with the largest difference. */
  readonly worst: number;
  readonly drawn: number;
  readonly actual: number;
}

/** The number of values that a prediction has. */
export const pointCount = ({ what }: PredictTask): number =>
  what.kind === "curve" ? CURVE_POINTS : what.bars.length;

/** The time of a point of a curve. The first point is one interval after the moment of the prediction. */
export const timeOfPoint = ({ from, to }: CurvePrediction, index: number): number =>
  from + ((to - from) * (index + 1)) / CURVE_POINTS;

/**
 * The values of a curve at times. A counter gives the mean rate, in bit/s, of an interval as long as that
 * between two points.
 */
export const valuesAt = (
  { record }: LessonRun,
  { entity, signal, from, to }: CurvePrediction,
  times: readonly number[],
): readonly number[] => curveValues(record, entity, signal, (to - from) / CURVE_POINTS, times);

/** The values that the run has where the student drew. */
export function actualValues(run: LessonRun, { what }: PredictTask): readonly number[] {
  if (what.kind === "bars") return what.bars.map((bar) => measure(run, bar.measure));
  return valuesAt(
    run,
    what,
    Array.from({ length: CURVE_POINTS }, (_, i) => timeOfPoint(what, i)),
  );
}

/** How far a complete drawing is from the run. Null if the drawing is incomplete or the run has no value. */
export function distanceOf(drawing: Drawing, actual: readonly number[], max: number): Distance | null {
  let [sum, count, worst, largest] = [0, 0, -1, -1];
  for (const [i, value] of actual.entries()) {
    const drawn = drawing[i] ?? null;
    if (drawn === null) return null;
    if (Number.isNaN(value)) continue;
    const difference = Math.abs(drawn - value);
    sum += difference;
    count += 1;
    if (difference > largest) [worst, largest] = [i, difference];
  }
  if (count === 0) return null;
  const mean = sum / count;
  const closeness = mean <= CLOSE * max ? "close" : mean <= ROUGHLY * max ? "roughly" : "far";
  return { closeness, mean, worst, drawn: drawing[worst] ?? 0, actual: actual[worst] ?? 0 };
}

/** A drawing in which the points between two indices are on the line between two values. */
export function drawLine(
  drawing: Drawing,
  from: readonly [index: number, value: number],
  to: readonly [index: number, value: number],
): Drawing {
  const [start, end] = from[0] <= to[0] ? [from, to] : [to, from];
  return drawing.map((value, i) => {
    if (i < start[0] || i > end[0]) return value;
    const share = end[0] === start[0] ? 1 : (i - start[0]) / (end[0] - start[0]);
    return start[1] + (end[1] - start[1]) * share;
  });
}
