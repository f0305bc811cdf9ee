// The values of a varied setting, as a list or as a range.
import { type ReactNode, useId, useState } from "react";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import {
  readSpan,
  spanText,
  type ValueSpan,
  type VariedSetting,
  valuesText,
  wholeSpan,
} from "./sweepDocument.ts";
import { varyTexts } from "./texts/index.ts";

interface ValuesFieldProps {
  readonly label: string;
  readonly setting: VariedSetting;
  /** The possible values of a choice; empty for numbers. */
  readonly possible: readonly string[];
  /** The unit of a number without a unit; empty if there is none. */
  readonly unit: string;
  /** Whether numbers without a unit must be whole. */
  readonly whole: boolean;
  readonly onChange: (setting: VariedSetting) => void;
}

export function ValuesField({
  label,
  setting,
  possible,
  unit,
  whole,
  onChange,
}: ValuesFieldProps): ReactNode {
  const hint = useId();
  const text = valuesText(setting);
  const read = readSpan(text);
  const [isSpan, setSpan] = useState(read !== null);
  const [from = "", to = from] = [text.split(",")[0], text.split(",").at(-1)];
  const span =
    read ??
    (whole && /^\d+$/.test(from) && /^\d+$/.test(to)
      ? wholeSpan(Number(from), Number(to))
      : { from, to, count: "5", log: false });
  const set = (values: string): void => onChange({ ...setting, values });
  return (
    <div className="vary-values stack left">
      {possible.length === 0 && (
        <SegmentedControl
          small
          label={label}
          value={isSpan ? "span" : "list"}
          options={[
            { value: "list", label: varyTexts.list },
            { value: "span", label: varyTexts.span },
          ]}
          onChange={(form) => {
            setSpan(form === "span");
            if (form === "span") set(spanText(span));
            else if (read) set([read.from, read.to].join(","));
          }}
        />
      )}
      {isSpan ? (
        <SpanBoxes span={span} onPart={(part) => set(spanText({ ...span, ...part }))} />
      ) : (
        <label className="vary-field labelled text-m">
          {varyTexts.values}
          <input
            className="text-box"
            value={text}
            aria-describedby={hint}
            onChange={({ target }) => set(target.value)}
          />
        </label>
      )}
      <p className="field-note" id={hint}>
        {possible.length > 0
          ? varyTexts.kindsHint({ all: possible.join(", ") })
          : isSpan
            ? varyTexts.spanHint
            : varyTexts.valuesHint}{" "}
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
    <div className="vary-row cluster gap-4">
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
