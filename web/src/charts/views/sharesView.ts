// The shares of a link as stacked areas over time: the part of the link that each flow or group uses, and the
// unused part.

import { mean, range, sum } from "d3-array";
import { formatQuantity } from "../../scenario/units.ts";
import { formatSpan, formatTime } from "../format.ts";
import { binsBetween } from "../series.ts";
import { type LineSpec, Trace } from "../time/trace.ts";
import { type Column, declarePicture, namedParts, spanText, thinned, viewOverTime } from "./declare.ts";
import { type StackedArea, stackedAreas } from "./marks/areas.ts";
import { viewTexts } from "./texts/index.ts";
import type { Span, View, ViewPicture } from "./types.ts";

export interface SharesInputs {
  readonly title: string;
  /** The share of the link that each flow or group uses, from the bottom to the top of the stack. */
  readonly lines: readonly LineSpec[];
  readonly version: () => number;
  readonly notes: readonly string[];
  readonly emptyText: string;
}

const MAX_ROWS = 200;

interface Share extends StackedArea {
  readonly trace: Trace;
}

/** The share of a flow or group over time; 0 where the flow is not active. */
function shareOf(trace: Trace): Share {
  const { id, flow = id, label, style } = trace.spec;
  const share = (t: number): number => {
    const value = trace.valueAt(t);
    return Number.isNaN(value) ? 0 : value;
  };
  return { key: { id: flow, label, style }, share, trace };
}

export function sharesView(inputs: SharesInputs): View {
  const shares = inputs.lines.map((line) => shareOf(new Trace(line)));
  const computedTo = (): number => inputs.lines[0]?.run.computedTo ?? 0;
  return viewOverTime({ version: inputs.version, computedTo }, (window) => {
    for (const { trace } of shares) trace.refresh();
    return sharesPicture(inputs, shares, window, computedTo());
  });
}

/** The mean of the values of the bins of a line within a window. */
function meanShare({ trace }: Share, [from, to]: Span): number {
  const [first, afterLast] = binsBetween(trace, trace.end, from, to);
  const values = range(first, afterLast).map((k) => trace.data[(k + 1) * trace.stride - 1] ?? Number.NaN);
  return (mean(values.map((value) => (Number.isNaN(value) ? 0 : value))) ?? 0) * trace.scale;
}

function sharesPicture(
  inputs: SharesInputs,
  shares: readonly Share[],
  window: Span,
  computedTo: number,
): ViewPicture {
  const first = shares[0]?.trace;
  const interval = first?.interval ?? 0;
  const percent = (value: number): string => formatQuantity(value, "share");
  return declarePicture<number>({
    x: { kind: "time" },
    y: { kind: "linear", label: "", unit: "share", largest: 1, maxTop: 1 },
    keys: shares.map(({ key }) => key),
    notes: [...(interval > 0 ? [viewTexts.over({ interval: formatSpan(interval) })] : []), ...inputs.notes],
    empty: shares.length === 0 ? inputs.emptyText : "",
    marks: [stackedAreas(shares, computedTo, percent)],
    columns: columnsOf(shares),
    rows: () => (first ? range(...binsBetween(first, first.end, ...window)).map((k) => first.binEnd(k)) : []),
    listed: thinned(MAX_ROWS),
    say: (key, { t = 0 }) => {
      const share = shares.find((other) => other.key.id === key?.id) ?? shares[0];
      return `${formatTime(t)}, ${viewTexts.shares.part({ name: share?.key.label ?? "", share: percent(share?.share(t) ?? 0) })}`;
    },
    describe: () => {
      const means = shares.map((share) => meanShare(share, window));
      const part = (i: number): string =>
        viewTexts.shares.part({ name: shares[i]?.key.label ?? "", share: percent(means[i] ?? 0) });
      const parts = namedParts([...shares.keys()], part);
      return viewTexts.shares.describe({
        title: inputs.title,
        span: spanText(window),
        parts,
        used: percent(sum(means)),
      });
    },
  });
}

/** The columns of a row, which is a time. */
const columnsOf = (shares: readonly Share[]): readonly Column<number>[] => [
  { label: viewTexts.shares.time, csv: "t", unit: "s", value: (t) => t },
  ...shares.map(({ key: { label }, share }) => ({
    label,
    csv: `${label}_share`,
    unit: "share" as const,
    value: share,
  })),
  { label: viewTexts.shares.used, unit: "share", value: (t) => sum(shares, ({ share }) => share(t)) },
];
