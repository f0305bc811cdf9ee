// Small pictures of a run from short data arrays: the thumbnails on the cards of the examples. They are
// nodes without listeners, so a page can contain dozens of them.
import { max, maxIndex, minIndex, range } from "d3-array";
import { patchChildren } from "./core/dom.ts";
import { draw, type Mark } from "./core/mark.ts";
import { linear } from "./core/scales.ts";
import { type SvgNode, svg } from "./core/svg.ts";
import { lineMark } from "./marks/line.ts";
import type { LineStyle } from "./palette.ts";
import { type ChartTheme, dashOf, styleColour, themeOf } from "./theme.ts";

export interface ThumbLine {
  /** Values at equal distances in time; NaN breaks the line. */
  readonly values: ArrayLike<number>;
  readonly style: LineStyle;
}

export interface ThumbOptions {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
  /** The description for screen readers; "" when the text next to the picture already describes it. */
  readonly label: string;
  /** The value at the upper end. Default: the largest value or the reference, whichever is larger. */
  readonly top?: number;
  /** The value at which a dotted line is drawn, for example the capacity. */
  readonly reference?: number;
  readonly lineWidth?: number;
}

/** A picture as the node of an `svg` element. */
export function thumbNode(lines: readonly ThumbLine[], options: ThumbOptions): SvgNode {
  const { width, height, label } = options;
  const name = label === "" ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
  const look = { width, height, viewBox: `0 0 ${width} ${height}`, class: "fs-thumb", ...name };
  return svg("svg", look, [thumbLines(lines, options)]);
}

/** The lines; the first line is on top. */
function thumbLines(lines: readonly ThumbLine[], options: ThumbOptions): SvgNode {
  const { width, height, theme, reference, lineWidth = 1.5 } = options;
  const margin = lineWidth + 1;
  const top =
    options.top ??
    max([1e-12, reference ?? 0, ...lines.map(({ values }) => max(Array.from(values)) ?? 0)]) ??
    1;
  const ends = [margin, width - margin] as const;
  const plot = {
    x: linear([0, 1], ends),
    y: linear([0, top], [height - margin, margin]),
    width,
    height,
    fontSize: 12,
    lineWidth,
    theme,
  };
  const dots = {
    stroke: theme.muted,
    "stroke-width": 1,
    "stroke-dasharray": "1 3",
    "stroke-linecap": "round",
  };
  const marks: Mark[] =
    reference === undefined ? [] : [lineMark({ x: [0, 1], y: [reference, reference] }, dots)];
  for (const { values, style } of [...lines].reverse()) {
    const n = values.length;
    const x = n > 1 ? range(n).map((i) => i / (n - 1)) : [0.5];
    marks.push(
      lineMark(
        { x, y: Array.from(values) },
        { stroke: styleColour(style, theme), "stroke-dasharray": dashOf(style, theme) },
      ),
    );
  }
  const look = { "stroke-width": lineWidth, "stroke-linejoin": "round" };
  return svg("g", look, draw(marks, plot));
}

/**
 * Reduces a long array to about `maxValues` values but preserves its peaks and dips: the result contains the
 * smallest and the largest value of each part, in the order in which they occur.
 */
export function reduceToExtremes(values: ArrayLike<number>, maxValues: number): Float64Array {
  const n = values.length;
  if (n <= maxValues) return Float64Array.from(values);
  const parts = Math.max(1, Math.floor(maxValues / 2));
  const all = Array.from(values);
  return Float64Array.from(
    range(parts).flatMap((s) => {
      const part = all.slice(Math.floor((s * n) / parts), Math.floor(((s + 1) * n) / parts));
      const [low, high] = [minIndex(part), maxIndex(part)];
      return [Math.min(low, high), Math.max(low, high)].map((i) => part[i] ?? Number.NaN);
    }),
  );
}

/**
 * Shows stored lines in an element, in the colours of the page's theme, whose changes it follows. The values are
 * numbers of any unit; null breaks a line. Returns the function that stops following.
 */
export function showStoredThumb(
  host: HTMLElement,
  lines: readonly (readonly (number | null)[])[],
  size: Pick<ThumbOptions, "width" | "height">,
): () => void {
  const drawn = lines.map((values, colour) => ({
    values: values.map((value) => value ?? Number.NaN),
    style: { colour, dash: 0, marker: 0 },
  }));
  const theme = themeOf(host, () => show());
  const show = (): void =>
    patchChildren(host, [thumbNode(drawn, { ...size, theme: theme.read(), label: "" })]);
  show();
  return theme.stop;
}
