// The values of a varied setting: chips with names and units, or a range of numbers.
import { type ReactNode, useId, useRef, useState } from "react";
import { Chips } from "../../components/Chips.tsx";
import { SegmentedControl, Select } from "../../components/fields/choice.tsx";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { describePath } from "../../scenario/descriptors.ts";
import { splitQuantity } from "../../scenario/units.ts";
import { hasWholeNumbers, isNumber, plainUnit, possibleValues, typedValues, valueName } from "./settings.ts";
import {
  readSpan,
  spanOf,
  spanText,
  spanValues,
  type ValueSpan,
  type VariedSetting,
  valuesText,
} from "./sweepDocument.ts";
import { varyTexts } from "./texts/index.ts";

interface ValuesFieldProps {
  readonly label: string;
  readonly setting: VariedSetting;
  readonly scenario: ScenarioDocument;
  readonly catalogue: Catalogue;
  readonly onChange: (setting: VariedSetting) => void;
}

export function ValuesField(props: ValuesFieldProps): ReactNode {
  const { label, setting, scenario, catalogue, onChange } = props;
  const { path } = setting;
  const text = valuesText(setting);
  const [span, setSpan] = useState(() => readSpan(text));
  const whole = hasWholeNumbers(path, scenario, catalogue);
  const values = span ? spanValues(span, whole) : text.split(",").map((value) => value.trim());
  const names = values.map((value) => valueName(value, path, scenario, catalogue));
  const set = (next: readonly string[]): void => onChange({ ...setting, values: next.join(",") });
  const setRange = (next: ValueSpan): void => {
    setSpan(next);
    const list = whole ? spanValues(next, whole) : [];
    // The simulator does not round the values of a range.
    onChange({ ...setting, values: list.length > 0 ? list.join(",") : spanText(next) });
  };
  const toForm = (form: "list" | "span"): void => {
    if (form === "span") setRange(spanOf(values));
    else {
      setSpan(null);
      if (values.length > 0) set(values);
    }
  };
  return (
    <div className="vary-values stack gap-2 left">
      {isNumber(describePath(catalogue, path, scenario)) && (
        <SegmentedControl
          small
          label={label}
          value={span ? "span" : "list"}
          options={[
            { value: "list", label: varyTexts.list },
            { value: "span", label: varyTexts.span },
          ]}
          onChange={toForm}
        />
      )}
      {span ? (
        <>
          <SpanBoxes span={span} onPart={(part) => setRange({ ...span, ...part })} />
          <Chips names={names} />
          <p className="field-note">{varyTexts.spanHint}</p>
        </>
      ) : (
        <ListOfValues {...props} {...{ values, names }} onValues={set} />
      )}
    </div>
  );
}

interface ListOfValuesProps extends ValuesFieldProps {
  readonly values: readonly string[];
  readonly names: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
}

/** The values as chips, with a control that adds one: a list of names, or a box for quantities. */
function ListOfValues(props: ListOfValuesProps): ReactNode {
  const { setting, scenario, catalogue, values, names, onValues } = props;
  const group = useRef<HTMLDivElement>(null);
  const possible = possibleValues(setting.path, scenario, catalogue);
  const unused = possible.filter((value) => !values.includes(value));
  const remove = (index: number): void => {
    onValues(values.filter((_, i) => i !== index));
    // The button that had the focus is removed.
    group.current?.querySelector<HTMLElement>("select, input")?.focus();
  };
  const choices = unused.map((value) => ({
    value,
    label: valueName(value, setting.path, scenario, catalogue),
    doc: "",
  }));
  return (
    <div ref={group} className="stack gap-2 left">
      <Chips names={names} onRemove={values.length > 1 ? remove : undefined} />
      {possible.length === 0 && <AddQuantity {...props} />}
      {unused.length > 0 && (
        <Select
          accessibleName={varyTexts.addValue}
          value=""
          choices={[{ value: "", label: varyTexts.addValue, doc: "" }, ...choices]}
          onCommit={(value) => value !== "" && onValues([...values, value])}
        />
      )}
    </div>
  );
}

/** A box that adds one or more quantities. */
function AddQuantity({
  setting,
  scenario,
  catalogue,
  values,
  names,
  onValues,
}: ListOfValuesProps): ReactNode {
  const id = useId();
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const field = describePath(catalogue, setting.path, scenario);
  const unit = splitQuantity(names.at(-1) ?? "")?.suffix || plainUnit(setting.path, scenario, catalogue);
  const add = (): void => {
    if (text.trim() === "") return;
    const typed = typedValues(text, values.at(-1) ?? "", field);
    setWrong(typed === null);
    if (!typed) return;
    onValues([...new Set([...values, ...typed])]);
    setText("");
  };
  return (
    <div className="vary-field labelled text-m">
      <label htmlFor={id}>{varyTexts.addValue}</label>
      <input
        id={id}
        className="text-box"
        value={text}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setText(target.value)}
        onBlur={add}
        onKeyDown={({ key }) => key === "Enter" && add()}
      />
      <p className="field-note" id={`${id}-hint`} role={isWrong ? "alert" : undefined}>
        {isWrong ? varyTexts.notAValue({ example: names.at(-1) ?? "" }) : varyTexts.valuesHint}{" "}
        {unit !== "" && varyTexts.plainUnit({ unit })}
      </p>
    </div>
  );
}

interface SpanBoxesProps {
  readonly span: ValueSpan;
  readonly onPart: (part: Partial<ValueSpan>) => void;
}

function SpanBoxes({ span, onPart }: SpanBoxesProps): ReactNode {
  const box = (name: string, value: string, part: (value: string) => Partial<ValueSpan>): ReactNode => (
    <label className="vary-field labelled text-m is-short">
      {name}
      <input className="text-box" value={value} onChange={({ target }) => onPart(part(target.value))} />
    </label>
  );
  return (
    <div className="cluster gap-3 bottom">
      {box(varyTexts.from, span.from, (from) => ({ from }))}
      {box(varyTexts.to, span.to, (to) => ({ to }))}
      {box(varyTexts.steps, span.count, (count) => ({ count: count.replace(/\D/g, "") }))}
      <label className="check text-m row">
        <input
          type="checkbox"
          checked={span.log}
          onChange={({ target }) => onPart({ log: target.checked })}
        />
        {varyTexts.equalRatios}
      </label>
    </div>
  );
}
