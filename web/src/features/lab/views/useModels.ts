// The models of the shown run. They are computed when the run is complete, by a program that is loaded on
// demand.
import { useEffect, useState } from "react";
import { modelTexts } from "../../../charts/models/texts/index.ts";
import { computeModels } from "../../../engine/models/computeModels.ts";
import type { ModelResult } from "../../../engine/models/types.ts";
import type { ChartInputs } from "../state/chartData.ts";
import type { Run } from "../state/labStore.ts";
import { recordedFor } from "./modelInputs.ts";

/** The models of a run, or the reason why there are none. */
interface Computed {
  readonly run: Run["id"] | null;
  readonly result: ModelResult | null;
  readonly hasFailed: boolean;
}

const NOTHING: Computed = { run: null, result: null, hasFailed: false };

/** The models of a run. If there are none, the reason as a sentence. */
export function useModels(
  run: Run | null,
  inputs: ChartInputs | null,
): readonly [ModelResult | null, string] {
  const [computed, setComputed] = useState<Computed>(NOTHING);
  const summary = run?.outcome?.summary;
  const members = inputs?.members;
  useEffect(() => {
    if (!run || !summary || !members) return;
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
  }, [run, summary, members]);
  const isCurrent = computed.run === run?.id && summary !== undefined;
  const result = isCurrent ? computed.result : null;
  if (!summary) return [null, modelTexts.unfinished];
  return [result, isCurrent && computed.hasFailed ? modelTexts.failed : modelTexts.computing];
}
