// The panel "Why?": the decisions of a flow's algorithm shortly before and after a time. To record the decisions, the simulator repeats
// the run from a checkpoint.
import { type ReactNode, useEffect, useState } from "react";
import { useFocusBack } from "../../components/focusBack.ts";
import { IconButton } from "../../components/icons.tsx";
import type { ExplainedDecision } from "../../generated/types.ts";
import { significant } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useLab, useMembers } from "./hooks.ts";

export interface WhyQuestion {
  /** The id of a flow. */
  readonly flow: string;
  /** Simulated seconds. */
  readonly t: number;
}

/** Decisions are shown from this many simulated seconds before the time of the question. */
const SECONDS_BEFORE = 0.05;
/**
 * Decisions are shown until this many base RTTs plus `SECONDS_AFTER` after the time of the question, because a sender detects a loss
 * only after a round trip.
 */
const RTTS_AFTER = 2.5;
const SECONDS_AFTER = 0.1;
/** The maximum number of decisions that are listed. */
const MAX_DECISIONS = 12;
/** The base RTT in seconds that is used if the run does not contain the flow of the question. */
const FALLBACK_RTT = 0.1;

export default function WhyPanel({
  question,
  onClose,
}: {
  readonly question: WhyQuestion;
  readonly onClose: () => void;
}): ReactNode {
  const { session } = useServices();
  const panel = useFocusBack<HTMLElement>();
  const run = useLab((s) => s.run);
  const members = useMembers(run);
  const member = members.find((m) => m.id === question.flow);
  const [answer, setAnswer] = useState<readonly ExplainedDecision[] | "loading" | "failed">("loading");
  const id = run?.id;
  const rtt = member?.baseRtt ?? FALLBACK_RTT;
  useEffect(() => {
    if (id === undefined) return;
    let cancelled = false;
    setAnswer("loading");
    session.engine
      .explain(
        id,
        question.flow,
        Math.max(0, question.t - SECONDS_BEFORE),
        question.t + RTTS_AFTER * rtt + SECONDS_AFTER,
      )
      .then((decisions) => {
        if (!cancelled) setAnswer(decisions);
      })
      .catch(() => {
        if (!cancelled) setAnswer("failed");
      });
    return () => {
      cancelled = true;
    };
  }, [session, id, question, rtt]);
  return (
    <section ref={panel} className="why" aria-label={S.why.title}>
      <header>
        <h2>
          {S.why.title}{" "}
          <span>{S.why.at(member?.label ?? question.flow, `${question.t.toFixed(2)}\u202fs`)}</span>
        </h2>
        <IconButton icon="close" label={S.lab.close} tipSide="left" onClick={onClose} />
      </header>
      <div aria-live="polite">
        {answer === "loading" && <p className="field-note">{S.why.loading}</p>}
        {answer === "failed" && <p className="field-error">{S.why.failed}</p>}
        {typeof answer !== "string" && answer.length === 0 && <p className="field-note">{S.why.none}</p>}
        {typeof answer !== "string" && answer.length > 0 && (
          <ol>
            {answer.slice(0, MAX_DECISIONS).map((decision, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of decisions never changes
              <li key={index}>
                <button type="button" onClick={() => session.playback.seek(decision.t)}>
                  {decision.t.toFixed(3)}&#8239;s
                </button>
                <span>{decisionText(decision)}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

/** The sentence of a decision, with rounded numbers and typographic arrows. */
function decisionText(decision: ExplainedDecision): string {
  return decision.text
    .replaceAll("->", "\u2192")
    .replace(/\d+\.\d{3,}/g, (number) => significant(Number(number), 4));
}
