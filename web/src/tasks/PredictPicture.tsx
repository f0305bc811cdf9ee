// The picture of a predicted curve as a list of marks: the run so far, the drawing, and after the reveal the run.
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { patchChildren } from "../charts/core/dom.ts";
import { draw, type Mark, type PlotArea } from "../charts/core/mark.ts";
import { clamped, linear } from "../charts/core/scales.ts";
import { svg } from "../charts/core/svg.ts";
import { lineMark } from "../charts/marks/line.ts";
import { plainTheme } from "../charts/theme.ts";
import { formatQuantity } from "../scenario/units.ts";
import type { LessonRun } from "./measures.ts";
import type { CurvePrediction } from "./model.ts";
import { CURVE_POINTS, type Drawing, timeOfPoint, valuesAt } from "./prediction.ts";

/** A time and a value. */
export type CurvePoint = readonly [t: number, value: number];

/** The size of the drawing and its margins, in pixels of the drawing. */
const [WIDTH, HEIGHT] = [420, 240];
// The left margin fits "100 Mb/s" at the 18 px of phones and presentations.
const MARGIN = { top: 10, right: 8, bottom: 26, left: 88 };
/** The share of the axis of the past, relative to the predicted interval. */
const PAST = 0.5;
const PAST_POINTS = 60;
const RUN_POINTS = 240;

/** The time at the left end of the axis. */
const startOf = ({ from, to }: CurvePrediction): number => Math.max(0, from - (to - from) * PAST);

const timeScale = (what: CurvePrediction) =>
  linear([startOf(what), what.to], [MARGIN.left, WIDTH - MARGIN.right]);
const [BOTTOM, TOP] = [HEIGHT - MARGIN.bottom, MARGIN.top];

/** The drawn point and the value at a place of the picture. Null to the left of the predicted interval. */
export function placeOf(what: CurvePrediction, event: PointerEvent<SVGSVGElement>): CurvePoint | null {
  const box = event.currentTarget.getBoundingClientRect();
  const px = ((event.clientX - box.left) / box.width) * WIDTH;
  const py = ((event.clientY - box.top) / box.height) * HEIGHT;
  const t = timeScale(what).invert(px);
  const index = Math.round(((t - what.from) / (what.to - what.from)) * CURVE_POINTS) - 1;
  if (index < -1) return null;
  const value = linear([0, what.max], [BOTTOM, TOP]).invert(py);
  return [Math.max(0, Math.min(CURVE_POINTS - 1, index)), value];
}

/** The run before the predicted interval. */
export const pastPoints = (run: LessonRun, what: CurvePrediction): readonly CurvePoint[] =>
  pointsOf(run, what, startOf(what), what.from, PAST_POINTS);

/** The run in the predicted interval. */
export const runPoints = (run: LessonRun, what: CurvePrediction): readonly CurvePoint[] =>
  pointsOf(run, what, what.from, what.to, RUN_POINTS);

/** The points of the run's curve at `count` equal distances. */
function pointsOf(
  run: LessonRun,
  what: CurvePrediction,
  from: number,
  to: number,
  count: number,
): readonly CurvePoint[] {
  const times = Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);
  const values = valuesAt(run, what, times);
  return times.map((t, i) => [t, values[i] ?? Number.NaN]);
}

interface PredictPictureProps {
  readonly what: CurvePrediction;
  readonly past: readonly CurvePoint[];
  readonly drawing: Drawing;
  /** The run, after the reveal. */
  readonly revealed: readonly CurvePoint[] | null;
  /** Other drawings below this one, with the names of their styles. */
  readonly others?: readonly { readonly drawing: Drawing; readonly style: string }[];
  /** The time of the point that the keys move. Null after the reveal. */
  readonly pointTime: number | null;
  readonly onPress?: (event: PointerEvent<SVGSVGElement>) => void;
  readonly onMove?: (event: PointerEvent<SVGSVGElement>) => void;
  readonly onRelease?: () => void;
}

export function PredictPicture(props: PredictPictureProps): ReactNode {
  const picture = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const { what } = props;
    const plot: PlotArea = {
      x: timeScale(what),
      // A value above the axis is drawn at its end.
      y: clamped([0, what.max], [BOTTOM, TOP]),
      width: WIDTH,
      height: HEIGHT,
      fontSize: 12,
      lineWidth: 2,
      theme: plainTheme("light"),
    };
    if (picture.current) patchChildren(picture.current, draw(marksOf(props), plot));
  });
  return (
    <svg
      ref={picture}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      onPointerDown={props.onPress}
      onPointerMove={props.onMove}
      onPointerUp={props.onRelease}
    />
  );
}

/** Styles of the page give the marks their colours. */
function marksOf({
  what,
  past,
  drawing,
  revealed,
  others = [],
  pointTime,
}: PredictPictureProps): readonly Mark[] {
  const pointsDrawn = (values: Drawing): readonly CurvePoint[] =>
    values.map((value, i) => [timeOfPoint(what, i), value ?? Number.NaN]);
  const drawn = pointsDrawn(drawing);
  const curve = (points: readonly CurvePoint[], name: string): Mark =>
    lineMark({ x: points.map(([t]) => t), y: points.map(([, value]) => value) }, { class: name });
  const dots = drawn.filter(([, value]) => !Number.isNaN(value));
  return [
    ({ x }) => {
      const [left = 0, right = 0] = [x(what.from), x(what.to)];
      const area = { x: left, y: TOP, width: right - left, height: BOTTOM - TOP };
      return [svg("rect", { class: "predict-future", ...area })];
    },
    axes(what),
    ...others.map((other) => curve(pointsDrawn(other.drawing), other.style)),
    curve(past, "predict-past"),
    curve(drawn, "predict-you"),
    ({ x, y }) =>
      dots.map(([t, value]) => svg("circle", { class: "predict-you", cx: x(t), cy: y(value), r: 2 })),
    ...(revealed ? [curve(revealed, "predict-actual")] : []),
    ({ x }) =>
      pointTime === null
        ? []
        : [svg("line", { class: "predict-point", x1: x(pointTime), x2: x(pointTime), y1: TOP, y2: BOTTOM })],
  ];
}

function axes(what: CurvePrediction): Mark {
  const anchors = ["start", "middle", "end"];
  const unit = what.unit === "packets" ? "" : what.unit;
  return ({ x, y }) => [
    ...[0, what.max / 2, what.max].flatMap((value) => {
      const at = y(value) ?? 0;
      const text = value === 0 ? "0" : formatQuantity(value, unit);
      return [
        svg("line", { class: "predict-grid", x1: MARGIN.left, x2: x(what.to), y1: at, y2: at }),
        svg("text", { x: MARGIN.left - 6, y: at + 4, "text-anchor": "end" }, text),
      ];
    }),
    ...[startOf(what), what.from, what.to].map((t, i) =>
      svg("text", { x: x(t), y: HEIGHT - 8, "text-anchor": anchors[i] }, formatQuantity(t, "s")),
    ),
  ];
}
