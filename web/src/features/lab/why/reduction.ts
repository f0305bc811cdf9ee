// By how much a decision reduces a window or a rate, and which decision of a moment reduces most.
import type { DecisionSentence } from "virtual:sentences";
import sentences from "virtual:sentences";
import type { Decision } from "../../../engine/types.ts";
import { TIME_TOLERANCE } from "./useAnswer.ts";

interface Reduction {
  readonly from: number;
  readonly to: number;
  readonly unit: "packets" | "bit/s";
  /** Whether the packets in flight are reduced, and not a window. */
  readonly isFlight: boolean;
}

/** The values before and after a decision, with their unit. Null if the decision reduces nothing. */
export function reductionOf(decision: Decision): Reduction | null {
  const { inputs = [] } = (sentences[decision.by]?.[decision.kind] ?? {}) as Partial<DecisionSentence>;
  const inputOf = (wanted: string): number =>
    decision.values[inputs.findIndex(([name]) => name === wanted)] ?? Number.NaN;
  // Proportional rate reduction names the packets in flight and how many of them are to remain.
  const isFlight = inputs.some(([name]) => name === "target");
  const [before, after] = isFlight ? ["flight", "target"] : ["from", "to"];
  const unit = inputs.find(([name]) => name === before)?.[1];
  const [from, to] = [inputOf(before), inputOf(after)];
  return to < from && (unit === "packets" || unit === "bit/s") ? { from, to, unit, isFlight } : null;
}

/** The share that a decision takes away. */
const depthOf = (decision: Decision): number => {
  const { from, to } = reductionOf(decision) ?? { from: 1, to: 1 };
  return 1 - to / from;
};

/**
 * The decision that answers a question about the time `t`: of the first decisions at `t` or later, which are of one moment,
 * the one that reduces most; or the last decision before `t` if none follows.
 */
export function mainDecision(decisions: readonly Decision[], t: number): Decision | undefined {
  const [first, ...others] = decisions.filter((decision) => decision.t >= t - TIME_TOLERANCE);
  const ofMoment = others.filter((decision) => first && decision.t <= first.t + TIME_TOLERANCE);
  return (
    ofMoment.reduce((main, of) => (main && depthOf(of) > depthOf(main) ? of : main), first) ??
    decisions.at(-1)
  );
}
