// The measures of lessons: their values, which the WebAssembly computes (sim-core/measures/src/measure.rs), and their texts.
import type { Condition, Measure } from "../engine/numbers.ts";
import { fulfils, measureOf } from "../engine/numbers.ts";
import type { RunRecord } from "../engine/types.ts";
import type { RunSummary } from "../generated/types.ts";
import { numberOf, type RunNumber } from "../scenario/numbers.ts";
import { formatQuantity } from "../scenario/units.ts";

/** A run as lessons see it. The summary is null until the run is complete. */
export interface LessonRun {
  readonly record: RunRecord;
  readonly summary: RunSummary | null;
}

/** The value of a measure. NaN if the run has no such value, or not yet. */
export const measure = ({ record, summary }: LessonRun, what: Measure): number =>
  measureOf(record, summary, what);

/** Whether a run fulfils all conditions. */
export const holds = ({ record, summary }: LessonRun, conditions: readonly Condition[]): boolean =>
  conditions.every((condition) => fulfils(record, summary, condition));

/** The number of the registry that a measure reads; null if it reads something else. */
function numberOfMeasure(what: Measure): RunNumber | null {
  switch (what.kind) {
    case "goodput":
    case "total":
      return numberOf("flow", "goodput_bps");
    case "utilisation":
      return numberOf("link", "utilisation");
    case "jain":
      return numberOf("run", "jain");
    case "summary":
      return numberOf("flow", what.field);
    case "link":
      return what.property === "rate" ? numberOf("link", "rate_bps") : null;
    default:
      return null;
  }
}

/** The unit of a measure, as units.ts names units. "" is a plain number, "share" a share of 1. */
export function unitOf(what: Measure): string {
  const number = numberOfMeasure(what);
  if (number) return number.unit === "packets" ? "" : number.unit;
  switch (what.kind) {
    case "wait":
    case "transfers":
      return "s";
    case "signal":
      return ["rtt", "queue_delay", "srtt"].includes(what.signal) ? "s" : "packets";
    case "link":
      return "packets";
    default:
      return "";
  }
}

export const valueText = (value: number, what: Measure): string => formatQuantity(value, unitOf(what));
