// A prediction: the student draws a curve or sets bars, and then reveals the run. Until then, the page neither
// has the run nor computes it: the document that it runs (`documentOf` in play.ts) ends at the prediction.
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Button } from "../components/Button.tsx";
import { Icon } from "../components/icons.tsx";
import { formatPercent, formatQuantity } from "../scenario/units.ts";
import { TURN } from "./curveForm.ts";
import type { LessonRun } from "./measures.ts";
import type { CurvePrediction, PredictTask, Task } from "./model.ts";
import { PredictBars } from "./PredictBars.tsx";
import { PredictCurve } from "./PredictCurve.tsx";
import { pastPoints, runPoints } from "./PredictPicture.tsx";
import {
  actualValues,
  CURVE_POINTS,
  type Distance,
  type Drawing,
  type FormComparison,
  HEIGHT,
  levelOf,
  PERIOD,
  pointCount,
  SAME,
  TIME,
  TOLERANCES,
  timeOfPoint,
} from "./prediction.ts";
import { type Answer, isDrawn, type Verdict } from "./tasks.ts";
import { useTextLanguage } from "./textLanguage.ts";
import { taskTexts } from "./texts/index.ts";

export interface TaskProps<T extends Task> {
  readonly task: T;
  readonly answer: Extract<Answer, { kind: T["kind"] }> | undefined;
  readonly onAnswer: (answer: Answer) => void;
}

interface PredictPanelProps extends TaskProps<PredictTask> {
  readonly run: LessonRun | null;
  readonly verdict: Verdict;
  /** Whether the page does not compute the run, although the prediction is complete. */
  readonly resting?: boolean;
  /** Whether an unfinished drawing is an answer as well, so that it is stored and shared. */
  readonly keepsDrawing?: boolean;
  /** The explanation of the task with its values. Default: its text. */
  readonly explanation?: ReactNode;
}

export function PredictPanel({
  task,
  answer,
  run,
  verdict,
  resting,
  keepsDrawing = false,
  explanation,
  onAnswer,
}: PredictPanelProps): ReactNode {
  const empty: Drawing = Array.from({ length: pointCount(task) }, () => null);
  const [ownDrawing, setOwnDrawing] = useState<Drawing>(() => answer?.drawing ?? empty);
  const revealed = answer?.revealed ?? false;
  const drawing = keepsDrawing || revealed ? (answer?.drawing ?? empty) : ownDrawing;
  const distance = verdict.state === "right" ? verdict.distance : undefined;
  const actual = distance && run ? actualValues(run, task) : null;
  const draw = (next: Drawing): void => {
    if (revealed) return;
    if (keepsDrawing) onAnswer({ kind: "predict", drawing: next, revealed: false });
    else setOwnDrawing(next);
  };
  const { what } = task;
  const past = useMemo(() => (run && what.kind === "curve" ? pastPoints(run, what) : []), [run, what]);
  const lang = useTextLanguage();
  const result = useRef<HTMLDivElement>(null);
  const reveal = (): void => {
    onAnswer({ kind: "predict", drawing, revealed: true });
    // The button disappears, so the keyboard continues at the result.
    result.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {what.kind === "curve" ? (
        <PredictCurve
          what={what}
          past={past}
          drawing={drawing}
          revealed={actual && run && runPoints(run, what)}
          onDraw={revealed ? null : draw}
          ofClass={answer?.ofClass ?? false}
        />
      ) : (
        <PredictBars what={what} drawing={drawing} actual={actual} onDraw={revealed ? null : draw} />
      )}
      {!revealed && <DrawingButtons task={task} drawing={drawing} onDraw={draw} onReveal={reveal} />}
      <div role="status" ref={result} tabIndex={-1}>
        {revealed && !distance && !resting && <p>{taskTexts.pending}</p>}
        {distance && (
          <>
            {actual && !answer?.ofClass && (
              <Comparison task={task} distance={distance} drawing={drawing} actual={actual} />
            )}
            {explanation ?? <p lang={lang}>{task.after}</p>}
          </>
        )}
      </div>
    </>
  );
}

interface DrawingButtonsProps {
  readonly task: PredictTask;
  readonly drawing: Drawing;
  readonly onDraw: (drawing: Drawing) => void;
  /** What the first button says and does. It is enabled when the drawing is complete. */
  readonly done?: string;
  readonly onReveal: () => void;
}

export function DrawingButtons({ task, drawing, onDraw, done, onReveal }: DrawingButtonsProps): ReactNode {
  return (
    <div className="lesson-buttons cluster gap-3">
      <Button primary disabled={!isDrawn(task, drawing)} onClick={onReveal}>
        {done ?? taskTexts.reveal}
      </Button>
      {task.what.kind === "curve" && (
        <>
          <Button
            disabled={drawing.every((value) => value === null)}
            onClick={() => onDraw(continued(drawing))}
          >
            {taskTexts.level}
          </Button>
          <Button onClick={() => onDraw(drawing.map(() => null))}>{taskTexts.clear}</Button>
        </>
      )}
    </div>
  );
}

