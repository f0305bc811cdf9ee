// Labels at the right of a plot over time: swatches and names with their values at the moment.

import { type SvgNode, svg } from "../core/svg.ts";
import { fitText, textWidth } from "../textSize.ts";
import { chartTexts } from "../texts/index.ts";
import type { Area } from "./content.ts";

export interface LabelRow {
  /** The flow or group that the pointer highlights at the label. */
  readonly flow?: string | undefined;
  readonly label: string;
  readonly value: string;
  readonly swatch?: readonly SvgNode[];
  /** The distance of the name from the left end, in pixels. */
  readonly indent: number;
  /** Whether the name is a heading. */
  readonly isHeading?: boolean;
  /** Whether a click on the label explains the flow. */
  readonly explains?: boolean;
  /** Shown when the pointer rests on the label. */
  readonly tip?: string | undefined;
}

/**
 * A label that belongs at a height in pixels. If not all labels have space, those of the highest rank are
 * shown.
 */
export interface PlacedRow extends LabelRow {
  readonly at: number;
  readonly rank: number;
}

export interface PlacedOptions<Row> {
  readonly highlight: string | null;
  /** The height of a row in pixels. The caller makes rows lower than usual only if all of them then have space. */
  readonly rowHeight?: number;
  /** The height of a heading above the labels in pixels. */
  readonly headHeight?: number;
  /** The order of the labels from top to bottom, as indices; by default the order of their heights. */
  readonly orderOf?: (rows: readonly Row[]) => number[];
}

/** Rows extend beyond the plot by this much, above the first and below the last, in multiples of the font size. */
export const SLACK = 0.4;

/**
 * Labels as near to their heights as possible without overlap. The row of the highlighted flow or group has
 * the highest rank. The last label states the number of rows that have no space. The whole row of a label is a
 * target of the pointer.
 */
export function placedLabels<Row extends PlacedRow>(
  rows: readonly Row[],
  area: Area,
  options: PlacedOptions<Row>,
): SvgNode[] {
  const { layout, theme, fontSize, height, width } = area;
  const { highlight, rowHeight = layout.labelHeight, headHeight = 0, orderOf } = options;
  const maxLabels =
    rowHeight < layout.labelHeight
      ? rows.length
      : Math.max(1, Math.floor((height - headHeight) / layout.labelHeight));
  const rankOf = ({ flow, rank }: PlacedRow): number =>
    flow === highlight ? Number.POSITIVE_INFINITY : rank;
  const ranked = rows.length > maxLabels ? [...rows].sort((a, b) => rankOf(b) - rankOf(a)) : rows;
  const chosen = new Set(rows.length > maxLabels ? ranked.slice(0, Math.max(1, maxLabels - 1)) : rows);
  const shown = rows.filter((row) => chosen.has(row));
  const omitted = rows.length - shown.length;
  const slack = fontSize * SLACK;
  const bottom = height + slack - (omitted > 0 ? layout.labelHeight : 0);
  const wanted = shown.map(({ at }) => at);
  const places = placeLabels(wanted, rowHeight, headHeight - slack, bottom, orderOf?.(shown));
  const more = { x: width + fontSize * 0.5, y: height + fontSize * 0.35, fill: theme.muted };
  return [
    ...shown.map((row, i) => labelNode(row, places[i] ?? 0, area, highlight, rowHeight)),
    ...(omitted > 0 ? [svg("text", more, chartTexts.more({ n: omitted }))] : []),
  ];
}

/** Labels below each other. Rows for which there is no space are left out. */
export function listedLabels(rows: readonly LabelRow[], area: Area, highlight: string | null): SvgNode[] {
  const { layout, fontSize, height } = area;
  return rows
    .slice(0, Math.max(1, Math.floor((height + fontSize) / layout.labelHeight)))
    .map((row, i) => labelNode(row, fontSize * 0.3 + i * layout.labelHeight, area, highlight));
}

/** A label. With a height, the whole row is a target of the pointer. */
function labelNode(
  row: LabelRow,
  y: number,
  { layout, theme, fontSize, width }: Area,
  highlight: string | null,
  height?: number,
): SvgNode {
  const { flow, label, value, swatch = [], indent, isHeading, explains, tip } = row;
  const rowWidth = layout.right - fontSize * 0.5;
  const valueWidth = value === "" ? 0 : textWidth(value, fontSize) * 1.08 + fontSize * 0.4;
  const isFaded = flow !== undefined && highlight !== null && highlight !== flow;
  const text = { y: fontSize * 0.35, fill: isHeading ? theme.muted : theme.text };
  const end = { x: rowWidth, "text-anchor": "end", "font-weight": 600, ...text, fill: theme.text };
  const attributes = {
    class: `fs-label${explains ? " fs-explains" : ""}${isFaded ? " fs-faded" : ""}`,
    "data-flow": flow,
    transform: `translate(${width + fontSize * 0.5},${y.toFixed(1)})`,
  };
  return svg("g", attributes, [
    ...(tip === undefined ? [] : [svg("title", {}, tip)]),
    ...(height === undefined ? [] : [svg("rect", { y: -height / 2, width: rowWidth, height, fill: "none" })]),
    ...swatch,
    svg(
      "text",
      { class: "fs-name", x: indent, ...text },
      fitText(label, fontSize, rowWidth - indent - valueWidth),
    ),
    svg("text", { class: "fs-value", ...end }, value),
  ]);
}

// Places labels in a column so that they do not overlap: each as near to its wanted centre as possible. Overlapping labels are merged into groups as in isotonic regression (pool adjacent
// violators), which minimises the sum of the squared displacements. d3-force would also separate labels, but
// iteratively, without preserving their order, and with a result that depends on their initial positions.

/**
 * The vertical centres of labels, each as near as possible to its centre in `wanted`. All labels have the
 * given height and are between `top` and `bottom`. The labels are in the order of `order`, from top to
 * bottom, by default in the order of their wanted centres.
 */
export function placeLabels(
  wanted: readonly number[],
  height: number,
  top: number,
  bottom: number,
  order: readonly number[] = wanted
    .map((_, index) => index)
    .sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b),
): number[] {
  interface Group {
    /** Of the centres that the members want for the first label of the group. */
    sum: number;
    members: number[];
  }
  const half = height / 2;
  // The centre of the first label of a group that minimises the squared displacements and keeps the group
  // inside the column.
  const firstCentre = (group: Group): number => {
    const best = group.sum / group.members.length;
    const last = bottom - half - (group.members.length - 1) * height;
    return Math.max(top + half, Math.min(last, best));
  };
  const groups: Group[] = [];
  for (const index of order) {
    let group: Group = { sum: wanted[index] ?? 0, members: [index] };
    for (;;) {
      const above = groups[groups.length - 1];
      if (
        above === undefined ||
        firstCentre(above) + above.members.length * height <= firstCentre(group) + 1e-9
      )
        break;
      groups.pop();
      const shift = above.members.length * height;
      group = {
        sum: above.sum + group.sum - shift * group.members.length,
        members: [...above.members, ...group.members],
      };
    }
    groups.push(group);
  }
  const placed = new Array<number>(wanted.length).fill(0);
  for (const group of groups) {
    const first = firstCentre(group);
    group.members.forEach((index, i) => {
      placed[index] = first + i * height;
    });
  }
  return placed;
}
