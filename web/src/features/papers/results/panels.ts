// What a panel of an experiment's page receives. A panel computes new results, and can show them in the
// figure.
import type { Experiment, Results } from "../../../charts/paper/index.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import type { StoredResults } from "./model.ts";

/** Other results of the experiment that the page draws. */
export interface ShownResults {
  readonly results: Results;
  /**
   * Whether the figure shows them instead of the stored results, or together with the stored results in grey.
   */
  readonly placement: "instead" | "over";
  /** What was run, in a few words, for the caption of the figure. */
  readonly note: string;
  /** The scenario of a cell for the first seed, if it differs from the stored scenario. */
  readonly documentOf?: (cell: string) => Promise<ScenarioDocument>;
}

export interface ExperimentPanelProps {
  readonly experiment: Experiment;
  readonly stored: StoredResults;
  /** Shows other results in the figure and the verdicts, or the stored results again (null). */
  readonly onShow: (shown: ShownResults | null) => void;
}
