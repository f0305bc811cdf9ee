// The drawing of a curve that the student predicts: the run so far on the left, empty space for the future on the right. After the
// reveal, the run is drawn over the prediction.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatQuantity } from "../../scenario/units.ts";
import { L } from "../../strings/lessons.ts";
import type { LessonRun } from "./measures.ts";
import type { CurvePrediction } from "./model.ts";
import { CURVE_POINTS, type Drawing, drawLine, timeOfPoint, valuesAt } from "./prediction.ts";

interface PredictCurveProps {
  readonly what: CurvePrediction;
  readonly run: LessonRun | null;
  readonly drawing: Drawing;
  /** The values of the run. Null before the reveal. */
  readonly actual: readonly number[] | null;
  /** Null after the reveal. */
  readonly onDraw: ((drawing: Drawing) => void) | null;
}

/** The size of the drawing and its margins, in pixels of the drawing. */
const [WIDTH, HEIGHT] = [420, 240];
// The left margin fits "100 Mb/s" at the 18 px of phones and presentations.
const MARGIN = { top: 10, right: 8, bottom: 26, left: 88 };
/** The share of the axis of the past, relative to the predicted interval. */
const PAST = 0.5;
const PAST_POINTS = 60;
const RUN_POINTS = 240;
/** The step of an arrow key, as a share of the axis. */
const STEP = 0.02;

