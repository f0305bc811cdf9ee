// The columns of the tables under "Numbers": links, flows, transfers and media.
import type { Column } from "../../../components/Table.tsx";
import type { FlowSummary, LinkSummary, RunSummary, WindowFlowSummary } from "../../../generated/types.ts";
import {
  numberDoc,
  numberName,
  numberOf,
  numbersOf,
  numberText,
  type RunNumber,
  readNumber,
} from "../../../scenario/numbers.ts";
import { formatQuantity, groupDigits, MISSING, unitName } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { spreadName } from "../flows/groups.ts";
import { hasOneWayDelays, type MediaRow, type TransferRow, type VideoRow } from "../flows/traffic.ts";
import { linkLabel } from "../state/chartData.ts";
import { labTexts } from "../texts/index.ts";
import type { GroupResult } from "./groupNumbers.ts";

/** The column of a number. `partOf` is the part of the summary that has the number. */
function column<Row>(number: RunNumber, partOf: (row: Row) => unknown): Column<Row> {
  const name = numberName(number);
  const tip = numberDoc(number);
  return {
    key: number.id,
    head: number.unit === "packets" ? `${name} (${unitName(number.unit)})` : name,
    numeric: true,
    cell: (row) => numberText(number, readNumber(number, partOf(row))),
    ...(tip === "" ? {} : { tip }),
  };
}

/** The columns of the numbers of something, or of those that `has` accepts. */
function shownColumns<Row>(
  of: RunNumber["of"],
  partOf: (row: Row) => unknown,
  has: (number: RunNumber) => boolean = () => true,
): readonly Column<Row>[] {
  return numbersOf(of).flatMap((number) => (number.shown && has(number) ? [column(number, partOf)] : []));
}

export const linkColumns = (): readonly Column<LinkSummary>[] => [
  { key: "link", head: pageTexts.lab.link, cell: (l) => linkLabel(l.id) },
  ...shownColumns<LinkSummary>("link", (l) => l),
];

/** What the spreads of the groups with several flows cover. */
function spreadHead(groups: readonly GroupResult[]): string {
  const names = new Set(groups.flatMap(({ flows }) => (flows.length > 1 ? [spreadName(flows.length)] : [])));
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : pageTexts.groups.spread;
}

export function groupColumns(groups: readonly GroupResult[]): readonly Column<GroupResult>[] {
  const rate = (value: number): string => formatQuantity(value, "bit/s");
  return [
    { key: "group", head: pageTexts.groups.group, cell: (g) => g.label },
    ...shownColumns<GroupResult>("group", (g) => g),
    {
      key: "spread",
      head: spreadHead(groups),
      numeric: true,
      cell: (g) => (g.flows.length > 1 ? `${rate(g.low)} \u2013 ${rate(g.high)}` : MISSING),
    },
  ];
}

/**
 * The columns for flows of one kind. Numbers that no flow has are left out, and for flows with one-way delays those that
 * some of them have not, such as a window, or of which all are 0, such as timeouts.
 */
export function flowColumns(
  names: ReadonlyMap<string, string>,
  flows: readonly FlowSummary[],
): readonly Column<FlowSummary>[] {
  const oneWay = flows.some(hasOneWayDelays);
  const has = (number: RunNumber): boolean => {
    const values = flows.map((flow) => readNumber(number, flow));
    return oneWay
      ? !values.includes(null) && (number.unit === "share" || values.some((value) => value !== 0))
      : values.some((value) => value !== null);
  };
  return [
    { key: "flow", head: labTexts.numbers.flow, cell: (f) => f.label || f.id },
    { key: "alg", head: pageTexts.lab.algorithm, cell: (f) => names.get(f.algorithm) ?? f.algorithm },
    ...shownColumns<FlowSummary>("packets", (f) => f, has),
    ...shownColumns<FlowSummary>("flow", (f) => f, has),
  ];
}

const windowText = ({ window, from, to, flow }: WindowRow): string => {
  const [start, end] = [formatQuantity(from, "s"), formatQuantity(to, "s")];
  return flow === null
    ? labTexts.numbers.windowAhead({ id: window, from: start })
    : labTexts.numbers.windowSpan({ id: window, span: labTexts.numbers.span({ from: start, to: end }) });
};

/** The numbers of a flow in a declared window. */
export const WINDOW_NUMBERS = ["goodput_bps", "throughput_bps", "sent", "lost"] as const;

export const windowColumns = (): readonly Column<WindowRow>[] => [
  { key: "window", head: labTexts.numbers.measureWindow, cell: windowText },
  { key: "flow", head: labTexts.numbers.flow, cell: (r) => r.label },
  ...WINDOW_NUMBERS.map((id) => column<WindowRow>(numberOf("flow", id), (r) => r.flow)),
];

export function transferColumns(rows: readonly TransferRow[]): readonly Column<TransferRow>[] {
  const refusesAny = rows.some((row) => row.transfers.refused > 0);
  return [
    {
      key: "flow",
      head: labTexts.numbers.flow,
      cell: (r) =>
        r.members > 1 ? labTexts.numbers.memberCount({ label: r.label, n: groupDigits(r.members) }) : r.label,
    },
    ...shownColumns<TransferRow>("transfers", (r) => r.transfers).filter(
      ({ key }) => refusesAny || key !== "refused",
    ),
  ];
}

/** The columns for flows with media. Numbers that none has, such as those of audio, are left out. */
export const mediaColumns = (rows: readonly MediaRow[]): readonly Column<MediaRow>[] => [
  { key: "flow", head: labTexts.numbers.flow, cell: (r) => r.label },
  ...shownColumns<MediaRow>(
    "media",
    (r) => r,
    (number) => rows.some((row) => readNumber(number, row) !== null),
  ),
];

export const videoColumns = (): readonly Column<VideoRow>[] => [
  { key: "flow", head: labTexts.numbers.flow, cell: (r) => r.label },
  ...shownColumns<VideoRow>("video", (r) => r),
];

interface WindowRow {
  /** The ID of the window. */
  readonly window: string;
  /** The time from which the window is measured, in simulated seconds. */
  readonly from: number;
  /** The end of its measured part, in simulated seconds. */
  readonly to: number;
  /** The label of the flow. */
  readonly label: string;
  /** The results; null if the window has not begun. */
  readonly flow: WindowFlowSummary | null;
  readonly flowId: string;
}

/**
 * The rows in the order of the document: all flows of the first window, then all flows of the second window.
 */
export function windowRows({ windows, flows }: RunSummary): readonly WindowRow[] {
  const labels = new Map(flows.map(({ id, label }) => [id, label || id]));
  return Object.entries(windows).flatMap(([window, { from, to, flows: results }]) =>
    results.map((flow) => ({
      window,
      from,
      to,
      label: labels.get(flow.id) ?? flow.id,
      flow: to > from ? flow : null,
      flowId: flow.id,
    })),
  );
}
