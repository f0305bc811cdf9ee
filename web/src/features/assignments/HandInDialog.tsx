// Hands in: shows everything that the file will contain, and saves it.

import { type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { Disclosure } from "../../components/surfaces.tsx";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { localNumber } from "../../language/localized.ts";
import { changeText, diffDocuments, settingName, settingValue } from "../../scenario/diff.ts";
import { writePath } from "../../scenario/path.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { download, fileStem } from "../../storage/file.ts";
import type { LessonRun } from "../../tasks/measures.ts";
import { useServices } from "../lab/state/context.tsx";
import type { Answer, Assignment, LogEntry, Question } from "./model.ts";
import { Points } from "./QuestionForm.tsx";
import { MAX_NAME } from "./StartForm.tsx";
import { assignmentTexts } from "./texts/index.ts";
import { handInOf, type Outcome, type Work } from "./work.ts";

interface HandInDialogProps {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  readonly work: Work;
  readonly outcome: Outcome;
  readonly start: ScenarioDocument;
  readonly run: (LessonRun & { readonly resultId: string | null }) | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

export function HandInDialog(props: HandInDialogProps): ReactNode {
  return (
    <Dialog title={assignmentTexts.handInTitle} open wide onClose={props.onClose}>
      <HandInContent {...props} />
    </Dialog>
  );
}

function HandInContent(props: HandInDialogProps): ReactNode {
  const { assignment, catalogue, work, outcome, start, run, onName } = props;
  const { session } = useServices();
  const [saved, setSaved] = useState<string | null>(null);
  const name = work.name.trim();
  const result = run?.resultId ?? null;
  const version = session.engineVersion;
  const handIn = handInOf(
    assignment,
    { ...work, name },
    { scenario: outcome.doc, result: result ?? "", version },
  );
  const text = `${JSON.stringify(handIn, null, 1)}\n`;
  const changes = diffDocuments(start, outcome.doc, catalogue);
  const save = (): void => {
    const file = `${fileStem(assignment.title, "assignment")}.${fileStem(name, "student")}.json`;
    download(file, "application/json", text);
    setSaved(file);
  };
  return (
    <div className="hand-in stack">
      <p>{assignmentTexts.handInLead}</p>
      <NameBox name={work.name} readOnly={assignment.seed === "student"} onName={onName} />
      <Answers assignment={assignment} outcome={outcome} />
      <Facts
        facts={[
          [
            assignmentTexts.changedSettings,
            changes.length === 0 ? assignmentTexts.unchanged : changes.map(changeText).join("; "),
          ],
          [assignmentTexts.result, <code key="result">{result ?? "\u2026"}</code>],
          [assignmentTexts.version, version],
          [assignmentTexts.spent, assignmentTexts.minutes({ n: localNumber((work.spent / 60).toFixed(1)) })],
        ]}
      />
      <Disclosure summary={assignmentTexts.log({ n: work.log.length })}>
        <LogTable {...{ assignment, catalogue, log: work.log, doc: outcome.doc }} />
      </Disclosure>
      <Disclosure summary={assignmentTexts.wholeFile}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre className="hand-in-file" tabIndex={0}>
          {text}
        </pre>
      </Disclosure>
      <Button primary disabled={name === "" || result === null} onClick={save}>
        {assignmentTexts.saveHandIn}
      </Button>
      <p role="status">
        {name === ""
          ? assignmentTexts.needName
          : result === null
            ? assignmentTexts.waiting
            : saved === null
              ? ""
              : assignmentTexts.savedHandIn({ file: saved })}
      </p>
    </div>
  );
}

interface NameBoxProps {
  readonly name: string;
  readonly readOnly: boolean;
  readonly onName: (name: string) => void;
}

function NameBox({ name, readOnly, onName }: NameBoxProps): ReactNode {
  return (
    <label className="make-field labelled">
      <span>{assignmentTexts.name}</span>
      <input
        className="text-box"
        maxLength={MAX_NAME}
        readOnly={readOnly}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
      <span className="field-note">{assignmentTexts.pseudonymHelp}</span>
    </label>
  );
}

function Answers({ assignment, outcome }: Pick<HandInDialogProps, "assignment" | "outcome">): ReactNode {
  return (
    <>
      <h3>{assignmentTexts.answers}</h3>
      <ol className="hand-in-answers stack gap-2 bullets">
        {assignment.questions.map((question) => (
          <li key={question.id}>
            <span>{question.ask}</span> <Points question={question} />{" "}
            <b>{answerText(question, outcome.answers[question.id])}</b>
          </li>
        ))}
      </ol>
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }): ReactNode {
  return (
    <dl className="assignment-locked stack gap-2">
      {facts.map(([name, value]) => (
        <div className="cluster gap-4 flat between" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LogTableProps {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  readonly log: readonly LogEntry[];
  readonly doc: ScenarioDocument;
}

function LogTable({ assignment, catalogue, log, doc }: LogTableProps): ReactNode {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{assignmentTexts.logTime}</th>
          <th scope="col">{assignmentTexts.logStep}</th>
        </tr>
      </thead>
      <tbody>
        {log.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a log keep their places
          <tr key={i}>
            <td>{formatQuantity(entry.t / 1000, "s")}</td>
            <td>{stepText(entry, assignment, doc, catalogue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function answerText(question: Question, answer: Answer | undefined): string {
  if (answer === undefined) return assignmentTexts.noAnswer;
  if (answer === true) return assignmentTexts.goalAnswer;
  if (Array.isArray(answer)) return assignmentTexts.predictionAnswer({ n: answer.length });
  if (question.kind === "choice" && typeof answer === "number") return question.options[answer] ?? "";
  return question.kind === "number" ? `${String(answer)} ${question.unit}`.trim() : String(answer);
}

function stepText(
  entry: LogEntry,
  { questions }: Assignment,
  doc: ScenarioDocument,
  catalogue: Catalogue,
): string {
  const numberOf = (id: string): string =>
    assignmentTexts.questionNumber({ n: questions.findIndex((question) => question.id === id) + 1 });
  if ("begin" in entry) return assignmentTexts.logBegin({ question: numberOf(entry.begin) });
  if ("set" in entry) {
    const name = settingName(entry.set, doc, catalogue);
    if (entry.to === undefined) return assignmentTexts.logReset({ path: name });
    return assignmentTexts.logSet({
      path: name,
      value: settingValue(entry.set, writePath(doc, entry.set, entry.to), catalogue),
    });
  }
  const question = questions.find(({ id }) => id === entry.answer);
  return assignmentTexts.logAnswer({
    question: numberOf(entry.answer),
    value: question ? answerText(question, entry.value) : "",
  });
}
