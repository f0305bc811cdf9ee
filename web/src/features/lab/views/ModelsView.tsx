// Models over the run, in a view of their own.
import { type ReactNode, useMemo } from "react";
import { modelTexts } from "../../../charts/models/texts/index.ts";
import { modelsView } from "../../../charts/views/modelsView.ts";
import { SegmentedControl, Select } from "../../../components/fields/choice.tsx";
import { pageTexts } from "../../../texts/index.ts";

import { useChartInputs } from "../charts/chartInputs.ts";
import { useVariant } from "../charts/chartTools.tsx";
import { entryIdOf } from "../flows/groups.ts";
import { COMPARED, modelsInputs } from "./modelInputs.ts";
import { useModels } from "./useModels.ts";
import { joinVariant, splitVariant, type ViewProps } from "./viewProps.ts";
import "./views.css";

export function ModelsView({ run, frame }: ViewProps): ReactNode {
  const inputs = useChartInputs(run);
  const [variant, setVariant] = useVariant("models");
  const [wanted, wantedEntry] = splitVariant(variant);
  const compared = COMPARED.find((id) => id === wanted) ?? "queue";
  const entries = [...new Set(inputs?.members.map(({ id }) => entryIdOf(id)))];
  const entry = entries.find((id) => id === wantedEntry) ?? entries[0] ?? "";
  const [result, emptyText] = useModels(run, inputs);
  const view = useMemo(
    () => (inputs ? modelsView(modelsInputs(inputs, result, compared, entry, emptyText)) : null),
    [inputs, result, compared, entry, emptyText],
  );
  const choose = (next: string, of: string): void =>
    setVariant(joinVariant(of === entries[0] ? (next === "queue" ? [] : [next]) : [next, of]));
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
  return frame({ title: pageTexts.views.models, hint: modelTexts.hint, view, tools });
}
