// The panel "Why?", which explains a flow's behaviour at a time. It is next to the mark of the decision in
// the charts.

import type { ReactNode } from "react";
import { addressOf } from "../../../address/route.ts";
import { Button } from "../../../components/Button.tsx";
import { useFocusBack } from "../../../components/focusBack.ts";
import { IconButton } from "../../../components/icons.tsx";
import { useEscape } from "../../../components/useEscape.ts";
import { localNumber } from "../../../language/localized.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useAlgorithmNames, useLab, useMembers, usePlayhead } from "../state/hooks.ts";
import type { WhyQuestion } from "../state/labStore.ts";
import { AtMark } from "./AtMark.tsx";
import { stepToDecision } from "./decisionSteps.ts";
import { mainDecision } from "./reduction.ts";
import { whyTexts } from "./texts/index.ts";
import { type Answer, SECONDS_BEFORE, TIME_TOLERANCE, useAnswer } from "./useAnswer.ts";
import { packetOf, WhyAnswer } from "./WhyAnswer.tsx";

/** The base RTT in seconds that is used if the run does not contain the flow of the question. */
const FALLBACK_RTT = 0.1;

export default function WhyPanel({
  question,
  about,
  onClose,
}: {
  readonly question: WhyQuestion;
  /** A sentence about the whole run, which the decision does not explain. */
  readonly about?: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const panel = useFocusBack<HTMLElement>();
  const members = useMembers(useLab((s) => s.run));
  const member = members.find((m) => m.id === question.flow);
  const names = useAlgorithmNames();
  const rtt = member?.baseRtt ?? FALLBACK_RTT;
  const answer = useAnswer(question, rtt);
  const algorithm = member?.algorithm;
  const name = member?.label ?? question.flow;
  const t = timeOf(answer, question.t) ?? question.t;
  useEscape(onClose);
  return (
    <AtMark t={t}>
      <section ref={panel} className="why card" aria-label={whyTexts.title}>
        <Head
          label={whyTexts.at({ label: name, t: `${localNumber(t.toFixed(3))}\u202fs` })}
          onClose={onClose}
        />
        <div aria-live="polite">
          {question.end !== undefined && (
            <p className="field-note">{question.end > 0 ? whyTexts.noLater : whyTexts.noEarlier}</p>
          )}
          <WhyAnswer answer={answer} question={question} name={name} member={member} rtt={rtt} />
        </div>
        {about && <p>{about}</p>}
        <p className="cluster gap-3 flat">
          <AtPlayhead question={question} answer={answer} />
          <NamedPacket answer={answer} question={question} />
          {algorithm && (
            <a href={addressOf("algorithms", algorithm)}>
              {whyTexts.about({ algorithm: names.get(algorithm) ?? algorithm })}
            </a>
          )}
          <span className="why-keys end faint text-s">{whyTexts.keys}</span>
        </p>
      </section>
    </AtMark>
  );
}

function Head({ label, onClose }: { readonly label: string; readonly onClose: () => void }): ReactNode {
  const { session } = useServices();
  return (
    <header className="row between">
      <h2 className="text-l">
        {whyTexts.title} <span>{label}</span>
      </h2>
      <span className="row inline gap-0">
        <IconButton
          icon="stepBack"
          label={whyTexts.previous}
          keyHint="Shift D"
          tipSide="left"
          onClick={() => void stepToDecision(session, -1)}
        />
        <IconButton
          icon="stepForward"
          label={whyTexts.next}
          keyHint="D"
          tipSide="left"
          onClick={() => void stepToDecision(session, 1)}
        />
        <IconButton icon="close" label={pageTexts.lab.close} tipSide="left" onClick={onClose} />
      </span>
    </header>
  );
}

/**
 * A button that asks about the playhead's time. Rendered if the playhead is at a time that the answer does
 * not cover.
 */
function AtPlayhead({
  question,
  answer,
}: {
  readonly question: WhyQuestion;
  readonly answer: Answer;
}): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  const playhead = usePlayhead(!playing);
  if (playing || typeof answer === "string") return null;
  const times = [question.t, ...answer.decisions.map(({ t }) => t)];
  if (playhead > Math.min(...times) - SECONDS_BEFORE && playhead < Math.max(...times) + SECONDS_BEFORE)
    return null;
  return (
    <Button small onClick={() => session.explain(question.flow, playhead)}>
      {whyTexts.atPlayhead({ t: `${localNumber(playhead.toFixed(2))}\u202fs` })}
    </Button>
  );
}

/** A button that opens the history of a packet: the packet that the decision names or, without one, a packet of the same moment. */
function NamedPacket({
  question,
  answer,
}: {
  readonly question: WhyQuestion;
  readonly answer: Answer;
}): ReactNode {
  const { session } = useServices();
  const decisions = typeof answer === "string" ? [] : answer.decisions;
  const main = mainDecision(decisions, question.t);
  const [packet] = [main, ...decisions].flatMap((of) =>
    of && main && Math.abs(of.t - main.t) < TIME_TOLERANCE ? (packetOf(of, question.flow) ?? []) : [],
  );
  return (
    packet && (
      <Button small onClick={() => session.follow(packet)}>
        {whyTexts.packet({ n: packet.seq })}
      </Button>
    )
  );
}

/**
 * The time that the answer concerns: the time of the question or, if the decision is far away, the time of
 * the decision.
 */
function timeOf(answer: Answer, t: number): number | undefined {
  if (typeof answer === "string" || (answer.later === null && answer.earlier === null)) return t;
  return mainDecision(answer.decisions, t)?.t;
}
