// The score of a drive: four numbers from the summary of its run, and a sentence about each.

import type { RunSummary } from "../../generated/types.ts";

export interface Score {
  /** The flow's part of the goodput of all flows on its link; null if nothing arrived. */
  readonly share: number | null;
  /** The part of the link's capacity that was used. */
  readonly utilisation: number | null;
  /** 95 % of the flow's packets waited at most this time in queues, in seconds. */
  readonly delay: number | null;
  /** The part of the flow's packets that was lost. */
  readonly loss: number;
}

/** The score of a flow. Flows of the reverse direction do not count. */
export function scoreOf(summary: RunSummary, flow: string): Score {
  const isOwn = ({ id }: { readonly id: string }): boolean => id === flow || id.startsWith(`${flow}.`);
  const flows = summary.flows.filter(({ role }) => role !== "reverse");
  const own = flows.filter(isOwn);
  const total = (of: typeof flows): number => of.reduce((sum, { goodput_bps }) => sum + goodput_bps, 0);
  const all = total(flows);
  const used = summary.links.flatMap(({ utilisation }) => utilisation ?? []);
  const delays = own.flatMap(({ queue_delay_ms }) => queue_delay_ms?.p95 ?? []);
  const sent = own.reduce((sum, f) => sum + f.sent, 0);
  const lost = own.reduce((sum, f) => sum + f.lost, 0);
  return {
    share: all > 0 ? total(own) / all : null,
    utilisation: used.length > 0 ? Math.max(...used) : null,
    delay: delays.length > 0 ? Math.max(...delays) / 1000 : null,
    loss: sent > 0 ? lost / sent : 0,
  };
}

export type ShareWord = "little" | "even" | "most";
export type UseWord = "full" | "busy" | "idle";
export type DelayWord = "short" | "half" | "long";

/** A share counts as even within a quarter of the fair one. */
const EVEN = 0.25;

export const shareWord = (share: number, fair: number): ShareWord =>
  share < (1 - EVEN) * fair ? "little" : share > (1 + EVEN) * fair ? "most" : "even";

export const usageWord = (utilisation: number): UseWord =>
  utilisation >= 0.95 ? "full" : utilisation >= 0.8 ? "busy" : "idle";

/** The delay compared with that of a full buffer, in seconds. */
export const delayWord = (delay: number, buffer: number): DelayWord =>
  delay < 0.3 * buffer ? "short" : delay < 0.8 * buffer ? "half" : "long";