export function PredictCurve({ what, run, drawing, actual, onDraw }: PredictCurveProps): ReactNode {
  const [point, setPoint] = useState(0);
  const last = useRef<readonly [number, number] | null>(null);
  const help = useId();
  const start = Math.max(0, what.from - (what.to - what.from) * PAST);
  const x = (t: number): number =>
    MARGIN.left + ((t - start) / (what.to - start)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number): number =>
    HEIGHT - MARGIN.bottom - (Math.min(value, what.max) / what.max) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const past = useMemo((): readonly (readonly [number, number])[] => {
    if (!run) return [];
    return pointsOf(run, what, evenly(start, what.from, PAST_POINTS));
  }, [run, what, start]);
  const timed = (values: readonly (number | null)[]): readonly (readonly [number, number])[] =>
    values.map((value, i) => [timeOfPoint(what, i), value ?? Number.NaN]);
  const path = (points: readonly (readonly [number, number])[]): string => {
    let pen = "M";
    return points
      .map(([t, value]) => {
        if (Number.isNaN(value)) {
          pen = "M";
          return "";
        }
        const command = `${pen}${x(t).toFixed(1)},${y(value).toFixed(1)}`;
        pen = "L";
        return command;
      })
      .join("");
  };
  const valueText = (value: number | null): string =>
    value === null ? L.notDrawn : formatQuantity(value, what.unit);
  // A stroke begins at the drawn point to its left or at the end of the run so far, so that the curve has no gaps.
  const strokeStart = (index: number, value: number): readonly [number, number] => {
    const left = drawing.findLastIndex((drawn, i) => i < index && drawn !== null);
    const before = left < 0 ? past.at(-1)?.[1] : drawing[left];
    return before === undefined || before === null || Number.isNaN(before) ? [index, value] : [left, before];
  };
  const set = (index: number, value: number): void => {
    const bounded = Math.max(0, Math.min(what.max, value));
    setPoint(index);
    onDraw?.(drawLine(drawing, last.current ?? strokeStart(index, bounded), [index, bounded]));
    last.current = [index, bounded];
  };
  const drawAt = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const px = ((event.clientX - box.left) / box.width) * WIDTH;
    const py = ((event.clientY - box.top) / box.height) * HEIGHT;
    const t = start + ((px - MARGIN.left) / (WIDTH - MARGIN.left - MARGIN.right)) * (what.to - start);
    const index = Math.round(((t - what.from) / (what.to - what.from)) * CURVE_POINTS) - 1;
    if (index < -1) return;
    const share = (HEIGHT - MARGIN.bottom - py) / (HEIGHT - MARGIN.top - MARGIN.bottom);
    set(Math.max(0, Math.min(CURVE_POINTS - 1, index)), share * what.max);
  };
  const pressKey = (event: KeyboardEvent): void => {
    if (!onDraw) return;
    const size = event.shiftKey ? 5 : 1;
    const level = drawing[point] ?? drawing[point - 1] ?? past.at(-1)?.[1] ?? 0;
    const base = Number.isNaN(level) ? 0 : level;
    const move = (to: number): void => setPoint(Math.max(0, Math.min(CURVE_POINTS - 1, to)));
    const keys: Readonly<Record<string, () => void>> = {
      ArrowRight: () => move(point + size),
      ArrowLeft: () => move(point - size),
      Home: () => move(0),
      End: () => move(CURVE_POINTS - 1),
      ArrowUp: () => set(point, base + STEP * size * what.max),
      ArrowDown: () => set(point, base - STEP * size * what.max),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    last.current = null;
    action();
    last.current = null;
  };
  const drawn = drawing.filter((value) => value !== null).length;
  const t = timeOfPoint(what, point);
  return (
    <div className="predict-curve">
      <p className="predict-legend">
        <span className="is-past">{L.past}</span>
        <span className="is-you">{L.you}</span>
        {actual && <span className="is-run">{L.run}</span>}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={L.drawLabel(what.label)}
        aria-describedby={help}
        aria-valuemin={0}
        aria-valuemax={what.max}
        aria-valuenow={drawing[point] ?? 0}
        aria-valuetext={L.drawPoint(formatQuantity(t, "s"), valueText(drawing[point] ?? null))}
        aria-disabled={onDraw === null}
        onKeyDown={pressKey}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          aria-hidden="true"
          onPointerDown={(event) => {
            if (!onDraw) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            last.current = null;
            drawAt(event);
          }}
          onPointerMove={(event) => {
            if (onDraw && last.current !== null && event.buttons > 0) drawAt(event);
          }}
          onPointerUp={() => {
            last.current = null;
          }}
        >
          <rect
            className="predict-future"
            x={x(what.from)}
            y={MARGIN.top}
            width={x(what.to) - x(what.from)}
            height={y(0) - MARGIN.top}
          />
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line
                className="predict-grid"
                x1={MARGIN.left}
                x2={x(what.to)}
                y1={y(share * what.max)}
                y2={y(share * what.max)}
              />
              <text x={MARGIN.left - 6} y={y(share * what.max) + 4} textAnchor="end">
                {formatQuantity(share * what.max, what.unit === "packets" ? "" : what.unit)}
              </text>
            </g>
          ))}
          {[start, what.from, what.to].map((time, i) => (
            <text
              key={time}
              x={x(time)}
              y={HEIGHT - 8}
              textAnchor={i === 0 ? "start" : i === 1 ? "middle" : "end"}
            >
              {formatQuantity(time, "s")}
            </text>
          ))}
          <path className="predict-past" d={path(past)} />
          <path className="predict-you" d={path(timed(drawing))} />
          {drawing.map((value, i) =>
            value === null ? null : (
              <circle
                key={timeOfPoint(what, i)}
                className="predict-you"
                cx={x(timeOfPoint(what, i))}
                cy={y(value)}
                r={2}
              />
            ),
          )}
          {actual && run && <path className="predict-actual" d={path(finePoints(run, what))} />}
          {onDraw && <line className="predict-point" x1={x(t)} x2={x(t)} y1={MARGIN.top} y2={y(0)} />}
        </svg>
      </div>
      <p className="lesson-facts">
        {what.label}: {L.drawPoint(formatQuantity(t, "s"), valueText(drawing[point] ?? null))}
        {onDraw && <span>{L.drawnCount(drawn, CURVE_POINTS)}</span>}
      </p>
      <p id={help} className="lesson-facts">
        {L.draw}
      </p>
    </div>
  );
}

/** The run in the predicted interval, at more points than the student draws. */
function finePoints(run: LessonRun, what: CurvePrediction): readonly (readonly [number, number])[] {
  return pointsOf(run, what, evenly(what.from, what.to, RUN_POINTS));
}

/** Times from `from` to `to` at `count` equal distances. */
const evenly = (from: number, to: number, count: number): readonly number[] =>
  Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);

/** The points of the run's curve at times. */
function pointsOf(
  run: LessonRun,
  what: CurvePrediction,
  times: readonly number[],
): readonly (readonly [number, number])[] {
  const values = valuesAt(run, what, times);
  return times.map((t, i) => [t, values[i] ?? Number.NaN]);
}
