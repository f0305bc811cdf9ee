// The condition of a goal: a quantity of the student's run is above or below a limit.

import type { ReactNode } from "react";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import type { Condition } from "../../engine/numbers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { quantitiesOf } from "./draft.ts";
import type { GoalQuestion } from "./model.ts";
import { NumberBox } from "./NumberBox.tsx";
import { indexOfMeasure, quantityText } from "./NumberEditor.tsx";
import { assignmentTexts } from "./texts/index.ts";

interface GoalEditorProps {
  readonly question: GoalQuestion;
  readonly scenario: ScenarioDocument;
  readonly onChange: (next: GoalQuestion) => void;
}

export function GoalEditor(props: GoalEditorProps): ReactNode {
  const { question, onChange } = props;
  return (
    <>
      <GoalCondition {...props} />
      <label className="check row">
        <input
          type="checkbox"
          checked={question.oneControl === true}
          onChange={(event) => onChange({ ...question, oneControl: event.target.checked })}
        />
        <span>{assignmentTexts.goalOneControl}</span>
      </label>
    </>
  );
}

function GoalCondition({ question, scenario, onChange }: GoalEditorProps): ReactNode {
  const quantities = quantitiesOf(scenario);
  const [condition, ...others] = question.when;
  const chosen = indexOfMeasure(quantities, condition?.of);
  const quantity = quantities[chosen];
  if (
    !condition ||
    !quantity ||
    others.length > 0 ||
    (condition.above !== undefined && condition.below !== undefined)
  )
    return <p className="field-note">{assignmentTexts.goalFixed}</p>;
  const side = condition.above === undefined ? "below" : "above";
  const limit = condition.above ?? condition.below ?? 0;
  const set = (next: Condition): void => onChange({ ...question, when: [next] });
  return (
    <div className="make-row cluster gap-4">
      <label className="make-field labelled">
        <span>{assignmentTexts.goalQuantity}</span>
        <select
          className="select"
          value={chosen}
          onChange={(event) => {
            const next = quantities[Number(event.target.value)];
            if (next) set({ of: next.measure, [side]: limit });
          }}
        >
          {quantities.map((one, i) => (
            <option key={quantityText(one)} value={i}>
              {quantityText(one)}
            </option>
          ))}
        </select>
      </label>
      <SegmentedControl
        label={assignmentTexts.goalSide}
        value={side}
        options={[
          { value: "above", label: assignmentTexts.goalAbove },
          { value: "below", label: assignmentTexts.goalBelow },
        ]}
        onChange={(next) => set({ of: condition.of, [next]: limit })}
      />
      <NumberBox
        key={quantityText(quantity)}
        label={
          quantity.unit === "" ? assignmentTexts.goalLimit : `${assignmentTexts.goalLimit} (${quantity.unit})`
        }
        value={limit * quantity.factor}
        onChange={(next) => set({ of: condition.of, [side]: next / quantity.factor })}
      />
    </div>
  );
}
