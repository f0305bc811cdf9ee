// The answer of the panel "Why?": one sentence, and on request the decisions around it with the losses that
// came before them.

import type { DecisionSentence } from "virtual:sentences";
import sentences from "virtual:sentences";
import type { ReactNode } from "react";
import { NS } from "../../../charts/views/packetRows.ts";
import { programTexts } from "../../../components/program/texts/index.ts";
import type { PacketQuestion } from "../../../engine/packets/types.ts";
import type { Decision } from "../../../engine/types.ts";
import type { Catalogue } from "../../../generated/types.ts";
import { localNumber } from "../../../language/localized.ts";
import { translated } from "../../../language/sentences.ts";
import { decisionInLanguage } from "../../../scenario/catalogue/decisions/inLanguage.ts";
import { formatQuantity, significant } from "../../../scenario/units.ts";
import type { Member } from "../flows/members.ts";
import { linkLabel } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { Run, WhyQuestion } from "../state/labStore.ts";
import { isLoss, type Loss, lossesBetween, waitBefore, withMergedLosses } from "./lossesBefore.ts";
import { mainDecision, reductionOf } from "./reduction.ts";
import { whyTexts } from "./texts/index.ts";
import { type Answer, RTTS_AFTER, TIME_TOLERANCE } from "./useAnswer.ts";

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
  if (answer === "loading") return <p className="field-note">{whyTexts.loading}</p>;
  if (answer === "failed") return <p className="field-error">{whyTexts.failed}</p>;
  const { later } = answer;
  const decisions = answer.decisions.slice(0, MAX_DECISIONS);
  const main = mainDecision(decisions, t);
  if (!main) return <p className="field-note">{whyTexts.none}</p>;
  const wait = run && member ? waitBefore(run.record, member.route, main.t) : 0;
  const rows = rowsOf(decisions, run, flow, RTTS_AFTER * (rtt + wait), catalogue);
  // Decisions of the moment of a loss, or of the reduction that follows, do not come between the two.
  const earlier = rows.slice(0, rows.indexOf(main));
  const moments = [main, ...earlier.filter(isLoss)];
  const isApart = ({ t }: Decision): boolean => moments.every((of) => Math.abs(of.t - t) > TIME_TOLERANCE);
  const previous = earlier.findLast((row) => isLoss(row) || isApart(row));
  return (
    <>
      {later !== null && (
        <p className="field-note">{whyTexts.later({ seconds: formatQuantity(later, "s") })}</p>
      )}
      {answer.earlier !== null && (
        <p className="field-note">{whyTexts.earlier({ seconds: formatQuantity(answer.earlier, "s") })}</p>
      )}
      <MainSentence loss={previous && isLoss(previous) ? previous : undefined} decision={main} name={name} />
      <details className="why-details">
        <summary>{whyTexts.details}</summary>
        <DecisionList rows={rows} t={t} flow={flow} />
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
    <p className="why-answer strong text-l">
      {sentence ?? (
        <>
          {loss && <LossRow loss={loss} />} {sentenceOf(decision)}
        </>
      )}
    </p>
  );
}

function DecisionList({
  rows,
  t,
  flow,
}: {
  readonly rows: readonly (Decision | Loss)[];
  readonly t: number;
  readonly flow: string;
}): ReactNode {
  const { session } = useServices();
  return (
    <ol>
      {rows.map((row, index) => (
        <li
          className="grid gap-3 baseline"
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of decisions never changes
          key={index}
          aria-current={Math.abs(row.t - t) < TIME_TOLERANCE ? "true" : undefined}
        >
          <button type="button" onClick={() => session.playback.seek(row.t)}>
            {localNumber(row.t.toFixed(3))}&#8239;s
          </button>
          {isLoss(row) ? <LossRow loss={row} /> : <DecisionText decision={row} flow={flow} />}
        </li>
      ))}
    </ol>
  );
}

