// The buttons and the progress of a session that runs an experiment.
import type { ReactNode } from "react";
import { ActiveRun, RunNotes } from "../../../experiments/RunProgress.tsx";
import { startSession } from "../../../experiments/sessions.ts";
import type { ResultsSession, ResultsState } from "./runSessions.ts";
import { paperRunTexts } from "./texts/index.ts";

interface RunControlsProps {
  readonly session: ResultsSession;
  readonly state: ResultsState;
  /** The number of seeds of the stored results. */
  readonly allSeeds: number;
}

export function RunControls(props: RunControlsProps): ReactNode {
  const { session, state } = props;
  const { phase } = state;
  const isActive = phase === "loading" || phase === "running" || phase === "pausing" || phase === "paused";
  return (
    <div className="stack">
      {isActive ? <ActiveRun {...props} /> : <Starts {...props} />}
      <RunNotes session={session} state={state} />
    </div>
  );
}

function Starts({ session, state, allSeeds }: RunControlsProps): ReactNode {
  const { phase, seeds } = state;
  const isAllDone = phase === "finished" && seeds >= allSeeds;
  const isOneDone = phase === "finished" && !isAllDone;
  if (isAllDone) return null;
  return (
    <div className="cluster gap-3">
      {!isOneDone && (
        <button type="button" className="button is-primary" onClick={() => startSession(session, 1)}>
          {allSeeds === 1 ? paperRunTexts.run : paperRunTexts.runOne}
        </button>
      )}
      {allSeeds > 1 && (
        <button type="button" className="button" onClick={() => startSession(session, allSeeds)}>
          {isOneDone ? paperRunTexts.runRest({ seeds: allSeeds }) : paperRunTexts.runAll({ seeds: allSeeds })}
        </button>
      )}
    </div>
  );
}
