// The texts of reports as a person would write them: with the numbers of questions instead of their ids, and
// with units. The texts are English, like those of the check.
import type { Judged, Report } from "../../engine/assignments/types.ts";
import { formatQuantity } from "../../scenario/units.ts";
import type { Assignment, Question } from "./model.ts";

export const readableReport = ({ questions }: Assignment, report: Report): Report => ({
  ...report,
  findings: report.findings.map(({ kind, text }) => ({ kind, text: readableFinding(questions, text) })),
  answers: report.answers.map((judged, i) => readableAnswer(questions[i], judged)),
});

/** The equal steps of a pair of hand-ins, in which the check names questions by their ids. */
const SAME_ANSWERS = / Both have the same answers to (.+?)(?= and (?:an|\d+) equal changes? of|\. )/;

function readableFinding(questions: readonly Question[], text: string): string {
  return text
    .replace(SAME_ANSWERS, (all, ids: string) => {
      const numbers = ids.split(", ").map((one) => questions.findIndex(({ id }) => id === one) + 1);
      return numbers.includes(0) ? all : ` Both have the same answers to ${listOf(numbers)}`;
    })
    .replace(/(\d+) equal changes of settings/, "the same $1 changes of settings")
    .replace("an equal change of a setting", "the same change of a setting");
}

/** Questions by their numbers: "questions 1, 2 and 4". */
function listOf(numbers: readonly number[]): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const last = sorted.pop();
  return sorted.length === 0 ? `question ${last}` : `questions ${sorted.join(", ")} and ${last}`;
}

function readableAnswer(question: Question | undefined, judged: Judged): Judged {
  // A hand-in states only that a goal is reached. If its run misses the goal, the answer says so.
  const isMissed = question?.kind === "goal" && judged.state === "wrong";
  const expected = judged.expected.replace(
    /^differs by (\S+) (share|bit\/s|s) on average$/,
    (_, number: string, unit: string) => `differs by ${difference(Number(number), unit)} on average`,
  );
  return { ...judged, answer: isMissed ? "not reached" : judged.answer, expected };
}

const difference = (value: number, unit: string): string =>
  unit === "share"
    ? `${Number((value * 100).toPrecision(2))} percentage points`
    : formatQuantity(value, unit);

/** A CSV of the check whose columns have the numbers of questions instead of their ids. */
export function readableCsv({ questions }: Assignment, csv: string): string {
  const columns = questions.flatMap((_, i) => [`question ${i + 1}`, `answer to question ${i + 1}`]);
  const header = [
    "file",
    "pseudonym",
    "right",
    "of",
    ...columns,
    "minutes",
    "version",
    "result ID",
    "findings",
  ];
  // Only rows end with a carriage return; line breaks in cells have none.
  return `${header.join(",")}${csv.slice(csv.indexOf("\r\n"))}`;
}
