// Draws a quantity over two parameters as a surface in three dimensions, as the papers print it: seen from
// above at an angle, with the nearer parts over the farther ones.

import { extent, mean, range, sort } from "d3-array";
import { significant } from "../../scenario/units.ts";
import { linear, logarithmic } from "../core/scales.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { textWidth } from "../textSize.ts";
import type { ChartTheme } from "../theme.ts";
import { valueColours } from "./colours.ts";
import { cellName } from "./drawGrid.ts";
import {
  type Block,
  FONT_SIZE,
  headingBlock,
  LINE_HEIGHT,
  moved,
  type PanelSize,
  roundScale,
  words,
} from "./frame.ts";
import type { GridPanel, PanelAxis } from "./panels.ts";
import { valueText } from "./select.ts";
import { figureTexts } from "./texts/index.ts";

/**
 * The direction of view: the rotation about the vertical axis, and the elevation of the eye above the
 * horizon. In degrees.
 */
export interface View {
  readonly turn: number;
  readonly tilt: number;
}

/** The first parameter grows to the right, the second into the depth. */
export const PAPER_VIEW: View = { turn: -32, tilt: 24 };

type Point = readonly [x: number, y: number];
/** Coordinates in the unit cube. */
type Place = readonly [u: number, v: number, w: number];

interface Projection {
  /** The pixel of a position. */
  at(place: Place): Point;
  /** Larger for places that are farther away. */
  depth(place: Place): number;
}

function projection({ turn, tilt }: View, width: number, height: number): Projection {
  const [a, e] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180];
  const [cosA, sinA, sinE, cosE] = [Math.cos(a), Math.sin(a), Math.sin(e), Math.cos(e)];
  const turned = ([u, v]: Place): Point => [
    (u - 0.5) * cosA - (v - 0.5) * sinA,
    (u - 0.5) * sinA + (v - 0.5) * cosA,
  ];
  const reach = (Math.abs(cosA) + Math.abs(sinA)) / 2;
  const scaleX = width / (2 * reach);
  const scaleY = (height * 0.5) / (reach * 2 * Math.max(0.2, sinE));
  const floor = Math.min(scaleX, scaleY);
  const rise = (height - 2 * reach * floor * sinE) * Math.min(1, cosE * 1.05);
  const offset = (height - rise - 2 * reach * floor * sinE) / 2;
  return {
    at(place) {
      const [x, y] = turned(place);
      return [width / 2 + x * scaleX, height - offset - (y + reach) * floor * sinE - place[2] * rise];
    },
    depth: (place) => turned(place)[1],
  };
}

