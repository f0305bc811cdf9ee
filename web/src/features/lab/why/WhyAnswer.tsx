// The answer of the panel "Why?": one sentence, and on request the decisions around it with the losses that
// came before them.
import type { ReactNode } from "react";
import type { Decision } from "../../../engine/types.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { WHY } from "../../../strings/why.ts";
import type { Member } from "../flows/member.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { WhyQuestion } from "../state/labStore.ts";
import { sentenceOf } from "./decisionSentence.ts";
import { LossRow, rowsOf } from "./LossRow.tsx";
import { isLoss, type Loss, waitBefore } from "./lossesBefore.ts";
import { type Answer, mainDecision, RTTS_AFTER, TIME_TOLERANCE } from "./useAnswer.ts";
import { whySentence } from "./whySentence.ts";

/** The maximum number of decisions that are listed. */
const MAX_DECISIONS = 12;

export function WhyAnswer({
  answer,
  question: { flow, t },
  name,
  member,
  rtt,
}: {
  readonly answer: Answer;
  readonly question: WhyQuestion;
  /** The label of the flow. */
  readonly name: string;
  readonly member: Member | undefined;
  /** The base RTT of the flow in seconds. */
  readonly rtt: number;
}): ReactNode {
  const { catalogue } = useServices();
  const run = useLab((s) => s.run);
  if (answer === "loading") return <p className="field-note">{WHY.loading}</p>;
  if (answer === "failed") return <p className="field-error">{WHY.failed}</p>;
  const { later, earlier } = answer;
  const decisions = answer.decisions.slice(0, MAX_DECISIONS);
  const main = mainDecision(decisions, t);
  if (!main) return <p className="field-note">{WHY.none}</p>;
  const wait = run && member ? waitBefore(run.record, member.route, main.t) : 0;
  const rows = rowsOf(decisions, run, flow, RTTS_AFTER * (rtt + wait), catalogue);
  const previous = rows[rows.indexOf(main) - 1];
  return (
    <>
      {later !== null && <p className="field-note">{WHY.later(formatQuantity(later, "s"))}</p>}
      {earlier !== null && <p className="field-note">{WHY.earlier(formatQuantity(earlier, "s"))}</p>}
      <MainSentence loss={previous && isLoss(previous) ? previous : undefined} decision={main} name={name} />
      <details className="why-details">
        <summary>{WHY.details}</summary>
        <DecisionList rows={rows} t={t} />
      </details>
    </>
  );
}

function MainSentence({
  loss,
  decision,
  name,
}: {
  readonly loss: Loss | undefined;
  readonly decision: Decision;
  readonly name: string;
}): ReactNode {
  const sentence = whySentence(loss, decision, name);
  return (
    <p className="why-answer text-l">
      {sentence ?? (
        <>
          {loss && <LossRow loss={loss} />} <span lang="en">{sentenceOf(decision)}</span>
        </>
      )}
    </p>
  );
}

function DecisionList({
  rows,
  t,
}: {
  readonly rows: readonly (Decision | Loss)[];
  readonly t: number;
}): ReactNode {
  const { session } = useServices();
  return (
    <ol>
      {rows.map((row, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of decisions never changes
          key={index}
          aria-current={Math.abs(row.t - t) < TIME_TOLERANCE ? "true" : undefined}
        >
          <button type="button" onClick={() => session.playback.seek(row.t)}>
            {row.t.toFixed(3)}&#8239;s
          </button>
          {isLoss(row) ? <LossRow loss={row} /> : <span lang="en">{sentenceOf(row)}</span>}
        </li>
      ))}
    </ol>
  );
}
