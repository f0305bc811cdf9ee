// The settings of an assignment: the free ones with controls, the locked ones with their values. Hidden ones
// are not shown.

import { type ReactNode, useState } from "react";
import { ChoiceField, SegmentedControl } from "../../components/fields/choice.tsx";
import { FieldControl } from "../../components/fields/FieldControl.tsx";
import { Disclosure } from "../../components/surfaces.tsx";
import type { Catalogue, Json, ScenarioDocument } from "../../generated/types.ts";
import { describePath, kindOf } from "../../scenario/descriptors.ts";
import { settingName, settingValue } from "../../scenario/diff.ts";
import { readPath, sameJson } from "../../scenario/path.ts";
import type { Control } from "../../tasks/model.ts";
import type { Assignment } from "./model.ts";
import { assignmentTexts } from "./texts/index.ts";
import { controlSteps, positionOf, setStep, type WorkStep } from "./work.ts";

/**
 * Adds steps to the log. With `merge`, a step that sets the same path as the step before it replaces that
 * step.
 */
export type AddSteps = (steps: readonly WorkStep[], merge?: boolean) => void;

interface StudentSettingsProps {
  readonly assignment: Assignment;
  readonly catalogue: Catalogue;
  readonly doc: ScenarioDocument;
  /** The scenario with which the student began. */
  readonly start: ScenarioDocument;
  readonly onSteps: AddSteps;
}

export function StudentSettings(props: StudentSettingsProps): ReactNode {
  const { assignment, catalogue, doc } = props;
  const { settings, controls } = assignment;
  const ofControls = new Set(
    controls.flatMap(({ options }) => options.flatMap(({ set }) => set.map(([path]) => path))),
  );
  const free = settings.filter(({ path, access }) => access === "free" && !ofControls.has(path));
  // A locked setting that contains a changeable one, such as the queue with its limit, is not listed.
  const changeable = [...free.map(({ path }) => path), ...ofControls];
  const locked = settings.filter(
    ({ path, access }) => access === "locked" && !changeable.some((one) => one.startsWith(`${path}.`)),
  );
  return (
    <>
      <section className="assignment-settings stack" aria-label={assignmentTexts.yourSettings}>
        <h2>{assignmentTexts.yourSettings}</h2>
        {free.length + controls.length === 0 && <p>{assignmentTexts.noFree}</p>}
        {controls.map((control) => (
          <ControlChoice key={control.id} {...props} control={control} />
        ))}
        {free.map(({ path }) => (
          <FreeSetting key={path} {...props} path={path} />
        ))}
      </section>
      {locked.length > 0 && (
        <Disclosure summary={assignmentTexts.lockedSettings}>
          <dl className="assignment-locked stack gap-2">
            {locked.map(({ path }) => (
              <div className="cluster gap-4 flat between" key={path}>
                <dt>{settingName(path, doc, catalogue)}</dt>
                <dd>{settingValue(path, doc, catalogue)}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
    </>
  );
}

function ControlChoice({
  control,
  catalogue,
  doc,
  start,
  onSteps,
}: StudentSettingsProps & { readonly control: Control }): ReactNode {
  const position = positionOf(control, doc, start);
  const paths = [...new Set(control.options.flatMap(({ set }) => set.map(([path]) => path)))];
  return (
    <div className="lesson-control stack gap-1">
      <span>{control.label}</span>
      <SegmentedControl
        label={control.label}
        value={String(position)}
        options={control.options.map(({ label }, i) => ({ value: String(i), label }))}
        onChange={(option) => onSteps(controlSteps(control, Number(option), start))}
      />
      {position < 0 && (
        <span className="field-note">
          {assignmentTexts.inScenario({
            value: paths.map((path) => settingValue(path, doc, catalogue)).join(", "),
          })}
        </span>
      )}
    </div>
  );
}

function FreeSetting({
  path,
  catalogue,
  doc,
  onSteps,
}: StudentSettingsProps & { readonly path: string }): ReactNode {
  const [preview, setPreview] = useState<Json | undefined>();
  const field = describePath(catalogue, path, doc);
  if (!field) return null;
  const label = settingName(path, doc, catalogue);
  const value = readPath(doc, path);
  const commit = (next: Json | undefined, merge: boolean): void => {
    const stored = next !== undefined && sameJson(next, field.default ?? null) ? undefined : next;
    if (!sameJson(stored, value)) onSteps([setStep(path, stored)], merge);
  };
  if (path.endsWith(".queue")) {
    const limit = readPath(doc, `${path}.limit`);
    return (
      <ChoiceField
        label={label}
        value={String(kindOf(value, field) ?? "")}
        choices={(field.variants ?? []).map((variant) => ({
          value: variant.value,
          label: variant.label,
          doc: "",
        }))}
        onCommit={(kind) =>
          kind !== undefined && commit({ kind, ...(limit === undefined ? {} : { limit }) }, false)
        }
      />
    );
  }
  if (path.endsWith(".algorithm"))
    return (
      <ChoiceField
        label={label}
        value={String(value ?? field.default ?? "")}
        choices={catalogue.algorithms.map(({ id, name }) => ({ value: id, label: name, doc: "" }))}
        onCommit={(next) => commit(next, false)}
      />
    );
  return (
    <FieldControl
      field={field}
      value={preview ?? value}
      hints={{ label }}
      onPreview={setPreview}
      onCommit={(next, merge) => {
        setPreview(undefined);
        commit(next, merge);
      }}
    />
  );
}
