// The table of checked hand-ins: a row for each file, a column for each question, and the findings. Texts
// from hand-ins are shown as text.

import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { type Column, Table } from "../../components/Table.tsx";
import { Translated } from "../../components/Translated.tsx";
import { localNumber } from "../../language/localized.ts";
import { translated } from "../../language/sentences.ts";
import type { Finding, Judged, Report } from "./calls.ts";
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
    <Button aria-label={assignmentTexts.removeFile({ file })} onClick={() => onRemove(file)}>
      {assignmentTexts.removeShort}
    </Button>
  );
}

interface Listed {
  readonly file: string;
  readonly findings: readonly Finding[];
}

/** The last columns of a table of hand-ins: the file, and a button that removes it from the list. */
export const fileColumns = (onRemove: (file: string) => void): readonly Column<Listed>[] => [
  {
    key: "file",
    head: assignmentTexts.file,
    className: "check-file",
    cell: ({ file }) => <bdi>{file}</bdi>,
  },
  {
    key: "remove",
    head: <span className="visually-hidden">{assignmentTexts.removeShort}</span>,
    cell: ({ file }) => <RemoveButton file={file} onRemove={onRemove} />,
  },
];

export const findingsColumn = (): Column<Listed> => ({
  key: "findings",
  head: assignmentTexts.findings,
  className: "check-findings",
  cell: ({ findings }) =>
    findings.length === 0 ? (
      assignmentTexts.nothing
    ) : (
      <ul className="bullets">
        {findings.map(({ kind, text }) => (
          <li key={`${kind} ${text}`} data-finding={kind}>
            <Translated text={text} table={assignmentTexts.sentences} />
          </li>
        ))}
      </ul>
    ),
});

export function CheckTable({ assignment, reports, onRemove }: CheckTableProps): ReactNode {
  const short = (key: string, head: string, text: (report: Report) => string): Column<Report> => ({
    key,
    head,
    className: "check-short",
    cell: (report) => report.answers.length > 0 && text(report),
  });
  const columns: readonly Column<Report>[] = [
    { key: "name", head: assignmentTexts.pseudonym, cell: ({ name }) => <bdi>{name || "\u2013"}</bdi> },
    findingsColumn(),
    short("right", assignmentTexts.right, ({ right, of }) => assignmentTexts.rightOf({ right, of })),
    short("points", assignmentTexts.pointsTitle, ({ right, of, points = right, ofPoints = of }) =>
      assignmentTexts.rightOf({ right: points, of: ofPoints }),
    ),
    ...assignment.questions.map(
      (question, i): Column<Report> => ({
        key: question.id,
        tip: question.ask,
        head: (
          <>
            {i + 1}. {assignmentTexts.kinds[question.kind]} <Points question={question} />
          </>
        ),
        cell: ({ answers }) => <AnswerCell judged={answers[i]} />,
      }),
    ),
    short("time", assignmentTexts.time, ({ spent }) =>
      assignmentTexts.minutes({ n: localNumber((spent / 60).toFixed(1)) }),
    ),
    ...fileColumns(onRemove),
  ];
  return (
    <Table
      caption={assignmentTexts.resultsTable}
      columns={columns}
      rows={reports}
      rowKey={({ file }) => file}
      hideCaption
      className="check-table text-m"
      rowClass={({ findings }) => (findings.length === 0 ? "" : "is-named")}
    />
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