const pathOf = (points: readonly Point[], isClosed = true): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${isClosed ? "Z" : ""}`;

/** The position of a parameter's value between 0 and 1. */
function unitScale(values: readonly number[], { log }: PanelAxis): (value: number) => number {
  const [low = 0, high = 1] = extent(values);
  const scale = log ? logarithmic([low, high], [0, 1]) : linear([low, high], [0, 1]);
  return (value) => scale(value) ?? 0;
}

export function drawSurface(
  panel: GridPanel,
  { width, height, theme }: PanelSize,
  view: View = PAPER_VIEW,
): Block {
  const heading = headingBlock(panel.heading, width, theme);
  const [side, below] = [62, 46];
  const plotWidth = Math.max(120, width - 2 * side);
  const eye = projection(view, plotWidth, height);
  const u = unitScale(panel.columns, panel.x);
  const v = unitScale(panel.rows, panel.y);
  const values = roundScale(panel.range, [0, 1], 0.2);
  const w = (value: number): number => Math.min(1, Math.max(0, values.scale(value) ?? 0));
  const nodes = [
    ...walls(
      eye,
      values.ticks.map(({ value }) => w(value)),
      theme,
    ),
    ...fairPlane(panel, eye, w, theme),
    ...sheet(panel, eye, { u, v, w }),
    ...paperPlanes(panel, eye, { u, w }, theme),
    ...axisLabels(panel, eye, { u, v, w }, values.ticks, theme),
  ];
  const top = heading.height + 10;
  const stated = panel.marks.filter(({ y }) => y && y[0] === y[1]);
  const legend = stated.flatMap(({ text }, i) => {
    const y = top + FONT_SIZE + height + below + i * LINE_HEIGHT;
    return [
      svg("line", { x1: 0, x2: 26, y1: y - 4, y2: y - 4, ...statedLook(theme) }),
      words(figureTexts.paper({ text }), 32, y, theme.text),
    ];
  });
  return {
    nodes: [
      ...heading.nodes,
      words(panel.z, null, top + 2, theme.text),
      moved(side, top + FONT_SIZE, nodes),
      ...legend,
    ],
    height: top + FONT_SIZE + height + below + stated.length * LINE_HEIGHT,
  };
}

const FLOOR: readonly Place[] = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];

/** The corners of the floor, those farther away first. */
const cornersByDepth = (eye: Projection): Place[] =>
  sort<Place>(FLOOR, (a, b) => eye.depth(b) - eye.depth(a));

/** The floor and the two walls behind the surface, with lines at the ticks of the value axis. */
function walls(eye: Projection, levels: readonly number[], theme: ChartTheme): SvgNode[] {
  const corners = cornersByDepth(eye);
  const [far, ...others] = corners;
  const near = others.filter(([u, v]) => far && (u === far[0]) !== (v === far[1]));
  if (!far) return [];
  const line = (places: readonly Place[], stroke: string): SvgNode => {
    const points = places.map((place) => eye.at(place));
    return svg("path", { d: pathOf(points, false), fill: "none", stroke });
  };
  const lift = ([u, v]: Place, w: number): Place => [u, v, w];
  const [left, right] = [near[0] ?? far, near[1] ?? far];
  return [
    ...levels.map((level) => line([lift(left, level), lift(far, level), lift(right, level)], theme.grid)),
    ...[left, far, right].map((corner) => line([corner, lift(corner, 1)], theme.axis)),
    line([...FLOOR, ...FLOOR.slice(0, 1)], theme.axis),
  ];
}

/** The outline of the level at which flows share fairly. */
function fairPlane(
  { fair }: GridPanel,
  eye: Projection,
  w: (value: number) => number,
  theme: ChartTheme,
): SvgNode[] {
  if (fair === undefined) return [];
  const level = w(fair);
  const outline = FLOOR.map(([u, v]) => eye.at([u, v, level]));
  const [x, y] = sort(outline, (a, b) => b[0] - a[0])[0] ?? [0, 0];
  return [
    svg("path", {
      d: pathOf(outline),
      fill: theme.muted,
      "fill-opacity": 0.08,
      stroke: theme.muted,
      "stroke-dasharray": "1 3",
      "stroke-width": 1.3,
    }),
    words("fair", x + 6, y + FONT_SIZE * 0.35, theme.muted),
  ];
}

interface CubeScales {
  readonly u: (value: number) => number;
  readonly v: (value: number) => number;
  readonly w: (value: number) => number;
}

/** The surface: a face between each four neighbouring values, from far to near. */
function sheet(panel: GridPanel, eye: Projection, { u, v, w }: CubeScales): SvgNode[] {
  const { columns, rows, cells } = panel;
  const colour = valueColours(panel.range, panel.fair);
  const valueAt = (column: number, row: number) =>
    cells.find((cell) => cell.column === column && cell.row === row);
  const placeOf = (column: number, row: number): Place => [
    u(columns[column] ?? 0),
    v(rows[row] ?? 0),
    w(valueAt(column, row)?.value ?? Number.NaN),
  ];
  const faces = range(columns.length - 1).flatMap((column) =>
    range(rows.length - 1).flatMap((row) => {
      const corners = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ] as const;
      const values = corners.map(([c, r]) => valueAt(c, r)?.value ?? null);
      if (values.some((value) => value === null)) return [];
      const places = corners.map(([c, r]) => placeOf(c, r));
      const depth = mean(places, (place) => eye.depth(place)) ?? 0;
      return [
        { points: places.map((place) => eye.at(place)), depth, fill: colour(mean(values, Number) ?? 0) },
      ];
    }),
  );
  const edges = {
    "fill-opacity": 0.93,
    stroke: "#3c4450",
    "stroke-width": 0.8,
    "stroke-linejoin": "round",
  };
  const shapes = faces.map(({ points, fill, depth }) => {
    const node = svg("path", { d: pathOf(points), fill, ...edges });
    return { depth, node };
  });
  // A point is drawn on its nearest face, which is half a face nearer than the point's own depth.
  const half = 0.5 / Math.max(1, Math.min(columns.length, rows.length) - 1);
  const points = cells.flatMap((cell) => {
    if (cell.value === null) return [];
    const place = placeOf(cell.column, cell.row);
    const [x, y] = eye.at(place);
    const node = svg("g", { "data-cell": cell.cell }, [
      svg("circle", { cx: x, cy: y, r: 2.2, fill: "#3c4450" }),
      svg("circle", { cx: x, cy: y, r: 9, fill: "transparent" }),
      svg("title", {}, `${cellName(cell, panel)}: ${significant(cell.value)}`),
    ]);
    return [{ depth: eye.depth(place) - half, node }];
  });
  return sort([...shapes, ...points], (a, b) => b.depth - a.depth).map(({ node }) => node);
}

/** The look of a value that the paper states. */
const statedLook = (theme: ChartTheme) => ({
  stroke: theme.text,
  "stroke-width": 1.8,
  "stroke-dasharray": "7 4",
});

/** A value that the paper states for a part of the first axis, as a level plane with its outline. */
function paperPlanes(
  { marks, columns }: GridPanel,
  eye: Projection,
  { u, w }: Pick<CubeScales, "u" | "w">,
  theme: ChartTheme,
): SvgNode[] {
  return marks.flatMap(({ x, y }) => {
    if (!y || y[0] !== y[1]) return [];
    const [low, high] = extent(columns.filter((value) => !x || (value >= x[0] && value <= x[1])));
    // While an experiment runs, this part of the axis may have no value yet.
    if (low === undefined || high === undefined) return [];
    const level = w(y[0]);
    const outline = FLOOR.map(([isHigh, v]) => eye.at([u(isHigh ? high : low), v, level]));
    return [svg("path", { d: pathOf(outline), fill: "none", ...statedLook(theme) })];
  });
}

/** The values along the nearest edges of the floor, and along the left edge of the walls. */
function axisLabels(
  panel: GridPanel,
  eye: Projection,
  { u, v, w }: CubeScales,
  ticks: readonly { readonly value: number; readonly label: string }[],
  theme: ChartTheme,
): SvgNode[] {
  const corners = cornersByDepth(eye);
  const near = corners.at(-1) ?? [0, 0, 0];
  const left = sort(corners, (a, b) => eye.at(a)[0] - eye.at(b)[0])[0] ?? near;
  const edge = (axis: PanelAxis, values: readonly number[], place: (value: number) => Place): SvgNode[] => {
    const points = values.map((value) => eye.at(place(value)));
    const [first, last] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
    const centre = eye.at([0.5, 0.5, 0]);
    const isRight = (first[0] + last[0]) / 2 > centre[0];
    let end = Number.NaN;
    const labels = values.flatMap((value, i) => {
      const [x, y] = points[i] ?? [0, 0];
      if (Math.abs(x - end) < textWidth(valueText(value), FONT_SIZE) + 4 && Math.abs(x - end) < 26) return [];
      end = x;
      const [shift, anchor] = isRight ? [5, "start"] : [-5, "end"];
      return words(valueText(value), x + shift, y + FONT_SIZE * 1.15, theme.muted, anchor);
    });
    // The names of both axes are below the lowest labels.
    const middle = (first[0] + last[0]) / 2 + (isRight ? 8 : -8);
    return [...labels, words(axis.label, middle, eye.at(near)[1] + FONT_SIZE * 2.7, theme.text, "middle")];
  };
  return [
    ...edge(panel.x, panel.columns, (value) => [u(value), near[1], 0]),
    ...edge(panel.y, panel.rows, (value) => [near[0], v(value), 0]),
    ...ticks.map(({ value, label }) => {
      const [x, y] = eye.at([left[0], left[1], w(value)]);
      return words(label, x - 6, y + FONT_SIZE * 0.35, theme.muted, "end");
    }),
  ];
}
