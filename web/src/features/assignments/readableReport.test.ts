// The texts of the check as the page shows them. The check's own texts are those of
// sim-core/assignments/src/compare.rs and check.rs.
import { expect, test } from "vitest";
import type { Judged, Report } from "../../engine/assignments/types.ts";
import { assignmentOf, draftOf } from "./draft.ts";
import type { Assignment, Question } from "./model.ts";
import { readableCsv, readableReport } from "./readableReport.ts";

const question = (id: string, kind: "text" | "goal" = "text"): Question =>
  kind === "goal" ? { id, kind, ask: "?", when: [] } : { id, kind, ask: "?" };
const ASSIGNMENT: Assignment = {
  ...assignmentOf(draftOf({ v: 3, flows: [{ id: "a" }] }, ["rate"]), "id", "1.0.0"),
  questions: [question("predict"), question("read"), question("q1", "goal")],
};

const report = (finding: string, answers: readonly Judged[] = []): Report => ({
  ...{ file: "a.json", name: "a", version: "", result: "", spent: 0, right: 0, of: 0, log: [] },
  findings: [{ kind: "copy", text: finding }],
  answers,
});
const findingOf = (text: string): string | undefined =>
  readableReport(ASSIGNMENT, report(text)).findings[0]?.text;

test("a finding names questions by their numbers", () => {
  expect(
    findingOf(
      "X. Both have the same answers to predict, q1 and 3 equal changes of settings. Likely: by chance.",
    ),
  ).toBe(
    "X. Both have the same answers to questions 1 and 3 and the same 3 changes of settings. Likely: by chance.",
  );
  expect(findingOf("X. Both have the same answers to read. Likely: by chance.")).toBe(
    "X. Both have the same answers to question 2. Likely: by chance.",
  );
  expect(findingOf("X. Both have an equal change of a setting. Likely.")).toBe(
    "X. Both have the same change of a setting. Likely.",
  );
});

test("a finding with an unknown question stays as it is", () => {
  const text = "X. Both have the same answers to read, other. Likely: by chance.";
  expect(findingOf(text)).toBe(text);
});

test("the difference of a prediction has a unit that people read", () => {
  const given = (expected: string): string | undefined =>
    readableReport(ASSIGNMENT, report("", [{ state: "given", answer: "", expected }])).answers[0]?.expected;
  expect(given("differs by 0.5898 share on average")).toBe("differs by 59 percentage points on average");
  expect(given("differs by 2400000 bit/s on average")).toMatch(/^differs by 2\.40?\sMb\/s on average$/);
  expect(given("differs by 3 packets on average")).toBe("differs by 3 packets on average");
});

test("a goal that the run misses is not reached", () => {
  const text: Judged = { state: "wrong", answer: "reached", expected: "" };
  const { answers } = readableReport(ASSIGNMENT, report("", [text, text, text]));
  expect(answers.map(({ answer }) => answer)).toEqual(["reached", "reached", "not reached"]);
});

test("the columns of the CSV have the numbers of questions", () => {
  const csv = 'file,pseudonym,right,of,predict,predict answer\r\na.json,a,0,0,given,"1\n2"\r\n';
  expect(readableCsv(ASSIGNMENT, csv).split("\r\n")).toEqual([
    "file,pseudonym,right,of,question 1,answer to question 1,question 2,answer to question 2,question 3,answer to question 3,minutes,version,result ID,findings",
    'a.json,a,0,0,given,"1\n2"',
    "",
  ]);
});
