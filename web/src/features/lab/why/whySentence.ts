// The answer of "Why?" as one sentence: the losses that a decision followed, and what the flow did.
import sentences, { type DecisionSentence } from "virtual:sentences";
import type { Decision } from "../../../engine/types.ts";
import { formatQuantity, significant } from "../../../scenario/units.ts";
import { WHY } from "../../../strings/why.ts";
import type { Loss } from "./lossesBefore.ts";

/**
 * The values before and after a decision, with their unit. Null if the decision does not reduce a window or a
 * rate.
 */
export function reductionOf(
  decision: Decision,
): { readonly from: number; readonly to: number; readonly unit: "packets" | "bit/s" } | null {
  const { inputs = [] } = (sentences[decision.by]?.[decision.kind] ?? {}) as Partial<DecisionSentence>;
  const inputOf = (wanted: string): number =>
    decision.values[inputs.findIndex(([name]) => name === wanted)] ?? Number.NaN;
  const unit = inputs.find(([name]) => name === "from")?.[1];
  const [from, to] = [inputOf("from"), inputOf("to")];
  return to < from && (unit === "packets" || unit === "bit/s") ? { from, to, unit } : null;
}

/** A change of a window or rate is called halving if the new value is about this share of the old value. */
const HALF = [0.48, 0.52] as const;

/**
 * "Buffer full, 6 packets dropped, so near halved its window from 94 to 47 packets." Null if the decision did
 * not reduce the window or the rate of the flow after a loss.
 */
export function whySentence(loss: Loss | undefined, decision: Decision, flow: string): string | null {
  const reduction = reductionOf(decision);
  if (!loss || !reduction) return null;
  const { from, to, unit } = reduction;
  const isHalf = to / from >= HALF[0] && to / from <= HALF[1];
  const values =
    unit === "packets"
      ? ([significant(from, 3), significant(to, 3)] as const)
      : ([formatQuantity(from, unit), formatQuantity(to, unit)] as const);
  const what = unit === "packets" ? WHY.reducedWindow : WHY.reducedRate;
  return WHY.so(WHY.causes[loss.cause](loss.count), what(flow, isHalf, ...values));
}
