// The results of groups of flows in a run's summary: rows for tables and measures, and sentences. The module
// is loaded with the parts that show a summary.

import { spreadOf } from "../../../charts/series.ts";
import { chartTexts } from "../../../charts/texts/index.ts";
import { jain } from "../../../engine/numbers.ts";
import type { FlowSummary, RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { formatIndex, formatQuantity, significant } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { grouped, groupFairness, spreadName } from "../flows/groups.ts";
import { sentenceTexts } from "../flows/texts/index.ts";

/** The results of a group, or of a flow that belongs to no group. */
export interface GroupResult {
  readonly id: string;
  readonly label: string;
  readonly flows: readonly FlowSummary[];
  /** The total goodput of the flows, their mean and their spread, in bit/s. */
  readonly total: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Jain's index of the goodputs of the flows. NaN for a single flow. */
  readonly jain: number;
}

/** The results of all groups and of flows without a group, in the order of their first flows. */
export function groupResults(summary: RunSummary, doc: ScenarioDocument): readonly GroupResult[] {
  return grouped(doc, summary.flows, ({ id, label }) => label || id).map(({ id, label, members: flows }) => {
    const goodputs = flows.map((flow) => flow.goodput_bps);
    const { total, mean, low, high } = spreadOf(goodputs);
    const index = flows.length > 1 ? jain(goodputs) : Number.NaN;
    return { id, label, flows, total, mean, low, high, jain: index };
  });
}

/** Whether any group has several flows, so that groups are shown in addition to flows. */
export const showsGroups = (results: readonly GroupResult[]): boolean =>
  results.some((result) => result.flows.length > 1);

/** At most `max` flows, the first ones of each group, so that no group is missing in a long table. */
export function firstOfEach(results: readonly GroupResult[], max: number): readonly FlowSummary[] {
  const sizes = results.map(() => 0);
  let free = max;
  for (let grown = true; grown && free > 0; ) {
    grown = false;
    for (const [i, { flows }] of results.entries())
      if (free > 0 && (sizes[i] ?? 0) < flows.length) {
        sizes[i] = (sizes[i] ?? 0) + 1;
        free -= 1;
        grown = true;
      }
  }
  return results.flatMap(({ flows }, i) => flows.slice(0, sizes[i]));
}

export const resultLabel = ({ label, flows }: GroupResult): string =>
  flows.length > 1 ? pageTexts.groups.sized({ label, n: flows.length }) : label;

/** The fairness of the groups of measured flows. */
export function fairnessOf(results: readonly GroupResult[]): ReturnType<typeof groupFairness> {
  return groupFairness(
    results.map((result) => ({
      label: result.label,
      values: result.flows.filter((f) => f.role === "measured").map((f) => f.goodput_bps),
    })),
  );
}

/** Sentences about groups. None if no group has several flows. */
export function groupsInWords(summary: RunSummary, doc: ScenarioDocument, span: string): readonly string[] {
  const results = groupResults(summary, doc).filter((r) => r.flows.some((f) => f.role !== "reverse"));
  if (!showsGroups(results)) return [];
  const rate = (value: number): string => formatQuantity(value, "bit/s");
  const texts = results.map((r) =>
    r.flows.length > 1
      ? sentenceTexts.groupAverages({
          group: resultLabel(r),
          mean: rate(r.mean),
          spread: spreadName(r.flows.length),
          low: rate(r.low),
          high: rate(r.high),
          total: rate(r.total),
        })
      : sentenceTexts.averages({ flow: r.label, rate: rate(r.mean) }),
  );
  const { within, between, ratio } = fairnessOf(results);
  return [
    `${chartTexts.named({ name: span, text: texts.join("; ") })}.`,
    ...(ratio
      ? [
          ratio.value < 1.1
            ? sentenceTexts.groupsEqual
            : sentenceTexts.groupRatio({
                more: ratio.highest,
                times: significant(ratio.value, 2),
                less: ratio.lowest,
              }),
        ]
      : []),
    ...(within.length > 0
      ? [
          sentenceTexts.jainGroups({
            within: within
              .map((w) => sentenceTexts.jainWithin({ index: formatIndex(w.jain), group: w.group }))
              .join(", "),
            between: between === null ? null : formatIndex(between),
          }),
        ]
      : []),
  ];
}
