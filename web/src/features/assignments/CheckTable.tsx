// The table of checked hand-ins: a row for each file, a column for each question, and the findings. Texts
// from hand-ins are shown as text.

import type { ReactNode } from "react";
import { Translated } from "../../components/Translated.tsx";
import { localNumber } from "../../language/localized.ts";
import { translated } from "../../language/sentences.ts";
import type { Judged, Report } from "./calls.ts";
import type { Assignment } from "./model.ts";
import { Points } from "./QuestionForm.tsx";
import { assignmentTexts } from "./texts/index.ts";

/** Signs of the states, so that they do not differ in colour alone. */
const SIGNS: Readonly<Record<Judged["state"], string>> = {
  right: "\u2713",
  wrong: "\u2717",
  missing: "\u2013",
  "to read": "\u00b6",
  given: "\u2022",
  "not judged": "?",
};

interface CheckTableProps {
  readonly assignment: Assignment;
  readonly reports: readonly Report[];
  readonly onRemove: (file: string) => void;
}

/** Removes a file from the list. */
export function RemoveButton({
  file,
  onRemove,
}: {
  readonly file: string;
  readonly onRemove: (file: string) => void;
}): ReactNode {
  return (
    <button
      type="button"
      className="button"
      aria-label={assignmentTexts.removeFile({ file })}
      onClick={() => onRemove(file)}
    >
      {assignmentTexts.removeShort}
    </button>
  );
}

export function CheckTable({ assignment, reports, onRemove }: CheckTableProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={assignmentTexts.resultsTable} tabIndex={0}>
      <table className="table check-table text-m">
        <caption className="visually-hidden">{assignmentTexts.resultsTable}</caption>
        <thead>
          <tr>
            <th scope="col">{assignmentTexts.pseudonym}</th>
            <th scope="col">{assignmentTexts.findings}</th>
            <th scope="col">{assignmentTexts.right}</th>
            <th scope="col">{assignmentTexts.pointsTitle}</th>
            {assignment.questions.map((question, i) => (
              <th key={question.id} scope="col" title={question.ask}>
                {i + 1}. {assignmentTexts.kinds[question.kind]} <Points question={question} />
              </th>
            ))}
            <th scope="col">{assignmentTexts.time}</th>
            <th scope="col">{assignmentTexts.file}</th>
            <th scope="col">
              <span className="visually-hidden">{assignmentTexts.removeShort}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <Row key={report.file} report={report} assignment={assignment} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({
  report,
  assignment,
  onRemove,
}: {
  readonly report: Report;
  readonly assignment: Assignment;
  readonly onRemove: (file: string) => void;
}): ReactNode {
  const { name, file, findings, answers, right, of, points = right, ofPoints = of, spent } = report;
  const isJudged = answers.length > 0;
  return (
    <tr className={findings.length === 0 ? undefined : "is-named"}>
      <th scope="row">
        <bdi>{name || "\u2013"}</bdi>
      </th>
      <td className="check-findings">
        {findings.length === 0 ? (
          assignmentTexts.nothing
        ) : (
          <ul className="bullets">
            {findings.map(({ kind, text }) => (
              <li key={`${kind} ${text}`} data-finding={kind}>
                <Translated text={text} table={assignmentTexts.sentences} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="check-short">{isJudged && assignmentTexts.rightOf({ right, of })}</td>
      <td className="check-short">{isJudged && assignmentTexts.rightOf({ right: points, of: ofPoints })}</td>
      {assignment.questions.map(({ id }, i) => (
        <td key={id}>
          <AnswerCell judged={answers[i]} />
        </td>
      ))}
      <td className="check-short">
        {isJudged && assignmentTexts.minutes({ n: localNumber((spent / 60).toFixed(1)) })}
      </td>
      <td className="check-file">
        <bdi>{file}</bdi>
      </td>
      <td>
        <RemoveButton file={file} onRemove={onRemove} />
      </td>
    </tr>
  );
}

function AnswerCell({ judged }: { readonly judged: Judged | undefined }): ReactNode {
  if (!judged) return null;
  const { state, answer, expected } = judged;
  const right = translated(expected, assignmentTexts.judgements);
  return (
    <span className={`check-answer stack gap-0 is-${state.replace(" ", "-")}`}>
      <span className="check-state">
        <span aria-hidden="true">{SIGNS[state]} </span>
        {assignmentTexts.states[state]}
      </span>
      {state !== "given" && answer !== "" && (
        <span className="check-text soft">
          {state === "to read" ? answer : translated(answer, assignmentTexts.judgements)}
        </span>
      )}
      {(state === "wrong" || state === "given") && expected !== "" && (
        <span className="check-text soft">
          {state === "wrong" ? assignmentTexts.expected({ text: right }) : right}
        </span>
      )}
    </span>
  );
}
