// Texts of a lesson with values, and with links that light up a curve, a moment or a control.

import { type ReactNode, useEffect } from "react";
import type { Measure } from "../../engine/numbers.ts";
import { valueText } from "../../tasks/measures.ts";
import { intervalsText, textIntervals } from "../../tasks/numbers.ts";
import type { TextNumbers } from "../../tasks/play.ts";
import { type LinkTarget, readText } from "../../tasks/text.ts";
import { useTextLanguage } from "../../tasks/textLanguage.ts";
import { useServices } from "../lab/state/context.tsx";
import { lessonTexts } from "./texts/index.ts";

/** The id of the element with the control of the shown step. */
export const CONTROL_ID = "lesson-control";

interface StepTextProps {
  readonly text: string;
  readonly values: Readonly<Record<string, Measure>>;
  /** The numbers of the text. Null until a run has them. */
  readonly numbers: TextNumbers | null;
  /** Whether the answer to the task is measured in the same interval as the numbers. */
  readonly coversAnswer?: boolean;
}

/** A paragraph, with the interval that its numbers cover. */
export function StepText({ text, values, numbers, coversAnswer = false }: StepTextProps): ReactNode {
  const lang = useTextLanguage();
  const intervals = numbers ? textIntervals(numbers) : [];
  const hasSeveral = intervals.length > 1;
  return (
    <>
      <p lang={lang}>
        <TextParts text={text} values={values} numbers={numbers} hasSeveral={hasSeveral} />
      </p>
      {intervals.length === 1 && (
        <p className="cluster gap-4 flat soft text-m">
          {(coversAnswer ? lessonTexts.numbersAndAnswerFrom : lessonTexts.numbersFrom)({
            span: intervalsText(intervals),
          })}
        </p>
      )}
    </>
  );
}

/** The parts of a text: words, values and links. With `hasSeveral`, each value states its interval. */
export function TextParts({
  text,
  values = {},
  numbers = null,
  hasSeveral = false,
}: Pick<StepTextProps, "text"> &
  Partial<Pick<StepTextProps, "values" | "numbers">> & { readonly hasSeveral?: boolean }): ReactNode {
  return readText(text).map((part, i) => {
    const key = `${i}`;
    if (part.kind === "text") return <span key={key}>{part.text}</span>;
    if (part.kind === "link") return <TextLink key={key} target={part.target} text={part.text} />;
    const what = values[part.name];
    const number = numbers?.[part.name];
    const interval = hasSeveral && number?.interval ? ` (${intervalsText([number.interval])})` : "";
    return (
      <b key={key} className="nowrap">
        {number && what ? `${valueText(number.value, what)}${interval}` : "\u2013"}
      </b>
    );
  });
}

function TextLink({ target, text }: { readonly target: LinkTarget; readonly text: string }): ReactNode {
  const { session } = useServices();
  const { timeView, playback } = session;
  const light = (on: boolean): void => {
    if (target.kind === "curve") timeView.setHighlight(on ? target.flow : null);
    if (target.kind === "moment") timeView.setCursor(on ? target.t : null);
  };
  useEffect(() => () => timeView.setHighlight(null), [timeView]);
  const follow = (): void => {
    if (target.kind === "moment") {
      playback.pause();
      playback.seek(target.t);
    }
    if (target.kind === "control")
      document.getElementById(CONTROL_ID)?.querySelector<HTMLElement>("button, input")?.focus();
  };
  return (
    <button
      type="button"
      className="link-button lesson-link"
      onClick={() => {
        light(true);
        follow();
      }}
      onFocus={() => light(true)}
      onBlur={() => light(false)}
      onPointerEnter={() => light(true)}
      onPointerLeave={() => light(false)}
    >
      {text}
    </button>
  );
}
