// The task of a step, the student's answer, and what the run says about it.

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import { shownProgram } from "../../components/program/inLanguage.ts";
import type { Measure } from "../../engine/numbers.ts";
import { formatPercent, formatQuantity, significant } from "../../scenario/units.ts";
import type { LessonRun } from "../../tasks/measures.ts";
import type { ChooseTask, Control, NumberTask, ProgramTask, Task, WatchTask } from "../../tasks/model.ts";
import { intervalsText, numbersOf, taskIntervals } from "../../tasks/numbers.ts";
import { PredictPanel, type TaskProps } from "../../tasks/PredictPanel.tsx";
import { type Answer, type Verdict, valueAskedFor } from "../../tasks/tasks.ts";
import { plainText } from "../../tasks/text.ts";
import { useTextLanguage } from "../../tasks/textLanguage.ts";
import { taskTexts } from "../../tasks/texts/index.ts";
import { useSample } from "../lab/state/hooks.ts";
import { CONTROL_ID, StepText, TextParts } from "./StepText.tsx";
import { lessonTexts } from "./texts/index.ts";

interface TaskPanelProps {
  readonly task: Task;
  readonly values: Readonly<Record<string, Measure>>;
  readonly run: LessonRun | null;
  readonly answer: Answer | undefined;
  readonly verdict: Verdict;
  /** Whether the text of the step states the interval of the answer. */
  readonly hasStatedInterval: boolean;
  readonly onAnswer: (answer: Answer) => void;
  /** Whether the answer was shown instead of found. */
  readonly isShown: boolean;
  /** Shows the answer. Null if the page does not offer it. */
  readonly onShow: (() => void) | null;
}

