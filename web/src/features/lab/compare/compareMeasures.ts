// The results that Compare lists: the goodput of each flow or group, transfers, media, fairness, and the
// first link.
import type { Estimate, RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import {
  formatIndex,
  formatInterval,
  formatPercent,
  formatPoints,
  formatQuantity,
} from "../../../scenario/units.ts";
import { S } from "../../../strings/index.ts";
import { PARTS } from "../../../strings/labParts.ts";
import { onTimeShare } from "../flows/traffic.ts";
import { fairnessOf, type GroupResult, groupResults, showsGroups } from "../numbers/groupNumbers.ts";

/**
 * What a result is: a rate in bit/s, a time in seconds, a share that is shown in per cent, or an index
 * between 0 and 1.
 */
type Quantity = "bit/s" | "s" | "share" | "index";

export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly quantity: Quantity;
  /** The value of the result in a run; null if the run has no such result. */
  readonly read: (summary: RunSummary) => number | null;
}

/** The maximum number of goodputs, and also of results of transfers and media together. */
const MAX_ROWS = 12;

/** The results that both runs have: goodputs, transfers and media, then fairness and the first link. */
export function measures(a: RunSummary, b: RunSummary, doc: ScenarioDocument): readonly Measure[] {
  const results = groupResults(b, doc);
  return [
    ...(showsGroups(results) ? groupMeasures(a, results, doc) : goodputMeasures(a, b)),
    ...trafficMeasures(a, b),
    { id: "/jain", name: S.lab.jain, quantity: "index", read: (s) => s.fairness.jain },
    {
      id: "/use",
      name: PARTS.compare.utilisation,
      quantity: "share",
      read: (s) => s.links[0]?.utilisation ?? null,
    },
    {
      id: "/wait",
      name: PARTS.compare.wait,
      quantity: "s",
      read: (s) => secondsOf(s.links[0]?.queue_delay_ms?.mean),
    },
    {
      id: "/drops",
      name: PARTS.compare.dropRate,
      quantity: "share",
      read: (s) => s.links[0]?.drop_rate ?? null,
    },
  ];
}

const secondsOf = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);

function goodputMeasures(a: RunSummary, b: RunSummary): readonly Measure[] {
  const shared = b.flows.filter(({ id }) => a.flows.some((other) => other.id === id));
  return shared.slice(0, MAX_ROWS).map(({ id, label }) => ({
    id,
    name: PARTS.compare.goodputOf(label || id),
    quantity: "bit/s",
    read: (s) => s.flows.find((f) => f.id === id)?.goodput_bps ?? null,
  }));
}

/**
 * The goodputs of the groups that both runs have, in total and per flow, and their fairness. The document of
 * B determines the groups, so that a flow belongs to the same group in both runs.
 */
function groupMeasures(
  a: RunSummary,
  results: readonly GroupResult[],
  doc: ScenarioDocument,
): readonly Measure[] {
  const inA = new Set(groupResults(a, doc).map((result) => result.id));
  const shared = results.filter((result) => inA.has(result.id)).slice(0, MAX_ROWS);
  const find = (s: RunSummary, id: string): GroupResult | undefined =>
    groupResults(s, doc).find((result) => result.id === id);
  const { within, between, ratio } = fairnessOf(results);
  const isComparable = shared.length === results.length;
  return [
    ...shared.flatMap(({ id, label, flows }): Measure[] => {
      const isFlow = flows.length === 1;
      const mean: Measure = {
        id,
        name: isFlow ? PARTS.compare.goodputOf(label) : S.groups.perFlowOf(label, flows.length),
        quantity: "bit/s",
        read: (s) => find(s, id)?.mean ?? null,
      };
      const total: Measure = {
        id: `/total/${id}`,
        name: S.groups.totalOf(label, flows.length),
        quantity: "bit/s",
        read: (s) => find(s, id)?.total ?? null,
      };
      return isFlow ? [mean] : [mean, total];
    }),
    ...(ratio && isComparable
      ? [
          {
            id: "/ratio",
            name: S.groups.ratio(ratio.highest, ratio.lowest),
            quantity: "index" as const,
            read: (s: RunSummary) => ratioOf(groupResults(s, doc), ratio.highest, ratio.lowest),
          },
        ]
      : []),
    ...within.map(
      ({ group }): Measure => ({
        id: `/within/${group}`,
        name: S.groups.within(group),
        quantity: "index",
        read: (s) => fairnessOf(groupResults(s, doc)).within.find((w) => w.group === group)?.jain ?? null,
      }),
    ),
    ...(between !== null && isComparable
      ? [
          {
            id: "/between",
            name: S.groups.between,
            quantity: "index" as const,
            read: (s: RunSummary) => fairnessOf(groupResults(s, doc)).between,
          },
        ]
      : []),
  ];
}

