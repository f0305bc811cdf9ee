// Checks hand-ins: the lecturer opens the file of the assignment, then drops hand-ins. Every one is computed
// again in workers.
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { addressOf } from "../../address/route.ts";
import { Checker, type DroppedFile, keepChecksForOffline } from "../../engine/assignments/checker.ts";
import type { Report } from "../../engine/assignments/types.ts";
import { download } from "../../storage/file.ts";
import { A } from "../../strings/assignments.ts";
import { CheckTable } from "./CheckTable.tsx";
import { droppedFiles, pickedFiles } from "./dropped.ts";
import { FileButton } from "./FileButton.tsx";
import { readAssignment } from "./files.ts";
import type { Assignment } from "./model.ts";
import { fileStem } from "./work.ts";

interface Opened {
  readonly checker: Checker;
  readonly assignment: Assignment;
}

/** The opened assignment, the check of hand-ins, and its results. */
function useChecker() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<readonly [number, number] | null>(null);
  const [reports, setReports] = useState<readonly Report[] | null>(null);
  useEffect(() => () => opened?.checker.dispose(), [opened]);
  const openAssignment = async (file: File): Promise<void> => {
    setReports(null);
    setOpened(null);
    try {
      const text = await file.text();
      const checker = await Checker.open(text);
      const read = readAssignment(text);
      if (!read.ok) throw new Error(A.readProblem[read.reason]);
      setProblem(null);
      setOpened({ checker, assignment: read.assignment });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : A.checkFailed);
    }
  };
  const check = async (files: readonly DroppedFile[]): Promise<void> => {
    if (!opened || files.length === 0) return;
    setReports(null);
    setProgress([0, files.length]);
    try {
      setReports(await opened.checker.check(files, (done, all) => setProgress([done, all])));
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : A.checkFailed);
    }
    setProgress(null);
  };
  const saveCsv = async (): Promise<void> => {
    if (!opened || !reports) return;
    // The byte order mark says to spreadsheets that the text is UTF-8.
    const csv = `\uFEFF${await opened.checker.csv(reports)}`;
    download(`${fileStem(opened.assignment.title, "assignment")}.csv`, "text/csv", csv);
  };
  return { opened, problem, progress, reports, openAssignment, check, saveCsv };
}

export function CheckView(): ReactNode {
  const main = useRef<HTMLElement>(null);
  const { opened, problem, progress, reports, openAssignment, check, saveCsv } = useChecker();
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
    // The checks are stored for use without a network.
    keepChecksForOffline().catch(() => undefined);
  }, []);
  const named = reports?.filter(({ findings }) => findings.length > 0).length ?? 0;
  return (
    <main id="main" className="lessons assignments" ref={main} tabIndex={-1}>
      <p>
        <a href={addressOf("assignments")}>{A.all}</a>
      </p>
      <h1>{A.check}</h1>
      <p className="lessons-lead">{A.checkHonest}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      <section aria-labelledby="check-assignment">
        <h2 id="check-assignment">{A.chooseAssignment}</h2>
        <p className="field-note">{A.chooseAssignmentHelp}</p>
        <div className="lesson-buttons">
          <FileButton
            label={A.chooseFile}
            accept=".json,application/json"
            onFiles={([file]) => file && void openAssignment(file)}
          />
          {opened && (
            <p role="status">{A.opened(opened.assignment.title, opened.assignment.questions.length)}</p>
          )}
        </div>
      </section>
      <section aria-labelledby="check-files">
        <h2 id="check-files">{A.chooseHandIns}</h2>
        <DropZone disabled={!opened || progress !== null} onFiles={(files) => void check(files)} />
        <p role="status">
          {progress && A.progress(...progress)}
          {reports && A.checkedAll(reports.length, named)}
        </p>
        {progress && <progress aria-label={A.check} value={progress[0]} max={Math.max(1, progress[1])} />}
      </section>
      {opened && reports && (
        <section aria-labelledby="check-results">
          <div className="assignments-head">
            <h2 id="check-results">{A.results}</h2>
            <button type="button" className="button is-primary" onClick={() => void saveCsv()}>
              {A.saveCsv}
            </button>
          </div>
          <CheckTable assignment={opened.assignment} reports={reports} />
        </section>
      )}
    </main>
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
    if (!disabled) void droppedFiles(event.dataTransfer).then(onFiles);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the buttons inside choose files with the keyboard
    <div
      className={`drop-zone${over && !disabled ? " is-over" : ""}`}
      aria-disabled={disabled}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{A.dropHere}</p>
      <div className="lesson-buttons">
        <FileButton
          label={A.chooseFiles}
          disabled={disabled}
          multiple
          onFiles={(files) => onFiles(pickedFiles(files))}
        />
        <FileButton
          label={A.chooseFolder}
          disabled={disabled}
          folder
          multiple
          onFiles={(files) => onFiles(pickedFiles(files))}
        />
      </div>
    </div>
  );
}
