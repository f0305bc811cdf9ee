// Predictions: the points that the student draws, the points of the run, and how far they are apart.
import { curveValues } from "../engine/numbers.ts";
import { type Form, formOf, lateness, meanOf, TURN } from "./curveForm.ts";
import { type LessonRun, measure } from "./measures.ts";
import type { CurvePrediction, PredictTask } from "./model.ts";

/** The number of points of a drawn curve. */
export const CURVE_POINTS = 24;

/** The values of a prediction, one for each point or bar. Null where nothing is drawn yet. */
export type Drawing = readonly (number | null)[];

/**
 * `close`: everything is right. `roughly`: a bar is roughly right; a curve has the right form, and its level is at least
 * roughly right. `partly`: only some bars, only the form or only the level is right. `far`: everything else.
 */
export type Closeness = "close" | "roughly" | "partly" | "far";

/** Shares of the run's value and of the axis. A bar is judged by the larger of both, the mean of a curve by the axis. */
interface Tolerance {
  readonly value: number;
  readonly axis: number;
}
type Tolerances = Readonly<Record<"right" | "roughly", Tolerance>>;

export const TOLERANCES: Readonly<Record<PredictTask["what"]["kind"], Tolerances>> = {
  bars: { right: { value: 0.1, axis: 0.01 }, roughly: { value: 0.3, axis: 0.03 } },
  curve: { right: { value: 0, axis: 0.1 }, roughly: { value: 0, axis: 0.2 } },
};
/** The period of swings is right within this share of that of the run, and so is their height. */
export const PERIOD = 0.12;
export const HEIGHT = 0.35;
/** Swings that rise slowly and fall fast are others than those that rise fast: the shares of the rise differ by more. */
const RISING = 0.5;
/** The time is right within this share of the drawn span. */
export const TIME = 0.06;
/** A drawing that is this close to the run on average, as a share of the axis, has its form. */
export const SAME = 0.05;

/** How a drawn curve compares with the run, each aspect for itself. */
export interface FormComparison {
  readonly drawn: Form;
  readonly run: Form;
  /** Whether the drawing turns as the run does. */
  readonly isForm: boolean;
  readonly isDirection: boolean;
  /** Null without swings in both. */
  readonly isPeriod: boolean | null;
  readonly isHeight: boolean | null;
  /** The number of points by which the drawing is later than the run; null if the forms do not show it. */
  readonly late: number | null;
  readonly isTime: boolean;
}

export interface Distance {
  readonly closeness: Closeness;
  /** The means of the drawing and of the run, in the unit of the prediction. */
  readonly means: { readonly drawn: number; readonly actual: number };
  readonly level: Level;
  /** Null for bars, which have no form. */
  readonly form: FormComparison | null;
  /** The index of the point with the largest difference. */
  readonly worst: number;
  readonly drawn: number;
  readonly actual: number;
}

export type Level = "right" | "high" | "low";

/** What is known about a run in addition to its values where the student drew. */
export interface Surroundings {
  /** The value at the moment of the prediction; null if it is that of another scenario. */
  readonly begin?: number | null;
  /** The values of the run at times `1 / FINE` of the distance between two points. */
  readonly fine?: readonly number[];
}
/** The number of values of the run for each point. They show its period more exactly. */
const FINE = 6;

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

/** What surrounds the values of a run where the student drew. */
export function surroundingsOf(run: LessonRun, { what, set }: PredictTask): Surroundings {
  if (what.kind === "bars") return {};
  const [begin = Number.NaN] = set ? [] : valuesAt(run, what, [what.from]);
  const times = Array.from({ length: CURVE_POINTS * FINE }, (_, i) => timeOfPoint(what, (i + 1) / FINE - 1));
  return { begin: Number.isNaN(begin) ? null : begin, fine: valuesAt(run, what, times) };
}

/** The level of a bar, or of the mean of a curve: right, too high or too low, and whether it is at least roughly right. */
export function levelOf(kind: PredictTask["what"]["kind"], drawn: number, actual: number, max: number) {
  const difference = drawn - actual;
  const isWithin = ({ value, axis }: Tolerance): boolean =>
    Math.abs(difference) <= Math.max(value * Math.abs(actual), axis * max) * (1 + 1e-9);
  const { right, roughly } = TOLERANCES[kind];
  const level: Level = isWithin(right) ? "right" : difference > 0 ? "high" : "low";
  return { level, isRough: isWithin(roughly) };
}

