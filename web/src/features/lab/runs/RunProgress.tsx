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

/** Shorter remaining times are not stated, because the run is complete before they are read. */
const SHORTEST_REMAINING = 1;

export default function RunProgress(): ReactNode {
  const { session } = useServices();
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(
    () =>
      session.engine.subscribe({
        progress: (_run, computedTo, duration, remaining) => {
          // Whole seconds, so that the line does not flicker.
          const rounded = remaining === null ? null : Math.ceil(remaining);
          setProgress((before) =>
            before && Math.floor(before.computedTo) === Math.floor(computedTo) && before.remaining === rounded
              ? before
              : { computedTo, duration, remaining: rounded },
          );
        },
      }),
    [session],
  );
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
