// The harm that others do to a flow (Ware and others, HotNets 2019, section 4), as `fairshare compare --alone` states it: the flow
// runs alone, and what it loses among the others is a share of what it has alone.
import type { FlowSummary, RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { numbersOf, type RunNumber, readNumber } from "../../../scenario/numbers.ts";

/** A document in which the flow with this ID is the only one that is active. */
export function aloneIn(doc: ScenarioDocument, flow: string): ScenarioDocument {
  const others = (doc.flows ?? []).filter(({ id }) => id !== flow).map(({ id }) => `flows.${id}.active`);
  const kept = (doc.timeline ?? []).filter(({ set }) => !others.includes(set));
  return { ...doc, timeline: [...others.map((set) => ({ at: 0, set, to: false })), ...kept] };
}

/** The share of the better of two values that others cause a flow to lose. Null if none of them is better. */
export function harmOf({ better }: Pick<RunNumber, "better">, alone: number, among: number): number | null {
  const [most, least] = better === "more" ? [alone, among] : [among, alone];
  return better !== "neither" && most > 0 ? (most - least) / most : null;
}

export interface HarmRow {
  readonly number: RunNumber;
  readonly alone: number;
  readonly among: number;
  readonly harm: number;
}

/** The numbers of a flow in both runs of which one value is better. */
export function harmTo(flow: string, alone: RunSummary, among: RunSummary): readonly HarmRow[] {
  const find = ({ flows }: RunSummary): FlowSummary | undefined => flows.find(({ id }) => id === flow);
  return (["flow", "packets", "media", "video"] as const)
    .flatMap(numbersOf)
    .filter(({ stored }) => stored)
    .flatMap((number) => {
      const values = [alone, among].map((summary) => readNumber(number, find(summary)));
      const [a = null, b = null] = values;
      const harm = a === null || b === null ? null : harmOf(number, a, b);
      return a === null || b === null || harm === null ? [] : [{ number, alone: a, among: b, harm }];
    });
}
