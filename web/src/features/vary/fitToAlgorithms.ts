// A sweep over the algorithms of a flow: the scenario keeps only those settings of the flow that all chosen algorithms
// have, so that the cells differ in the algorithm alone.
import type { Catalogue, FlowDocument } from "../../generated/types.ts";
import { type SweepDocument, valuesText } from "./sweepDocument.ts";

/** A setting that the sweep leaves out, and the algorithms that do not have it. */
export interface LeftOut {
  readonly flow: string;
  readonly setting: string;
  readonly algorithms: readonly string[];
}

export interface FittedSweep {
  readonly sweep: SweepDocument;
  readonly leftOut: readonly LeftOut[];
}

/** The algorithms over which a sweep varies each flow, by the ids of flows. */
function variedAlgorithms({ vary }: SweepDocument): ReadonlyMap<string, readonly string[]> {
  return new Map(
    vary.flatMap((setting): [string, string[]][] => {
      const [, flow] = /^flows\.([^.]+)\.algorithm$/.exec(setting.path) ?? [];
      const ids = valuesText(setting)
        .split(",")
        .map((id) => id.trim());
      return flow === undefined ? [] : [[flow, ids.filter((id) => id !== "")]];
    }),
  );
}

export function fitToAlgorithms(
  sweep: SweepDocument,
  { algorithms }: Pick<Catalogue, "algorithms">,
): FittedSweep {
  const varied = variedAlgorithms(sweep);
  const leftOut: LeftOut[] = [];
  const without = (id: string, setting: string): boolean => {
    const lacking = (varied.get(id) ?? []).flatMap((chosen) => {
      const info = algorithms.find((algorithm) => algorithm.id === chosen);
      return info && !info.fields.some(({ name }) => name === setting) ? [info.name] : [];
    });
    if (lacking.length === 0) return false;
    if (!leftOut.some((other) => other.flow === id && other.setting === setting))
      leftOut.push({ flow: id, setting, algorithms: lacking });
    return true;
  };
  const fitted = (flow: FlowDocument): FlowDocument => {
    const kept = Object.entries(flow.params ?? {}).filter(([setting]) => !without(flow.id, setting));
    return flow.params
      ? { ...flow, params: Object.fromEntries(kept) as NonNullable<FlowDocument["params"]> }
      : flow;
  };
  const { scenario } = sweep;
  const flows = scenario.flows?.map(fitted);
  const timeline = scenario.timeline?.filter(({ set }) => {
    const [, flow = "", setting = ""] = /^flows\.([^.]+)\.params\.([^.]+)/.exec(set) ?? [];
    return setting === "" || !without(flow, setting);
  });
  if (leftOut.length === 0) return { sweep, leftOut };
  return {
    sweep: {
      ...sweep,
      scenario: { ...scenario, ...(flows ? { flows } : {}), ...(timeline ? { timeline } : {}) },
    },
    leftOut,
  };
}
