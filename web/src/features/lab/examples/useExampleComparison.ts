// The run with which the page compares an example when it opens the example.
import { useEffect } from "react";
import { applySuggestion, type Example } from "../../../examples/example.ts";
import { findExample } from "../../../examples/firstExample.ts";
import { sameRun } from "../../../scenario/edit.ts";
import { useServices } from "../state/context.tsx";
import { useScenario } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import type { LabSession } from "../state/session.ts";

/** Bins per series, as many as a shown run has. */
const BINS = 2048;

/** Keeps the run with which the open example is compared, the run of one of its suggested changes. */
export function useExampleComparison(): void {
  const { session, scenario } = useServices();
  const origin = useScenario((s) => s.origin);
  useEffect(() => {
    const example = findExample(origin.example);
    const index = example?.stage.compare;
    const change = index === undefined ? undefined : example?.suggestions[index];
    if (!example || !change) return;
    const isUnchanged = (): boolean => {
      const { doc, origin: current } = scenario.getState();
      return current === origin && sameRun(doc, example.doc);
    };
    if (!isUnchanged()) return;
    computeRun(session, example.doc, change)
      .then((run) => isUnchanged() && session.runs.pinRunOfExample(change.label, run))
      // Without the second run the example is shown without the comparison.
      .catch(() => undefined);
  }, [session, scenario, origin]);
}

/** The complete run after a suggested change. */
async function computeRun(
  { engine, engineVersion }: LabSession,
  before: Example["doc"],
  change: Example["suggestions"][number],
): Promise<Run> {
  const doc = applySuggestion(before, change, new Set(before.flows?.map((flow) => flow.id)));
  const record = await engine.computeRecord(JSON.stringify(doc), BINS);
  return { id: record.runId, handle: null, doc, engineVersion, record, outcome: record.outcome };
}
