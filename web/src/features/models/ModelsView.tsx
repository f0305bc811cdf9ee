// The view that compares models of the literature with the run.
import { type ReactNode, useMemo } from "react";
import { SegmentedControl, Select } from "../../components/fields/choice.tsx";
import type { ViewContent } from "../../extension/feature.ts";
import { useChartInputs } from "../lab/charts/chartInputs.ts";
import { useVariant } from "../lab/charts/chartTools.tsx";
import { entryIdOf } from "../lab/flows/groups.ts";
import { useLab } from "../lab/state/hooks.ts";
import type { FeatureViewId } from "../lab/state/shownCharts.ts";
import { joinVariant, splitVariant } from "../lab/views/viewProps.ts";
import { modelMenuTexts } from "./menuTexts.ts";
import { COMPARED, modelsInputs } from "./modelInputs.ts";
import { modelsView } from "./modelsView.ts";
import { modelTexts } from "./texts/index.ts";
import { useModels } from "./useModels.ts";
import "./models.css";

export default function ModelsView({
  frame,
}: {
  readonly frame: (content: ViewContent) => ReactNode;
}): ReactNode {
  const run = useLab((s) => s.run);
  const inputs = useChartInputs(run);
  const [variant, setVariant] = useVariant("models" as FeatureViewId);
  const [wanted, wantedEntry] = splitVariant(variant);
  const compared = COMPARED.find((id) => id === wanted) ?? "queue";
  const entries = [...new Set(inputs?.members.map(({ id }) => entryIdOf(id)))];
  const entry = entries.find((id) => id === wantedEntry) ?? entries[0] ?? "";
  const [result, emptyText] = useModels(run, inputs);
  const view = useMemo(
    () => (inputs ? modelsView(modelsInputs(inputs, result, compared, entry, emptyText)) : null),
    [inputs, result, compared, entry, emptyText],
  );
  // The variant leaves out what is the default: the first entry, and then the queue.
  const choose = (quantity: string, ofEntry: string): void => {
    if (ofEntry !== entries[0]) setVariant(joinVariant([quantity, ofEntry]));
    else setVariant(joinVariant(quantity === "queue" ? [] : [quantity]));
  };
  const tools = (
    <>
      <SegmentedControl
        small
        label={modelTexts.which}
        value={compared}
        options={COMPARED.map((id) => ({ value: id, label: modelTexts.quantities[id] }))}
        onChange={(next) => choose(next, entry)}
      />
      {compared !== "queue" && entries.length > 1 && (
        <Select
          accessibleName={modelTexts.flows}
          value={entry}
          choices={entries.map((id) => ({ value: id, label: id, doc: "" }))}
          onCommit={(id) => choose(compared, id)}
        />
      )}
    </>
  );
  return frame({ title: modelMenuTexts.models, hint: modelMenuTexts.hint, view, tools });
}