/** A decision whose packet, if it names one, is a button that shows the packet's life. */
function DecisionText({ decision, flow }: { readonly decision: Decision; readonly flow: string }): ReactNode {
  const { session } = useServices();
  const packet = packetOf(decision, flow);
  const parts = sentenceOf(decision).split(
    new RegExp(`((?:packet|Paket|paquet) ${packet?.seq ?? "none"}\\b)`, "i"),
  );
  return (
    <span>
      {parts[0]}
      {packet && parts.length > 1 && (
        <button type="button" onClick={() => session.follow(packet)}>
          {parts[1]}
        </button>
      )}
      {parts.slice(2).join("")}
    </span>
  );
}

/**
 * The decisions and the losses of a flow from `before` seconds before the first decision on, in the order of
 * time.
 */
function rowsOf(
  decisions: readonly Decision[],
  run: Run | null,
  flow: string,
  before: number,
  catalogue: Catalogue,
): readonly (Decision | Loss)[] {
  const [first, last] = [decisions[0], decisions.at(-1)];
  if (!run || !first || !last) return decisions;
  const losses = lossesBetween(run, flow, first.t - before, last.t, catalogue);
  return withMergedLosses([...losses, ...decisions].sort((a, b) => a.t - b.t));
}

/** Why a packet was lost. */
function LossRow({ loss: { cause, link, count } }: { readonly loss: Loss }): ReactNode {
  return <span>{whyTexts.losses[cause]({ link: linkLabel(link), n: count })}</span>;
}

/**
 * Units that are written together with the value. The sentences do not contain the names of these units. They
 * contain the names of all others, such as packets.
 */
const WRITTEN_UNITS: readonly string[] = ["s", "bit/s", "bytes"];
const DIGITS = 4;
/** The value of a decision that is the number of a packet. */
const PACKET = "seq";

/** A decision as a sentence in the language of the page, with rounded numbers and typographic arrows. */
export function sentenceOf(decision: Decision): string {
  if (decision.said !== null)
    return translated(decision.said, programTexts.comments).replace(/\d+\.\d+/g, localNumber);
  return filled(decision)
    .replaceAll("->", "\u2192")
    .replace(/(?<![\d.,])1 (packet|Paket|paquet)(s|en|e)\b/g, "1 $1");
}

/** The packet that a decision of the shared window sender names. Null if it names none. */
export function packetOf({ by, kind, values, t }: Decision, flow: string): PacketQuestion | null {
  const index = sentences[by]?.[kind]?.inputs.findIndex(([input]) => input === PACKET) ?? -1;
  const seq = values[index];
  if (seq == null) return null;
  const at = Math.round(t * NS);
  return { flow, connection: 0, isFeedback: false, isSyn: false, seq, ordinal: null, at };
}

function filled({ by, kind, values }: Decision): string {
  const sentence: DecisionSentence | undefined = sentences[by]?.[kind];
  if (!sentence) return "";
  const fill = (name: string): string => {
    const index = sentence.inputs.findIndex(([input]) => input === name);
    const [, unit = ""] = sentence.inputs[index] ?? [];
    const value = values[index] ?? Number.NaN;
    if (name === PACKET) return String(value);
    return WRITTEN_UNITS.includes(unit) ? formatQuantity(value, unit, DIGITS) : significant(value, DIGITS);
  };
  return decisionInLanguage(
    sentence.template,
    sentence.inputs.map(([name]) => name),
    fill,
  );
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
  const { from, to, unit, isFlight } = reduction;
  const isHalf = to / from >= HALF[0] && to / from <= HALF[1];
  const what = isFlight
    ? whyTexts.reducedFlight
    : unit === "packets"
      ? whyTexts.reducedWindow
      : whyTexts.reducedRate;
  const text = (value: number): string =>
    unit === "packets" ? significant(value, 3) : formatQuantity(value, unit);
  return whyTexts.so({
    cause: whyTexts.causes[loss.cause]({ n: loss.count }),
    effect: what({ flow, isHalf, from: text(from), to: text(to) }),
  });
}
