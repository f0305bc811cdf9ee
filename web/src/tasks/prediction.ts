// Predictions: the points that the student draws, the points of the run, and how far they are apart.
import { curveValues } from "../engine/numbers.ts";
import { type LessonRun, measure } from "./measures.ts";
import type { CurvePrediction, PredictTask } from "./model.ts";

/** The number of points of a drawn curve. */
export const CURVE_POINTS = 24;

/** The values of a prediction, one for each point or bar. Null where nothing is drawn yet. */
export type Drawing = readonly (number | null)[];

/**
 * `close`: right in level, and for a curve in shape and time. `roughly`: the shape is right, and the level at least
 * roughly. `partly`: the level of a curve is right, but not its shape. `far`: everything else.
 */
export type Closeness = "close" | "roughly" | "partly" | "far";

/** How the form of a drawn curve compares with that of the run. */
export type Shape = "right" | "other" | "tooSteady" | "tooLively";

interface Tolerance {
  /** A level within this share of the run's value is right. */
  readonly right: number;
  /** A level within this share of the axis is right, because nobody can draw or set it more exactly. */
  readonly drawable: number;
}
/** A bar has 100 positions and shows its number. A curve is drawn by hand, and its level is its mean. */
export const TOLERANCES: Readonly<Record<PredictTask["what"]["kind"], Tolerance>> = {
  bars: { right: 0.1, drawable: 0.01 },
  curve: { right: 0.15, drawable: 0.02 },
};
/** A level within this share of the run's value is roughly right. */
export const ROUGHLY = 0.3;
/** A curve that moves by less than this share of the axis looks steady. */
const VISIBLE = 0.04;
/** A curve that moves by less than this share of its mean is steady. */
const STEADY = 0.2;
/** Curves whose movements correlate by at least this much have the same form. */
const SAME_FORM = 0.6;
/** The form is also compared with the run up to this many points earlier or later. */
const MOST_SHIFT = 6;
/** A shift by one point cannot be seen, so a larger one counts only if it fits better by this much. */
const BETTER_FIT = 0.15;

export interface Distance {
  readonly closeness: Closeness;
  /** The means of the drawing and of the run, in the unit of the prediction. */
  readonly means: { readonly drawn: number; readonly actual: number };
  readonly level: "right" | "high" | "low";
  /** Null for bars, which have no form. */
  readonly shape: Shape | null;
  /** The number of points by which the drawing is later than the run; null if the form does not show it. */
  readonly late: number | null;
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

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** The correlation of two lists of the same length; 0 if one of them is constant. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [meanOf(a), meanOf(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? mb;
    ab += (x - ma) * (y - mb);
    aa += (x - ma) ** 2;
    bb += (y - mb) ** 2;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0;
}

/** The form of a drawing, and by how many points it is later than the run. */
function formOf(
  drawn: readonly number[],
  actual: readonly number[],
  max: number,
): { readonly shape: Shape; readonly late: number | null } {
  const isSteady = (values: readonly number[]): boolean =>
    spanOf(values) <= Math.max(STEADY * meanOf(values), VISIBLE * max);
  const [steady, shouldBeSteady] = [isSteady(drawn), isSteady(actual)];
  if (steady || shouldBeSteady)
    return {
      shape: steady === shouldBeSteady ? "right" : steady ? "tooSteady" : "tooLively",
      late: null,
    };
  const fits = Array.from({ length: 2 * MOST_SHIFT + 1 }, (_, i) => {
    const late = i - MOST_SHIFT;
    const from = Math.max(0, late);
    const to = Math.min(drawn.length, drawn.length + late);
    return { late, fit: correlation(drawn.slice(from, to), actual.slice(from - late, to - late)) };
  });
  const inPlace = fits[MOST_SHIFT]?.fit ?? 0;
  const best = fits.reduce((a, b) => (b.fit > a.fit ? b : a));
  const isShifted = Math.abs(best.late) > 1 && best.fit > inPlace + BETTER_FIT;
  const fit = isShifted
    ? best.fit
    : Math.max(inPlace, fits[MOST_SHIFT - 1]?.fit ?? 0, fits[MOST_SHIFT + 1]?.fit ?? 0);
  return fit < SAME_FORM
    ? { shape: "other", late: null }
    : { shape: "right", late: isShifted ? best.late : 0 };
}

/** The level of a bar, or of the mean of a curve: right, too high or too low, and whether it is at least roughly right. */
export function levelOf(kind: PredictTask["what"]["kind"], drawn: number, actual: number, max: number) {
  const difference = drawn - actual;
  const { right, drawable } = TOLERANCES[kind];
  const isRight = Math.abs(difference) <= Math.max(right * Math.abs(actual), drawable * max);
  const level: Distance["level"] = isRight ? "right" : difference > 0 ? "high" : "low";
  return { level, isRough: isRight || Math.abs(difference) <= ROUGHLY * Math.abs(actual) };
}

function closenessOfCurve(
  isLevelRight: boolean,
  isLevelRough: boolean,
  { shape, late }: ReturnType<typeof formOf>,
): Closeness {
  if (shape !== "right") return isLevelRight ? "partly" : "far";
  if (isLevelRight && (late ?? 0) === 0) return "close";
  return isLevelRough ? "roughly" : "far";
}

/** How far a complete drawing is from the run. Null if the drawing is incomplete or the run has no value. */
export function distanceOf(
  drawing: Drawing,
  run: readonly number[],
  { kind, max }: Pick<PredictTask["what"], "kind" | "max">,
): Distance | null {
  const pairs = run.map((actual, index) => ({ index, drawn: drawing[index] ?? null, actual }));
  if (pairs.some(({ drawn }) => drawn === null)) return null;
  const known = pairs.flatMap(({ index, drawn, actual }) =>
    drawn === null || Number.isNaN(actual) ? [] : [{ index, drawn, actual }],
  );
  const [first] = known;
  if (!first) return null;
  const drawn = known.map((pair) => pair.drawn);
  const actual = known.map((pair) => pair.actual);
  const means = { drawn: meanOf(drawn), actual: meanOf(actual) };
  const worst = known.reduce((a, b) => (Math.abs(b.drawn - b.actual) > Math.abs(a.drawn - a.actual) ? b : a));
  const place = { worst: worst.index, drawn: worst.drawn, actual: worst.actual };
  if (kind === "bars") {
    const levels = known.map((bar) => levelOf(kind, bar.drawn, bar.actual, max));
    const isRight = levels.every(({ level }) => level === "right");
    const closeness = isRight ? "close" : levels.every(({ isRough }) => isRough) ? "roughly" : "far";
    const { level } = levelOf(kind, worst.drawn, worst.actual, max);
    return { closeness, means, level, shape: null, late: null, ...place };
  }
  const { level, isRough } = levelOf(kind, means.drawn, means.actual, max);
  const form = formOf(drawn, actual, max);
  const closeness = closenessOfCurve(level === "right", isRough, form);
  return { closeness, means, level, ...form, ...place };
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
