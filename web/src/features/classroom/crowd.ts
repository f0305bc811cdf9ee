// What a class predicted, as a whole: its median, how often each option was chosen, and two answers that are worth a discussion.
import type { BarPrediction, CurvePrediction } from "../../tasks/model.ts";
import { distanceOf } from "../../tasks/prediction.ts";

type Values = readonly number[];

function medianOf(values: Values): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

/** The median of each value. Null without answers. */
export function medianAnswer(answers: readonly Values[]): Values | null {
  const [first] = answers;
  return first ? first.map((_, i) => medianOf(answers.map((answer) => answer[i] ?? 0))) : null;
}

/** How often each of `options` options was chosen. */
export const countChoices = (answers: readonly Values[], options: number): Values =>
  Array.from({ length: options }, (_, option) => answers.filter(([chosen]) => chosen === option).length);

/** The mean square of the differences. */
const meanSquare = (a: Values, b: Values): number =>
  a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0) / a.length;

const nearest = (answers: readonly Values[], to: Values): Values | null =>
  answers.reduce<Values | null>(
    (best, one) => (best && meanSquare(best, to) <= meanSquare(one, to) ? best : one),
    null,
  );

/**
 * The answer that is closest to the run, and a typical error: of the answers that are not even roughly right, the one that is
 * closest to their median. Null where there is no such answer.
 */
export function answersToDiscuss(
  answers: readonly Values[],
  actual: Values,
  what: CurvePrediction | BarPrediction,
): { readonly closest: Values | null; readonly typicalError: Values | null } {
  const wrong = answers.filter((answer) => {
    const closeness = distanceOf(answer, actual, what)?.closeness;
    return closeness === "partly" || closeness === "far";
  });
  const middle = medianAnswer(wrong);
  return { closest: nearest(answers, actual), typicalError: middle && nearest(wrong, middle) };
}
