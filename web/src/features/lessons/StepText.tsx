// A paragraph of a lesson with live values, and with links that light up a curve, a moment or a control.
import { type ReactNode, useEffect } from "react";
import { useServices } from "../lab/state/context.tsx";
import { type LessonRun, measureText } from "./measures.ts";
import type { Measure } from "./model.ts";
import { type LinkTarget, readText } from "./text.ts";
import { useTextLanguage } from "./textLanguage.ts";

/** The id of the element with the control of the shown step. */
export const CONTROL_ID = "lesson-control";

interface StepTextProps {
  readonly text: string;
  readonly values: Readonly<Record<string, Measure>>;
  readonly run: LessonRun | null;
}

export function StepText({ text, values, run }: StepTextProps): ReactNode {
  const lang = useTextLanguage();
  return (
    <p lang={lang}>
      {readText(text).map((part, i) => {
        const key = `${i}`;
        if (part.kind === "text") return <span key={key}>{part.text}</span>;
        if (part.kind === "link") return <TextLink key={key} target={part.target} text={part.text} />;
        const what = values[part.name];
        return (
          <b key={key} className="lesson-value">
            {run && what ? measureText(run, what) : "\u2013"}
          </b>
        );
      })}
    </p>
  );
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
      className="lesson-link"
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
