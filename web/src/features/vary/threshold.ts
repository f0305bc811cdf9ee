// Where the curves of a sweep pass a threshold: the line in the figure, and the answer in words for each curve.

import { type LinesPanel, type Panel, styleAt } from "../../charts/paper/index.ts";
import type { CurvePoint } from "../../charts/paper/panels.ts";
import { parseQuantity, significant, splitQuantity, THIN_SPACE } from "../../scenario/units.ts";
import { nameWithin } from "../../scenario/valueText.ts";
import { varyTexts } from "./texts/index.ts";

/** What a threshold is understood as: a number in the unit of the figure, a problem in words, or nothing. */
export type Threshold = { readonly value: number } | { readonly problem: string } | null;

/**
 * Reads a typed threshold. A number without a unit has the unit of the figure. A share can be typed as 98, 98 % or 0.98.
 * `metric` is the name of the number.
 */
export function readThreshold(text: string, unit: string, metric: string): Threshold {
  if (text.trim() === "") return null;
  const read = splitQuantity(text);
  const problem = {
    problem: varyTexts.noThreshold({ metric, unit: unit === "" ? "none" : "some", example: unit }),
  };
  if (!read) return problem;
  const { number, suffix } = read;
  if (unit === "%") {
    const value = suffix === "" && Math.abs(number) <= 1 ? Number((number * 100).toPrecision(12)) : number;
    if (value < 0 || value > 100) return { problem: varyTexts.outsideShare({ metric }) };
    return suffix === "" || suffix === "%" ? { value } : problem;
  }
  if (suffix === "" || suffix === unit) return { value: number };
  const base = /b\/s$/.test(unit) ? "bit/s" : /s$/.test(unit) ? "s" : unit;
  const [value, one] = [parseQuantity(text, base), parseQuantity(`1 ${unit}`, base)];
  return unit === "" || value === null || one === null ? problem : { value: value / one };
}

/** The units of the axes, after the values in sentences. */
export interface AxisUnits {
  /** The name of the setting on the horizontal axis. */
  readonly name: string;
  readonly x: string;
  readonly y: string;
}

const withUnitOf = (value: number, unit: string): string =>
  unit === "" ? significant(value) : `${significant(value)}${THIN_SPACE}${unit}`;

const isLines = (panel: Panel): panel is LinesPanel => panel.kind === "lines";

/** Whether a threshold can be drawn: some panel has curves over the values of a setting. */
export const hasCurves = (panels: readonly Panel[]): boolean => panels.some(isLines);

/** The panels with the threshold as a dashed line. */
export function withThreshold(
  panels: readonly Panel[],
  threshold: number | null,
  unit = "",
): readonly Panel[] {
  if (threshold === null) return panels;
  return panels.map((panel) => {
    const xs = isLines(panel) ? panel.curves.flatMap(({ points }) => points.map(({ x }) => x)) : [];
    if (!isLines(panel) || xs.length === 0) return panel;
    const line = {
      label: varyTexts.thresholdLine({ value: withUnitOf(threshold, unit) }),
      style: styleAt(0),
      theory: true,
      unmarked: true,
      points: [Math.min(...xs), Math.max(...xs)].map((x) => ({ x, y: threshold, cell: null })),
    };
    return { ...panel, curves: [...panel.curves, line] };
  });
}

/** For each measured curve, a sentence that says where it passes the threshold. */
export function crossingsInWords(
  panels: readonly Panel[],
  threshold: number,
  units: AxisUnits,
): readonly string[] {
  return panels
    .filter(isLines)
    .flatMap(({ curves, y }) =>
      curves
        .filter(({ theory, points }) => !theory && points.length > 0)
        .map(({ label, points }) => sentence(label === "" ? y.label : label, points, threshold, units)),
    );
}

/** Whether the 95 % interval of a value contains the threshold. */
const isClose = ({ interval }: CurvePoint, threshold: number): boolean =>
  interval !== undefined && interval[0] <= threshold && threshold <= interval[1];

function sentence(name: string, points: readonly CurvePoint[], threshold: number, units: AxisUnits): string {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  const limit = withUnitOf(threshold, units.y);
  const axis = nameWithin(units.name);
  const textOf = ({ x, y }: CurvePoint): string =>
    varyTexts.valueAt({ x: withUnitOf(x, units.x), y: withUnitOf(y, units.y) });
  const passes = sorted.slice(1).flatMap((point, i) => {
    const before = sorted[i] as CurvePoint;
    if (before.y >= threshold === point.y >= threshold) return [];
    const place = varyTexts.between({ from: textOf(before), to: textOf(point) });
    const isUncertain = isClose(before, threshold) || isClose(point, threshold);
    return [isUncertain ? varyTexts.withinChance({ place }) : place];
  });
  if (passes.length > 0) return varyTexts.passes({ name, threshold: limit, axis, places: passes });
  const isAbove = (sorted[0] as CurvePoint).y >= threshold;
  const nearest = sorted.reduce((best, point) =>
    Math.abs(point.y - threshold) < Math.abs(best.y - threshold) ? point : best,
  );
  return (isAbove ? varyTexts.staysAbove : varyTexts.staysBelow)({
    name,
    threshold: limit,
    axis,
    nearest: textOf(nearest),
  });
}
