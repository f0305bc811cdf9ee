// Fair-share bars: the rate of each flow as a percentage of its fair share, with a line at 100 %. A group has
// one row with a dot for each of its flows, so that the spread of 200 flows is visible. If there would be
// more than twelve rows, flows without a group are grouped by their kind.
import { formatQuantity, THIN_SPACE } from "../scenario/units.ts";
import "./charts.css";
import { groups, max, mean, min, range } from "d3-array";
import { type LiveDrawing, liveSvg } from "./core/liveSvg.ts";
import { draw, type Mark, mark, type PlotArea } from "./core/mark.ts";
import { clamped } from "./core/scales.ts";
import { type SvgNode, svg } from "./core/svg.ts";
import type { Unit } from "./format.ts";
import type { LineStyle } from "./palette.ts";
import { MAX_VALUES_WITH_EXTREMES, spreadOf } from "./series.ts";
import { fitText, presenterFontSize, textWidth } from "./textSize.ts";
import { chartTexts } from "./texts/index.ts";
import { type ChartTheme, styleColour } from "./theme.ts";
import { roundUp } from "./valueScale.ts";

export interface BarItem {
  readonly id: string;
  readonly label: string;
  /** The flow's rate divided by its fair share; NaN if it is unknown. */
  readonly share: number;
  /** The share in the run that is drawn behind; NaN or undefined if there is none. */
  readonly before?: number | undefined;
  readonly style: LineStyle;
  /**
   * The name of the flow's group. A flow without a group has its own label. Flows of one group share a row.
   */
  readonly group: string;
  /**
   * The kind of the flow, for example its algorithm. If there are too many rows, flows without a group share
   * a row by their kinds.
   */
  readonly kind: string;
  /** The flow's rate in bit/s. */
  readonly rate: number;
}

interface BarChartOptions {
  /** The name of the run that is drawn behind, such as "before". */
  readonly before?: string | undefined;
  /** Larger text, for a projector. */
  readonly presenter?: boolean;
  /** Whether the rates are shown even if little space is left for the bars. */
  readonly alwaysRates?: boolean;
}

export interface BarChart {
  update(items: readonly BarItem[], options?: BarChartOptions): void;
  destroy(): void;
}

/** With more rows than this, flows without a group are grouped by their kinds. */
const MAX_ROWS = 12;
/** Widths in multiples of the font size. */
const WIDTHS = {
  share: 4.4,
  rate: 5.6,
  /** The lowest and highest shares of groups. */
  spread: 6.9,
  /** A column is omitted if it would leave less than this for the bars, or for the dots of groups. */
  leastBar: 6.5,
  leastDots: 7,
} as const;
/** The axis ends at this share or above, so that there is space for shares above 100 %. */
const MIN_TOP = 1.5;

/** `onHover` is called with the id of the flow under the pointer, or null. */
export function createBarChart(host: HTMLElement, onHover?: (id: string | null) => void): BarChart {
  let items: readonly BarItem[] = [];
  let options: BarChartOptions = {};
  let top = MIN_TOP;
  const live = liveSvg(host, { class: "fs-bars", role: "img" }, 40, (width, theme) => {
    // The axis grows at once, but shrinks only if it is much too long.
    const needed = barTop(items);
    if (needed > top || needed < top * 0.6) top = needed;
    return {
      ...drawBars({ items, width, top, theme, ...options }),
      label: describeBars(items, options.before),
    };
  });
  live.element.addEventListener("pointerover", (event) => {
    const target = (event.target as Element).closest<SVGElement>("[data-id]");
    onHover?.(target?.dataset["id"] ?? null);
  });
  live.element.addEventListener("pointerleave", () => onHover?.(null));
  return {
    update(nextItems, nextOptions = {}) {
      [items, options] = [nextItems, nextOptions];
      live.redraw();
    },
    destroy: live.destroy,
  };
}

function describeBars(items: readonly BarItem[], before = ""): string {
  const withShare = items.filter((item) => !Number.isNaN(item.share));
  if (withShare.length === 0) return chartTexts.noShares;
  const share = (value = Number.NaN): string => formatQuantity(value, "share");
  const write = (row: Row): string => {
    const beforeText =
      before === "" || Number.isNaN(row.before)
        ? ""
        : ` (${chartTexts.named({ name: before, text: share(row.before) })})`;
    const text = `${row.name} ${share(row.share)}${beforeText}`;
    if (row.items.length === 1) return text;
    const shares = row.items.map((item) => item.share);
    return chartTexts.meanShare({ share: text, low: share(min(shares)), high: share(max(shares)) });
  };
  return chartTexts.shareOf({ basis: chartTexts.fairShare, shares: rowsOf(withShare).map(write).join(", ") });
}

