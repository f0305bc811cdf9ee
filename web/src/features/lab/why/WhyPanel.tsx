// The panel "Why?": the decisions of a flow's algorithm shortly before and after a time. To record the decisions, the simulator repeats
// the run from a checkpoint.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { addressOf } from "../../../address/route.ts";
import { useFocusBack } from "../../../components/focusBack.ts";
import { IconButton } from "../../../components/icons.tsx";
import type { Decision } from "../../../engine/types.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { S } from "../../../strings/index.ts";
import { WHY } from "../../../strings/why.ts";
import { useServices } from "../state/context.tsx";
import { useAlgorithmNames, useLab, useMembers, usePlayhead } from "../state/hooks.ts";
import type { WhyQuestion } from "../state/labStore.ts";
import { sentenceOf } from "./decisionSentence.ts";
import { explainFlow, nextDecision, previousDecision, stepToDecision } from "./decisionSteps.ts";
import { LossRow, rowsOf } from "./LossRow.tsx";
import { isLoss } from "./lossesBefore.ts";

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
/** Times that differ by less than this are equal, in seconds. */
const TIME_TOLERANCE = 1e-6;
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
  const names = useAlgorithmNames();
  const rtt = member?.baseRtt ?? FALLBACK_RTT;
  const answer = useAnswer(question, rtt);
  const algorithm = member?.algorithm;
  useEscape(onClose);
  return (
    <section ref={panel} className="why" aria-label={WHY.title}>
      <header>
        <h2>
          {WHY.title} <span>{WHY.at(member?.label ?? question.flow, timeText(answer, question.t))}</span>
        </h2>
        <span className="why-steps">
          <IconButton
            icon="stepBack"
            label={WHY.previous}
            keyHint="Shift D"
            tipSide="left"
            onClick={() => void stepToDecision(session, -1)}
          />
          <IconButton
            icon="stepForward"
            label={WHY.next}
            keyHint="D"
            tipSide="left"
            onClick={() => void stepToDecision(session, 1)}
          />
          <IconButton icon="close" label={S.lab.close} tipSide="left" onClick={onClose} />
        </span>
      </header>
      <div aria-live="polite">
        {question.end !== undefined && (
          <p className="field-note">{question.end > 0 ? WHY.noLater : WHY.noEarlier}</p>
        )}
        <Answer answer={answer} question={question} rtt={rtt} />
      </div>
      <AtPlayhead question={question} answer={answer} />
      {algorithm && (
        <p>
          <a href={addressOf("algorithms", algorithm)}>{WHY.about(names.get(algorithm) ?? algorithm)}</a>
        </p>
      )}
    </section>
  );
}

/** Calls `close` when Escape is pressed, unless a dialog, a field or another part of the page uses the key. */
function useEscape(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUsed =
        event.defaultPrevented ||
        (event.target instanceof Element &&
          event.target.closest("dialog, input, select, textarea") !== null) ||
        document.querySelector("dialog:modal") !== null;
      if (event.key === "Escape" && !isUsed) latest.current();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

type LoadedAnswer = {
  readonly decisions: readonly Decision[];
  /** Seconds from the time of the question to the only decision at or after it, if that decision is far away. */
  readonly later: number | null;
  /** Seconds from the last decision to the time of the question, if no decision follows and none is near. */
  readonly earlier: number | null;
};

/**
 * The decisions around the time of a question. If there is none at this time or shortly after it, as when a lost packet leads to a timeout
 * much later, the answer contains the next decision, and the playhead moves there. If no decision follows, as at the end of a run, the
 * answer contains the last one. The previous answer stays until the next one is ready.
 */
function useAnswer(question: WhyQuestion, rtt: number): LoadedAnswer | "loading" | "failed" {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const [answer, setAnswer] = useState<LoadedAnswer | "loading" | "failed">("loading");
  const id = run?.id;
  const { flow, t } = question;
  useEffect(() => {
    if (id === undefined) return;
    let cancelled = false;
    const explain = explainFlow(session, id, flow);
    const load = async (): Promise<LoadedAnswer> => {
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
    };
    load().then(
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
  }, [session, id, flow, t, rtt]);
  return answer;
}

/** A button that asks about the playhead's time. Rendered if the playhead is at a time that the answer does not cover. */
function AtPlayhead({
  question,
  answer,
}: {
  readonly question: WhyQuestion;
  readonly answer: LoadedAnswer | "loading" | "failed";
}): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  const playhead = usePlayhead(!playing);
  if (playing || typeof answer === "string") return null;
  const times = [question.t, ...answer.decisions.map(({ t }) => t)];
  if (playhead > Math.min(...times) - SECONDS_BEFORE && playhead < Math.max(...times) + SECONDS_BEFORE)
    return null;
  return (
    <button
      type="button"
      className="button is-small"
      onClick={() => session.explain(question.flow, playhead)}
    >
      {WHY.atPlayhead(`${playhead.toFixed(2)}\u202fs`)}
    </button>
  );
}

/** The decision that answers a question about the time `t`: the first one from then on, or else the last one before. */
function mainDecision(decisions: readonly Decision[], t: number): Decision | undefined {
  return decisions.find((decision) => decision.t >= t - TIME_TOLERANCE) ?? decisions.at(-1);
}

/** The time of the decision that is explained, or that of the question while there is no answer. */
function timeText(answer: LoadedAnswer | "loading" | "failed", t: number): string {
  const main = typeof answer === "string" ? undefined : mainDecision(answer.decisions, t);
  return `${main ? main.t.toFixed(3) : t.toFixed(2)}\u202fs`;
}

function Answer({
  answer,
  question: { flow, t },
  rtt,
}: {
  readonly answer: LoadedAnswer | "loading" | "failed";
  readonly question: WhyQuestion;
  readonly rtt: number;
}): ReactNode {
  const { session, catalogue } = useServices();
  const run = useLab((s) => s.run);
  if (answer === "loading") return <p className="field-note">{WHY.loading}</p>;
  if (answer === "failed") return <p className="field-error">{WHY.failed}</p>;
  const { later, earlier } = answer;
  const decisions = answer.decisions.slice(0, MAX_DECISIONS);
  const main = mainDecision(decisions, t);
  if (!main) return <p className="field-note">{WHY.none}</p>;
  const rows = rowsOf(decisions, run, flow, RTTS_AFTER * rtt, catalogue);
  const cause = rows[rows.indexOf(main) - 1];
  return (
    <>
      <p className="why-answer">
        {cause && isLoss(cause) && <LossRow loss={cause} />} <span lang="en">{sentenceOf(main)}</span>
      </p>
      {later !== null && <p className="field-note">{WHY.later(formatQuantity(later, "s"))}</p>}
      {earlier !== null && <p className="field-note">{WHY.earlier(formatQuantity(earlier, "s"))}</p>}
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
    </>
  );
}
