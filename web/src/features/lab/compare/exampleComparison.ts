// Computes the run with which an example is compared: the run of one of its suggested changes.
import { applySuggestion, type Example } from "../../../examples/example.ts";
import type { Pinned } from "../state/labStore.ts";
import type { LabSession } from "../state/session.ts";

/** Bins per series, as many as a shown run has. */
const BINS = 2048;

/**
 * The suggested change by its label, and its complete run; null if the example is not compared with a run.
 */
export async function suggestedRun(
  { engine, engineVersion }: LabSession,
  { doc, stage, suggestions }: Example,
): Promise<Pinned | null> {
  const change = stage.compare === undefined ? undefined : suggestions[stage.compare];
  if (!change) return null;
  const changed = applySuggestion(doc, change, new Set(doc.flows?.map((flow) => flow.id)));
  const record = await engine.computeRecord(JSON.stringify(changed), BINS);
  const { runId: id, outcome } = record;
  return { name: change.label, run: { id, handle: null, doc: changed, engineVersion, record, outcome } };
}
