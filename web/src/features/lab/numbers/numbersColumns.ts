// The columns of the tables under "Numbers": links, flows, transfers and media.
import { MISSING } from "../../../charts/index.ts";
import type { Column } from "../../../components/Table.tsx";
import type { FlowSummary, LinkSummary } from "../../../generated/types.ts";
import {
  formatIndex,
  formatPercent,
  formatQuantity,
  groupDigits,
  significant,
} from "../../../scenario/units.ts";
import { S } from "../../../strings/index.ts";
import { PARTS } from "../../../strings/labParts.ts";
import { spreadName } from "../flows/groups.ts";
import { type MediaRow, onTimeShare, type TransferRow } from "../flows/traffic.ts";
import { linkLabel } from "../state/chartData.ts";
import type { GroupResult } from "./groupNumbers.ts";
import type { WindowRow } from "./measureWindows.ts";

const msText = (value: number | null | undefined): string =>
  value === null || value === undefined ? MISSING : formatQuantity(value / 1000, "s");

const secondsText = (value: number | null | undefined): string => formatQuantity(value, "s");

const countText = (value: number | null | undefined): string =>
  value === null || value === undefined ? MISSING : groupDigits(value);

/**
 * A number of packets with three significant digits, but at most three decimals: 0.000008 packets are shown
 * as 0.
 */
const packetsText = (value: number | null | undefined): string =>
  significant(value === undefined || value === null ? Number.NaN : Math.round(value * 1000) / 1000, 3);

export const linkColumns = (): readonly Column<LinkSummary>[] => [
  { key: "link", head: S.lab.link, cell: (l) => linkLabel(l.id) },
  { key: "use", head: S.numbers.utilisation, numeric: true, cell: (l) => formatPercent(l.utilisation) },
  {
    key: "queue",
    head: PARTS.numbers.queueMean,
    numeric: true,
    cell: (l) => packetsText(l.queue_packets?.mean),
  },
  {
    key: "q95",
    head: PARTS.numbers.queue95,
    numeric: true,
    cell: (l) => packetsText(l.queue_packets?.p95),
  },
  { key: "wait", head: PARTS.numbers.wait, numeric: true, cell: (l) => msText(l.queue_delay_ms?.mean) },
  { key: "drops", head: PARTS.numbers.drops, numeric: true, cell: (l) => countText(l.drops) },
  { key: "rate", head: PARTS.numbers.dropRate, numeric: true, cell: (l) => formatPercent(l.drop_rate) },
];

/** What the spreads of the groups with several flows cover. */
function spreadHead(groups: readonly GroupResult[]): string {
  const names = new Set(groups.flatMap(({ flows }) => (flows.length > 1 ? [spreadName(flows.length)] : [])));
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : S.groups.spread;
}

/** Jain's index within a group is unknown for a single flow. */
export const groupColumns = (groups: readonly GroupResult[]): readonly Column<GroupResult>[] => [
  { key: "group", head: S.groups.group, cell: (g) => g.label },
  { key: "flows", head: S.groups.flows, numeric: true, cell: (g) => countText(g.flows.length) },
  { key: "total", head: S.groups.total_, numeric: true, cell: (g) => formatQuantity(g.total, "bit/s") },
  { key: "mean", head: S.groups.meanPerFlow, numeric: true, cell: (g) => formatQuantity(g.mean, "bit/s") },
  {
    key: "spread",
    head: spreadHead(groups),
    numeric: true,
    cell: (g) =>
      g.flows.length > 1
        ? `${formatQuantity(g.low, "bit/s")} \u2013 ${formatQuantity(g.high, "bit/s")}`
        : MISSING,
  },
  {
    key: "jain",
    head: S.groups.jain,
    numeric: true,
    cell: (g) => (Number.isNaN(g.jain) ? MISSING : formatIndex(g.jain)),
  },
];

export function flowColumns(names: ReadonlyMap<string, string>): readonly Column<FlowSummary>[] {
  return [
    { key: "flow", head: PARTS.numbers.flow, cell: (f) => f.label || f.id },
    { key: "alg", head: S.lab.algorithm, cell: (f) => names.get(f.algorithm) ?? f.algorithm },
    { key: "rtt0", head: PARTS.numbers.baseRtt, numeric: true, cell: (f) => msText(f.base_rtt_ms) },
    {
      key: "good",
      head: PARTS.numbers.goodput,
      numeric: true,
      cell: (f) => formatQuantity(f.goodput_bps, "bit/s"),
      tip: PARTS.numbers.goodputTip,
    },
    {
      key: "thr",
      head: PARTS.numbers.throughput,
      numeric: true,
      cell: (f) => formatQuantity(f.throughput_bps, "bit/s"),
      tip: PARTS.numbers.throughputTip,
    },
    { key: "loss", head: PARTS.numbers.loss, numeric: true, cell: (f) => formatPercent(f.loss_fraction) },
    { key: "cuts", head: PARTS.numbers.cuts, numeric: true, cell: (f) => countText(f.window_cuts) },
    { key: "to", head: PARTS.numbers.timeouts, numeric: true, cell: (f) => countText(f.timeouts) },
    {
      key: "cwnd",
      head: PARTS.numbers.window,
      numeric: true,
      cell: (f) => (f.cwnd ? significant(f.cwnd.mean, 3) : MISSING),
    },
    { key: "rtt", head: PARTS.numbers.rtt, numeric: true, cell: (f) => msText(f.rtt_ms?.mean) },
    { key: "rtt95", head: PARTS.numbers.rtt95, numeric: true, cell: (f) => msText(f.rtt_ms?.p95) },
  ];
}