/** Compares the forms of a drawing and of the run. */
function compared(
  drawn: readonly number[],
  actual: readonly number[],
  max: number,
  { begin = null, fine = [] }: Surroundings,
): FormComparison {
  const sampled = formOf(actual, max, begin);
  // Who draws small swings where the run swings has understood that it swings.
  const mine = formOf(drawn, max, begin, sampled.turns === "swings" ? TURN / 2 : TURN);
  const exact = fine.some(Number.isNaN) || fine.length === 0 ? sampled : formOf(fine, max, begin);
  const places = (at: readonly number[]): readonly number[] => at.map((place) => (place + 1) / FINE - 1);
  const run =
    exact === sampled || exact.period === null || sampled.period === null
      ? sampled
      : { ...sampled, period: exact.period / FINE, rises: places(exact.rises), falls: places(exact.falls) };
  const swing = mine.turns === "swings" && run.turns === "swings";
  const distance = meanOf(drawn.map((value, i) => Math.abs(value - (actual[i] ?? value))));
  const isSame = distance <= SAME * max && (run.turns !== "swings" || swing);
  const [height, ofRun] = [mine.high - mine.low, run.high - run.low];
  // A period that is not to be seen in the run cannot be wrong.
  const isPeriod =
    run.period === null || (mine.period !== null && Math.abs(mine.period / run.period - 1) <= PERIOD);
  const late = swing && !isPeriod ? null : lateness(mine, run);
  return {
    drawn: mine,
    run,
    isForm: isSame || (swing ? Math.abs(mine.rising - run.rising) <= RISING : mine.turns === run.turns),
    isDirection: run.turns === "swings" || mine.direction === run.direction || isSame,
    isPeriod: swing ? isSame || isPeriod : null,
    isHeight: swing ? isSame || Math.abs(height / ofRun - 1) <= HEIGHT : null,
    late,
    isTime: isSame || Math.abs(late ?? 0) <= TIME * CURVE_POINTS,
  };
}

function closenessOfCurve(level: Level, isRough: boolean, form: FormComparison, max: number): Closeness {
  const { drawn, run, isForm, isDirection } = form;
  const isOpposite = !isDirection && drawn.direction !== "stays" && run.direction !== "stays";
  const isRight = level === "right";
  if (isForm && isDirection) {
    const details = [form.isPeriod, form.isHeight, form.isTime].every((detail) => detail !== false);
    if (isRight && details) return "close";
    // A level line and a run that stays level have nothing in common but their level.
    return isRough ? "roughly" : run.turns === "none" && run.direction === "stays" ? "far" : "partly";
  }
  // A turn too many, on the way to where the run ends.
  const endsRight = levelOf("curve", drawn.end, run.end, max).level === "right";
  const leadsRight = drawn.turns !== "swings" && run.turns !== "swings" && isDirection && endsRight;
  if (leadsRight && run.turns === "none") return "roughly";
  return leadsRight || (isRight && !isOpposite) ? "partly" : "far";
}

/** How far a complete drawing is from the run. Null if the drawing is incomplete or the run has no value. */
export function distanceOf(
  drawing: Drawing,
  run: readonly number[],
  { kind, max }: Pick<PredictTask["what"], "kind" | "max">,
  surroundings: Surroundings = {},
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
    const count = levels.filter(({ level }) => level === "right").length;
    const isRough = levels.every((one) => one.isRough);
    const closeness = count === levels.length ? "close" : isRough ? "roughly" : count > 0 ? "partly" : "far";
    const { level } = levelOf(kind, worst.drawn, worst.actual, max);
    return { closeness, means, level, form: null, ...place };
  }
  const { level, isRough } = levelOf(kind, means.drawn, means.actual, max);
  const form = compared(drawn, actual, max, surroundings);
  return { closeness: closenessOfCurve(level, isRough, form, max), means, level, form, ...place };
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
