// The right answer of a question for a number: a quantity of the student's run, or a fixed number.

import type { ReactNode } from "react";
import type { Measure } from "../../engine/numbers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { numberName } from "../../scenario/numbers.ts";
import { type DraftQuestion, type Quantity, quantitiesOf } from "./draft.ts";
import type { NumberQuestion } from "./model.ts";
import { NumberBox } from "./NumberBox.tsx";
import { assignmentTexts } from "./texts/index.ts";

interface NumberEditorProps {
  readonly value: DraftQuestion;
  readonly question: NumberQuestion;
  readonly scenario: ScenarioDocument;
  readonly onChange: (next: DraftQuestion) => void;
}

export const quantityText = ({ number, of }: Quantity): string => numberName(number, of);

/** The index of the quantity with this measure, or -1. */
export const indexOfMeasure = (quantities: readonly Quantity[], measure: Measure | undefined): number =>
  quantities.findIndex((quantity) => JSON.stringify(quantity.measure) === JSON.stringify(measure));

export function NumberEditor({ value, question, scenario, onChange }: NumberEditorProps): ReactNode {
  const quantities = quantitiesOf(scenario);
  const { key } = value;
  const measure = key && "measure" in key ? key.measure : undefined;
  const chosen = indexOfMeasure(quantities, measure);
  const fixed = key && "value" in key ? key.value : null;
  const choose = (index: number): void => {
    const [before, quantity] = [quantities[chosen], quantities[index]];
    // A text that the author did not change follows the quantity.
    const isDefault =
      before !== undefined && question.ask === assignmentTexts.askQuantity({ what: quantityText(before) });
    if (quantity)
      onChange({
        question: {
          ...question,
          unit: quantity.unit,
          ask: isDefault ? assignmentTexts.askQuantity({ what: quantityText(quantity) }) : question.ask,
        },
        key: { measure: quantity.measure, factor: quantity.factor },
      });
    else onChange({ question, key: { value: 0 } });
  };
  return (
    <div className="make-row cluster gap-4 bottom">
      {measure !== undefined && chosen < 0 ? (
        <p className="field-note">{assignmentTexts.rightByRun}</p>
      ) : (
        <label className="make-field labelled">
          <span>{assignmentTexts.quantity}</span>
          <select className="select" value={chosen} onChange={(event) => choose(Number(event.target.value))}>
            {quantities.map((quantity, i) => (
              <option key={quantityText(quantity)} value={i}>
                {quantityText(quantity)}
              </option>
            ))}
            <option value={-1}>{assignmentTexts.fixed}</option>
          </select>
        </label>
      )}
      {fixed !== null && (
        <NumberBox
          label={assignmentTexts.value}
          value={fixed}
          onChange={(next) => onChange({ question, key: { value: next } })}
        />
      )}
      <label className="make-field labelled is-short">
        <span>{assignmentTexts.unit}</span>
        <input
          className="text-box"
          maxLength={20}
          readOnly={fixed === null}
          value={question.unit}
          onChange={(event) => onChange({ ...value, question: { ...question, unit: event.target.value } })}
        />
      </label>
      <NumberBox
        label={assignmentTexts.tolerance}
        min={0}
        value={question.tolerance * 100}
        onChange={(next) => onChange({ ...value, question: { ...question, tolerance: next / 100 } })}
      />
    </div>
  );
}