const windowText = ({ window, from, to, flow }: WindowRow): string => {
  const [start, end] = [formatQuantity(from, "s"), formatQuantity(to, "s")];
  return flow === null
    ? PARTS.numbers.windowAhead(window, start)
    : PARTS.numbers.windowSpan(window, PARTS.numbers.span(start, end));
};

export const windowColumns = (): readonly Column<WindowRow>[] => [
  { key: "window", head: PARTS.numbers.measureWindow, cell: windowText },
  { key: "flow", head: PARTS.numbers.flow, cell: (r) => r.label },
  {
    key: "good",
    head: PARTS.numbers.goodput,
    numeric: true,
    cell: (r) => formatQuantity(r.flow?.goodput_bps, "bit/s"),
    tip: PARTS.numbers.goodputTip,
  },
  {
    key: "thr",
    head: PARTS.numbers.throughput,
    numeric: true,
    cell: (r) => formatQuantity(r.flow?.throughput_bps, "bit/s"),
    tip: PARTS.numbers.throughputTip,
  },
  { key: "sent", head: PARTS.numbers.sentPackets, numeric: true, cell: (r) => countText(r.flow?.sent) },
  { key: "lost", head: PARTS.numbers.lostPackets, numeric: true, cell: (r) => countText(r.flow?.lost) },
];

export function transferColumns(rows: readonly TransferRow[]): readonly Column<TransferRow>[] {
  const hasRefusedTransfers = rows.some((row) => row.transfers.refused > 0);
  const completionTime = (statistic: "mean" | "p50" | "p95" | "p99" | "max") => (row: TransferRow) =>
    secondsText(row.transfers.completion_s?.[statistic]);
  return [
    {
      key: "flow",
      head: PARTS.numbers.flow,
      cell: (r) => (r.members > 1 ? PARTS.numbers.memberCount(r.label, groupDigits(r.members)) : r.label),
    },
    {
      key: "count",
      head: PARTS.numbers.finished,
      numeric: true,
      cell: (r) => countText(r.transfers.count),
      tip: PARTS.numbers.finishedTip,
    },
    { key: "begun", head: PARTS.numbers.begun, numeric: true, cell: (r) => countText(r.transfers.begun) },
    ...(hasRefusedTransfers
      ? [
          {
            key: "refused",
            head: PARTS.numbers.refused,
            numeric: true,
            cell: (r: TransferRow) => countText(r.transfers.refused),
            tip: PARTS.numbers.refusedTip,
          },
        ]
      : []),
    {
      key: "mean",
      head: PARTS.numbers.timeMean,
      numeric: true,
      cell: completionTime("mean"),
      tip: PARTS.numbers.timeTip,
    },
    { key: "p50", head: PARTS.numbers.time50, numeric: true, cell: completionTime("p50") },
    { key: "p95", head: PARTS.numbers.time95, numeric: true, cell: completionTime("p95") },
    { key: "p99", head: PARTS.numbers.time99, numeric: true, cell: completionTime("p99") },
    { key: "max", head: PARTS.numbers.timeMax, numeric: true, cell: completionTime("max") },
    {
      key: "data",
      head: PARTS.numbers.payload,
      numeric: true,
      cell: (r) => formatQuantity(r.transfers.payload_bytes, "bytes"),
    },
  ];
}

export const mediaColumns = (): readonly Column<MediaRow>[] => [
  { key: "flow", head: PARTS.numbers.flow, cell: (r) => r.label },
  { key: "frames", head: PARTS.numbers.frames, numeric: true, cell: (r) => countText(r.media.frames) },
  {
    key: "time",
    head: PARTS.numbers.onTime,
    numeric: true,
    cell: (r) => formatPercent(onTimeShare(r.media)),
    tip: PARTS.numbers.onTimeTip,
  },
  { key: "late", head: PARTS.numbers.late, numeric: true, cell: (r) => countText(r.media.late) },
  { key: "missing", head: PARTS.numbers.missing, numeric: true, cell: (r) => countText(r.media.missing) },
  {
    key: "up",
    head: PARTS.numbers.givenUp,
    numeric: true,
    cell: (r) => countText(r.media.given_up),
    tip: PARTS.numbers.givenUpTip,
  },
  {
    key: "stalls",
    head: PARTS.numbers.stalls,
    numeric: true,
    cell: (r) =>
      r.media.stalls === 0 ? "0" : `${countText(r.media.stalls)}, ${secondsText(r.media.stalled_s)}`,
    tip: PARTS.numbers.stallsTip,
  },
  {
    key: "d50",
    head: PARTS.numbers.delay50,
    numeric: true,
    cell: (r) => msText(r.media.delay_ms?.p50),
    tip: PARTS.numbers.delayTip,
  },
  { key: "d95", head: PARTS.numbers.delay95, numeric: true, cell: (r) => msText(r.media.delay_ms?.p95) },
  {
    key: "rate",
    head: PARTS.numbers.bitRate,
    numeric: true,
    cell: (r) => formatQuantity(r.media.rate_bps, "bit/s"),
    tip: PARTS.numbers.bitRateTip,
  },
  { key: "changes", head: PARTS.numbers.rateChanges, numeric: true, cell: (r) => countText(r.media.changes) },
];