/** A drawing whose empty points have the value of the point before them, or of the first drawn point. */
function continued(drawing: Drawing): Drawing {
  let level = drawing.find((value) => value !== null) ?? null;
  return drawing.map((value) => {
    level = value ?? level;
    return level;
  });
}

interface ComparisonProps {
  readonly task: PredictTask;
  readonly distance: Distance;
  readonly drawing: Drawing;
  readonly actual: readonly number[];
}

/** What was right in a prediction, and what was not. */
export function Comparison({ task: { what }, distance, drawing, actual }: ComparisonProps): ReactNode {
  const text = (value: number): string => formatQuantity(value, what.unit);
  const aspects =
    what.kind === "curve"
      ? curveTexts(what, distance, text)
      : what.bars.map(({ label }, i) => {
          const [drawn, ran] = [drawing[i] ?? 0, actual[i] ?? 0];
          const values = taskTexts.drawnAndRan({ drawn: text(drawn), ran: text(ran) });
          const { level } = levelOf("bars", drawn, ran, what.max);
          return what.bars.length > 1
            ? taskTexts.bar({ label, judgement: taskTexts.judgements[level], values })
            : `${taskTexts.onlyBar[level]} ${values}`;
        });
  return (
    <>
      <p>
        <strong>{taskTexts.closeness[distance.closeness]}</strong>
      </p>
      <ul className="predict-aspects bullets">
        {aspects.map((aspect) => (
          <li key={aspect}>{aspect}</li>
        ))}
      </ul>
      <details className="disclosure">
        <summary>
          <Icon name="chevron" size={16} />
          {taskTexts.judgedHow}
        </summary>
        <p className="flat soft text-m">{ruleText(what)}</p>
      </details>
    </>
  );
}

/** The rule by which the page judges (`distanceOf`). */
function ruleText({ kind, max, unit }: PredictTask["what"]): string {
  const { right, roughly } = TOLERANCES[kind];
  const ofAxis = ({ axis }: { readonly axis: number }): string => formatQuantity(axis * max, unit);
  return taskTexts.rules[kind]({
    right: formatPercent(right.value),
    rightAxis: ofAxis(right),
    roughly: formatPercent(roughly.value),
    roughlyAxis: ofAxis(roughly),
    period: formatPercent(PERIOD),
    height: formatPercent(HEIGHT),
    time: formatPercent(TIME),
    same: ofAxis({ axis: SAME }),
    turn: ofAxis({ axis: TURN }),
  });
}

/** The direction, the level, the form and the time of a drawn curve, and the place of the largest difference. */
function curveTexts(
  what: CurvePrediction,
  { closeness, means, level, form, worst, drawn, actual }: Distance,
  text: (value: number) => string,
): readonly string[] {
  const levelText = taskTexts.levelIs({
    judgement: taskTexts.judgements[level],
    values: taskTexts.drawnAndRanOnAverage({ drawn: text(means.drawn), ran: text(means.actual) }),
  });
  const place = taskTexts.at({ time: formatQuantity(timeOfPoint(what, worst), "s") });
  const last =
    closeness === "close" ? [] : [taskTexts.worst({ place, drawn: text(drawn), actual: text(actual) })];
  return [
    ...(form ? [directionText(form), levelText, ...formTexts(what, form, text)] : [levelText]),
    ...last,
  ].filter((aspect) => aspect !== "");
}

/** Swings lead nowhere, so their direction is not judged. */
function directionText({ drawn, run, isDirection }: FormComparison): string {
  if (run.turns === "swings") return "";
  if (isDirection) return taskTexts.directionRight;
  const { direction } = taskTexts;
  return taskTexts.directionOther({ drawn: direction[drawn.direction], ran: direction[run.direction] });
}

function formTexts(
  what: CurvePrediction,
  { drawn, run, isForm, isPeriod, isHeight, late, isTime }: FormComparison,
  text: (value: number) => string,
): readonly string[] {
  const seconds = (points: number): string =>
    formatQuantity((points * (what.to - what.from)) / CURVE_POINTS, "s", 3);
  const { turns } = taskTexts;
  if (!isForm && drawn.turns === "swings" && run.turns === "swings")
    return [taskTexts.risingOther({ drawn: formatPercent(drawn.rising), ran: formatPercent(run.rising) })];
  if (!isForm) return [taskTexts.shapeOther({ drawn: turns[drawn.turns], ran: turns[run.turns] })];
  const period =
    isPeriod === false && drawn.period !== null && run.period !== null
      ? taskTexts.periodOther({ drawn: seconds(drawn.period), ran: seconds(run.period) })
      : "";
  const ends = { low: text(drawn.low), high: text(drawn.high) };
  const height =
    isHeight === false
      ? taskTexts.heightOther({ ...ends, runLow: text(run.low), runHigh: text(run.high) })
      : "";
  const by = seconds(Math.abs(late ?? 0));
  const time = isTime
    ? taskTexts.timeRight
    : late && late > 0
      ? taskTexts.timeLate({ by })
      : taskTexts.timeEarly({ by });
  return [taskTexts.shapeRight, period, height, late === null ? "" : time];
}
