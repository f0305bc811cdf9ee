// What a student sees before the work begins: the text of the assignment, and the pseudonym if the seed
// follows from it.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Assignment } from "./model.ts";
import { assignmentTexts } from "./texts/index.ts";

/** The maximum length of a pseudonym, as in sim-core/assignments. */
export const MAX_NAME = 100;

interface StartFormProps {
  readonly assignment: Assignment;
  readonly version: string;
  readonly onBegin: (name: string) => void;
  readonly onLeave: (() => void) | null;
}

export function StartForm({ assignment, version, onBegin, onLeave }: StartFormProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  const [name, setName] = useState("");
  const needsName = assignment.seed === "student";
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  return (
    <main id="main" className="lessons page stack gap-4 assignments" ref={main} tabIndex={-1}>
      {onLeave && (
        <button type="button" className="link-button lesson-link" onClick={onLeave}>
          {assignmentTexts.all}
        </button>
      )}
      <AssignmentHead assignment={assignment} />
      {assignment.version !== version && (
        <p role="alert">{assignmentTexts.otherVersion({ made: assignment.version, page: version })}</p>
      )}
      <form
        className="stack left"
        onSubmit={(event) => {
          event.preventDefault();
          onBegin(name.trim());
        }}
      >
        {needsName && (
          <label className="make-field labelled">
            <span>{assignmentTexts.pseudonym}</span>
            <input
              className="text-box"
              required
              maxLength={MAX_NAME}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <span className="field-note">{assignmentTexts.pseudonymHelp}</span>
            <span className="field-note">{assignmentTexts.pseudonymSeed}</span>
          </label>
        )}
        <p className="field-note">{assignmentTexts.kept}</p>
        <button type="submit" className="button is-primary" disabled={needsName && name.trim() === ""}>
          {assignmentTexts.begin}
        </button>
      </form>
    </main>
  );
}

/** Title, text and due date. The text of a file is shown as text, in paragraphs. */
export function AssignmentHead({ assignment }: { readonly assignment: Assignment }): ReactNode {
  return (
    <>
      <h1>{assignment.title}</h1>
      {assignment.text
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== "")
        .map((paragraph, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a fixed text
          <p key={i} className="assignment-text">
            {paragraph}
          </p>
        ))}
      {assignment.due !== "" && (
        <p className="cluster gap-4 flat soft text-m">{assignmentTexts.dueOn({ due: assignment.due })}</p>
      )}
    </>
  );
}
