// The sweep with which the form begins.
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { readPath } from "../../scenario/path.ts";
import { proposedValues, variableSettings } from "./settings.ts";
import { DEFAULT_SEEDS, type SweepDocument, type VariedSetting } from "./sweepDocument.ts";

/** The setting that varies unless another one is chosen: the buffer of a dumbbell. */
const FIRST_PATH = "network.forward.queue.limit";

/** A setting with values to begin with. */
export function variedSetting(path: string, doc: ScenarioDocument, catalogue: Catalogue): VariedSetting {
  return { path, values: proposedValues(path, doc, catalogue, readPath(doc, path) ?? null) };
}

export function firstSweep(
  scenario: ScenarioDocument,
  catalogue: Catalogue,
  wanted: string | null,
): SweepDocument {
  const paths = variableSettings(scenario, catalogue).map(({ path }) => path);
  const path =
    [wanted, FIRST_PATH].find((known) => known !== null && paths.includes(known)) ?? paths[0] ?? "";
  return { sweep: 1, scenario, vary: [variedSetting(path, scenario, catalogue)], seeds: DEFAULT_SEEDS };
}

export const firstMetric = ({ scenario }: SweepDocument): string =>
  (scenario.flows?.length ?? 0) > 1 ? "jain" : "forward.queue_delay_ms";
