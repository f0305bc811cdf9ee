// The progress of a session that runs an experiment or a sweep.
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../components/Button.tsx";
import type { RunState } from "../engine/experiments/runSession.ts";
import type { AnySession } from "./sessions.ts";
import { experimentTexts } from "./texts/index.ts";

type Progress = Pick<RunState<unknown>, "phase" | "finished" | "total" | "secondsLeft">;

/** An estimate of the time until a session ends. */
function timeLeft(seconds: number): string {
  const left = (unit: string, n: number): string => experimentTexts.left({ unit, n });
  if (seconds < 2) return left("moment", 1);
  if (seconds < 50) return left("seconds", Math.max(5, Math.round(seconds / 5) * 5));
  if (seconds < 100) return left("minute", 1);
  if (seconds < 3000) return left("minutes", Math.round(seconds / 60));
  return left("hours", Math.max(1, Math.round(seconds / 3600)));
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
      <div className="run-progress cluster gap-3 soft">
        <progress aria-label={experimentTexts.progressLabel} value={finished} max={Math.max(1, total)} />
        <span>
          {phase === "loading" ? experimentTexts.loading : experimentTexts.progress({ finished, total })}
          {phase === "running" && secondsLeft !== null && `, ${timeLeft(secondsLeft)}`}
          {phase === "pausing" && `. ${experimentTexts.pausing}`}
          {phase === "paused" && `. ${experimentTexts.paused}`}
        </span>
      </div>
      <div className="cluster gap-3">
        {phase === "paused" || phase === "pausing" ? (
          <Button primary onClick={() => session.resume()}>
            {experimentTexts.resume}
          </Button>
        ) : (
          <Button disabled={phase !== "running"} onClick={() => session.pause()}>
            {experimentTexts.pause}
          </Button>
        )}
        <Button onClick={() => session.cancel()}>{experimentTexts.cancel}</Button>
      </div>
    </>
  );
}

/** The time between two announcements of the progress to a screen reader. */
const ANNOUNCE_MS = 10_000;

/** What failed, the finished runs that the browser keeps, with a button that discards them, and the progress in words. */
export function RunNotes({
  session,
  state,
}: {
  readonly session: AnySession;
  readonly state: Progress & Pick<RunState<unknown>, "message" | "kept" | "isStoring">;
}): ReactNode {
  const { phase, message, kept, isStoring } = state;
  return (
    <>
      {phase === "failed" && (
        <p role="alert">
          {experimentTexts.failed} {message}
        </p>
      )}
      {phase === "idle" && kept > 0 && (
        <p>
          {experimentTexts.kept({ runs: kept })}{" "}
          <Button quiet onClick={() => void session.discard()}>
            {experimentTexts.discard}
          </Button>
        </p>
      )}
      {!isStoring && <p>{experimentTexts.notStored}</p>}
      <ProgressInWords state={state} />
    </>
  );
}

/** Announces the progress from time to time, because an announcement for each run would never end. */
export function ProgressInWords({ state }: { readonly state: Progress }): ReactNode {
  const [text, setText] = useState("");
  const { phase } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer reads the latest state when it fires
  useEffect(() => {
    const { finished, total, secondsLeft } = state;
    const words = {
      idle: "",
      loading: experimentTexts.loading,
      running: `${experimentTexts.progress({ finished, total })}${secondsLeft === null ? "" : `, ${timeLeft(secondsLeft)}`}`,
      pausing: experimentTexts.pausing,
      paused: experimentTexts.paused,
      finished: experimentTexts.progress({ finished, total }),
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
