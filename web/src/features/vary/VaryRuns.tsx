// Checks a sweep, runs it, and shows its results while they arrive.
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import type { SweepOutline } from "../../engine/experiments/types.ts";
import { ActiveRun, KeptRuns, ProgressInWords } from "../../experiments/RunProgress.tsx";
import { startSession } from "../../experiments/sessions.ts";
import { experimentTexts } from "../../experiments/texts/index.ts";
import { usePromise } from "../../experiments/usePromise.ts";
import type { Catalogue } from "../../generated/types.ts";
import { droppedInWords } from "./droppedSettings.ts";
import { type SweepDocument, seedsOf } from "./sweepDocument.ts";
import { refineBy, runsOf, type SweepSession, type SweepState, useSweepSession } from "./sweepSessions.ts";
import { varyTexts } from "./texts/index.ts";
import { VaryResults, type VaryRunsProps } from "./VaryResults.tsx";

/** The number of runs that the page accepts: half of the number that the browser stores. */
const MAX_RUNS = 10_000;
/** The time without edits after which a sweep is checked. */
const SETTLED_MS = 300;

/** A value after it has not changed for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export function VaryRuns(props: VaryRunsProps): ReactNode {
  const sweep = useSettled(props.sweep);
  const [session, state] = useSweepSession(sweep, props.version);
  const outline = usePromise(() => session.outline(), JSON.stringify(sweep), true);
  // Results are rendered in pieces between frames.
  const results = useDeferredValue(state.results);
  const isCurrent = sweep === props.sweep;
  return (
    <>
      <section className="run-panel roomy card stack vary-run" aria-label={varyTexts.start}>
        {isCurrent && outline && "message" in outline ? (
          <div role="alert">
            <p>{varyTexts.problem}</p>
            <p className="vary-problem">{outline.message}</p>
          </div>
        ) : (
          <Controls
            {...{ session, state, sweep }}
            catalogue={props.catalogue}
            metric={props.metric}
            outline={isCurrent && outline && "value" in outline ? outline.value : null}
          />
        )}
      </section>
      <VaryResults {...props} {...{ sweep, session }} results={results} outline={state.outline} />
    </>
  );
}

interface ControlsProps {
  readonly session: SweepSession;
  readonly state: SweepState;
  readonly sweep: SweepDocument;
  readonly catalogue: Catalogue;
  readonly metric: string;
  /** Null while the sweep is being checked. */
  readonly outline: SweepOutline | null;
}

function Controls({ session, state, sweep, catalogue, metric, outline }: ControlsProps): ReactNode {
  const { phase, kept, message, isStoring, finished, total } = state;
  const isActive = phase === "loading" || phase === "running" || phase === "pausing" || phase === "paused";
  const runs = outline ? runsOf(outline, sweep) : 0;
  const start = (): void => {
    refineBy(metric);
    startSession(session, seedsOf(sweep));
  };
  return (
    <div className="stack">
      <p>{outline ? varyTexts.size({ cells: outline.cells.length, runs }) : varyTexts.checking}</p>
      {outline &&
        droppedInWords(outline.dropped, sweep.scenario, catalogue).map((text) => <p key={text}>{text}</p>)}
      {runs > MAX_RUNS && <p role="alert">{varyTexts.tooMany({ most: MAX_RUNS })}</p>}
      {isActive && <ActiveRun session={session} state={state} />}
      {!isActive && phase !== "finished" && (
        <div className="cluster gap-3">
          <button
            type="button"
            className="button is-primary"
            disabled={!outline || runs > MAX_RUNS}
            onClick={start}
          >
            {kept > 0 ? varyTexts.resume : varyTexts.start}
          </button>
        </div>
      )}
      {phase === "finished" && <p>{experimentTexts.progress({ finished, total })}</p>}
      {phase === "failed" && (
        <p role="alert">
          {experimentTexts.failed} {message}
        </p>
      )}
      {phase === "idle" && kept > 0 && <KeptRuns session={session} kept={kept} />}
      {!isStoring && <p>{experimentTexts.notStored}</p>}
      <ProgressInWords state={state} />
    </div>
  );
}
