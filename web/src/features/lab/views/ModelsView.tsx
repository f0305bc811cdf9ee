// Models over the run: computed when the run is complete, by a program that is loaded on demand.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { modelsView } from "../../../charts/views/modelsView.ts";
import { SegmentedControl, Select } from "../../../components/choice.tsx";
import { computeModels } from "../../../engine/models/computeModels.ts";
import type { ModelResult } from "../../../engine/models/types.ts";
import { S } from "../../../strings/index.ts";
import { MODELS } from "../../../strings/models.ts";
import { useChartInputs } from "../chartList.tsx";
import { useVariant } from "../chartTools.tsx";
import { useServices } from "../context.tsx";
import { entryIdOf } from "../groups.ts";
import type { Run } from "../state/labStore.ts";
import { COMPARED, modelsInputs, recordedFor } from "./modelInputs.ts";
import { joinVariant, splitVariant } from "./variant.ts";
import "./views.css";
import type { ViewProps } from "./views.tsx";

/** The models of a run, or the reason why there are none. */
interface Computed {
  readonly run: Run["id"] | null;
  readonly result: ModelResult | null;
  readonly hasFailed: boolean;
}

const NOTHING: Computed = { run: null, result: null, hasFailed: false };

function useModels(run: Run | null, inputs: ReturnType<typeof useChartInputs>): [ModelResult | null, string] {
  const { session, pageEngine } = useServices();
  const [computed, setComputed] = useState<Computed>(NOTHING);
  const isThisRelease = session.engine === pageEngine;
  const summary = run?.outcome?.summary;
  const members = inputs?.members;
  useEffect(() => {
    if (!run || !summary || !members || !isThisRelease) return;
    const controller = new AbortController();
    const request = {
      document: JSON.stringify(run.record.document),
      summary,
      recorded: recordedFor(run, members),
    };
    computeModels(request, controller.signal).then(
      (result) => setComputed({ run: run.id, result, hasFailed: false }),
      () => {
        if (!controller.signal.aborted) setComputed({ run: run.id, result: null, hasFailed: true });
      },
    );
    return () => controller.abort(new Error("The run has changed."));
  }, [run, summary, members, isThisRelease]);
  const isCurrent = computed.run === run?.id && summary !== undefined;
  const result = isCurrent ? computed.result : null;
  if (!isThisRelease) return [null, MODELS.otherRelease];
  if (!summary) return [null, MODELS.unfinished];
  return [result, isCurrent && computed.hasFailed ? MODELS.failed : MODELS.computing];
}

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
        label={MODELS.which}
        value={compared}
        options={COMPARED.map((id) => ({ value: id, label: MODELS.quantities[id] }))}
        onChange={(next) => choose(next, entry)}
      />
      {compared !== "queue" && entries.length > 1 && (
        <Select
          accessibleName={MODELS.flows}
          value={entry}
          choices={entries.map((id) => ({ value: id, label: id, doc: "" }))}
          onCommit={(id) => choose(compared, id)}
        />
      )}
    </>
  );
  return frame({ title: S.views.models, hint: MODELS.hint, view, tools });
}
