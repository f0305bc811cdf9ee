// How far a long run is computed, the time that remains, and a button that stops the computation.
import { type ReactNode, useEffect, useState } from "react";
import { formatQuantity } from "../../../scenario/units.ts";
import { S } from "../../../strings/index.ts";
import { useServices } from "../state/context.tsx";

/**
 * What the simulator reports: simulated seconds that are computed and that the run has, and the remaining
 * wall-clock seconds.
 */
interface Progress {
  readonly computedTo: number;
  readonly duration: number;
  readonly remaining: number | null;
}

/** The minimum time between two changes of the line, in ms. */
const INTERVAL = 250;
/** Shorter remaining times are not stated, because the run is complete before they are read. */
const SHORTEST_REMAINING = 1;

export default function RunProgress(): ReactNode {
  const { session } = useServices();
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => {
    let nextAt = 0;
    return session.engine.subscribe({
      progress: (_run, computedTo, duration, remaining) => {
        if (performance.now() < nextAt) return;
        nextAt = performance.now() + INTERVAL;
        // Whole seconds, so that the line does not flicker.
        setProgress({ computedTo, duration, remaining: remaining === null ? null : Math.ceil(remaining) });
      },
    });
  }, [session]);
  if (!progress) return null;
  const { computedTo, duration, remaining } = progress;
  return (
    <div className="run-progress">
      <progress value={computedTo} max={duration} aria-label={S.stage.progress} />
      <span>
        {S.stage.computing(formatQuantity(Math.floor(computedTo), "s"), formatQuantity(duration, "s"))}
        {remaining !== null &&
          remaining >= SHORTEST_REMAINING &&
          `, ${S.stage.remaining(`${remaining}\u202fs`)}`}
      </span>
      <button type="button" className="button is-small" onClick={() => session.stopRun()}>
        {S.stage.stop}
      </button>
    </div>
  );
}
