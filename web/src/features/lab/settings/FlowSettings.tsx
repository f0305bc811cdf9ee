// The settings of a flow that its card does not show: source, times, sizes, delays, and the parameters of its
// algorithm.
import type { ReactNode } from "react";
import { type FormItem, GroupedForm, itemsOf } from "../../../components/fields/ParamForm.tsx";
import type { SliderRange } from "../../../components/fields/slider.ts";
import { VariantField } from "../../../components/fields/VariantField.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import type { AlgorithmInfo, FlowDocument, Json, JsonObject } from "../../../generated/types.ts";
import {
  algorithmOf,
  canChangeDuringRun,
  describePath,
  kindAt,
  kindOf,
  withDefaultAmong,
} from "../../../scenario/descriptors.ts";
import { valueAt } from "../../../scenario/edit.ts";
import { readPath } from "../../../scenario/path.ts";
import { OWN } from "../../../scenario/programs.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { usePlayhead, useScenario } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { SettingControl, useShownValue } from "./SettingControl.tsx";

const ProgramSettings = lazyPart(() => import("./ProgramSettings.tsx"));

/**
 * The range of the sliders for start and stop in seconds. If the document has a duration, the range ends
 * there instead.
 */
const START: SliderRange = { min: 0, max: 60, scale: "linear", integer: false };

export default function FlowSettings({ flow }: { readonly flow: FlowDocument }): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const flowPath = `flows.${flow.id}`;
  const sourceField = describePath(catalogue, `${flowPath}.source`, doc);
  const defaultSource = sourceField?.default as JsonObject | undefined;
  const [algorithm, parameters] = useParameters(flow);
  const flowItems = useFlowItems(flowPath);
  const source = useShownValue(`${flowPath}.source`);
  const set = (path: string, value: Json | undefined, mergeWithLastEdit: boolean): void => {
    scenario.getState().set(path, value, session.playback.time, mergeWithLastEdit);
  };
  return (
    <div className="form stack">
      <VariantField
        label={pageTexts.lab.source}
        kinds={catalogue.sources}
        value={(source ?? defaultSource ?? {}) as JsonObject}
        fallback={defaultSource}
        changed={kindOf(flow.source, sourceField) !== kindOf(undefined, sourceField)}
        disabled={editsFromPlayhead}
        onPreview={(next) =>
          scenario.getState().setPreview(`${flowPath}.source`, next, session.playback.time)
        }
        onCommit={(next, mergeWithLastEdit) => set(`${flowPath}.source`, next, mergeWithLastEdit)}
      />
      {algorithm && algorithm.fields.length > 0 && (
        <h3 className="form-head text-m">{labTexts.lab.parametersOf({ name: algorithm.name })}</h3>
      )}
      {algorithm?.id === OWN && <ProgramSettings flow={flow.id} />}
      <GroupedForm visibleCount={7} items={[...flowItems, ...parameters]} />
      <p className="faint text-s">
        {pageTexts.lab.flowId} <code>{flow.id}</code>
        {flow.start !== undefined && typeof flow.start === "number" && flow.start > 0 && (
          <>, {labTexts.lab.startsAt({ t: formatQuantity(flow.start, "s") })}</>
        )}
      </p>
    </div>
  );
}

/** The settings of a flow that do not depend on its algorithm, all of which are in groups. */
function useFlowItems(flowPath: string): readonly FormItem[] {
  const { catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const time: SliderRange = { ...START, max: doc.duration ?? START.max };
  const delay: SliderRange = { min: 0, max: 0.5, scale: "log", integer: false };
  const ranges: Readonly<Record<string, SliderRange | undefined>> = {
    start: time,
    stop: time,
    count: { min: 1, max: 100, scale: "log", integer: true },
    ...(kindAt(catalogue, "network", doc) === "dumbbell" ? {} : { path: undefined }),
    packet: { min: 64, max: 9000, scale: "log", integer: true },
    "access.sender": delay,
    "access.receiver": delay,
    group: undefined,
    role: undefined,
  };
  return Object.entries(ranges).map(([name, range]) => {
    const path = `${flowPath}.${name}`;
    return {
      name: path,
      path,
      group: describePath(catalogue, path, doc)?.group,
      changed: readPath(doc, path) !== undefined,
      control: <SettingControl path={path} {...(range ? { range } : {})} />,
    };
  });
}

function useParameters(flow: FlowDocument): [AlgorithmInfo | undefined, readonly FormItem[]] {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.preview ?? s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const playhead = usePlayhead(editsFromPlayhead);
  const algorithm = catalogue.algorithms.find((a) => a.id === algorithmOf(catalogue, flow.id, doc));
  const paramPath = (name: string): string => `flows.${flow.id}.params.${name}`;
  const values: JsonObject = Object.fromEntries(
    (algorithm?.fields ?? []).flatMap((field) => {
      const path = paramPath(field.name);
      const value = editsFromPlayhead ? valueAt(doc, path, playhead) : readPath(doc, path);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
  const fields = (algorithm?.fields ?? []).map((field, _, group) => withDefaultAmong(field, group, values));
  const items = itemsOf({
    fields,
    values,
    pathOf: paramPath,
    hints: (field) => ({
      disabled: editsFromPlayhead && !canChangeDuringRun(catalogue, paramPath(field.name), doc),
    }),
    onPreview: (name, value) => scenario.getState().setPreview(paramPath(name), value, session.playback.time),
    onCommit: (name, value, mergeWithLastEdit) => {
      const fallback = fields.find((f) => f.name === name)?.default ?? null;
      const stored = value === undefined && editsFromPlayhead ? fallback : value;
      scenario.getState().set(paramPath(name), stored, session.playback.time, mergeWithLastEdit);
    },
  });
  return [algorithm, items];
}
