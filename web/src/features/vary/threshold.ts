// Where the curves of a sweep pass a threshold: the line in the figure, and the answer in words for each curve.

import { type LinesPanel, type Panel, styleAt } from "../../charts/paper/index.ts";
import type { CurvePoint } from "../../charts/paper/panels.ts";
import { parseQuantity, significant, splitQuantity } from "../../scenario/units.ts";
import { varyTexts } from "./texts/index.ts";

/**
 * The number in a text field, in the unit of the figure. A number without a unit has this unit, and per cent are
 * understood also where the figure shows shares. Null if the field is empty or has no number of this unit.
 */
export function thresholdOf(text: string, unit: string): number | null {
  const read = splitQuantity(text);
  if (!read) return null;
  if (read.suffix === "" || read.suffix === unit) return read.number;
  if (read.suffix === "%") return unit === "" ? read.number / 100 : null;
  const base = /b\/s$/.test(unit) ? "bit/s" : /s$/.test(unit) ? "s" : unit;
  const [value, one] = [parseQuantity(text, base), parseQuantity(`1 ${unit}`, base)];
  return value === null || one === null ? null : value / one;
}

const isLines = (panel: Panel): panel is LinesPanel => panel.kind === "lines";

/** Whether a threshold can be drawn: some panel has curves over the values of a setting. */
export const hasCurves = (panels: readonly Panel[]): boolean => panels.some(isLines);

/** The panels with the threshold as a dashed line. */
export function withThreshold(panels: readonly Panel[], threshold: number | null): readonly Panel[] {
  if (threshold === null) return panels;
  return panels.map((panel) => {
    const xs = isLines(panel) ? panel.curves.flatMap(({ points }) => points.map(({ x }) => x)) : [];
    if (!isLines(panel) || xs.length === 0) return panel;
    const line = {
      label: varyTexts.thresholdLine({ value: significant(threshold) }),
      style: styleAt(0),
      theory: true,
      unmarked: true,
      points: [Math.min(...xs), Math.max(...xs)].map((x) => ({ x, y: threshold, cell: null })),
    };
    return { ...panel, curves: [...panel.curves, line] };
  });
}

/** For each measured curve, a sentence that says where it passes the threshold. */
export function crossingsInWords(panels: readonly Panel[], threshold: number): readonly string[] {
  return panels
    .filter(isLines)
    .flatMap(({ curves, x, y }) =>
      curves
        .filter(({ theory, points }) => !theory && points.length > 0)
        .map(({ label, points }) => sentence(label === "" ? y.label : label, points, threshold, x.label)),
    );
}

/** Whether the 95 % interval of a value contains the threshold. */
const isClose = ({ interval }: CurvePoint, threshold: number): boolean =>
  interval !== undefined && interval[0] <= threshold && threshold <= interval[1];

function sentence(name: string, points: readonly CurvePoint[], threshold: number, axis: string): string {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  const limit = significant(threshold);
  const textOf = ({ x, y }: CurvePoint): string =>
    varyTexts.valueAt({ x: significant(x), y: significant(y) });
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
