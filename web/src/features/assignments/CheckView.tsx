// Checks hand-ins: the lecturer opens the file of the assignment, then drops hand-ins. Every one is computed
// again in workers. Further drops add to the list.
import { type DragEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { addressOf } from "../../address/route.ts";
import { Button } from "../../components/Button.tsx";
import { FileButton } from "../../components/FileButton.tsx";
import { Disclosure } from "../../components/surfaces.tsx";
import { Translated } from "../../components/Translated.tsx";
import { download, fileStem } from "../../storage/file.ts";
import { CheckTable, RemoveButton } from "./CheckTable.tsx";
import { isSkipped, type Report, standsOut } from "./calls.ts";
import { Checker, type DroppedFile, keepChecksForOffline } from "./checker.ts";
import { CheckSession, type CheckState } from "./checkSession.ts";
import { droppedFiles, pickedFiles } from "./dropped.ts";
import { ListStore } from "./listStore.ts";
import { Ranking } from "./Ranking.tsx";
import { assignmentTexts } from "./texts/index.ts";

/** The session of the check, from the list of the last visit on. */
function useSession(version: string): CheckSession {
  const [session] = useState(() => new CheckSession(Checker.open, new ListStore(), version));
  useEffect(() => {
    void session.restore();
    return () => session.dispose();
  }, [session]);
  return session;
}

export default function CheckView({ version }: { readonly version: string }): ReactNode {
  const main = useRef<HTMLElement>(null);
  const session = useSession(version);
  const state = useSyncExternalStore(session.subscribe, session.state);
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
    // The checks are stored for use without a network.
    keepChecksForOffline().catch(() => undefined);
  }, []);
  const { assignment, problem } = state;
  const [wasDroppedEarly, setDroppedEarly] = useState(false);
  const add = (files: readonly DroppedFile[]): void => {
    setDroppedEarly(!assignment);
    if (assignment) void session.add(files);
  };
  return (
    <main id="main" className="lessons page stack gap-4 assignments" ref={main} tabIndex={-1}>
      <p>
        <a href={addressOf("assignments")}>{assignmentTexts.all}</a>
      </p>
      <h1>{assignmentTexts.check}</h1>
      <p>{assignmentTexts.checkHonest}</p>
      {problem !== null && (
        <p role="alert">
          {typeof problem === "string" ? assignmentTexts.readProblem[problem] : problem.message}
        </p>
      )}
      {wasDroppedEarly && !assignment && <p role="alert">{assignmentTexts.assignmentFirst}</p>}
      <section className="stack" aria-labelledby="check-assignment">
        <h2 id="check-assignment">{assignmentTexts.chooseAssignment}</h2>
        <p className="field-note">{assignmentTexts.chooseAssignmentHelp}</p>
        <div className="lesson-buttons cluster gap-3">
          <FileButton
            label={assignmentTexts.chooseFile}
            accept=".json,application/json"
            onFiles={([file]) => file && void file.text().then((text) => session.open(text))}
          />
          {assignment && (
            <p role="status">
              {assignment.kind === "race"
                ? assignmentTexts.race.contestOpened({ title: assignment.title })
                : assignmentTexts.opened({ title: assignment.title, questions: assignment.questions.length })}
            </p>
          )}
        </div>
      </section>
      <section className="stack" aria-labelledby="check-files">
        <h2 id="check-files">{assignmentTexts.chooseHandIns}</h2>
        {assignment?.kind === "race" && <p className="field-note">{assignmentTexts.race.contestHelp}</p>}
        <DropZone disabled={!assignment} onFiles={add} />
        <Progress state={state} />
      </section>
      {assignment && state.files.length > 0 && !state.progress && <Results session={session} state={state} />}
    </main>
  );
}

/** What is known about the list: how far the check is, and what the last drop added. */
function Progress({ state }: { readonly state: CheckState }): ReactNode {
  const { progress, reports, added, isRestored, isKept } = state;
  const read = reports.filter((report) => !isSkipped(report));
  const named = read.filter(({ findings }) => findings.some(standsOut)).length;
  return (
    <>
      <p role="status">
        {progress
          ? assignmentTexts.progress({ done: progress[0], all: progress[1] })
          : reports.length > 0 &&
            assignmentTexts.checkedAll({ n: read.length, named, notRead: reports.length - read.length })}
        {!progress && added && ` ${assignmentTexts.addedFiles({ n: added.files, repeated: added.repeated })}`}
      </p>
      {progress && (
        <progress aria-label={assignmentTexts.check} value={progress[0]} max={Math.max(1, progress[1])} />
      )}
      {isRestored && <p className="field-note">{assignmentTexts.restored}</p>}
      {reports.length > 0 && (
        <p className="field-note" role={isKept ? undefined : "alert"}>
          {isKept ? assignmentTexts.listKept : assignmentTexts.listNotKept}
        </p>
      )}
    </>
  );
}

