// The drawing of a curve that the student predicts: the run so far on the left, empty space for the future on
// the right. After the reveal, the run is drawn over the prediction.

import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from "react";
import { chartTexts } from "../charts/texts/index.ts";
import { formatQuantity } from "../scenario/units.ts";
import type { CurvePrediction } from "./model.ts";
import { type CurvePoint, PredictPicture, placeOf } from "./PredictPicture.tsx";
import { CURVE_POINTS, type Drawing, drawLine, timeOfPoint } from "./prediction.ts";
import { taskTexts } from "./texts/index.ts";

interface PredictCurveProps {
  readonly what: CurvePrediction;
  /** The run before the predicted interval. */
  readonly past: readonly CurvePoint[];
  readonly drawing: Drawing;
  /** The run in the predicted interval. Null before the reveal. */
  readonly revealed: readonly CurvePoint[] | null;
  /** Null after the reveal. */
  readonly onDraw: ((drawing: Drawing) => void) | null;
  /** Whether the drawing is the median of a class. */
  readonly ofClass?: boolean;
}

/** The step of an arrow key, as a share of the axis. */
const STEP = 0.02;

export function PredictCurve({
  what,
  past,
  drawing,
  revealed,
  onDraw,
  ofClass,
}: PredictCurveProps): ReactNode {
  const help = useId();
  const { point, pressKey, pointer } = useStrokes(what, past, drawing, onDraw);
  const value = drawing[point] ?? null;
  const drawn = drawing.filter((value) => value !== null).length;
  const t = timeOfPoint(what, point);
  const pointText = taskTexts.drawPoint({
    time: formatQuantity(t, "s"),
    value: value === null ? taskTexts.notDrawn : formatQuantity(value, what.unit),
  });
  return (
    <div className="predict-curve stack gap-2">
      <p className="predict-legend cluster gap-4 flat text-m">
        <span className="is-past">{taskTexts.past}</span>
        <span className="is-you">{ofClass ? taskTexts.classMedian : taskTexts.you}</span>
        {revealed && <span className="is-run">{taskTexts.run}</span>}
      </p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={taskTexts.drawLabel({ label: what.label })}
        aria-describedby={onDraw ? help : undefined}
        aria-valuemin={0}
        aria-valuemax={what.max}
        aria-valuenow={value ?? 0}
        aria-valuetext={pointText}
        aria-disabled={onDraw === null}
        onKeyDown={pressKey}
      >
        <PredictPicture
          what={what}
          past={past}
          drawing={drawing}
          revealed={revealed}
          pointTime={onDraw ? t : null}
          {...pointer}
        />
      </div>
      <p className="cluster gap-4 flat soft text-m">
        {chartTexts.named({ name: what.label, text: pointText })}
        {onDraw && <span>{taskTexts.drawnCount({ n: drawn, all: CURVE_POINTS })}</span>}
      </p>
      {onDraw && (
        <p id={help} className="cluster gap-4 flat soft text-m">
          {taskTexts.draw}
        </p>
      )}
    </div>
  );
}

/** Draws by pointer and by keys. `point` is the point that the keys change. */
function useStrokes(
  what: CurvePrediction,
  past: readonly CurvePoint[],
  drawing: Drawing,
  onDraw: PredictCurveProps["onDraw"],
) {
  const [point, setPoint] = useState(0);
  const last = useRef<readonly [number, number] | null>(null);
  // A stroke may begin left of the first point, where nothing can be drawn.
  const pressed = useRef(false);
  // A stroke begins at the drawn point to its left or at the end of the run so far, so that the curve has no
  // gaps.
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
  const liftPen = (): void => {
    pressed.current = false;
    last.current = null;
  };
  const drawAt = (event: PointerEvent<SVGSVGElement>): void => {
    const place = placeOf(what, event);
    if (place) set(...place);
  };
  const onPress = (event: PointerEvent<SVGSVGElement>): void => {
    if (!onDraw) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    liftPen();
    pressed.current = true;
    drawAt(event);
  };
  const onMove = (event: PointerEvent<SVGSVGElement>): void => {
    if (onDraw && pressed.current && event.buttons > 0) drawAt(event);
  };
  const pressKey = (event: KeyboardEvent): void => {
    if (!onDraw) return;
    const level = drawing[point] ?? drawing[point - 1] ?? past.at(-1)?.[1] ?? 0;
    const action = keyAction(event, point, Number.isNaN(level) ? 0 : level, what.max);
    if (!action) return;
    event.preventDefault();
    liftPen();
    if ("move" in action) setPoint(action.move);
    else set(point, action.value);
    liftPen();
  };
  return { point, pressKey, pointer: { onPress, onMove, onRelease: liftPen } };
}

/** The point to which a key moves, or the value that it gives to the point. Undefined for another key. */
function keyAction(
  { key, shiftKey }: KeyboardEvent,
  point: number,
  level: number,
  max: number,
): { readonly move: number } | { readonly value: number } | undefined {
  const size = shiftKey ? 5 : 1;
  const move = (to: number) => ({ move: Math.max(0, Math.min(CURVE_POINTS - 1, to)) });
  const keys: Readonly<Record<string, ReturnType<typeof keyAction>>> = {
    ArrowRight: move(point + size),
    ArrowLeft: move(point - size),
    Home: move(0),
    End: move(CURVE_POINTS - 1),
    ArrowUp: { value: level + STEP * size * max },
    ArrowDown: { value: level - STEP * size * max },
  };
  return keys[key];
}
