// Checks a sweep, runs it, and shows its results while they arrive.
import { type ReactNode, useDeferredValue, useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";
import type { SweepOutline } from "../../engine/experiments/types.ts";
import { ActiveRun, RunNotes } from "../../experiments/RunProgress.tsx";
import { startSession } from "../../experiments/sessions.ts";
import { experimentTexts } from "../../experiments/texts/index.ts";
import { usePromise } from "../../experiments/usePromise.ts";
import type { Catalogue, Issue } from "../../generated/types.ts";
import { upperFirst } from "../../scenario/valueText.ts";
import { problemsOf } from "../lab/runs/RunProblems.tsx";
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
      <section className="run-panel no-print roomy card stack vary-run" aria-label={varyTexts.start}>
        {isCurrent && outline && "message" in outline ? (
          <div role="alert">
            <p>{varyTexts.problem}</p>
            <ul className="bullets">
              {problemsInWords(outline.message, sweep, props.catalogue).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
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

/** The problems that the simulator names by paths: "network.forward.queue.limit.packets: 9.5: It must be whole." */
export function problemsInWords(
  message: string,
  { scenario, vary }: SweepDocument,
  catalogue: Catalogue,
): readonly string[] {
  const issues = message.split("\n").map((line): Issue => {
    // The cell or the setting is named again.
    const [, path = "", text = line] = /^([\w.[\]]+): (?:[^:]*: (?=\S+ ))?(.*)$/.exec(line) ?? [];
    const varied = vary[Number(/^vary\[(\d+)\]/.exec(path)?.[1])]?.path;
    return { path: varied ?? path, code: "sweep", message: text };
  });
  return problemsOf(issues, scenario, catalogue).map(({ where, message: text }) =>
    where === "" ? text : `${upperFirst(where)}: ${text}`,
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
  const { phase, kept, finished, total } = state;
  const isActive = phase === "loading" || phase === "running" || phase === "pausing" || phase === "paused";
  const runs = outline ? runsOf(outline, sweep) : 0;
  const start = (): void => {
    refineBy(metric);
    startSession(session, seedsOf(sweep));
  };
  return (
    <div className="stack gap-2">
      <div className="cluster gap-4">
        {!isActive && phase !== "finished" && (
          <Button primary disabled={!outline || runs > MAX_RUNS} onClick={start}>
            {kept > 0 ? varyTexts.resume : varyTexts.start}
          </Button>
        )}
        <p>{outline ? varyTexts.size({ cells: outline.cells.length, runs }) : varyTexts.checking}</p>
        {phase === "finished" && <p>{experimentTexts.progress({ finished, total })}</p>}
      </div>
      {outline &&
        droppedInWords(outline.dropped, sweep.scenario, catalogue).map((text) => <p key={text}>{text}</p>)}
      {runs > MAX_RUNS && <p role="alert">{varyTexts.tooMany({ most: MAX_RUNS })}</p>}
      {isActive && <ActiveRun session={session} state={state} />}
      <RunNotes session={session} state={state} />
    </div>
  );
}
