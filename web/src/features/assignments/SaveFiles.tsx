// Saves the two files of an assignment, and shows the students' link.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { pageBase } from "../../address/pageAddress.ts";
import { addressOf } from "../../address/route.ts";
import { Button } from "../../components/Button.tsx";
import { download, fileStem } from "../../storage/file.ts";
import { CopyBox } from "../lab/share/CopyBox.tsx";
import { QrCode } from "../lab/share/QrCode.tsx";
import { assignmentOf, type Draft, newId } from "./draft.ts";
import { assignmentText, encodeAssignment, withoutKey } from "./files.ts";
import type { Assignment, AssignmentWithKey } from "./model.ts";
import { assignmentTexts } from "./texts/index.ts";

interface SaveFilesProps {
  readonly draft: Draft;
  readonly version: string;
  readonly onTry: (assignment: Assignment) => void;
}

/** Links of more characters are cut by some programs. */
const LONG_LINK = 8000;

export function SaveFiles({ draft, version, onTry }: SaveFilesProps): ReactNode {
  // Another draft is another assignment: hand-ins of one cannot be checked with the key of the other.
  const assignment = useMemo(() => assignmentOf(draft, newId(), version), [draft, version]);
  const problems = problemsOf(draft);
  const name = fileStem(draft.title, "assignment");
  const save = (file: string, content: Assignment | AssignmentWithKey): void =>
    download(file, "application/json", assignmentText(content));
  const disabled = problems.length > 0;
  return (
    <section className="stack" aria-labelledby="make-save">
      <h2 id="make-save">{assignmentTexts.save}</h2>
      <p>{assignmentTexts.saveHelp}</p>
      {disabled && (
        <ul className="bullets">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div className="lesson-buttons cluster gap-3">
        <Button primary disabled={disabled} onClick={() => save(`${name}.lecturer.json`, assignment)}>
          {assignmentTexts.saveLecturer}
        </Button>
        <Button
          primary
          disabled={disabled}
          onClick={() => save(`${name}.students.json`, withoutKey(assignment))}
        >
          {assignmentTexts.saveStudents}
        </Button>
        <Button
          disabled={disabled}
          onClick={() => {
            location.hash = addressOf("assignments");
            onTry(withoutKey(assignment));
          }}
        >
          {assignmentTexts.tryIt}
        </Button>
      </div>
      {!disabled && <StudentsLink assignment={assignment} />}
    </section>
  );
}

function StudentsLink({ assignment }: { readonly assignment: AssignmentWithKey }): ReactNode {
  const [link, setLink] = useState("");
  useEffect(() => {
    let ended = false;
    void encodeAssignment(withoutKey(assignment)).then((query) => {
      if (!ended) setLink(`${pageBase()}${addressOf("assignments", "work")}?${query}`);
    });
    return () => {
      ended = true;
    };
  }, [assignment]);
  return (
    <div className="stack gap-2 left">
      <CopyBox label={assignmentTexts.link} text={link} rows={3} />
      {link.length > LONG_LINK && (
        <p className="field-note">{assignmentTexts.linkLong({ n: link.length })}</p>
      )}
      <CoursePage title={assignment.title} link={link} />
    </div>
  );
}

/** A page that opens a link, for the site of a course. Its address is short. */
export function pageThatOpens(title: string, link: string): string {
  const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
  const [name, address] = [escaped(title), escaped(link)];
  return `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="0; url=${address}">
<title>${name}</title>
<p><a href="${address}">${name}</a></p>
`;
}

/** The way to a QR code: a page on the site of the course, whose address is short. */
function CoursePage({ title, link }: { readonly title: string; readonly link: string }): ReactNode {
  const [address, setAddress] = useState("");
  const isAddress = /^https?:\/\/\S+$/.test(address);
  return (
    <section className="stack gap-2" aria-labelledby="make-page">
      <h3 id="make-page">{assignmentTexts.coursePage}</h3>
      <p>{assignmentTexts.coursePageHelp}</p>
      <Button
        onClick={() =>
          download(`${fileStem(title, "assignment")}.html`, "text/html", pageThatOpens(title, link))
        }
      >
        {assignmentTexts.savePage}
      </Button>
      <label className="make-field labelled">
        <span>{assignmentTexts.pageAddress}</span>
        <input
          className="text-box"
          type="url"
          value={address}
          placeholder="https://"
          onChange={(event) => setAddress(event.target.value.trim())}
        />
      </label>
      {isAddress && <QrCode link={address} label={assignmentTexts.qrOf({ title })} />}
    </section>
  );
}

/** What is missing before the files can be saved. */
function problemsOf({ title, questions }: Draft): readonly string[] {
  const ofQuestions = questions.flatMap(({ question }, i) => {
    if (question.ask.trim() === "") return [assignmentTexts.incomplete.ask({ n: i + 1 })];
    const isIncomplete =
      question.kind === "choice" &&
      (question.options.length < 2 || question.options.some((option) => option.trim() === ""));
    return isIncomplete ? [assignmentTexts.incomplete.options({ n: i + 1 })] : [];
  });
  return [
    ...(title.trim() === "" ? [assignmentTexts.incomplete.title] : []),
    ...(questions.length === 0 ? [assignmentTexts.incomplete.questions] : []),
    ...ofQuestions,
  ];
}
