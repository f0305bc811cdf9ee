// The button that makes the further runs of a claim's readings with all seeds, and their progress.
import type { ReactNode } from "react";
import type { ClaimLine } from "../../../charts/paper/index.ts";
import { ActiveRun, ProgressInWords } from "../../../experiments/RunProgress.tsx";
import { startSession } from "../../../experiments/sessions.ts";
import { experimentTexts } from "../../../experiments/texts/index.ts";
import type { StoredResults } from "../results/model.ts";
import { type ReadingRuns, type ReadingRunsState, readingsToRun } from "./readingRuns.ts";
import { paperRunTexts } from "./texts/index.ts";

interface RunReadingsProps {
  readonly line: ClaimLine;
  readonly stored: StoredResults;
  readonly runs: ReadingRuns;
  readonly state: ReadingRunsState;
}

export function RunReadings({ line, stored, runs, state }: RunReadingsProps): ReactNode {
  const count = readingsToRun(line).length;
  const { phase, message, judged } = state;
  if (count === 0) return null;
  if (phase === "finished")
    return (
      <p role="status">
        {isStored(line, stored, judged) ? paperRunTexts.readingsEqual : readingsNote(stored)}
      </p>
    );
  const isActive = phase !== "idle" && phase !== "failed";
  return (
    <div className="stack">
      {isActive ? (
        <ActiveRun session={runs} state={state} />
      ) : (
        <div className="cluster gap-3">
          <button type="button" className="button" onClick={() => startSession(runs, 1)}>
            {paperRunTexts.runReadings({ readings: count })}
          </button>
        </div>
      )}
      {phase === "failed" && (
        <p role="alert">
          {experimentTexts.failed} {message}
        </p>
      )}
      <ProgressInWords state={state} />
    </div>
  );
}

/** A file that the reader opened has no stored results. */
const readingsNote = ({ file }: StoredResults): string =>
  file === undefined ? paperRunTexts.readingsDiffer : paperRunTexts.readingsDone;

/** Whether the stored results have the same verdicts and values of the readings that were run. */
function isStored(line: ClaimLine, stored: StoredResults, judged: ReadingRunsState["judged"]): boolean {
  const kept = stored.outcomes?.[line.number - 1]?.readings;
  return judged.every(
    (judgement, i) => !judgement || JSON.stringify(judgement) === JSON.stringify(kept?.[i]),
  );
}
