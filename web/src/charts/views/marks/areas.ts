// Stacked areas over time, with labels at the right at the heights of the areas.

import { range, sum } from "d3-array";
import { stack } from "d3-shape";
import type { SvgNode } from "../../core/svg.ts";
import { areaMark } from "../../marks/line.ts";
import { placedLabels } from "../../plot/labels.ts";
import { lineColour } from "../../theme.ts";
import { opacityOf } from "../plot.ts";
import type { ViewKey, ViewMark, ViewPlot } from "../types.ts";
import { squareSwatch, timeAt } from "./common.ts";

/** An area: its flow or group, and its share of the plot's height (0 to 1) at a time. */
export interface StackedArea {
  readonly key: ViewKey;
  readonly share: (t: number) => number;
}

/** The horizontal distance between two points of an area's edge, in pixels. */
const STEP = 2;
const OPACITY = 0.78;
/** Beyond this number of areas, the lines between them are thin. */
const MANY = 12;

/** The lower and the upper edge of each area at the given times, from the lowest area to the highest. */
export function stackedShares(
  shares: readonly ((t: number) => number)[],
  times: readonly number[],
): { readonly lower: number[]; readonly upper: number[] }[] {
  const layers = stack<number, number>()
    .keys(range(shares.length))
    .value((t, i) => shares[i]?.(t) ?? 0)(times);
  return layers.map((layer) => ({
    lower: layer.map(([low]) => low),
    upper: layer.map(([, high]) => high),
  }));
}

/**
 * Areas from the lowest to the highest, up to the end of the computed part of the run. `hit` returns the area
 * under the pointer.
 */
export const stackedAreas = (
  areas: readonly StackedArea[],
  computedTo: number,
  textOf: (share: number) => string,
): ViewMark => ({
  paint: (plot) => areaNodes(areas, computedTo, plot),
  moment: (t, plot) => {
    const shares = areas.map(({ share }) => share(t));
    const rows = areas.map(({ key }, i) => {
      const [below, own] = [sum(shares.slice(0, i)), shares[i] ?? 0];
      const swatch = squareSwatch(key, plot, { "fill-opacity": OPACITY });
      const at = plot.y(Math.min(1, below + own / 2)) ?? 0;
      const indent = 1.2 * plot.fontSize;
      return { flow: key.id, label: key.label, value: textOf(own), swatch: [swatch], indent, at, rank: own };
    });
    return placedLabels(rows, plot, plot);
  },
  hit: (px, py, plot) => {
    const t = timeAt(px, plot);
    let top = 0;
    const area = areas.find(({ share }) => {
      top += share(t);
      return 1 - py / plot.height <= top;
    });
    return area ? { t, line: area.key.id } : { t };
  },
});

function areaNodes(areas: readonly StackedArea[], computedTo: number, plot: ViewPlot): SvgNode[] {
  const { time, width, theme } = plot;
  if (time === null) return [];
  const end = Math.min(width, time(computedTo));
  const times = [...range(0, end, STEP), end].map((x) => time.invert(x));
  const edges = stackedShares(
    areas.map(({ share }) => share),
    times,
  );
  return areas.flatMap(({ key }, i) => {
    const { lower = [], upper = [] } = edges[i] ?? {};
    const look = {
      fill: lineColour(key, theme),
      // Canvas has no opacity of whole elements, so a faded area is filled with less opacity.
      "fill-opacity": OPACITY * (opacityOf(key, plot) ?? 1),
      stroke: theme.background,
      "stroke-width": areas.length > MANY ? 0.4 : 1,
    };
    return areaMark({ x: times, y1: lower, y2: upper }, look)(plot);
  });
}
