import { expect, test } from "vitest";
import { isCovered, requestFor } from "./followStretch.ts";

const common = { view: "sequence", subject: { flow: "a" }, maxRows: 10 };

test("a short window is recorded with margins", () => {
  expect(requestFor(common, [0, 60], 60)).toMatchObject({ from: 0, to: 60e9 });
  expect(requestFor(common, [54, 56], 60)).toMatchObject({ from: 53e9, to: 57e9 });
  expect(requestFor(common, [59, 60], 60)).toMatchObject({ from: 58.5e9, to: 60e9 });
  expect(requestFor(common, [0.5, 2.5], 60)).toMatchObject({ from: 0, to: 3.5e9 });
});

test("a stretch that ended early covers only the windows before its end", () => {
  const request = requestFor(common, [10, 20], 60);
  const answer = (reached: number) => ({ request, reached, rows: new Float64Array() });
  expect(isCovered(null, [10, 20])).toBe(false);
  expect(isCovered(answer(25e9), [10, 20])).toBe(true);
  expect(isCovered(answer(25e9), [4, 20])).toBe(false);
  expect(isCovered(answer(15e9), [10, 20])).toBe(false);
  expect(isCovered(answer(15e9), [10, 15])).toBe(true);
});
