// Loads the decisions around the time of a question. To record the decisions, the simulator repeats the run
// from a checkpoint.
import { useEffect, useState } from "react";
import type { Decision } from "../../../engine/types.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { WhyQuestion } from "../state/labStore.ts";
import type { LabSession } from "../state/session.ts";
import { type Explain, explainFlow, nextDecision, previousDecision } from "./decisionSteps.ts";

/** Decisions are shown from this many simulated seconds before the time of the question. */
export const SECONDS_BEFORE = 0.05;
/**
 * Decisions are shown until this many base RTTs plus `SECONDS_AFTER` after the time of the question, because
 * a sender detects a loss only after a round trip.
 */
export const RTTS_AFTER = 2.5;
const SECONDS_AFTER = 0.1;
/** Times that differ by less than this are equal, in seconds. */
export const TIME_TOLERANCE = 1e-6;

export interface LoadedAnswer {
  readonly decisions: readonly Decision[];
  /**
   * Seconds from the time of the question to the next decision, if that decision is far away. The answer then
   * contains no decision after it.
   */
  readonly later: number | null;
  /** Seconds from the last decision to the time of the question, if no decision follows and none is near. */
  readonly earlier: number | null;
}

export type Answer = LoadedAnswer | "loading" | "failed";

/**
 * The decisions around the time of a question. If there is none at this time or shortly after it, as when a
 * lost packet leads to a timeout much later, the answer contains the next decision, and the playhead moves
 * there. If no decision follows, as at the end of a run, the answer contains the last decision. The previous
 * answer stays until the next one is ready.
 */
export function useAnswer({ flow, t }: WhyQuestion, rtt: number): Answer {
  const { session } = useServices();
  const handle = useLab((s) => s.run?.handle);
  const [answer, setAnswer] = useState<Answer>("loading");
  useEffect(() => {
    if (!handle) return;
    let cancelled = false;
    load(explainFlow(handle, flow), session, t, rtt).then(
      (loaded) => {
        if (cancelled) return;
        setAnswer(loaded);
        if (loaded.later !== null) session.playback.seek(t + loaded.later);
      },
      () => {
        if (!cancelled) setAnswer("failed");
      },
    );
    return () => {
      cancelled = true;
    };
  }, [session, handle, flow, t, rtt]);
  return answer;
}

async function load(explain: Explain, session: LabSession, t: number, rtt: number): Promise<LoadedAnswer> {
  const to = t + RTTS_AFTER * rtt + SECONDS_AFTER;
  const near = await explain(Math.max(0, t - SECONDS_BEFORE), to);
  const only = { decisions: near, later: null, earlier: null };
  if (near.some((decision) => decision.t >= t - TIME_TOLERANCE)) return only;
  const next = await nextDecision(explain, to, session.playback.computedTo);
  if (next) return { ...only, decisions: [...near, next], later: next.t - t };
  const last = near.length > 0 ? null : await previousDecision(explain, t);
  if (!last) return only;
  const decisions = await explain(Math.max(0, last.t - SECONDS_BEFORE), last.t + TIME_TOLERANCE);
  return { ...only, decisions, earlier: t - last.t };
}
