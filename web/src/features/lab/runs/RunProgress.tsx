// What a long run costs, how far it is computed, the time that remains, and buttons that shorten it or stop the
// computation.
import type { ReactNode } from "react";
import { Button } from "../../../components/Button.tsx";
import { DEFAULT_BINS } from "../../../engine/client.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useSample } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { LONG_SECONDS, memoryOf, shorterDuration } from "../state/runCost.ts";
import { labTexts } from "../texts/index.ts";

/** Shorter remaining times are not stated, because the run is complete before they are read. */
const SHORTEST_REMAINING = 1;
/** The number of significant digits of an estimated cost. */
const COST_DIGITS = 2;

export default function RunProgress(): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  return (
    <div className="run-progress end cluster soft gap-3">
      {run && <Cost run={run} />}
      {run && <Computed run={run} />}
      <Button small onClick={() => session.runs.stopByUser()}>
        {pageTexts.stage.stop}
      </Button>
    </div>
  );
}

/** What the run costs, and a button that makes it so short that it takes about two seconds. */
function Cost({ run }: { run: Run }): ReactNode {
  const { session, scenario } = useServices();
  const { derived, directory, duration } = run.record;
  const cost = session.costs.costOf(derived);
  if (cost.seconds <= LONG_SECONDS) return null;
  const columns = directory.reduce((sum, { kind }) => sum + (kind === "gauge" ? 3 : 1), 0);
  const shorter = shorterDuration(duration, cost);
  return (
    <>
      <span>
        {labTexts.lab.cost({
          packets: formatQuantity(Number(cost.packets.toPrecision(COST_DIGITS)), "packets"),
          time: formatQuantity(cost.seconds, "s", COST_DIGITS),
          memory: formatQuantity(memoryOf(columns, DEFAULT_BINS), "bytes", COST_DIGITS),
        })}
      </span>
      {shorter !== null && (
        <Button
          small
          onClick={() => scenario.getState().apply("duration", (doc) => ({ ...doc, duration: shorter }))}
        >
          {labTexts.lab.shorterRun({ duration: formatQuantity(shorter, "s") })}
        </Button>
      )}
    </>
  );
}

function Computed({ run: { record } }: { readonly run: Run }): ReactNode {
  const computedTo = useSample((sample) => sample.computedTo);
  const { duration } = record;
  // Whole seconds, so that the line does not flicker.
  const remaining = record.remaining === null ? null : Math.ceil(record.remaining);
  return (
    <>
      <progress value={computedTo} max={duration} aria-label={pageTexts.stage.progress} />
      <span>
        {pageTexts.stage.computing({
          done: formatQuantity(Math.floor(computedTo), "s"),
          all: formatQuantity(duration, "s"),
        })}
        {remaining !== null &&
          remaining >= SHORTEST_REMAINING &&
          `, ${pageTexts.stage.remaining({ time: `${remaining}\u202fs` })}`}
      </span>
    </>
  );
}