function Results({
  session,
  state,
}: {
  readonly session: CheckSession;
  readonly state: CheckState;
}): ReactNode {
  const { assignment, reports } = state;
  const [asking, setAsking] = useState(false);
  if (!assignment) return null;
  // Damaged hand-ins come before what systems and programs add.
  const isAdded = ({ findings }: Report): number => Number(findings[0]?.kind === "skipped");
  const skipped = reports.filter(isSkipped).sort((a, b) => isAdded(a) - isAdded(b));
  const read = reports.filter((report) => !isSkipped(report));
  const remove = (file: string): void => void session.remove(file);
  const saveCsv = async (): Promise<void> => {
    // The byte order mark says to spreadsheets that the text is UTF-8.
    const csv = `\uFEFF${await session.csv()}`;
    download(`${fileStem(assignment.title, "assignment")}.csv`, "text/csv", csv);
  };
  return (
    <section className="stack" aria-labelledby="check-results">
      <div className="cluster gap-3 between">
        <h2 id="check-results">{assignmentTexts.results}</h2>
        <div className="lesson-buttons cluster gap-3">
          <Button primary onClick={() => void saveCsv()}>
            {assignmentTexts.saveCsv}
          </Button>
          <Button disabled={asking} onClick={() => setAsking(true)}>
            {assignmentTexts.startAgain}
          </Button>
        </div>
      </div>
      {asking && (
        <div role="alert">
          <p>{assignmentTexts.startAgainAsk({ n: reports.length })}</p>
          <div className="lesson-buttons cluster gap-3">
            <Button onClick={() => void session.startAgain()}>{assignmentTexts.clearList}</Button>
            <Button onClick={() => setAsking(false)}>{assignmentTexts.keepList}</Button>
          </div>
        </div>
      )}
      {assignment.kind === "race" ? (
        <Ranking title={assignment.title} reports={read} onRemove={remove} />
      ) : (
        <CheckTable assignment={assignment} reports={read} onRemove={remove} />
      )}
      {skipped.length > 0 && <SkippedFiles reports={skipped} onRemove={remove} />}
    </section>
  );
}

/** The files that are no hand-ins, each with the reason. */
function SkippedFiles({
  reports,
  onRemove,
}: {
  readonly reports: readonly Report[];
  readonly onRemove: (file: string) => void;
}): ReactNode {
  return (
    <Disclosure summary={assignmentTexts.skippedFiles({ n: reports.length })} open>
      <ul className="check-skipped stack gap-2">
        {reports.map(({ file, findings }) => (
          <li className="cluster gap-3 between" key={file} data-file={file}>
            <bdi className="check-file">{file}</bdi>
            <span className="check-reason soft">
              <Translated text={findings[0]?.text ?? ""} table={assignmentTexts.sentences} />
            </span>
            <RemoveButton file={file} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function DropZone({
  disabled,
  onFiles,
}: {
  readonly disabled: boolean;
  readonly onFiles: (files: readonly DroppedFile[]) => void;
}): ReactNode {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    // A drop before the assignment is opened is answered, too.
    void droppedFiles(event.dataTransfer).then(onFiles);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons inside choose files with the keyboard
    <div
      className={`drop-zone stack center${over && !disabled ? " is-over" : ""}`}
      aria-disabled={disabled}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{assignmentTexts.dropHere}</p>
      <div className="lesson-buttons cluster gap-3">
        <FileButton
          label={assignmentTexts.chooseFiles}
          disabled={disabled}
          multiple
          onFiles={(files) => onFiles(pickedFiles(files))}
        />
        <FileButton
          label={assignmentTexts.chooseFolder}
          disabled={disabled}
          folder
          multiple
          onFiles={(files) => onFiles(pickedFiles(files))}
        />
      </div>
    </div>
  );
}
