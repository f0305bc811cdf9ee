// What students predict: how a curve continues after a moment, or the mean rates of all flows.
import type { ReactNode } from "react";
import type { Derived } from "../../generated/types.ts";
import type { CurvePrediction } from "../../tasks/model.ts";
import { barsOf, curvesOf, type Draft } from "./draft.ts";
import type { PredictQuestion } from "./model.ts";
import { NumberBox } from "./NumberBox.tsx";
import { assignmentTexts } from "./texts/index.ts";

interface PredictEditorProps {
  readonly question: PredictQuestion;
  readonly draft: Draft;
  readonly derived: Derived;
  readonly onChange: (next: PredictQuestion) => void;
}

const BARS = -1;

export function PredictEditor({ question, draft, derived, onChange }: PredictEditorProps): ReactNode {
  const { what } = question;
  const curves = curvesOf(draft.scenario, derived);
  const duration = draft.scenario.duration ?? 30;
  const isCurve = (curve: Omit<CurvePrediction, "from" | "to">): boolean =>
    what.kind === "curve" && curve.entity === what.entity && curve.signal === what.signal;
  const chosen = what.kind === "bars" ? BARS : curves.findIndex(isCurve);
  // A prediction of a lesson about other settings stays as it is.
  if (question.set || (what.kind === "curve" && chosen < 0))
    return <p className="field-note">{assignmentTexts.predictFixed}</p>;
  const from = what.kind === "curve" ? what.from : duration / 2;
  const choose = (index: number): void => {
    const curve = curves[index];
    onChange({
      ...question,
      what: curve
        ? { ...curve, from, to: duration }
        : barsOf(draft.scenario, derived, assignmentTexts.predictLabel),
    });
  };
  return (
    <div className="make-row cluster gap-4 bottom">
      <label className="make-field labelled">
        <span>{assignmentTexts.predictWhat}</span>
        <select className="select" value={chosen} onChange={(event) => choose(Number(event.target.value))}>
          {curves.map(({ entity, label, unit }, i) => (
            <option key={`${entity} ${unit}`} value={i}>
              {unit === "s"
                ? assignmentTexts.predictWait({ link: label })
                : assignmentTexts.predictRate({ flow: label })}
            </option>
          ))}
          <option value={BARS}>{assignmentTexts.predictBars}</option>
        </select>
      </label>
      {what.kind === "curve" && (
        <NumberBox
          label={assignmentTexts.predictFrom}
          min={0}
          value={what.from}
          onChange={(next) => {
            if (next > 0 && next < what.to) onChange({ ...question, what: { ...what, from: next } });
          }}
        />
      )}
      <p className="field-note">{assignmentTexts.predictHelp}</p>
    </div>
  );
}