/** The end of an axis that includes all shares. */
export function barTop(items: readonly BarItem[]): number {
  return Math.max(
    MIN_TOP,
    roundUp((max(items.flatMap(({ share, before = 0 }) => [share, before])) ?? 0) * 1.02),
  );
}

/** One flow, or all flows of a group. */
interface Row {
  /** The name in the description. */
  readonly name: string;
  /** The label next to the bar or the dots. */
  readonly label: string;
  readonly items: readonly BarItem[];
  readonly share: number;
  readonly before: number;
  readonly rate: number;
  readonly style: LineStyle;
}

function rowsOf(items: readonly BarItem[]): Row[] {
  const byGroup = groups(items, (item) => item.group);
  if (byGroup.length <= MAX_ROWS) return byGroup.map(([label, members]) => rowOf(label, members));
  const sizes = new Map(byGroup.map(([label, members]) => [label, members.length]));
  const isAlone = (item: BarItem): boolean => sizes.get(item.group) === 1;
  return groups(items, (item) => (isAlone(item) ? `kind ${item.kind}` : `group ${item.group}`)).map(
    ([, members]) =>
      rowOf((members[0] && isAlone(members[0]) ? members[0].kind : members[0]?.group) ?? "", members),
  );
}

function rowOf(label: string, items: readonly BarItem[]): Row {
  return {
    name: items.length > 1 ? chartTexts.sized({ label, n: items.length }) : (items[0]?.label ?? label),
    label: items.length > 1 ? `${label} \u00d7\u202f${items.length}` : (items[0]?.label ?? label),
    items,
    share: mean(items, (item) => item.share) ?? Number.NaN,
    before: mean(items, (item) => item.before) ?? Number.NaN,
    rate: mean(items, (item) => item.rate) ?? Number.NaN,
    style: items[0]?.style ?? { colour: 0, dash: 0, marker: 0 },
  };
}

interface BarModel {
  readonly items: readonly BarItem[];
  readonly width: number;
  /** The share at the end of the axis. */
  readonly top: number;
  readonly theme: ChartTheme;
  readonly presenter?: boolean;
  readonly alwaysRates?: boolean;
}

/** The chart as SVG nodes. The line at 100 % is drawn over bars and dots, and the values over the line. */
export function drawBars(model: BarModel): Omit<LiveDrawing, "label"> {
  const { items, width, top, theme, presenter = false } = model;
  const fontSize = presenter ? presenterFontSize() : 12;
  const rows = rowsOf(items);
  const rowHeight = rowHeightOf(rows.length, fontSize);
  // Groups have longer names than flows.
  const labelShare = rows.length < items.length ? 0.36 : 0.28;
  const longest = (max(rows, (row) => textWidth(row.label, fontSize)) ?? 0) + fontSize * 1.2;
  const left = Math.round(Math.min(width * labelShare, fontSize * 12, longest));
  const columns = columnsOf(rows, (width - left) / fontSize, model.alwaysRates ?? false);
  const right = Math.max(left + 20, width - Math.round(columns.width * fontSize));
  const headHeight = headHeightOf(fontSize);
  const bottom = headHeight + rows.length * rowHeight;
  // A bar takes 0.6 of its row, in the middle of the row.
  const y = (row: number): number => headHeight + rowHeight * (row + 0.2);
  const x = clamped([0, top], [left, right]);
  const plot: PlotArea = { x, y, width, height: bottom, fontSize, lineWidth: 1.5, theme };
  const barHeight = Math.round(rowHeight * 0.6);
  const nodes = draw(
    [
      rowMark(rows, left, barHeight),
      ghostMark(rows, left, barHeight),
      basisMark(headHeight, presenter, headStart(rows, right, columns, fontSize)),
      headMark(rows, right, columns),
      valueMark(rows, barHeight, right, columns),
    ],
    plot,
  );
  return { nodes, height: barChartHeight(rows.length, fontSize), fontSize };
}

const rowHeightOf = (rows: number, fontSize: number): number =>
  Math.round(fontSize * (rows > 4 ? 1.4 : 1.75));
