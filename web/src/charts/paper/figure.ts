// A figure: all panels of a drawing, below or next to each other, as nodes for the page or as a separate SVG
// document.
import { type Picture, type SvgNode, sheet, svg } from "../core/svg.ts";
import { LINE_COLOURS } from "../palette.ts";
import { type ChartTheme, plainTheme } from "../theme.ts";
import { drawGrid } from "./drawGrid.ts";
import { drawLines } from "./drawLines.ts";
import { drawCases, drawTornado } from "./drawRows.ts";
import { drawSurface, PAPER_VIEW, type View } from "./drawSurface.ts";
import { type Block, FONT_SIZE, LINE_HEIGHT, moved, words, wrapText } from "./frame.ts";
import type { Panel } from "./panels.ts";

/** The forms in which a grid of values is drawn. */
export type GridForm = "surface" | "map" | "both";

export interface FigureOptions {
  readonly width: number;
  readonly theme: ChartTheme;
  readonly form?: GridForm;
  readonly view?: View;
  /** Whether the figure takes little space: the first and the last panel, in lower plots, and heat maps without their scale. */
  readonly compact?: boolean;
}

/** Panels are drawn next to each other if each of them gets this many pixels. */
const COLUMN_WIDTH = 390;
const COMPACT_WIDTH = 240;
/**
 * In a narrower figure, the axes of a surface have little space for their texts, so the heat map comes first.
 */
const WIDTH_OF_SURFACE = 420;
const GAP = 28;
const ROW_GAP = 14;

/** Draws the panels in one column or, if the width suffices, in two. */
export function drawFigure(
  panels: readonly Panel[],
  { width, theme, form = "both", view = PAPER_VIEW, compact = false }: FigureOptions,
): Block {
  const isNarrow = width < WIDTH_OF_SURFACE;
  const shown = compact ? panels.filter((_, i) => i === 0 || i === panels.length - 1) : panels;
  const drawers = shown.flatMap((panel) => drawersOf(panel, theme, form, view, isNarrow, compact));
  const least = compact ? COMPACT_WIDTH : COLUMN_WIDTH;
  const columns = drawers.length > 1 && width >= 2 * least + GAP ? 2 : 1;
  const columnWidth = columns === 2 ? (width - GAP) / 2 : Math.min(width, 860);
  const nodes: SvgNode[] = [];
  let y = 0;
  for (let i = 0; i < drawers.length; i += columns) {
    const row = drawers.slice(i, i + columns).map((drawBlock) => drawBlock(columnWidth));
    row.forEach((block, column) => {
      nodes.push(moved(column * (columnWidth + GAP), y, block.nodes));
    });
    y += Math.max(...row.map((block) => block.height)) + ROW_GAP;
  }
  return { nodes, height: Math.ceil(Math.max(0, y - ROW_GAP)) };
}

function drawersOf(
  panel: Panel,
  theme: ChartTheme,
  form: GridForm,
  view: View,
  isNarrow: boolean,
  compact: boolean,
): ((width: number) => Block)[] {
  switch (panel.kind) {
    case "lines":
      return [
        (width) => drawLines(panel, { width, theme, height: compact ? 190 : clamp(width * 0.42, 180, 270) }),
      ];
    case "cases":
      return [(width) => drawCases(panel, { width, theme, height: compact ? panel.cases.length * 22 : 0 })];
    case "tornado":
      return [(width) => drawTornado(panel, { width, theme, height: 0 })];
    case "grid": {
      const surface = (width: number): Block =>
        drawSurface(panel, { width, theme, height: clamp(width * 0.62, 210, 330) }, view);
      const map = (width: number): Block =>
        drawGrid(
          panel,
          { width, theme, height: panel.rows.length * (compact ? 19 : clamp(width / 14, 30, 40)) },
          !compact,
        );
      // A surface needs at least two values on each axis.
      const hasSurface = panel.columns.length > 1 && panel.rows.length > 1;
      if (!hasSurface || form === "map") return [map];
      if (form === "surface") return [surface];
      return isNarrow ? [map, surface] : [surface, map];
    }
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** A figure in the colours of one theme, as a file. `origin` is what a reader of the file needs to know, written below it. */
export function figurePicture(
  panels: readonly Panel[],
  options: FigureOptions,
  label: string,
  head: readonly SvgNode[] = [],
  origin = "",
): Picture {
  const { width, theme } = options;
  const { nodes, height } = drawFigure(panels, { ...options, width: width - 2 * MARGIN });
  const lines = origin === "" ? [] : wrapText(origin, width - 2 * MARGIN);
  const note = lines.map((line, i) => words(line, 0, height + MARGIN + (i + 1) * LINE_HEIGHT, theme.muted));
  const below = note.length > 0 ? MARGIN + note.length * LINE_HEIGHT : 0;
  const size = { width, height: height + below + 2 * MARGIN, fontSize: FONT_SIZE };
  return sheet({ ...size, theme, label, head }, [moved(MARGIN, MARGIN, [...nodes, ...note])]);
}

const MARGIN = 12;

/** The names of the colours that follow the reader's colour scheme. */
const NAMED = ["background", "text", "muted", "grid", "axis", "ghost"] as const;

/** A theme whose colours are CSS properties, for documents that follow the reader's colour scheme. */
function adaptiveTheme(): ChartTheme {
  const named = Object.fromEntries(NAMED.map((name) => [name, `var(--${name})`]));
  return { ...plainTheme("light"), ...named, lines: LINE_COLOURS.light.map((_, i) => `var(--line${i + 1})`) };
}

/** The values of the properties of `adaptiveTheme` for both colour schemes. */
function adaptiveStyle(): SvgNode {
  const properties = (name: "light" | "dark"): string => {
    const theme = plainTheme(name);
    const named = NAMED.map((property) => `--${property}:${theme[property]}`);
    const lines = theme.lines.map((colour, i) => `--line${i + 1}:${colour}`);
    return `svg{${[...named, ...lines].join(";")}}`;
  };
  return svg("style", {}, `${properties("light")}@media(prefers-color-scheme:dark){${properties("dark")}}`);
}

/** A figure as an SVG document for the documentation: in the colour scheme of the reader. */
export function documentationFigure(
  panels: readonly Panel[],
  title: string,
  { width = 760, form = "both" }: { readonly width?: number; readonly form?: GridForm } = {},
): string {
  const options = { theme: adaptiveTheme(), form, width };
  return `${figurePicture(panels, options, title, [adaptiveStyle()]).svg}\n`;
}
