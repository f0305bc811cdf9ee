// The measures of lessons: their values, which the WebAssembly computes, and their texts.
import { fulfils, measureOf } from "../../engine/numbers.ts";
import type { RunRecord } from "../../engine/types.ts";
import type { RunSummary } from "../../generated/types.ts";
import { formatPercent, formatQuantity } from "../../scenario/units.ts";
import type { Condition, Measure } from "./model.ts";

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

/** The unit of a measure, as units.ts names units. "" is a plain number, "share" a share of 1. */
export function unitOf(what: Measure): string {
  switch (what.kind) {
    case "goodput":
    case "total":
      return "bit/s";
    case "utilisation":
      return "share";
    case "wait":
    case "transfers":
      return "s";
    case "signal":
      return ["rtt", "queue_delay", "srtt"].includes(what.signal) ? "s" : "packets";
    case "summary":
      return what.field === "completion_s" ? "s" : what.field === "loss_fraction" ? "share" : "";
    case "link":
      return what.property === "rate" ? "bit/s" : "packets";
    case "jain":
    case "events":
    case "variation":
    case "ratio":
      return "";
  }
}

/** A value as text, with its unit: a share in per cent. */
export const textIn = (value: number, unit: string): string =>
  unit === "share" ? formatPercent(value) : formatQuantity(value, unit);

/** A value of a measure as text, with its unit. */
export function valueText(value: number, what: Measure): string {
  if (!Number.isFinite(value)) return "\u2013";
  return textIn(value, unitOf(what));
}

/** A measure of a run as text, with its unit. */
export const measureText = (run: LessonRun, what: Measure): string => valueText(measure(run, what), what);