const headHeightOf = (fontSize: number): number => Math.round(fontSize * 1.5);

/** The height of the chart in pixels. */
const barChartHeight = (rows: number, fontSize: number): number =>
  headHeightOf(fontSize) + rows * rowHeightOf(rows, fontSize) + 4;

/** The label of each row with its bar, or with the dots of its flows. */
function rowMark(rows: readonly Row[], left: number, barHeight: number): Mark {
  return mark(
    { y: range(rows.length), xBar: rows.map((row) => row.share) },
    ({ y, xBar }, { x, fontSize, theme }) =>
      rows.map((row, i) => {
        const middle = (y[i] ?? 0) + barHeight / 2;
        const isSingle = row.items.length === 1;
        const end = xBar[i] ?? Number.NaN;
        const at = { x: left - fontSize * 0.6, y: middle + fontSize * 0.35, fill: theme.text };
        const label = { "text-anchor": "end", class: "fs-bar-label", ...at };
        const known = row.items.filter((item) => !Number.isNaN(item.share));
        const shapes = isSingle
          ? [
              svg("rect", {
                class: "fs-bar",
                rx: 2,
                x: left,
                y: Math.round(middle - barHeight / 2),
                width: Number.isNaN(end) ? 0 : Math.max(1, end - left),
                height: barHeight,
                fill: styleColour(row.style, theme),
              }),
            ]
          : known.map((item, k) =>
              svg("circle", {
                r: 3,
                "fill-opacity": 0.6,
                // Positions are rounded to half a pixel, the smallest visible movement.
                cx: Math.round((x(item.share) ?? 0) * 2) / 2,
                // The vertical offset only separates dots with similar shares.
                cy: middle + (((k * 0.618034) % 1) - 0.5) * barHeight,
                fill: styleColour(item.style, theme),
                "data-id": item.id,
              }),
            );
        return svg("g", { "data-id": isSingle ? row.items[0]?.id : null }, [
          svg("text", label, fitText(row.label, fontSize, left - fontSize * 0.6)),
          ...shapes,
        ]);
      }),
  );
}

/**
 * The shares in the run that is drawn behind: an outline of the bar of a flow, a tick for a group.
 */
function ghostMark(rows: readonly Row[], left: number, barHeight: number): Mark {
  return mark(
    { y: range(rows.length), xBefore: rows.map((row) => row.before) },
    ({ y, xBefore }, { theme }) =>
      rows.flatMap((row, i) => {
        const end = xBefore[i] ?? Number.NaN;
        if (Number.isNaN(end)) return [];
        const top = Math.round(y[i] ?? 0) - 1.5;
        const bottom = top + barHeight + 3;
        const x = Math.round(end) + 0.5;
        const outline = `M${left},${top}H${x}V${bottom}H${left}`;
        const tick = { x1: x, x2: x, y1: top - 1, y2: bottom + 1, stroke: theme.text, "stroke-width": 1.5 };
        const isFlow = row.items.length === 1;
        const shape = isFlow
          ? svg("path", { d: outline, fill: "none", stroke: theme.text })
          : svg("line", tick);
        return [svg("g", { class: "fs-bar-before" }, [shape])];
      }),
  );
}

/** The line at 100 %. Its name ends before `end`, in pixels. */
function basisMark(headHeight: number, presenter: boolean, end: number): Mark {
  const name = `${chartTexts.fairShare} 100${THIN_SPACE}%`;
  return mark({ x: [1] }, ({ x: [at = 0] }, { height, fontSize, theme }) => {
    const fits = at + textWidth(name, fontSize) / 2 <= end;
    const place = fits ? { x: at, "text-anchor": "middle" } : { x: end, "text-anchor": "end" };
    return [
      svg("line", {
        x1: at,
        x2: at,
        y1: headHeight - 2,
        y2: height + 2,
        stroke: theme.text,
        "stroke-width": presenter ? 4 : 1.5,
        "stroke-dasharray": "1 3",
        "stroke-linecap": "round",
      }),
      svg("text", { ...place, y: fontSize, fill: theme.muted }, name),
    ];
  });
}

/** The horizontal position at which the names of the columns begin, in pixels. */
const headStart = (rows: readonly Row[], right: number, columns: Columns, fontSize: number): number =>
  rows.every((row) => row.items.length === 1)
    ? Number.POSITIVE_INFINITY
    : right + columns.share * fontSize - textWidth(chartTexts.mean, fontSize) - fontSize * 0.6;

