// The texts of reports as a person would write them.
import type { Judged, Report } from "../../engine/assignments/types.ts";
import type { Assignment, Question } from "./model.ts";

/** A report without internal names. Its texts are English, like those of the check. */
export const readableReport = ({ questions }: Assignment, report: Report): Report => ({
  ...report,
  answers: report.answers.map((judged, i) => readableAnswer(questions[i], judged)),
});

/** A hand-in states only that a goal is reached. If its run misses the goal, the answer says so. */
const readableAnswer = (question: Question | undefined, judged: Judged): Judged => ({
  ...judged,
  answer: question?.kind === "goal" && judged.state === "wrong" ? "not reached" : judged.answer,
});
