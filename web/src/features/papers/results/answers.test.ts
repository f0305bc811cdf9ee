// The classes in which claims are counted.
import { expect, test } from "vitest";
import { storedPapers } from "../../../../../scripts/lib/storedPapers.mjs";
import type { Verdict } from "../../../charts/paper/index.ts";
import { CLASSES, classOf, countAnswers, judgedLines, sumOf } from "./answers.ts";
import type { PaperIndex } from "./model.ts";

const index = storedPapers("index") as PaperIndex;

test("a verdict has one class, and how far it carries decides between those that hold", () => {
  expect(classOf("agrees")).toBe("all");
  expect(classOf("agrees", { class: "most" })).toBe("most");
  expect(classOf("agrees", { class: "some" })).toBe("some");
  expect(classOf("partly", { class: "none" })).toBe("partly");
  expect(classOf("partly", { class: "some" })).toBe("some");
  expect(classOf("differs", { class: "none" })).toBe("none");
  const fixed: readonly (readonly [Verdict, string])[] = [
    ["better than stated", "all"],
    ["cannot be tested", "untestable"],
    ["the paper contradicts itself", "contradicts"],
    ["paper gives no number", "unjudged"],
  ];
  for (const [verdict, own] of fixed) expect(classOf(verdict, { class: "none" })).toBe(own);
});

test("checks of ours and reported lines are in no count", () => {
  const counts = countAnswers(index.experiments);
  const lines = index.experiments.flatMap(({ verdicts = [], lines: all }) =>
    verdicts.flatMap((verdict, i) => (all[i]?.ours || verdict === "paper gives no number" ? [] : [verdict])),
  );
  expect(sumOf(counts)).toBe(lines.length);
  expect(Object.keys(counts)).toEqual([...CLASSES]);
  for (const { line } of index.experiments.flatMap(judgedLines)) expect(line.ours).toBeUndefined();
});
