// The results that Compare lists: goodput of each flow, transfers, media, and the link.
import type { RunSummary } from "../../engine/types.ts";
import { formatIndex, formatPercent, formatPoints, formatQuantity } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import type { Estimate } from "./statistics.ts";
import { inTime } from "./traffic.ts";

export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly of: (summary: RunSummary) => number | null;
  readonly text: (value: number, digits?: number) => string;
  /** A difference of two values, where it reads otherwise than a value. */
  readonly delta?: (value: number, digits?: number) => string;
}

/** What A and B are compared by: each flow that both have, then the link. */
export function measures(a: RunSummary, b: RunSummary): readonly Measure[] {
  const shared = b.flows.filter((f) => a.flows.some((o) => o.id === f.id)).slice(0, 12);
  const flows = shared.map((flow): Measure => {
    const name = flow.label || flow.id;
    return {
      id: flow.id,
      name: S.compare.goodputOf(name),
      of: (s) => s.flows.find((f) => f.id === flow.id)?.goodput_bps ?? null,
      text: (x, digits) => formatQuantity(x, "bit/s", digits),
    };
  });
  return [
    ...flows,
    ...trafficMeasures(a, b),
    {
      id: "/jain",
      name: S.lab.jain,
      of: (s) => s.fairness.jain,
      text: (x) => formatIndex(x),
    },
    {
      id: "/use",
      name: S.compare.utilisation,
      of: (s) => s.links[0]?.utilisation ?? null,
      text: (x, digits) => formatPercent(x, digits),
      delta: formatPoints,
    },
    {
      id: "/wait",
      name: S.compare.wait,
      of: (s) => s.links[0]?.queue_delay_ms?.mean ?? null,
      text: (x, digits) => formatQuantity(x / 1000, "s", digits),
    },
    {
      id: "/drops",
      name: S.compare.dropRate,
      of: (s) => s.links[0]?.drop_rate ?? null,
      text: (x, digits) => formatPercent(x, digits),
      delta: formatPoints,
    },
  ];
}

/** Of transfers and media that both runs have: what their users notice. */
function trafficMeasures(a: RunSummary, b: RunSummary): readonly Measure[] {
  const seconds = (x: number, digits?: number): string => formatQuantity(x, "s", digits);
  const transfers = (b.transfers ?? [])
    .filter(({ id }) => a.transfers?.some((other) => other.id === id))
    .flatMap(({ id = "" }): Measure[] => {
      const of = (part: "p50" | "p95") => (s: RunSummary) =>
        s.transfers?.find((t) => t.id === id)?.completion_s?.[part] ?? null;
      return [
        { id: `/half/${id}`, name: S.compare.halfWithin(id), of: of("p50"), text: seconds },
        { id: `/most/${id}`, name: S.compare.mostWithin(id), of: of("p95"), text: seconds },
      ];
    });
  const media = b.flows
    .filter((flow) => flow.media && a.flows.some((other) => other.id === flow.id && other.media))
    .flatMap((flow): Measure[] => {
      const of = (s: RunSummary) => s.flows.find((f) => f.id === flow.id)?.media ?? null;
      const name = flow.label || flow.id;
      return [
        {
          id: `/time/${flow.id}`,
          name: S.compare.framesInTime(name),
          of: (s) => {
            const known = of(s);
            return known && inTime(known);
          },
          text: (x, digits) => formatPercent(x, digits),
          delta: formatPoints,
        },
        {
          id: `/still/${flow.id}`,
          name: S.compare.stoodStill(name),
          of: (s) => of(s)?.stalled_s ?? null,
          text: seconds,
        },
      ];
    });
  return [...transfers, ...media].slice(0, 12);
}

export function signed(measure: Measure, value: number): string {
  const text = measure.delta ?? measure.text;
  return value < 0 ? `\u2212${text(-value)}` : `+${text(value)}`;
}

export function withInterval(measure: Measure, e: Estimate, sign = false): string {
  const mean = sign ? signed(measure, e.mean) : measure.text(e.mean);
  const text = sign ? (measure.delta ?? measure.text) : measure.text;
  return Number.isNaN(e.half) ? mean : `${mean} \u00b1\u202f${text(e.half, 2)}`;
}
