// The loads of a web page in a run, and what of the page is there at a time, from the series that the simulator records
// of its objects (sim-core/engine/src/observer/signals.rs).
import { range } from "d3-array";
import { lastValue } from "../../charts/series.ts";
import type { RunRecord } from "../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../generated/constants.ts";
import type { Member } from "../lab/flows/members.ts";

/** The kinds of objects, by the names of their series. */
export const KINDS = ["documents", "style_sheets", "scripts", "fonts", "images"] as const;

/** The share of the objects of each kind that have arrived. */
export type Arrived = Readonly<Record<(typeof KINDS)[number], number>>;

/** A flow that loads pages. */
export interface PageFlow {
  readonly record: RunRecord;
  readonly member: Member;
}

export interface Load {
  /** When the browser began to load the page, in seconds. */
  readonly began: number;
  /** The time until the page was complete, in seconds. Null if it was not within the computed part of the run. */
  readonly took: number | null;
  /** The time until the next load began or the computed part of the run ended, in seconds. */
  readonly lasts: number;
}

/** The loads of a flow in the computed part of the run. */
export function loadsOf({ record, member: { entity } }: PageFlow): readonly Load[] {
  const { bins = 0, data } = record.series(entity, "page_began") ?? {};
  const times = range(bins).flatMap((bin) => data?.[3 * bin + 2] ?? []);
  const begins = [...new Set(times.filter((t) => !Number.isNaN(t)))];
  const ends = completionsOf(record, entity);
  return begins.map((began, i) => {
    const next = begins[i + 1] ?? record.computedTo;
    const end = ends.find((t) => t > began && t <= next);
    return { began, took: end === undefined ? null : end - began, lasts: next - began };
  });
}

/** When the transfers of a flow were complete, in seconds. */
function completionsOf(record: RunRecord, entity: string): readonly number[] {
  const { rows, data } = record.events;
  const times: number[] = [];
  for (let at = 0; at < rows * EVENT_COLUMNS; at += EVENT_COLUMNS) {
    const [t = 0, code = 0, index = 0] = data.subarray(at, at + EVENT_COLUMNS);
    if (code === EventCode.transferComplete && record.entityName(code, index) === entity) times.push(t);
  }
  return times;
}

const arrived = (shareOf: (kind: string) => number): Arrived =>
  Object.fromEntries(KINDS.map((kind) => [kind, shareOf(kind)])) as Arrived;

/** What of the page is there `after` seconds after the beginning of a load. Null if the run has not been computed so far. */
export function arrivedAt(
  { record, member }: PageFlow,
  { began, took, lasts }: Load,
  after: number,
): Arrived | null {
  if (took !== null && after >= took) return arrived(() => 1);
  if (after > lasts) return null;
  return arrived((kind) => {
    const series = record.series(member.entity, kind);
    if (!series) return 0;
    // A bin has the value at its end, so the last bin counts that is over.
    const bin = Math.floor((began + after) / series.width + 1e-9) - 1;
    const isOfLoad = (bin + 1) * series.width > began;
    return isOfLoad ? lastValue(series.data, 3, bin, Number.POSITIVE_INFINITY) || 0 : 0;
  });
}

/** The index of the load at a time: the last one that began by then, or the first one. */
export const loadAt = (loads: readonly Load[], t: number): number =>
  Math.max(
    0,
    loads.findLastIndex(({ began }) => began <= t),
  );