export function TaskPanel(props: TaskPanelProps): ReactNode {
  const { task, values, run, answer, verdict, hasStatedInterval, onAnswer, isShown, onShow } = props;
  const lang = useTextLanguage();
  const intervals = run?.summary && !hasStatedInterval ? taskIntervals(task, run) : [];
  const result = useRef<HTMLDivElement>(null);
  const isAnswerShown = isShown && (task.kind === "number" || task.kind === "program");
  // The numbers of an explanation are those of the student's run, which is not that of a program that is only shown.
  const isOther = task.kind === "program" && verdict.state !== "right";
  const remark = isAnswerShown
    ? isOther
      ? undefined
      : (task.after ?? task.hint)
    : remarkOn(task, verdict, answer);
  // A verdict belongs to the answer that was checked, and not to what is typed since.
  const [typed, setTyped] = useState<"number" | "words" | null>(null);
  const explained = (text: string): ReactNode => (
    <StepText text={text} values={values} numbers={run && numbersOf(text, values, run)} />
  );
  return (
    <section className="lesson-task roomy stack card" aria-label={lessonTexts.taskOf}>
      <p className="strong" lang={task.kind === "watch" ? undefined : lang}>
        {task.kind === "watch" ? (
          lessonTexts.watch({ t: formatQuantity(task.until, "s") })
        ) : (
          <TextParts text={task.ask} />
        )}
      </p>
      {intervals.length > 0 && (
        <p className="cluster gap-4 flat soft text-m">
          {lessonTexts.measuredFrom({ span: intervalsText(intervals) })}
        </p>
      )}
      {!isShown && (
        <TaskForm
          {...{ task, run, answer, verdict, onAnswer }}
          onTyped={setTyped}
          explanation={task.kind === "predict" && run?.summary ? explained(task.after) : undefined}
        />
      )}
      <div
        role="status"
        ref={result}
        tabIndex={-1}
        className={`lesson-verdict stack gap-2 is-${isShown ? "shown" : verdict.state}`}
      >
        {typed === "words" && <p>{lessonTexts.notANumber}</p>}
        {typed === null && (
          <>
            {isAnswerShown ? (
              <ShownAnswer task={task} run={run} />
            ) : (
              <VerdictText task={task} verdict={verdict} />
            )}
            {remark !== undefined && explained(remark)}
          </>
        )}
      </div>
      {onShow && (
        <div className="lesson-buttons cluster gap-3">
          <Button
            onClick={() => {
              onShow();
              // The button disappears, so the keyboard continues at the answer.
              result.current?.focus({ preventScroll: true });
            }}
          >
            {lessonTexts.showAnswer}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The value or a program for which a task asks, after wrong answers. */
function ShownAnswer({
  task,
  run,
}: {
  readonly task: NumberTask | ProgramTask;
  readonly run: LessonRun | null;
}): ReactNode {
  if (task.kind === "program")
    return (
      <>
        <p>{lessonTexts.programShown}</p>
        <pre>{shownProgram(task.solution)}</pre>
      </>
    );
  if (!run?.summary) return <p>{taskTexts.pending}</p>;
  const value = `${significant(valueAskedFor(task, run), 3)}\u202f${unitText(task.unit)}`;
  return <p>{lessonTexts.answerShown({ value, tolerance: formatPercent(task.tolerance) })}</p>;
}

/** A unit of a task as a word or a symbol. */
function unitText(unit: string): string {
  const units: Readonly<Record<string, string>> = lessonTexts.units;
  return units[unit] ?? unit;
}

/** What the page says with the verdict: the hint with a wrong answer, the explanation with a right one. */
function remarkOn(task: Task, { state }: Verdict, answer: Answer | undefined): string | undefined {
  if (task.kind === "watch" || task.kind === "predict") return undefined;
  if (state === "right") return task.after;
  if (state !== "wrong") return undefined;
  const chosen =
    task.kind === "choose" && answer?.kind === "choose" ? task.options[answer.option] : undefined;
  return chosen?.hint ?? task.hint;
}

function TaskForm({
  task,
  run,
  answer,
  verdict,
  onAnswer,
  onTyped,
  explanation,
}: Pick<TaskPanelProps, "task" | "run" | "answer" | "verdict" | "onAnswer"> & {
  /** Called with what is typed and not checked yet. */
  readonly onTyped: (typed: "number" | "words" | null) => void;
  readonly explanation: ReactNode;
}): ReactNode {
  switch (task.kind) {
    case "watch":
      return (
        <WatchForm task={task} answer={answer?.kind === "watch" ? answer : undefined} onAnswer={onAnswer} />
      );
    case "choose":
      return (
        <ChooseForm task={task} answer={answer?.kind === "choose" ? answer : undefined} onAnswer={onAnswer} />
      );
    case "number":
      return (
        <NumberForm
          task={task}
          answer={answer?.kind === "number" ? answer : undefined}
          onAnswer={onAnswer}
          onTyped={onTyped}
        />
      );
    case "change":
      return (
        <div id={CONTROL_ID}>
          <ControlChoice
            control={task.control}
            value={answer?.kind === "change" ? answer.option : 0}
            onChange={(option) => onAnswer({ kind: "change", option })}
          />
        </div>
      );
    case "goal": {
      const options = answer?.kind === "goal" ? answer.options : {};
      return (
        <div id={CONTROL_ID} className="stack">
          {task.controls.map((control) => (
            <ControlChoice
              key={control.id}
              control={control}
              value={options[control.id] ?? 0}
              onChange={(option) => onAnswer({ kind: "goal", options: { ...options, [control.id]: option } })}
            />
          ))}
        </div>
      );
    }
    case "predict":
      return (
        <PredictPanel
          task={task}
          run={run}
          answer={answer?.kind === "predict" ? answer : undefined}
          verdict={verdict}
          keepsDrawing
          explanation={explanation}
          onAnswer={onAnswer}
        />
      );
    case "program":
      return null;
  }
}

function ControlChoice({
  control,
  value,
  onChange,
}: {
  readonly control: Control;
  readonly value: number;
  readonly onChange: (option: number) => void;
}): ReactNode {
  const lang = useTextLanguage();
  return (
    <div className="lesson-control stack gap-1" lang={lang}>
      <span>{control.label}</span>
      <SegmentedControl
        label={control.label}
        value={String(value)}
        options={control.options.map(({ label }, i) => ({ value: String(i), label }))}
        onChange={(next) => onChange(Number(next))}
      />
    </div>
  );
}

/** The answer to a task "watch" is the moment to which the run has played. */
function WatchForm({ task, answer, onAnswer }: TaskProps<WatchTask>): ReactNode {
  const isReached = useSample((s) => s.playhead >= task.until);
  useEffect(() => {
    if (isReached && (answer?.reached ?? 0) < task.until) onAnswer({ kind: "watch", reached: task.until });
  }, [isReached, answer, task, onAnswer]);
  return null;
}

function ChooseForm({ task, answer, onAnswer }: TaskProps<ChooseTask>): ReactNode {
  const lang = useTextLanguage();
  return (
    <fieldset className="lesson-options stack gap-0" lang={lang}>
      <legend className="visually-hidden">{plainText(task.ask)}</legend>
      {task.options.map(({ text }, option) => (
        <label className="check" key={text}>
          <input
            type="radio"
            name="lesson-option"
            checked={answer?.option === option}
            onKeyDown={moveFocus}
            onChange={() => onAnswer({ kind: "choose", option })}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Arrow keys move between the answers without giving one. The space bar gives the answer. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const step = event.key === "ArrowDown" || event.key === "ArrowRight" ? 1 : -1;
  if (step < 0 && event.key !== "ArrowUp" && event.key !== "ArrowLeft") return;
  event.preventDefault();
  const answers = [...(event.currentTarget.closest("fieldset")?.querySelectorAll("input") ?? [])];
  answers.at((answers.indexOf(event.currentTarget) + step) % answers.length)?.focus();
}

function NumberForm({
  task,
  answer,
  onAnswer,
  onTyped,
}: TaskProps<NumberTask> & { readonly onTyped: (typed: "number" | "words" | null) => void }): ReactNode {
  const [text, setText] = useState(answer ? String(answer.value) : "");
  const [checked, setChecked] = useState(answer?.value);
  // The answer can also come from the other window of a presentation.
  if (answer && answer.value !== checked) {
    setChecked(answer.value);
    setText(String(answer.value));
  }
  const value = Number(text.trim().replace(",", "."));
  const isNumber = text.trim() !== "" && Number.isFinite(value);
  const typed =
    text.trim() === "" || (isNumber && value === answer?.value) ? null : isNumber ? "number" : "words";
  useEffect(() => onTyped(typed), [onTyped, typed]);
  const unit = unitText(task.unit);
  return (
    <form
      className="lesson-number cluster gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNumber) onAnswer({ kind: "number", value });
      }}
    >
      <label>
        <span className="visually-hidden">{lessonTexts.answer({ unit })}</span>
        <input
          className="text-box is-tall"
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span aria-hidden="true">{unit}</span>
      </label>
      <button type="submit" className="button" disabled={!isNumber}>
        {lessonTexts.check}
      </button>
    </form>
  );
}

function VerdictText({ task, verdict }: { readonly task: Task; readonly verdict: Verdict }): ReactNode {
  // Predictions have a text of their own.
  if (task.kind === "predict" || verdict.state === "open") return null;
  if (verdict.state === "pending") return <p>{taskTexts.pending}</p>;
  if (verdict.state === "right")
    return <p>{task.kind === "watch" ? lessonTexts.watched : lessonTexts.right}</p>;
  return <p>{lessonTexts.reasons[verdict.reason.kind]}</p>;
}
