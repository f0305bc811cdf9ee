// The numbers that two runs are compared by, in Compare and as the effects of a change: those of each flow or
// group, of transfers and media, of fairness, and of one link.
import { greatest } from "d3-array";
import type { FlowSummary, LinkSummary, RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { numberName, numberOf, numbersOf, type RunNumber, readNumber } from "../../../scenario/numbers.ts";
import { pageTexts } from "../../../texts/index.ts";
import { hasOneWayDelays } from "../flows/traffic.ts";
import { linkLabel } from "../state/chartData.ts";
import { fairnessOf, type GroupResult, groupResults, resultLabel, showsGroups } from "./groupNumbers.ts";

/** A number of a flow, group, link or of the whole run. */
export interface ComparedNumber {
  /** Unique among the numbers of a comparison. */
  readonly id: string;
  readonly number: RunNumber;
  /** What has the number; "" for the whole run and for the link of a dumbbell. */
  readonly owner: string;
  readonly name: string;
  /** The value in a run; null if the run has none. */
  readonly read: (summary: RunSummary) => number | null;
}

/** The maximum number of goodputs, and also of numbers of transfers and media together. */
const MAX_ROWS = 12;

/** The numbers of a part of a summary that comparisons state. */
function comparedIn(
  of: RunNumber["of"],
  id: string,
  owner: string,
  partOf: (summary: RunSummary) => unknown,
  only?: readonly string[],
): ComparedNumber[] {
  return numbersOf(of).flatMap((number) =>
    number.compared === undefined || (only && !only.includes(number.id))
      ? []
      : [
          {
            id: `${id}/${number.id}`,
            number,
            owner,
            name: numberName(number, owner),
            read: (summary) => readNumber(number, partOf(summary)),
          },
        ],
  );
}

/**
 * The numbers that both runs have. The document of the second run determines the groups, so that a flow
 * belongs to the same group in both runs.
 */
export function comparedNumbers(
  a: RunSummary,
  b: RunSummary,
  doc: ScenarioDocument,
): readonly ComparedNumber[] {
  const jain = numberOf("run", "jain");
  const known = new Map([a, b].map((summary) => [summary, groupResults(summary, doc)]));
  const resultsOf = (summary: RunSummary) => known.get(summary) ?? groupResults(summary, doc);
  const isOneGroup = resultsOf(b).length === 1;
  return [
    ...flowNumbers(a, b, resultsOf),
    ...trafficNumbers(a, b),
    // The index of one flow is 1, and that of one group is the index within it.
    ...(isOneGroup || readNumber(jain, a.fairness) === null || readNumber(jain, b.fairness) === null
      ? []
      : comparedIn("run", "", "", (s) => s.fairness)),
    ...linkNumbers(a, b),
  ];
}

function flowNumbers(
  a: RunSummary,
  b: RunSummary,
  resultsOf: (summary: RunSummary) => readonly GroupResult[],
): readonly ComparedNumber[] {
  const results = resultsOf(b);
  const inA = new Set(resultsOf(a).map(({ id }) => id));
  const shared = results.filter(({ id }) => inA.has(id)).slice(0, MAX_ROWS);
  const find = (s: RunSummary, id: string): GroupResult | undefined =>
    resultsOf(s).find((result) => result.id === id);
  const numbers = shared.flatMap((result) =>
    result.flows.length > 1
      ? comparedIn("group", result.id, resultLabel(result), (s) => find(s, result.id), [
          "total",
          "mean",
          "jain",
        ])
      : comparedIn("flow", result.id, result.label, (s) => find(s, result.id)?.flows[0]),
  );
  const { ratio } = fairnessOf(results);
  if (!showsGroups(results) || shared.length < results.length) return numbers;
  const between = comparedIn("group", "", "", (s) => fairnessOf(resultsOf(s)), ["ratio", "between"]);
  return [
    ...numbers,
    ...between.flatMap((compared) =>
      compared.number.id !== "ratio"
        ? [compared]
        : ratio
          ? [
              {
                ...compared,
                name: pageTexts.groups.ratio({ a: ratio.highest, b: ratio.lowest }),
                read: (s: RunSummary) => ratioOf(resultsOf(s), ratio.highest, ratio.lowest),
              },
            ]
          : [],
    ),
  ];
}

/** The mean goodput of a flow of one group divided by that of a flow of another group. */
function ratioOf(results: readonly GroupResult[], upper: string, lower: string): number | null {
  const meanOf = (label: string): number | undefined =>
    results.find((result) => result.label === label)?.mean;
  const [a, b] = [meanOf(upper), meanOf(lower)];
  return a === undefined || b === undefined || !(b > 0) ? null : a / b;
}

function trafficNumbers(a: RunSummary, b: RunSummary): readonly ComparedNumber[] {
  const transfers = (b.transfers ?? [])
    .filter(({ id }) => a.transfers?.some((other) => other.id === id))
    .flatMap(({ id = "" }) => comparedIn("transfers", id, id, (s) => s.transfers?.find((t) => t.id === id)));
  const of = (
    kind: "media" | "packets" | "video",
    has: (flow: FlowSummary) => boolean,
  ): readonly ComparedNumber[] =>
    b.flows
      .filter((flow) => has(flow) && a.flows.some((other) => other.id === flow.id && has(other)))
      .flatMap(({ id, label }) => comparedIn(kind, id, label || id, (s) => s.flows.find((f) => f.id === id)));
  const media = of("media", (flow) => Boolean(flow.media));
  const video = of("video", (flow) => Boolean(flow.video));
  return [...transfers, ...media, ...video, ...of("packets", hasOneWayDelays)].slice(0, MAX_ROWS);
}

/** The numbers of the compared links. If there are several links or directions to choose from, each is named. */
function linkNumbers(a: RunSummary, b: RunSummary): readonly ComparedNumber[] {
  const isDumbbell = b.links.some(({ id }) => id === "forward");
  const ids = isDumbbell ? comparedDirections(a, b) : mostChangedLink(a, b);
  return ids.flatMap((id) => {
    const owner = isDumbbell && ids.length === 1 ? "" : linkLabel(id);
    return comparedIn("link", id, "", (s) => s.links.find((link) => link.id === id)).map((number) => ({
      ...number,
      owner,
      name: owner === "" ? number.name : `${number.name} (${owner})`,
    }));
  });
}

/** A direction without data is compared if its mean queueing delay differs by more, in ms. */
const NOTABLE_MS = 0.5;

/** The directions of a dumbbell into which a flow of one of the two runs sends data, or in which feedback waits longer or shorter. */
function comparedDirections(a: RunSummary, b: RunSummary): readonly string[] {
  const flows = [...a.flows, ...b.flows];
  const waitAt = (direction: string, { links }: RunSummary): number =>
    links.find(({ id }) => id === direction)?.queue_delay_ms?.mean ?? 0;
  return ["forward", "reverse"].filter(
    (direction) =>
      flows.some(({ role }) => (role === "reverse") === (direction === "reverse")) ||
      (flows.length === 0 && direction === "forward") ||
      Math.abs(waitAt(direction, a) - waitAt(direction, b)) > NOTABLE_MS,
  );
}

/** The link direction of a larger network whose mean queueing delay or utilisation changed most. */
function mostChangedLink(a: RunSummary, b: RunSummary): readonly string[] {
  const [wait, use] = [numberOf("link", "queue_delay_ms"), numberOf("link", "utilisation")];
  const before = new Map(a.links.map((link) => [link.id, link]));
  const sizeOf = (link: LinkSummary): number => {
    const old = before.get(link.id);
    const change = (number: RunNumber): number =>
      Math.abs((readNumber(number, link) ?? 0) - (readNumber(number, old) ?? 0));
    return old ? change(wait) + change(use) : -1;
  };
  const most = greatest(b.links, sizeOf);
  return most ? [most.id] : [];
}
