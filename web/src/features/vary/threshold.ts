// A threshold in the figure of a sweep: a line across the figure, and the answer in words to where each curve passes
// it.

import { significant } from "../../charts/format.ts";
import type { LinesPanel, Panel } from "../../charts/paper/index.ts";
import { VARY } from "../../strings/vary.ts";

type PanelCurve = LinesPanel["curves"][number];
type CurvePoint = PanelCurve["points"][number];

/** Where a curve passes a value: between two neighbouring points, and on the straight line between them. */
export interface Crossing {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly rises: boolean;
}

const inOrder = (points: readonly CurvePoint[]): readonly CurvePoint[] =>
  points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)).sort((a, b) => a.x - b.x);

export function crossingsOf(
  points: readonly CurvePoint[],
  threshold: number,
  isLog: boolean,
): readonly Crossing[] {
  const known = inOrder(points);
  return known.flatMap((point, i): Crossing[] => {
    const before = known[i - 1];
    if (!before || before.y > threshold === point.y > threshold) return [];
    const share = (threshold - before.y) / (point.y - before.y);
    const at = isLog ? before.x * (point.x / before.x) ** share : before.x + (point.x - before.x) * share;
    return [{ from: before.x, to: point.x, at, rises: point.y > before.y }];
  });
}

/** The curves that were measured in this sweep. */
const measuredCurves = ({ curves }: LinesPanel): readonly PanelCurve[] =>
  curves.filter(({ theory, ghost }) => !theory && !ghost);

/** A sentence about each measured curve of a panel. */
export function thresholdTexts(panel: LinesPanel, threshold: number): readonly string[] {
  const value = significant(threshold);
  return measuredCurves(panel).flatMap(({ label, points }) => {
    const [first] = inOrder(points);
    if (!first) return [];
    const crossings = crossingsOf(points, threshold, panel.x.log ?? false);
    if (crossings.length === 0)
      return [(first.y > threshold ? VARY.alwaysAbove : VARY.alwaysBelow)(label, value)];
    return crossings.map(({ from, to, at, rises }) =>
      (rises ? VARY.risesAbove : VARY.fallsBelow)(label, value, ...numbers([from, to, at])),
    );
  });
}

const numbers = ([from, to, at]: readonly [number, number, number]): readonly [string, string, string] => [
  significant(from),
  significant(to),
  significant(at),
];

/** The panels with a line at the threshold. Panels without curves stay as they are. */
export function withThreshold(panels: readonly Panel[], threshold: number): readonly Panel[] {
  return panels.map((panel) => {
    if (panel.kind !== "lines") return panel;
    const x = measuredCurves(panel).flatMap(({ points }) => inOrder(points).map((point) => point.x));
    if (x.length === 0) return panel;
    const ends = [Math.min(...x), Math.max(...x)].map((at) => ({ x: at, y: threshold, cell: null }));
    const line: PanelCurve = {
      label: VARY.thresholdIs(significant(threshold)),
      style: { colour: 7, dash: 0, marker: 0 },
      points: ends,
      theory: true,
    };
    return { ...panel, curves: [...panel.curves, line] };
  });
}
