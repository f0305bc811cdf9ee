// The picture of a predicted curve: the run so far, the drawing, and after the reveal the run.
import type { PointerEvent, ReactNode } from "react";
import { formatQuantity } from "../../scenario/units.ts";
import type { LessonRun } from "./measures.ts";
import type { CurvePrediction } from "./model.ts";
import { CURVE_POINTS, type Drawing, timeOfPoint, valuesAt } from "./prediction.ts";

/** A time and a value. */
export type CurvePoint = readonly [t: number, value: number];

/** The size of the drawing and its margins, in pixels of the drawing. */
const [WIDTH, HEIGHT] = [420, 240];
// The left margin fits "100 Mb/s" at the 18 px of phones and presentations.
const MARGIN = { top: 10, right: 8, bottom: 26, left: 88 };
const [INNER_WIDTH, INNER_HEIGHT] = [WIDTH - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
/** The share of the axis of the past, relative to the predicted interval. */
const PAST = 0.5;
const PAST_POINTS = 60;
const RUN_POINTS = 240;

/** The time at the left end of the axis. */
const startOf = ({ from, to }: CurvePrediction): number => Math.max(0, from - (to - from) * PAST);

const xOf = (what: CurvePrediction, t: number): number =>
  MARGIN.left + ((t - startOf(what)) / (what.to - startOf(what))) * INNER_WIDTH;

const yOf = (what: CurvePrediction, value: number): number =>
  HEIGHT - MARGIN.bottom - (Math.min(value, what.max) / what.max) * INNER_HEIGHT;

/** The drawn point and the value at a place of the picture. Null to the left of the predicted interval. */
export function placeOf(what: CurvePrediction, event: PointerEvent<SVGSVGElement>): CurvePoint | null {
  const box = event.currentTarget.getBoundingClientRect();
  const px = ((event.clientX - box.left) / box.width) * WIDTH;
  const py = ((event.clientY - box.top) / box.height) * HEIGHT;
  const start = startOf(what);
  const t = start + ((px - MARGIN.left) / INNER_WIDTH) * (what.to - start);
  const index = Math.round(((t - what.from) / (what.to - what.from)) * CURVE_POINTS) - 1;
  if (index < -1) return null;
  const share = (HEIGHT - MARGIN.bottom - py) / INNER_HEIGHT;
  return [Math.max(0, Math.min(CURVE_POINTS - 1, index)), share * what.max];
}

/** The run before the predicted interval. */
export const pastPoints = (run: LessonRun, what: CurvePrediction): readonly CurvePoint[] =>
  pointsOf(run, what, startOf(what), what.from, PAST_POINTS);

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

/** The path of a curve, with gaps where it has no value. */
function pathOf(what: CurvePrediction, points: readonly CurvePoint[]): string {
  let pen = "M";
  return points
    .map(([t, value]) => {
      if (Number.isNaN(value)) {
        pen = "M";
        return "";
      }
      const command = `${pen}${xOf(what, t).toFixed(1)},${yOf(what, value).toFixed(1)}`;
      pen = "L";
      return command;
    })
    .join("");
}

interface PredictPictureProps {
  readonly what: CurvePrediction;
  readonly past: readonly CurvePoint[];
  readonly drawing: Drawing;
  /** The run, after the reveal. */
  readonly revealed: LessonRun | null;
  /** The time of the point that the keys move. Null after the reveal. */
  readonly pointTime: number | null;
  readonly onPress: (event: PointerEvent<SVGSVGElement>) => void;
  readonly onMove: (event: PointerEvent<SVGSVGElement>) => void;
  readonly onRelease: () => void;
}

export function PredictPicture(props: PredictPictureProps): ReactNode {
  const { what, past, drawing, revealed, pointTime } = props;
  const x = (t: number): number => xOf(what, t);
  const drawn = drawing.map((value, i): CurvePoint => [timeOfPoint(what, i), value ?? Number.NaN]);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      onPointerDown={props.onPress}
      onPointerMove={props.onMove}
      onPointerUp={props.onRelease}
    >
      <rect
        className="predict-future"
        x={x(what.from)}
        y={MARGIN.top}
        width={x(what.to) - x(what.from)}
        height={INNER_HEIGHT}
      />
      <Axes what={what} />
      <path className="predict-past" d={pathOf(what, past)} />
      <path className="predict-you" d={pathOf(what, drawn)} />
      {drawn.map(([t, value]) =>
        Number.isNaN(value) ? null : (
          <circle key={t} className="predict-you" cx={x(t)} cy={yOf(what, value)} r={2} />
        ),
      )}
      {revealed && (
        <path
          className="predict-actual"
          d={pathOf(what, pointsOf(revealed, what, what.from, what.to, RUN_POINTS))}
        />
      )}
      {pointTime !== null && (
        <line
          className="predict-point"
          x1={x(pointTime)}
          x2={x(pointTime)}
          y1={MARGIN.top}
          y2={yOf(what, 0)}
        />
      )}
    </svg>
  );
}

function Axes({ what }: { readonly what: CurvePrediction }): ReactNode {
  const anchors = ["start", "middle", "end"] as const;
  return (
    <>
      {[0, 0.5, 1].map((share) => {
        const y = yOf(what, share * what.max);
        return (
          <g key={share}>
            <line className="predict-grid" x1={MARGIN.left} x2={xOf(what, what.to)} y1={y} y2={y} />
            <text x={MARGIN.left - 6} y={y + 4} textAnchor="end">
              {share === 0 ? "0" : formatQuantity(share * what.max, what.unit === "packets" ? "" : what.unit)}
            </text>
          </g>
        );
      })}
      {[startOf(what), what.from, what.to].map((time, i) => (
        <text key={time} x={xOf(what, time)} y={HEIGHT - 8} textAnchor={anchors[i]}>
          {formatQuantity(time, "s")}
        </text>
      ))}
    </>
  );
}
