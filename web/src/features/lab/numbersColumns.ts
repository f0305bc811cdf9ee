// The columns of the tables under "Numbers": links, flows, transfers and media.
import { MISSING } from "../../charts/index.ts";
import type { Column } from "../../components/Table.tsx";
import type { FlowSummary, LinkSummary } from "../../generated/types.ts";
import {
  formatIndex,
  formatPercent,
  formatQuantity,
  groupDigits,
  significant,
} from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { linkLabel } from "./chartData.ts";
import type { GroupResult } from "./groupNumbers.ts";
import { spreadName } from "./groups.ts";
import { type MediaRow, onTimeShare, type TransferRow } from "./traffic.ts";

const msText = (value: number | null | undefined): string =>
  value === null || value === undefined ? MISSING : formatQuantity(value / 1000, "s");

const secondsText = (value: number | null | undefined): string => formatQuantity(value, "s");

const countText = (value: number | null | undefined): string =>
  value === null || value === undefined ? MISSING : groupDigits(value);

/** A number of packets with three significant digits, but at most three decimals: 0.000008 packets are shown as 0. */
const packetsText = (value: number | null | undefined): string =>
  significant(value === undefined || value === null ? Number.NaN : Math.round(value * 1000) / 1000, 3);

export const linkColumns = (): readonly Column<LinkSummary>[] => [
  { key: "link", head: S.lab.link, cell: (l) => linkLabel(l.id) },
  { key: "use", head: S.numbers.utilisation, numeric: true, cell: (l) => formatPercent(l.utilisation) },
  {
    key: "queue",
    head: S.numbers.queueMean,
    numeric: true,
    cell: (l) => packetsText(l.queue_packets?.mean),
  },
  {
    key: "q95",
    head: S.numbers.queue95,
    numeric: true,
    cell: (l) => packetsText(l.queue_packets?.p95),
  },
  { key: "wait", head: S.numbers.wait, numeric: true, cell: (l) => msText(l.queue_delay_ms?.mean) },
  { key: "drops", head: S.numbers.drops, numeric: true, cell: (l) => countText(l.drops) },
  { key: "rate", head: S.numbers.dropRate, numeric: true, cell: (l) => formatPercent(l.drop_rate) },
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
    { key: "flow", head: S.numbers.flow, cell: (f) => f.label || f.id },
    { key: "alg", head: S.lab.algorithm, cell: (f) => names.get(f.algorithm) ?? f.algorithm },
    { key: "rtt0", head: S.numbers.baseRtt, numeric: true, cell: (f) => msText(f.base_rtt_ms) },
    {
      key: "good",
      head: S.numbers.goodput,
      numeric: true,
      cell: (f) => formatQuantity(f.goodput_bps, "bit/s"),
      tip: S.numbers.goodputTip,
    },
    {
      key: "thr",
      head: S.numbers.throughput,
      numeric: true,
      cell: (f) => formatQuantity(f.throughput_bps, "bit/s"),
      tip: S.numbers.throughputTip,
    },
    { key: "loss", head: S.numbers.loss, numeric: true, cell: (f) => formatPercent(f.loss_fraction) },
    { key: "cuts", head: S.numbers.cuts, numeric: true, cell: (f) => countText(f.window_cuts) },
    { key: "to", head: S.numbers.timeouts, numeric: true, cell: (f) => countText(f.timeouts) },
    {
      key: "cwnd",
      head: S.numbers.window,
      numeric: true,
      cell: (f) => (f.cwnd ? significant(f.cwnd.mean, 3) : MISSING),
    },
    { key: "rtt", head: S.numbers.rtt, numeric: true, cell: (f) => msText(f.rtt_ms?.mean) },
    { key: "rtt95", head: S.numbers.rtt95, numeric: true, cell: (f) => msText(f.rtt_ms?.p95) },
  ];
}

export function transferColumns(rows: readonly TransferRow[]): readonly Column<TransferRow>[] {
  const hasRefusedTransfers = rows.some((row) => row.transfers.refused > 0);
  const completionTime = (statistic: "mean" | "p50" | "p95" | "p99" | "max") => (row: TransferRow) =>
    secondsText(row.transfers.completion_s?.[statistic]);
  return [
    {
      key: "flow",
      head: S.numbers.flow,
      cell: (r) => (r.members > 1 ? S.numbers.memberCount(r.label, groupDigits(r.members)) : r.label),
    },
    {
      key: "count",
      head: S.numbers.finished,
      numeric: true,
      cell: (r) => countText(r.transfers.count),
      tip: S.numbers.finishedTip,
    },
    { key: "begun", head: S.numbers.begun, numeric: true, cell: (r) => countText(r.transfers.begun) },
    ...(hasRefusedTransfers
      ? [
          {
            key: "refused",
            head: S.numbers.refused,
            numeric: true,
            cell: (r: TransferRow) => countText(r.transfers.refused),
            tip: S.numbers.refusedTip,
          },
        ]
      : []),
    {
      key: "mean",
      head: S.numbers.timeMean,
      numeric: true,
      cell: completionTime("mean"),
      tip: S.numbers.timeTip,
    },
    { key: "p50", head: S.numbers.time50, numeric: true, cell: completionTime("p50") },
    { key: "p95", head: S.numbers.time95, numeric: true, cell: completionTime("p95") },
    { key: "p99", head: S.numbers.time99, numeric: true, cell: completionTime("p99") },
    { key: "max", head: S.numbers.timeMax, numeric: true, cell: completionTime("max") },
    {
      key: "data",
      head: S.numbers.payload,
      numeric: true,
      cell: (r) => formatQuantity(r.transfers.payload_bytes, "bytes"),
    },
  ];
}

export const mediaColumns = (): readonly Column<MediaRow>[] => [
  { key: "flow", head: S.numbers.flow, cell: (r) => r.label },
  { key: "frames", head: S.numbers.frames, numeric: true, cell: (r) => countText(r.media.frames) },
  {
    key: "time",
    head: S.numbers.onTime,
    numeric: true,
    cell: (r) => formatPercent(onTimeShare(r.media)),
    tip: S.numbers.onTimeTip,
  },
  { key: "late", head: S.numbers.late, numeric: true, cell: (r) => countText(r.media.late) },
  { key: "missing", head: S.numbers.missing, numeric: true, cell: (r) => countText(r.media.missing) },
  {
    key: "up",
    head: S.numbers.givenUp,
    numeric: true,
    cell: (r) => countText(r.media.given_up),
    tip: S.numbers.givenUpTip,
  },
  {
    key: "stalls",
    head: S.numbers.stalls,
    numeric: true,
    cell: (r) =>
      r.media.stalls === 0 ? "0" : `${countText(r.media.stalls)}, ${secondsText(r.media.stalled_s)}`,
    tip: S.numbers.stallsTip,
  },
  {
    key: "d50",
    head: S.numbers.delay50,
    numeric: true,
    cell: (r) => msText(r.media.delay_ms?.p50),
    tip: S.numbers.delayTip,
  },
  { key: "d95", head: S.numbers.delay95, numeric: true, cell: (r) => msText(r.media.delay_ms?.p95) },
  {
    key: "rate",
    head: S.numbers.bitRate,
    numeric: true,
    cell: (r) => formatQuantity(r.media.rate_bps, "bit/s"),
    tip: S.numbers.bitRateTip,
  },
  { key: "changes", head: S.numbers.rateChanges, numeric: true, cell: (r) => countText(r.media.changes) },
];
