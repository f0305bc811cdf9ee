// The progress of a session that runs an experiment or a sweep.
import { type ReactNode, useEffect, useState } from "react";
import type { RunState } from "../engine/papers/runSession.ts";
import { R } from "../strings/paperRuns.ts";
import type { AnySession } from "./sessions.ts";

type Progress = Pick<RunState<unknown>, "phase" | "finished" | "total" | "secondsLeft">;

/** The number of finished runs that the browser keeps, and a button that discards them. */
export function KeptRuns({
  session,
  kept,
}: {
  readonly session: AnySession;
  readonly kept: number;
}): ReactNode {
  return (
    <p>
      {R.kept(kept)}{" "}
      <button type="button" className="button is-quiet" onClick={() => void session.discard()}>
        {R.discard}
      </button>
    </p>
  );
}

/** The progress of runs, with the buttons that pause, continue and cancel them. */
export function ActiveRun({
  session,
  state,
}: {
  readonly session: AnySession;
  readonly state: Progress;
}): ReactNode {
  const { phase, finished, total, secondsLeft } = state;
  return (
    <>
      <div className="run-progress">
        <progress aria-label={R.progressLabel} value={finished} max={Math.max(1, total)} />
        <span>
          {phase === "loading" ? R.loading : R.progress(finished, total)}
          {phase === "running" && secondsLeft !== null && `, ${R.left(secondsLeft)}`}
          {phase === "pausing" && `. ${R.pausing}`}
          {phase === "paused" && `. ${R.paused}`}
        </span>
      </div>
      <div className="run-buttons">
        {phase === "paused" || phase === "pausing" ? (
          <button type="button" className="button is-primary" onClick={() => session.resume()}>
            {R.resume}
          </button>
        ) : (
          <button
            type="button"
            className="button"
            disabled={phase !== "running"}
            onClick={() => session.pause()}
          >
            {R.pause}
          </button>
        )}
        <button type="button" className="button" onClick={() => session.cancel()}>
          {R.cancel}
        </button>
      </div>
    </>
  );
}

/** The time between two announcements of the progress to a screen reader. */
const ANNOUNCE_MS = 10_000;

/** Announces the progress from time to time, because an announcement for each run would never end. */
export function ProgressInWords({ state }: { readonly state: Progress }): ReactNode {
  const [text, setText] = useState("");
  const { phase } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer reads the latest state when it fires
  useEffect(() => {
    const { finished, total, secondsLeft } = state;
    const words = {
      idle: "",
      loading: R.loading,
      running: `${R.progress(finished, total)}${secondsLeft === null ? "" : `, ${R.left(secondsLeft)}`}`,
      pausing: R.pausing,
      paused: R.paused,
      finished: R.progress(finished, total),
      failed: "",
    }[phase];
    if (phase !== "running") {
      setText(words);
      return undefined;
    }
    const timer = setTimeout(() => setText(words), text === "" ? 0 : ANNOUNCE_MS);
    return () => clearTimeout(timer);
  }, [phase, text]);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
