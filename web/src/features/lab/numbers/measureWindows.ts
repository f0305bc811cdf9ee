// The results within the windows that a document declares (docs/scenario.md, `measure.windows`), one row for
// each flow in each window.
import type { RunSummary, WindowFlowSummary } from "../../../generated/types.ts";

export interface WindowRow {
  /** The ID of the window. */
  readonly window: string;
  /** The time from which the window is measured, in simulated seconds. */
  readonly from: number;
  /** The end of its measured part, in simulated seconds. */
  readonly to: number;
  /** The label of the flow. */
  readonly label: string;
  /** The results; null if the window has not begun. */
  readonly flow: WindowFlowSummary | null;
  readonly flowId: string;
}

/**
 * The rows in the order of the document: all flows of the first window, then all flows of the second window.
 */
export function windowRows({ windows, flows }: RunSummary): readonly WindowRow[] {
  const labels = new Map(flows.map(({ id, label }) => [id, label || id]));
  return Object.entries(windows).flatMap(([window, { from, to, flows: results }]) =>
    results.map((flow) => ({
      window,
      from,
      to,
      label: labels.get(flow.id) ?? flow.id,
      flow: to > from ? flow : null,
      flowId: flow.id,
    })),
  );
}
