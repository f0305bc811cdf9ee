// The packets of a flow that were lost shortly before its decisions, which the panel "Why?" lists with them.
import { sum } from "d3-array";
import { meanWait } from "../../../engine/numbers.ts";
import type { RunRecord } from "../../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../../generated/constants.ts";
import type { Catalogue, ScenarioDocument } from "../../../generated/types.ts";
import { kindAt } from "../../../scenario/descriptors.ts";
import { readPath } from "../../../scenario/path.ts";
import type { Run } from "../state/labStore.ts";

export interface Loss {
  readonly t: number;
  /** Why the packet was lost. */
  readonly cause: "full" | "queue" | "rule" | "receiver";
  /** The id of the link direction; empty if the receiver lost the packet. */
  readonly link: string;
  readonly count: number;
}

/**
 * Whether the queue of a link direction is known to drop packets only when it is full. A reverse direction
 * without settings of its own is not known to.
 */
function dropsOnlyWhenFull(doc: ScenarioDocument, link: string, catalogue: Catalogue): boolean {
  const [, id = "", direction = ""] = /^(?:(.+)\.)?(forward|reverse)$/.exec(link) ?? [];
  const owner = id === "" ? "network" : `network.links.${id}`;
  if (direction === "reverse" && !readPath(doc, `${owner}.reverse`)) return false;
  return kindAt(catalogue, `${owner}.${direction}.queue`, doc) === "drop_tail";
}

/** The losses of a flow between two times, in the order of time. */
export function lossesBetween(
  { record, doc }: Run,
  flow: string,
  from: number,
  to: number,
  catalogue: Catalogue,
): readonly Loss[] {
  const { data, rows } = record.events;
  const losses: Loss[] = [];
  for (let at = 0; at < rows * EVENT_COLUMNS; at += EVENT_COLUMNS) {
    const [t = 0, code = 0, entity = 0, value = 0, count = 1] = data.subarray(at, at + EVENT_COLUMNS);
    if (t > to) break;
    if (t < from || record.entityName(code, entity) !== `flow:${flow}`) continue;
    const link = record.linkEntity(value).replace(/^link:/, "");
    if (code === EventCode.drop)
      losses.push({ t, link, count, cause: dropsOnlyWhenFull(doc, link, catalogue) ? "full" : "queue" });
    else if (code === EventCode.loss) losses.push({ t, link, count, cause: "rule" });
    else if (code === EventCode.receiverDrop) losses.push({ t, link: "", count, cause: "receiver" });
  }
  return losses;
}

/** Packets wait before the sender notices a loss. Their waits are averaged over this time, in seconds. */
const WAITS_OVER = 0.5;

/** How long packets wait in the queues of a route before a time, in seconds. */
export const waitBefore = (record: RunRecord, route: readonly string[], t: number): number =>
  sum(route, (link) => meanWait(record, link, Math.max(0, t - WAITS_OVER), t) || 0);

/**
 * The rows, with losses of the same cause on the same link that follow each other as one row at the time of
 * the first.
 */
export function withMergedLosses<D extends { readonly t: number }>(
  rows: readonly (D | Loss)[],
): readonly (D | Loss)[] {
  const merged: (D | Loss)[] = [];
  for (const row of rows) {
    const last = merged.at(-1);
    if (isLoss(row) && last && isLoss(last) && last.cause === row.cause && last.link === row.link)
      merged[merged.length - 1] = { ...last, count: last.count + row.count };
    else merged.push(row);
  }
  return merged;
}

export const isLoss = <D extends { readonly t: number }>(row: D | Loss): row is Loss => "cause" in row;
