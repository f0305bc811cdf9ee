// Draws a matrix of named rows and columns as coloured cells with their values, for files.
import { type Picture, sheet, svg } from "../core/svg.ts";
import { textWidth } from "../textSize.ts";
import type { ChartTheme } from "../theme.ts";
import { textOn } from "./colours.ts";
import { FONT_SIZE, headingBlock, LINE_HEIGHT, moved, words, wrapText } from "./frame.ts";

interface NamedMatrix {
  readonly title: string;
  /** Texts below the matrix that explain its numbers. */
  readonly notes: readonly string[];
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** The text of a cell. Null if it has no value. */
  readonly text: (row: number, column: number) => string | null;
  readonly colour: (row: number, column: number) => string;
}

const CELL = 24;
const MARGIN = 12;
const GAP = 8;
/** The least width that the title and the notes get, in pixels. */
const TEXT_WIDTH = 420;

export function matrixPicture(
  { title, notes, rows, columns, text, colour }: NamedMatrix,
  theme: ChartTheme,
): Picture {
  const widest = (names: readonly string[]): number =>
    Math.ceil(Math.max(0, ...names.map((name) => textWidth(name, FONT_SIZE))));
  const left = widest(rows) + GAP;
  const inner = Math.max(left + columns.length * CELL, TEXT_WIDTH);
  const heading = headingBlock(title, inner, theme);
  const top = heading.nodes.length * LINE_HEIGHT + GAP + widest(columns) + GAP;
  const below = notes.flatMap((note) => wrapText(note, inner));
  const bottom = top + rows.length * CELL + GAP;
  const columnName = (x: number, y: number) => ({
    transform: `translate(${x + FONT_SIZE * 0.35},${y}) rotate(-90)`,
    fill: theme.text,
  });
  const nodes = [
    ...heading.nodes,
    ...columns.map((name, i) => svg("text", columnName(left + (i + 0.5) * CELL, top - 4), name)),
    ...rows.map((name, i) =>
      words(name, left - 6, top + (i + 0.5) * CELL + FONT_SIZE * 0.35, theme.text, "end"),
    ),
    ...rows.flatMap((_, row) =>
      columns.flatMap((_, column) => {
        const value = text(row, column);
        if (value === null) return [];
        const fill = colour(row, column);
        return [
          moved(left + column * CELL, top + row * CELL, [
            svg("rect", { x: 0.5, y: 0.5, width: CELL - 1, height: CELL - 1, fill }),
            words(value, CELL / 2, CELL / 2 + FONT_SIZE * 0.35, textOn(fill, "#000000"), "middle"),
          ]),
        ];
      }),
    ),
    ...below.map((line, i) => words(line, null, bottom + FONT_SIZE + i * LINE_HEIGHT, theme.muted)),
  ];
  const width = inner + 2 * MARGIN;
  const height = bottom + below.length * LINE_HEIGHT + 2 * MARGIN;
  return sheet({ width, height, fontSize: FONT_SIZE, theme, label: title }, [moved(MARGIN, MARGIN, nodes)]);
}
