// The form of a sweep: its design, its settings with their values, the number of seeds, and the metric of the
// figure.
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { SegmentedControl, Select } from "../../components/fields/choice.tsx";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { labelOfId } from "../../scenario/flowLabel.ts";
import { sameJson } from "../../scenario/path.ts";
import { firstSweep, variedSetting } from "./firstSweep.ts";
import { metricChoices } from "./metrics.ts";
import { variableSettings } from "./settings.ts";
import { designOf, type SweepDocument, seedsOf, type VariedSetting } from "./sweepDocument.ts";
import { TornadoChoice } from "./TornadoChoice.tsx";
import { varyTexts } from "./texts/index.ts";
import { ValuesField } from "./ValuesField.tsx";

interface VaryFormProps {
  readonly sweep: SweepDocument;
  readonly catalogue: Catalogue;
  readonly metric: string;
  readonly labScenario: () => ScenarioDocument;
  readonly onSweep: (sweep: SweepDocument) => void;
  readonly onMetric: (metric: string) => void;
}

export function VaryForm(props: VaryFormProps): ReactNode {
  const { sweep, catalogue, metric, labScenario, onSweep, onMetric } = props;
  const { scenario } = sweep;
  const design = designOf(sweep);
  const metrics = useMemo(
    () =>
      metricChoices(scenario, catalogue).map(({ id, name, group }) => ({
        value: id,
        label: name,
        doc: group,
      })),
    [scenario, catalogue],
  );
  const isOther = !sameJson(scenario, labScenario());
  return (
    <form
      className="vary-form no-print stack gap-4"
      aria-label={varyTexts.form}
      onSubmit={(event) => event.preventDefault()}
    >
      <p>
        {varyTexts.scenario({ title: scenario.title || varyTexts.untitled })}{" "}
        {isOther && (
          <Button quiet onClick={() => onSweep(firstSweep(labScenario(), catalogue, null))}>
            {varyTexts.useLab}
          </Button>
        )}
      </p>
      <SegmentedControl
        small
        label={varyTexts.design}
        value={design}
        options={[
          { value: "grid", label: varyTexts.grid },
          { value: "one-at-a-time", label: varyTexts.tornado },
        ]}
        onChange={(next) =>
          onSweep(
            next === "grid"
              ? { ...firstSweep(scenario, catalogue, null), seeds: seedsOf(sweep) }
              : { ...sweep, design: next, vary: [] },
          )
        }
      />
      {design === "grid" ? (
        <GridSettings {...{ sweep, catalogue, onSweep }} />
      ) : (
        <TornadoChoice sweep={sweep} onSweep={onSweep} />
      )}
      <div className="cluster gap-3 bottom">
        <SeedsField seeds={seedsOf(sweep)} onChange={(seeds) => onSweep({ ...sweep, seeds })} />
        <div className="vary-field labelled text-m">
          <label htmlFor="vary-metric">{varyTexts.metric}</label>
          <Select
            id="vary-metric"
            value={metric}
            choices={metrics}
            groupOf={({ doc }) => doc}
            onCommit={onMetric}
          />
        </div>
      </div>
    </form>
  );
}

function GridSettings({
  sweep,
  catalogue,
  onSweep,
}: Pick<VaryFormProps, "sweep" | "catalogue" | "onSweep">): ReactNode {
  const { scenario, vary } = sweep;
  const choices = useMemo(
    () =>
      variableSettings(scenario, catalogue).map(({ path, name, flow }) => ({
        value: path,
        label: name,
        doc: flow === "" ? varyTexts.network : labelOfId(flow, scenario),
      })),
    [scenario, catalogue],
  );
  const [first, second] = vary;
  const change = (index: number, next: VariedSetting | null): void =>
    onSweep({
      ...sweep,
      vary: [...vary.slice(0, index), ...(next ? [next] : []), ...vary.slice(index + 1)],
    });
  const choose = (index: number, path: string): void =>
    change(index, path === "" ? null : variedSetting(path, scenario, catalogue));
  const none = { value: "", label: varyTexts.none, doc: "" };
  const row = (index: number, setting: VariedSetting | undefined, other: string | undefined): ReactNode => (
    <fieldset
      className="vary-setting card stack gap-3"
      aria-label={index === 0 ? varyTexts.setting : varyTexts.secondSetting}
    >
      <div className="vary-field labelled text-m">
        <label htmlFor={`vary-setting-${index}`}>
          {index === 0 ? varyTexts.setting : varyTexts.secondSetting}
        </label>
        <Select
          id={`vary-setting-${index}`}
          value={setting?.path ?? ""}
          choices={[...(index === 0 ? [] : [none]), ...choices.filter(({ value }) => value !== other)]}
          groupOf={({ doc }) => doc}
          onCommit={(path) => choose(index, path)}
        />
      </div>
      {setting && (
        <ValuesField
          key={setting.path}
          label={index === 0 ? varyTexts.formOfFirst : varyTexts.formOfSecond}
          {...{ setting, scenario, catalogue }}
          onChange={(next) => change(index, next)}
        />
      )}
    </fieldset>
  );
  return (
    <>
      {row(0, first, second?.path)}
      {row(1, second, first?.path)}
    </>
  );
}

function SeedsField({
  seeds,
  onChange,
}: {
  readonly seeds: number;
  readonly onChange: (seeds: number) => void;
}): ReactNode {
  const [text, setText] = useState(String(seeds));
  const isValid = /^[1-9]\d{0,3}$/.test(text);
  return (
    <label className="vary-field labelled text-m is-short">
      {varyTexts.seeds}
      <input
        className="text-box"
        inputMode="numeric"
        value={text}
        aria-invalid={!isValid}
        onChange={({ target }) => {
          setText(target.value);
          if (/^[1-9]\d{0,3}$/.test(target.value)) onChange(Number(target.value));
        }}
      />
    </label>
  );
}
