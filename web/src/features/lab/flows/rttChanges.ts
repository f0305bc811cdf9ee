// Changes of a flow's base RTT, which the page offers as one setting. In a document, they are changes of two
// delays.
import type { ScenarioDocument } from "../../../generated/types.ts";
import type { Change } from "../../../scenario/diff.ts";
import { labelOfId } from "../../../scenario/flowLabel.ts";
import { scenarioTexts } from "../../../scenario/texts/index.ts";
import { formatQuantity } from "../../../scenario/units.ts";

/** What is known about a run: its document, and the base RTTs of its flows in seconds. */
export interface RunWithRtts {
  readonly doc: ScenarioDocument;
  readonly record: {
    readonly derived: {
      readonly flows: readonly { readonly id: string; readonly base_rtt: number | null }[];
    };
  };
}

/** The changes, with equal changes of both access delays of a flow replaced by one change of its base RTT. */
export function withRttChanges(
  changes: readonly Change[],
  before: RunWithRtts | null,
  after: RunWithRtts | null,
): readonly Change[] {
  if (!before || !after) return changes;
  return changes.flatMap((change) => {
    const id = /^flows\.([^.]+)\.access\.(?:sender|receiver)$/.exec(change.path)?.[1];
    if (id === undefined) return [change];
    const side = (name: string): Change | undefined =>
      changes.find(({ path }) => path === `flows.${id}.access.${name}`);
    const [sender, receiver] = [side("sender"), side("receiver")];
    const rttOf = ({ record }: RunWithRtts): number | null =>
      record.derived.flows.find((flow) => flow.id === id || flow.id === `${id}.0`)?.base_rtt ?? null;
    const [from, to] = [rttOf(before), rttOf(after)];
    const isRtt = sender?.from === receiver?.from && sender?.to === receiver?.to;
    if (!sender || !receiver || !isRtt || from === null || to === null) return [change];
    if (change === receiver) return [];
    const what = `${labelOfId(id, after.doc)}: ${scenarioTexts.changes.baseRtt}`;
    return [{ ...change, what, from: formatQuantity(from, "s"), to: formatQuantity(to, "s") }];
  });
}