/** The mean goodput of a flow of one group divided by that of a flow of another group. */
function ratioOf(results: readonly GroupResult[], upper: string, lower: string): number | null {
  const meanOf = (label: string): number | undefined =>
    results.find((result) => result.label === label)?.mean;
  const [a, b] = [meanOf(upper), meanOf(lower)];
  return a === undefined || b === undefined || !(b > 0) ? null : a / b;
}

function trafficMeasures(a: RunSummary, b: RunSummary): readonly Measure[] {
  const transfers = (b.transfers ?? [])
    .filter(({ id }) => a.transfers?.some((other) => other.id === id))
    .flatMap(({ id = "" }): Measure[] => {
      const completionTime = (statistic: "p50" | "p95") => (s: RunSummary) =>
        s.transfers?.find((t) => t.id === id)?.completion_s?.[statistic] ?? null;
      return [
        {
          id: `/median/${id}`,
          name: PARTS.compare.medianTime(id),
          quantity: "s",
          read: completionTime("p50"),
        },
        { id: `/p95/${id}`, name: PARTS.compare.p95Time(id), quantity: "s", read: completionTime("p95") },
      ];
    });
  const media = b.flows
    .filter((flow) => flow.media && a.flows.some((other) => other.id === flow.id && other.media))
    .flatMap((flow): Measure[] => {
      const mediaOf = (s: RunSummary) => s.flows.find((f) => f.id === flow.id)?.media ?? null;
      const name = flow.label || flow.id;
      return [
        {
          id: `/on-time/${flow.id}`,
          name: PARTS.compare.framesOnTime(name),
          quantity: "share",
          read: (s) => {
            const summary = mediaOf(s);
            return summary && onTimeShare(summary);
          },
        },
        {
          id: `/stalled/${flow.id}`,
          name: PARTS.compare.stalled(name),
          quantity: "s",
          read: (s) => mediaOf(s)?.stalled_s ?? null,
        },
      ];
    });
  return [...transfers, ...media].slice(0, MAX_ROWS);
}

/** A result as text for display. */
export function resultText({ quantity }: Measure, value: number): string {
  if (quantity === "index") return formatIndex(value);
  return quantity === "share" ? formatPercent(value) : formatQuantity(value, quantity);
}

/**
 * A difference of two results as text, always with a sign. The difference of two shares is in percentage
 * points.
 */
export function differenceText(measure: Measure, value: number): string {
  const magnitude = Math.abs(value);
  const text = measure.quantity === "share" ? formatPoints(magnitude) : resultText(measure, magnitude);
  return `${value < 0 ? "\u2212" : "+"}${text}`;
}

/**
 * A mean and its 95 % interval as text, or the mean alone if there are too few values for an interval.
 * `isDifference`: the estimate is the difference of two results.
 */
export function estimateText(measure: Measure, estimate: Estimate, isDifference = false): string {
  const mean = estimate.mean ?? Number.NaN;
  const halfWidth = estimate.half_width;
  if (halfWidth === null) return isDifference ? differenceText(measure, mean) : resultText(measure, mean);
  const { quantity } = measure;
  const unit = quantity === "share" ? (isDifference ? "points" : "%") : quantity === "index" ? "" : quantity;
  return formatInterval(mean, halfWidth, unit, isDifference);
}

/** A result whose difference between B and A exceeds its spread over the seeds. */
interface DifferingResult {
  readonly measure: Measure;
  /** B minus A. */
  readonly difference: number;
}

/** Whether less of a result is better. Undefined if neither is. */
function isLessBetter({ id, quantity }: Measure): boolean | undefined {
  return id === "/ratio" ? undefined : quantity === "s" || id === "/drops";
}

/** Which run is better for which results, in one sentence. */
export function verdictText(results: readonly DifferingResult[]): string {
  if (results.length === 0) return PARTS.compare.verdictNone;
  const namesOf = (better: "A" | "B" | undefined): string =>
    results
      .filter(({ measure, difference }) => {
        const isLess = isLessBetter(measure);
        return better === (isLess === undefined ? undefined : difference < 0 === isLess ? "B" : "A");
      })
      .map(({ measure }) => measure.name)
      .join(", ");
  const parts = (["B", "A"] as const).flatMap((run) =>
    namesOf(run) === "" ? [] : [PARTS.compare.better(run, namesOf(run))],
  );
  const others = namesOf(undefined);
  if (others !== "") parts.push(PARTS.compare.differsToo(others));
  return `${parts.join("; ")}. ${PARTS.compare.exceeds(results.length)}`;
}
