// The time-sequence diagram of a flow (Stevens; tcptrace): every packet at its time and sequence number, with
// retransmissions, losses, acknowledgements, SACK blocks and the edge of the window.

import { least } from "d3-array";
import { symbolTimes, symbolTriangle } from "d3-shape";
import { packetTexts } from "../../engine/packets/texts/index.ts";
import type { PacketQuestion, StretchAnswer } from "../../engine/packets/types.ts";
import { groupDigits, MISSING } from "../../scenario/units.ts";
import type { SvgNode } from "../core/svg.ts";
import { formatTime } from "../format.ts";
import type { LineStyle } from "../palette.ts";
import { listedLabels } from "../plot/labels.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import { type Column, declarePicture, firstRows, spanText, viewOverTime } from "./declare.ts";
import { timeAt } from "./marks/common.ts";
import { type PacketSeries, packetSeries, swatchOf } from "./marks/packetSeries.ts";
import { exactSeconds, NS, rowsOf, seconds } from "./packetRows.ts";
import {
  between,
  lastAt,
  type SequenceData,
  type SequencePoint,
  sequenceExtent,
  sequenceOf,
} from "./sequence.ts";
import { viewTexts } from "./texts/index.ts";
import type { SelectableMark, SelectableMarks, Span, View, ViewKey, ViewPicture, ViewPlot } from "./types.ts";

/** The packet of a mark. An acknowledgement stands for the last packet that it covers. */
export type PickedPacket = Pick<PacketQuestion, "connection" | "seq" | "isSyn" | "at">;

export interface SequenceInputs {
  readonly flow: ViewKey;
  /** The latest stretch that was recorded; null before the first. */
  readonly stretch: StretchAnswer | null;
  readonly computedTo: () => number;
  readonly version: () => number;
  /** Called with the packet of a mark that was selected. */
  readonly onPick: (packet: PickedPacket) => void;
  /** Shown instead of the diagram, such as a failure. "" if there is none. */
  readonly emptyText: string;
}

/** The marks that can be selected, and those through which the keys go, because there are few of them. */
const SELECTABLE = ["sent", "retransmitted", "lost", "acknowledged", "sacks"] as const;
const RARE = ["retransmitted", "lost"] as const;

const MAX_TABLE_ROWS = 400;

type Series = keyof SequenceData;
/** In the order of the labels. */
const SERIES: readonly Series[] = ["sent", "retransmitted", "lost", "acknowledged", "sacks", "edge"];
/** In the order in which they are drawn, so that retransmissions and losses are on top. */
const DRAWN: readonly Series[] = ["edge", "acknowledged", "sacks", "sent", "retransmitted", "lost"];

/** The look of each series. Shapes distinguish them as well as colours. */
const LOOKS: Readonly<Record<Series, Omit<PacketSeries, "points" | "colour">>> = {
  sent: { shape: "strokes" },
  retransmitted: { shape: symbolTriangle, isFilled: true },
  lost: { shape: symbolTimes },
  acknowledged: { shape: "steps", width: 0.8 },
  sacks: { shape: "strokes" },
  edge: { shape: "steps", width: 0.7, dashes: "4 3" },
};

/**
 * The series whose labels state how many of their packets there are. The others state the latest sequence
 * number.
 */
const COUNTED: readonly Series[] = ["retransmitted", "lost", "sacks"];

function colourOf(series: Series, { style }: ViewKey, theme: ChartTheme): string {
  if (theme.forced || series === "lost") return theme.text;
  const other = (colour: number): LineStyle => ({ colour, dash: 0, marker: 0 });
  switch (series) {
    case "sent":
      return styleColour(style, theme);
    case "retransmitted":
      return styleColour(other(style.colour === 2 ? 1 : 2), theme);
    case "sacks":
      return styleColour(other(style.colour === 3 ? 4 : 3), theme);
    default:
      return theme.muted;
  }
}

const seriesOf = (data: SequenceData, flow: ViewKey, series: Series): PacketSeries => ({
  ...LOOKS[series],
  points: data[series],
  colour: (theme) => colourOf(series, flow, theme),
});

export function sequenceView(inputs: SequenceInputs): View {
  const { stretch } = inputs;
  const data = stretch ? sequenceOf(rowsOf(stretch)) : null;
  return viewOverTime(inputs, (window) => sequencePicture(inputs, data, window));
}

/** A round number at or below `low`. The distance to `low` is less than half of the range. */
function roundBelow(low: number, high: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, (high - low) / 2)));
  return Math.max(0, Math.floor(low / step) * step);
}

