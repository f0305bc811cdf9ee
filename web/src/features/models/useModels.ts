// The models of the shown run. They are computed when the run is complete, by a program that is loaded on
// demand.
import { useEffect, useState } from "react";
import { programWith } from "../../engine/laboratory.ts";
import { askOnce } from "../../engine/workers/client.ts";
import type { ChartInputs } from "../lab/state/chartData.ts";
import type { Run } from "../lab/state/labStore.ts";
import { recordedFor } from "./modelInputs.ts";
import { modelTexts } from "./texts/index.ts";
import type { ModelCalls, ModelResult } from "./types.ts";

const program = programWith(
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "models" }),
);

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
    askOnce<ModelCalls, "compute">(program, "compute", request, controller.signal).then(
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
