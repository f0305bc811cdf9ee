import { expect, test } from "vitest";
import type { BarPrediction } from "../../tasks/model.ts";
import { answersToDiscuss, countChoices, medianAnswer } from "./crowd.ts";

const WHAT: BarPrediction = { kind: "bars", label: "share", unit: "share", max: 1, bars: [] };

test("the median of a class is the median of each value", () => {
  expect(
    medianAnswer([
      [1, 9],
      [2, 0],
      [7, 3],
    ]),
  ).toEqual([2, 3]);
  expect(medianAnswer([[1], [4]])).toEqual([2.5]);
  expect(medianAnswer([])).toBeNull();
});

test("choices are counted by option", () => {
  expect(countChoices([[2], [0], [2]], 4)).toEqual([1, 0, 2, 0]);
});

test("the closest answer and the typical error are found", () => {
  const answers = [[0.5], [0.48], [0.9], [0.95], [0.1]];
  expect(answersToDiscuss(answers, [0.47], WHAT)).toEqual({ closest: [0.48], typicalError: [0.9] });
});

test("a class that is right has no typical error", () => {
  expect(answersToDiscuss([[0.5], [0.49]], [0.5], WHAT)).toEqual({ closest: [0.5], typicalError: null });
  expect(answersToDiscuss([], [0.5], WHAT)).toEqual({ closest: null, typicalError: null });
});
