// The conditions of a goal: each a quantity of the student's run that is above or below a limit.

import type { ReactNode } from "react";
import { Button } from "../../components/Button.tsx";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import type { Condition } from "../../engine/numbers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { conditionText } from "./conditions.ts";
import { quantitiesOf } from "./draft.ts";
import type { GoalQuestion } from "./model.ts";
import { NumberBox } from "./NumberBox.tsx";
import { indexOfMeasure, quantityText } from "./NumberEditor.tsx";
import { assignmentTexts } from "./texts/index.ts";

/** The most conditions of a goal, as in sim-core/assignments. */
const MAX_CONDITIONS = 20;

interface GoalEditorProps {
  readonly question: GoalQuestion;
  readonly scenario: ScenarioDocument;
  readonly onChange: (next: GoalQuestion) => void;
}

export function GoalEditor(props: GoalEditorProps): ReactNode {
  const { question, scenario, onChange } = props;
  const { when } = question;
  const [quantity] = quantitiesOf(scenario);
  const set = (i: number, next: readonly Condition[]): void =>
    onChange({ ...question, when: [...when.slice(0, i), ...next, ...when.slice(i + 1)] });
  return (
    <>
      {when.map((condition, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name of its own
        <div className="cluster gap-3" key={i}>
          <GoalCondition condition={condition} scenario={scenario} onChange={(next) => set(i, [next])} />
          {when.length > 1 && (
            <Button aria-label={assignmentTexts.removeCondition({ n: i + 1 })} onClick={() => set(i, [])}>
              {assignmentTexts.removeShort}
            </Button>
          )}
        </div>
      ))}
      {quantity && when.length < MAX_CONDITIONS && (
        <Button onClick={() => set(when.length, [{ of: quantity.measure, above: 0.9 }])}>
          {assignmentTexts.addCondition}
        </Button>
      )}
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

interface GoalConditionProps {
  readonly condition: Condition;
  readonly scenario: ScenarioDocument;
  readonly onChange: (next: Condition) => void;
}

function GoalCondition({ condition, scenario, onChange }: GoalConditionProps): ReactNode {
  const quantities = quantitiesOf(scenario);
  const chosen = indexOfMeasure(quantities, condition.of);
  const quantity = quantities[chosen];
  if (!quantity || (condition.above !== undefined && condition.below !== undefined)) {
    const text = conditionText(condition, scenario);
    return (
      <p className="field-note">
        {text} {assignmentTexts.goalFixed}
      </p>
    );
  }
  const side = condition.above === undefined ? "below" : "above";
  const limit = condition.above ?? condition.below ?? 0;
  return (
    <div className="make-row cluster gap-4 bottom">
      <label className="make-field labelled">
        <span>{assignmentTexts.goalQuantity}</span>
        <select
          className="select"
          value={chosen}
          onChange={(event) => {
            const next = quantities[Number(event.target.value)];
            if (next) onChange({ of: next.measure, [side]: limit });
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
        onChange={(next) => onChange({ of: condition.of, [next]: limit })}
      />
      <NumberBox
        key={quantityText(quantity)}
        label={
          quantity.unit === "" ? assignmentTexts.goalLimit : `${assignmentTexts.goalLimit} (${quantity.unit})`
        }
        value={limit * quantity.factor}
        onChange={(next) => onChange({ of: condition.of, [side]: next / quantity.factor })}
      />
    </div>
  );
}
