// Computes the measures of lessons from a run. Measures of a window come from the recorded series, the others from the summary.
import { counterAt, jainIndex, windowStats } from "../../charts/series.ts";
import type { RunRecord } from "../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../generated/constants.ts";
import type { RunSummary } from "../../generated/types.ts";
import { formatPercent, formatQuantity } from "../../scenario/units.ts";
import { meanWait } from "../lab/readout.ts";
import type { Condition, Measure, Window } from "./model.ts";

/** A run as lessons see it. The summary is null until the run is complete. */
export interface LessonRun {
  readonly record: RunRecord;
  readonly summary: RunSummary | null;
}

/** The link whose queue the lessons are about, if a measure does not name one. */
const LINK = "forward";

/** The value of a measure. NaN if the run has no such value, or not yet. */
export function measure(run: LessonRun, what: Measure): number {
  const { record, summary } = run;
  switch (what.kind) {
    case "goodput":
      return meanRate(record, `flow:${what.flow}`, "delivered", what);
    case "total":
      return flowsOf(record, what.prefix)
        .map((entity) => meanRate(record, entity, "delivered", what))
        .reduce((sum, rate) => sum + (Number.isNaN(rate) ? 0 : rate), 0);
    case "jain":
      return jainIndex(what.flows.map((flow) => meanRate(record, `flow:${flow}`, "delivered", what)));
    case "utilisation":
      return (
        meanRate(record, `link:${what.link ?? LINK}`, "departed", what) /
        linkProperty(record, "rate", what.link)
      );
    case "wait":
      return meanWait(record, what.link ?? LINK, ...windowOf(record, what));
    case "signal": {
      const series = record.series(what.entity, what.signal);
      return series
        ? windowStats(series, record.computedTo, ...windowOf(record, what))[what.stat]
        : Number.NaN;
    }
    case "events":
      return countEvents(record, what.event, what.flow, windowOf(record, what));
    case "summary":
      return summary?.flows.find(({ id }) => id === what.flow)?.[what.field] ?? Number.NaN;
    case "transfers":
      return summary?.transfers.find(({ id }) => id === what.flow)?.completion_s?.[what.stat] ?? Number.NaN;
    case "variation":
      return summary?.flows.find(({ id }) => id === what.flow)?.cov["1"] ?? Number.NaN;
    case "link":
      return linkProperty(record, what.property, what.link);
    case "ratio":
      return measure(run, what.of) / measure(run, what.to);
  }
}

/** Whether a run fulfils all conditions. */
export function holds(run: LessonRun, conditions: readonly Condition[]): boolean {
  return conditions.every(({ of, above = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY }) => {
    const value = measure(run, of);
    return value > above && value < below;
  });
}

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

/** A measure as text, with its unit. */
export function measureText(run: LessonRun, what: Measure): string {
  const value = measure(run, what);
  if (!Number.isFinite(value)) return "\u2013";
  const unit = unitOf(what);
  return unit === "share" ? formatPercent(value) : formatQuantity(value, unit);
}

/** A window with its defaults. */
function windowOf(record: RunRecord, { from, to }: Window): [number, number] {
  const end = Math.min(to ?? record.duration, record.computedTo);
  return [from ?? record.document.warmup ?? 0, end];
}

/** The mean growth of a counter of bytes in a window, in bit/s. */
function meanRate(record: RunRecord, entity: string, signal: string, window: Window): number {
  const series = record.series(entity, signal);
  const [from, to] = windowOf(record, window);
  if (!series || to <= from) return Number.NaN;
  const growth = counterAt(series, record.computedTo, to) - counterAt(series, record.computedTo, from);
  return (growth * 8) / (to - from);
}

/** The names of all flows whose ids begin with a prefix. */
function flowsOf(record: RunRecord, prefix: string): readonly string[] {
  return record.directory
    .filter(({ entity, signal }) => signal === "delivered" && entity.startsWith(`flow:${prefix}`))
    .map(({ entity }) => entity);
}

function linkProperty(record: RunRecord, property: "limit" | "bdp" | "rate", id = LINK): number {
  const link = record.derived.links.find((candidate) => candidate.id === id);
  if (!link) return Number.NaN;
  const { packets, bdp } = link.limit;
  return property === "limit" ? packets : property === "rate" ? link.rate : bdp ? packets / bdp : Number.NaN;
}

function countEvents(
  record: RunRecord,
  event: keyof typeof EventCode,
  flow: string | undefined,
  [from, to]: readonly [number, number],
): number {
  const { data, rows } = record.events;
  let count = 0;
  for (let at = 0; at < rows * EVENT_COLUMNS; at += EVENT_COLUMNS) {
    const [t = 0, code = 0, entity = 0, , events = 0] = data.subarray(at, at + EVENT_COLUMNS);
    if (code !== EventCode[event] || t < from || t > to) continue;
    if (flow === undefined || record.entityName(code, entity) === `flow:${flow}`) count += events;
  }
  return count;
}
