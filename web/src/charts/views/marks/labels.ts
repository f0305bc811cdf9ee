// Labels at the right of a view over time: names with their values at the moment.

import { V } from "../../../strings/views.ts";
import { type Attributes, type SvgNode, svg } from "../../core/svg.ts";
import { fitText, textWidth } from "../../textSize.ts";
import { placeLabels } from "../../time/labelColumn.ts";
import { colourOfKey } from "../plot.ts";
import type { ViewKey, ViewPlot } from "../types.ts";

/** A label at the right of a view over time. */
export interface LabelRow {
  /** The flow or group that the pointer highlights at the label. */
  readonly key?: ViewKey | undefined;
  readonly label: string;
  readonly value: string;
  readonly swatch?: SvgNode | undefined;
  /** The distance of the name from the left end, as a multiple of the font size. */
  readonly indent: number;
  /** Whether the name is a heading. */
  readonly isHeading?: boolean;
}

/**
 * A label that belongs at a height in pixels. If not all labels have space, those of the highest rank are
 * shown.
 */
export interface PlacedRow extends LabelRow {
  readonly key: ViewKey;
  readonly at: number;
  readonly rank: number;
}

/** A square in the colour of a flow or group. */
export const squareSwatch = (key: ViewKey, { fontSize, theme }: ViewPlot, look: Attributes = {}): SvgNode =>
  svg("rect", {
    y: -fontSize * 0.4,
    width: fontSize * 0.8,
    height: fontSize * 0.8,
    rx: 2,
    fill: colourOfKey(key, theme),
    ...look,
  });

/**
 * Labels as near to their heights as possible without overlap, in the order of the rows. The row of the
 * highlighted flow or group has the highest rank. The last label states the number of rows that have no
 * space. The whole row of a label is a target of the pointer.
 */
export function placedLabels(rows: readonly PlacedRow[], plot: ViewPlot): SvgNode[] {
  const { layout, theme, fontSize, height, width, highlight } = plot;
  const maxLabels = Math.max(1, Math.floor(height / layout.labelHeight));
  const rankOf = ({ key, rank }: PlacedRow): number =>
    key.id === highlight ? Number.POSITIVE_INFINITY : rank;
  const chosen = new Set(
    [...rows]
      .sort((a, b) => rankOf(b) - rankOf(a))
      .slice(0, rows.length > maxLabels ? maxLabels - 1 : maxLabels),
  );
  const shown = rows.filter((row) => chosen.has(row));
  const omitted = rows.length - shown.length;
  const bottom = height + fontSize * 0.4 - (omitted > 0 ? layout.labelHeight : 0);
  const wanted = shown.map(({ at }) => at);
  const places = placeLabels(wanted, layout.labelHeight, -fontSize * 0.4, bottom);
  const more = { x: width + fontSize * 0.5, y: height + fontSize * 0.35, fill: theme.muted };
  return [
    ...shown.map((row, i) => labelNode(row, places[i] ?? 0, plot, true)),
    ...(omitted > 0 ? [svg("text", more, V.more(omitted))] : []),
  ];
}

/** Labels below each other. Rows for which there is no space are left out. */
export function listedLabels(rows: readonly LabelRow[], plot: ViewPlot): SvgNode[] {
  const { layout, fontSize, height } = plot;
  return rows
    .slice(0, Math.max(1, Math.floor((height + fontSize) / layout.labelHeight)))
    .map((row, i) => labelNode(row, fontSize * 0.3 + i * layout.labelHeight, plot, false));
}

function labelNode(row: LabelRow, y: number, plot: ViewPlot, isTarget: boolean): SvgNode {
  const { layout, theme, fontSize, width, highlight } = plot;
  const { key, label, value, swatch, indent } = row;
  const rowWidth = layout.right - fontSize * 0.5;
  const room = rowWidth - fontSize * (indent + 0.5) - textWidth(value, fontSize) * 1.08;
  const text = { y: fontSize * 0.35, fill: row.isHeading ? theme.muted : theme.text };
  const end = { x: rowWidth, "text-anchor": "end", "font-weight": 600, ...text, fill: theme.text };
  const target = { y: -layout.labelHeight / 2, width: rowWidth, height: layout.labelHeight, fill: "none" };
  const isFaded = key !== undefined && highlight !== null && highlight !== key.id;
  return svg(
    "g",
    {
      class: isFaded ? "fs-label fs-faded" : "fs-label",
      "data-flow": key?.id,
      transform: `translate(${width + fontSize * 0.5},${y.toFixed(1)})`,
    },
    [
      ...(isTarget ? [svg("rect", target)] : []),
      ...(swatch ? [swatch] : []),
      svg("text", { class: "fs-name", x: fontSize * indent, ...text }, fitText(label, fontSize, room)),
      svg("text", { class: "fs-value", ...end }, value),
    ],
  );
}
