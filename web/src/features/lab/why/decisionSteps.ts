// Finds the decisions of a flow's algorithm around a time. To record decisions, the simulator repeats a part
// of the run, so the parts are short at first and become longer until a decision is found.
import type { Decision, RunHandle } from "../../../engine/types.ts";
import type { WhyQuestion } from "../state/labStore.ts";
import type { LabSession } from "../state/session.ts";

/**
 * The length of the first part that is searched, in simulated seconds, and the factor by which the parts
 * grow.
 */
const FIRST_PART = 0.5;
const GROWTH = 4;
/** Decisions whose times differ by less than this, in seconds, belong to the same moment. */
const TIME_TOLERANCE = 1e-9;

/** Returns the decisions of a flow between two times of a run. */
export type Explain = (from: number, to: number) => Promise<readonly Decision[]>;

/** The first decision after `t` up to `end`, or null. */
export async function nextDecision(explain: Explain, t: number, end: number): Promise<Decision | null> {
  let from = t;
  for (let length = FIRST_PART; from < end; length *= GROWTH) {
    const to = Math.min(end, from + length);
    const found = (await explain(from, to)).find((decision) => decision.t > t + TIME_TOLERANCE);
    if (found) return found;
    from = to;
  }
  return null;
}

/** The last decision before `t`, or null. */
export async function previousDecision(explain: Explain, t: number): Promise<Decision | null> {
  let to = t;
  for (let length = FIRST_PART; to > 0; length *= GROWTH) {
    const from = Math.max(0, to - length);
    const found = (await explain(from, to)).findLast((decision) => decision.t < t - TIME_TOLERANCE);
    if (found) return found;
    to = from;
  }
  return null;
}

/** The decisions of one flow of a run. */
export const explainFlow =
  (run: RunHandle, flow: string): Explain =>
  (from, to) =>
    run.explain(flow, from, to);

/**
 * The flow whose decisions the keys step through: the flow of the open question, or else the highlighted or
 * the first flow.
 */
function flowOf({ store, timeView }: LabSession): string | null {
  const { run, why } = store.getState();
  const ids = run?.record.derived.flows.map(({ id }) => id) ?? [];
  const { highlight } = timeView.state;
  return [why?.flow, highlight].find((id) => id && ids.includes(id)) ?? ids[0] ?? null;
}

/** Explains the next or the previous decision of a flow, and moves the playhead there. */
export async function stepToDecision(session: LabSession, direction: 1 | -1): Promise<void> {
  const { run, why } = session.store.getState();
  const flow = flowOf(session);
  if (!run?.handle || flow === null) return;
  const t = why?.flow === flow && why.run === run.id ? why.t : session.playback.time;
  const explain = explainFlow(run.handle, flow);
  const found = await (direction > 0
    ? nextDecision(explain, t, run.record.computedTo)
    : previousDecision(explain, t)
  ).catch(() => null);
  const now = session.store.getState();
  // Another question or another run may have come first.
  if (now.why !== why || now.run?.id !== run.id) return;
  if (found) session.explain(flow, found.t);
  else session.store.setState({ why: { flow, t, run: run.id, end: direction } satisfies WhyQuestion });
}