/** The columns of values at the right of the bars, in multiples of the font size. */
interface Columns {
  readonly width: number;
  /** The end of the column of shares, which are aligned at the right. */
  readonly share: number;
  /** The starts of the other columns; undefined if there is no space for a column. */
  readonly spread: number | undefined;
  readonly rate: number | undefined;
}

/** The columns that fit next to the bars. The lowest and highest share of a group are more important than its rate. */
function columnsOf(rows: readonly Row[], available: number, alwaysRates: boolean): Columns {
  const hasGroups = rows.some((row) => row.items.length > 1);
  const gap = 0.6;
  const least = hasGroups ? WIDTHS.leastDots : WIDTHS.leastBar;
  let width: number = WIDTHS.share;
  const start = (column: number, isNeeded = false): number | undefined => {
    if (!isNeeded && available - width - column < least) return undefined;
    width += column;
    return width - column + gap;
  };
  const needed = alwaysRates ? start(WIDTHS.rate, true) : undefined;
  const spread = hasGroups ? start(WIDTHS.spread) : undefined;
  const rate = needed ?? start(WIDTHS.rate);
  return { width, share: WIDTHS.share, spread, rate };
}

/**
 * A measured value with three digits, even if the last digit is zero, so that the numbers of a column have
 * the same precision.
 */
const measured = (value: number, unit: Unit): string => formatQuantity(value, unit, 3, value !== 0);

/** The spread of the shares of a row, as in tables and in the bands of charts: "52.0–118 %". */
function spreadText({ items }: Row): string {
  const { low, high } = spreadOf(items.map((item) => item.share));
  return `${measured(low, "share").replace(/\u202f%$/, "")}\u2013${measured(high, "share")}`;
}

/** The head of the column of spreads: which values of a group its spread includes. */
function spreadHead(rows: readonly Row[]): string {
  const sizes = rows.flatMap(({ items }) => (items.length > 1 ? [items.length] : []));
  if (sizes.every((size) => size <= MAX_VALUES_WITH_EXTREMES)) return "min\u2013max";
  return sizes.every((size) => size > MAX_VALUES_WITH_EXTREMES) ? chartTexts.middle : chartTexts.spread;
}

/** The names of the columns if there are groups: their shares are means. */
function headMark(rows: readonly Row[], right: number, columns: Columns): Mark {
  return ({ fontSize, theme, width }) => {
    if (rows.every((row) => row.items.length === 1)) return [];
    const look = { y: fontSize, fill: theme.muted };
    const head = (column: number | undefined, text: string): SvgNode[] => {
      const x = Math.min(right + (column ?? 0) * fontSize, width - textWidth(text, fontSize));
      return column === undefined ? [] : [svg("text", { x, ...look }, text)];
    };
    const mean = { x: right + columns.share * fontSize, "text-anchor": "end", ...look };
    return [
      svg("text", mean, chartTexts.mean),
      ...head(columns.spread, spreadHead(rows)),
      // Next to the other means, the word would only be repeated.
      ...(columns.spread === undefined ? [] : head(columns.rate, chartTexts.mean)),
    ];
  };
}

/** The values of each row in columns, so that they stay in their places while the bars change. */
function valueMark(rows: readonly Row[], barHeight: number, right: number, columns: Columns): Mark {
  return mark({ y: range(rows.length) }, ({ y }, { fontSize, theme }) =>
    rows.map((row, i) => {
      const isGroup = row.items.length > 1;
      const at = (column: number) => ({
        x: right + column * fontSize,
        y: (y[i] ?? 0) + barHeight / 2 + fontSize * 0.35,
      });
      const muted = { "font-weight": 400, fill: theme.muted };
      const look = { "text-anchor": "end", "font-weight": 600, fill: theme.text };
      const share = svg("text", { ...at(columns.share), ...look }, measured(row.share, "share"));
      const cell = (column: number | undefined, text: string): SvgNode[] =>
        column === undefined || text === "" ? [] : [svg("text", { ...at(column), ...muted }, text)];
      return svg("g", {}, [
        share,
        ...cell(columns.spread, isGroup ? spreadText(row) : ""),
        ...cell(columns.rate, Number.isNaN(row.rate) ? "" : measured(row.rate, "bit/s")),
      ]);
    }),
  );
}
