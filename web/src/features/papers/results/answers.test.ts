// The classes in which claims are counted.
import { expect, test } from "vitest";
import { storedPapers } from "../../../../../scripts/lib/storedPapers.mjs";
import type { Verdict } from "../../../charts/paper/index.ts";
import { CLASSES, classOf, countAnswers, headlinesOf, judgedLines, sumOf } from "./answers.ts";
import type { Headline, Paper, PaperIndex } from "./model.ts";

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

test("a headline of an opened file has the status of its weakest line after the runs", () => {
  const [experiment] = index.experiments.filter(({ lines }) => lines.length >= 2);
  if (!experiment) throw new Error("no experiment");
  const lines = [1, 2].map((line) => ({ experiment: experiment.id, line }));
  const headline = { quote: "", place: "", answer: "", status: "no results", lines, under: [] } as Headline;
  const paper = { headlines: [headline] } as unknown as Paper;
  const statusWith = (...verdicts: Verdict[]): string | undefined =>
    headlinesOf(paper, [{ ...experiment, verdicts, reach: [] }])[0]?.status;
  expect(statusWith()).toBe("no results");
  expect(statusWith("agrees", "no results")).toBe("no results");
  expect(statusWith("agrees", "agrees")).toBe("holds");
  expect(statusWith("agrees", "differs")).toBe("does not hold");
  expect(statusWith("depends on the reading", "agrees")).toBe("holds if");
});