function sequencePicture(inputs: SequenceInputs, data: SequenceData | null, window: Span): ViewPicture {
  const { flow, stretch } = inputs;
  const [from, to] = [Math.ceil(window[0] * NS), Math.floor(window[1] * NS)];
  const extent = data ? sequenceExtent(data, from, to) : null;
  const low = extent ? roundBelow(extent[0], extent[1]) : 0;
  const isCut = stretch !== null && stretch.reached < Math.min(stretch.request.to, to);
  const nothing = inputs.emptyText || (stretch === null ? packetTexts.loading : viewTexts.sequence.nothing);
  const count = (series: Series): number =>
    data ? between<SequencePoint>(data[series], from, to).length : 0;
  return declarePicture<SequenceRow>({
    x: { kind: "time" },
    y: { kind: "linear", label: "", unit: "", low, largest: extent ? extent[1] + 1 : 1 },
    keys: [flow],
    notes: [
      flow.label,
      viewTexts.sequence.unit,
      ...(isCut ? [packetTexts.cut({ t: formatTime(seconds(stretch.reached), 0.001) })] : []),
    ],
    empty: extent ? inputs.emptyText : nothing,
    marks: [
      ...(data ? DRAWN.map((series) => packetSeries(seriesOf(data, flow, series))) : []),
      {
        moment: (t, plot) => (data ? labelNodes(data, flow, Math.round(t * NS), [from, to], plot) : []),
        hit: (px, _, plot) => ({ t: timeAt(px, plot), line: flow.id }),
      },
    ],
    ...(data && { selectable: selectableMarks(inputs, data, [from, to]) }),
    columns: columnsOf(),
    rows: () => (data ? rowsBetween(data, from, to) : []),
    listed: firstRows(MAX_TABLE_ROWS),
    say: (_, { t = 0 }) => {
      const at = Math.round(t * NS);
      const text = (series: Series): string => sequenceText(latest(data, series, at));
      return viewTexts.sequence.say({
        t: formatTime(t, 0.001),
        sent: text("sent"),
        acknowledged: text("acknowledged"),
        edge: text("edge"),
      });
    },
    describe: () =>
      viewTexts.sequence.describe({
        flow: flow.label,
        span: spanText(window, 0.001),
        sent: count("sent"),
        again: count("retransmitted"),
        lost: count("lost"),
      }),
  });
}

function selectableMarks({ onPick }: SequenceInputs, data: SequenceData, [from, to]: Span): SelectableMarks {
  const lastOf = (point: SequencePoint): number => ("after" in point ? Number(point.after) - 1 : point.seq);
  const markOf = (series: Series, point: SequencePoint): SelectableMark => {
    const { at, connection, isSyn } = point;
    // An acknowledgement states the next number, and may end the connection, so its packet is asked for before it.
    const packet =
      isSyn === undefined
        ? { connection, isSyn: false, seq: lastOf(point) - (series === "sacks" ? 0 : 1), at: at - 1 }
        : { connection, isSyn, seq: point.seq, at };
    return {
      t: seconds(at),
      text: viewTexts.sequence.picked({ what: viewTexts.sequence.series[series], n: packet.seq }),
      select: () => onPick(packet),
    };
  };
  /** The nearest point of some series between two times, if it is within reach. */
  const nearest = (
    kinds: readonly Series[],
    [first, last]: Span,
    distance: (point: SequencePoint) => number,
    reach = Number.POSITIVE_INFINITY,
  ): SelectableMark | undefined => {
    const points = kinds.flatMap((series) =>
      between<SequencePoint>(data[series], first, last).map((point) => ({ series, point })),
    );
    const found = least(points, ({ point }) => distance(point));
    return found && distance(found.point) <= reach ? markOf(found.series, found.point) : undefined;
  };
  return {
    at: (x, y, reach, plot) => {
      const at = (px: number): number => timeAt(px, plot) * NS;
      const distance = (point: SequencePoint): number => {
        const [low, high] = [plot.y(point.seq) ?? 0, plot.y(lastOf(point)) ?? 0];
        return Math.hypot((plot.time?.(seconds(point.at)) ?? 0) - x, Math.max(0, y - low, high - y));
      };
      return nearest(SELECTABLE, [at(x - reach), at(x + reach)], distance, reach);
    },
    near: (t) => nearest(SELECTABLE, [from, to], ({ at }) => Math.abs(at - t * NS)),
    next: (t, isForward) => {
      const now = Math.round(t * NS);
      return nearest(RARE, isForward ? [now + 1, to] : [from, now - 1], ({ at }) => Math.abs(at - now));
    },
  };
}

interface SequenceRow {
  readonly series: Series;
  readonly item: SequencePoint;
}

const rowsBetween = (data: SequenceData, from: number, to: number): SequenceRow[] =>
  SERIES.flatMap((series) =>
    between<SequencePoint>(data[series], from, to).map((item) => ({ series, item })),
  ).sort((a, b) => a.item.at - b.item.at);

function columnsOf(): readonly Column<SequenceRow>[] {
  const heads = viewTexts.sequence.columns;
  const after = ({ item }: SequenceRow): number => ("after" in item ? Number(item.after) : Number.NaN);
  return [
    { label: heads.time, csv: "time_s", value: ({ item }) => exactSeconds(item.at) },
    { label: heads.what, csv: "what", value: ({ series }) => viewTexts.sequence.series[series] },
    { label: heads.seq, csv: "sequence_number", unit: "", value: ({ item }) => item.seq },
    { label: heads.after, csv: "up_to_sequence_number", unit: "", value: after },
  ];
}

/** The labels at the right: the meaning of each mark, with its value at a time. */
function labelNodes(
  data: SequenceData,
  flow: ViewKey,
  at: number,
  [from, to]: Span,
  plot: ViewPlot,
): SvgNode[] {
  const countOf = (series: Series, end: number): number =>
    between<SequencePoint>(data[series], from, end).length;
  const isShown = (series: Series): boolean =>
    LOOKS[series].shape === "steps" ? data[series].length > 0 : countOf(series, to) > 0;
  const rows = SERIES.filter(isShown).map((series) => ({
    label: viewTexts.sequence.series[series],
    value: COUNTED.includes(series)
      ? groupDigits(countOf(series, Math.min(at, to)))
      : sequenceText(latest(data, series, at)),
    swatch: [swatchOf(seriesOf(data, flow, series), plot)],
    indent: 1.2 * plot.fontSize,
  }));
  return listedLabels(rows, plot, plot.highlight);
}

/** The latest sequence number of a series at a time in nanoseconds. */
const latest = (data: SequenceData | null, series: Series, at: number): number =>
  (data && lastAt<SequencePoint>(data[series], at)?.seq) ?? Number.NaN;

const sequenceText = (value: number): string => (Number.isNaN(value) ? MISSING : groupDigits(value));
