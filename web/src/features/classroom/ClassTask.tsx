// The lecturer's part of a class, below the task of a lesson's step: asks the class, shows its answers, and reveals the run. In a
// presentation without a server, the lecturer enters a show of hands.
import "./classroom.css";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";
import type { PartPlaces } from "../../extension/feature.ts";
import { download } from "../../storage/file.ts";
import { holds } from "../../tasks/measures.ts";
import type { ChooseTask, Task } from "../../tasks/model.ts";
import { textWithNumbers } from "../../tasks/numbers.ts";
import { pastPoints, runPoints } from "../../tasks/PredictPicture.tsx";
import { actualValues } from "../../tasks/prediction.ts";
import { plainText } from "../../tasks/text.ts";
import { RoomCode } from "./ClassLead.tsx";
import { ClassPicture } from "./ClassPicture.tsx";
import { countChoices, medianAnswer } from "./crowd.ts";
import { Histogram } from "./Histogram.tsx";
import { ledRoom } from "./ledRoom.ts";
import { ask, type Overview, type Question, reveal, type SendProblem, useLedRoom } from "./room.ts";
import { ShowOfHands } from "./ShowOfHands.tsx";
import { classTexts } from "./texts/index.ts";

type Props = PartPlaces["lessonTask"];

export default function ClassTask(props: Props): ReactNode {
  const room = ledRoom();
  const { task } = props.step;
  if (room) return <LedTask {...props} room={room} />;
  const name = `${props.lesson.id}/${props.step.id}`;
  return task.kind === "choose" && <ShowOfHands {...{ name, task }} right={rightOptions(task, props)} />;
}

/** The right options by the run. Null until the run is complete. */
const rightOptions = (task: ChooseTask, { run }: Pick<Props, "run">): readonly number[] | null =>
  run?.summary ? task.options.flatMap(({ when }, i) => (holds(run, when) ? [i] : [])) : null;

/** The stages of a question in class. `counted`: the choices are shown, but not which one is right. */
type Stage = "unasked" | "open" | "counted" | "revealed";

function stageOf(overview: Overview | null, step: string): Stage {
  if (overview?.question?.step !== step) return "unasked";
  if (overview.open) return "open";
  return overview.result?.right || overview.result?.actual ? "revealed" : "counted";
}

function LedTask(props: Props & { readonly room: string }): ReactNode {
  const { room, lesson, step, run, presenting, onAnswer } = props;
  const { task } = step;
  const [overview, connection] = useLedRoom(room);
  const [problem, setProblem] = useState<SendProblem | null>(null);
  const [revealing, setRevealing] = useState(false);
  const [hidden, setHidden] = useState(false);
  const stage = stageOf(overview, `${lesson.id}/${step.id}`);
  const answers = stage === "unasked" ? [] : (overview?.answers ?? []);
  const askClass = (before?: readonly number[]): void => {
    const question = questionOf(props);
    if (question) void ask(room, before ? { ...question, before } : question).then(setProblem);
  };
  const counts = task.kind === "choose" ? countChoices(answers, task.options.length) : [];
  const show = (): void => void reveal(room, { counts }).then(setProblem);
  const revealRun = (): void => {
    setRevealing(true);
    const median = medianAnswer(answers);
    if (task.kind === "predict" && median)
      onAnswer({ kind: "predict", drawing: median, revealed: true, ofClass: true });
    // The lesson goes on with the right answer, and says why.
    const [option] = (task.kind === "choose" && rightOptions(task, props)) || [];
    if (option !== undefined) onAnswer({ kind: "choose", option });
  };
  // The run of a prediction is computed after the answer; its result goes to the phones when it is complete.
  useEffect(() => {
    if (!revealing || !run?.summary) return;
    const result = resultOf(lesson, task, run, counts);
    if (!result) return;
    setRevealing(false);
    void reveal(room, result).then(setProblem);
  }, [revealing, run, lesson, task, counts, room]);
  const next = {
    unasked: run ? () => askClass() : null,
    open: answers.length === 0 ? null : task.kind === "choose" ? show : revealRun,
    counted: revealRun,
    revealed: null,
  }[stage];
  useAdvanceKeys(next);
  // In a presentation, the answers are shown in place of the charts, until they are hidden after the reveal.
  const isLarge = presenting && stage !== "unasked" && !(stage === "revealed" && hidden);
  if (connection === "none") return <p role="alert">{classTexts.noRoom({ code: room.slice(0, 5) })}</p>;
  return (
    <section
      className={`class-task stack gap-3 card ${isLarge ? "is-large" : ""}`}
      aria-label={classTexts.title}
    >
      {stage === "open" && <RoomCode code={room.slice(0, 5)} address={overview?.address ?? null} />}
      <p role="status" className="strong">
        {statusOf(stage, overview, answers.length)}
      </p>
      {problem && <p role="alert">{classTexts.problems[problem]}</p>}
      <ClassAnswers {...{ task, answers, overview, stage }} />
      <ClassButtons
        {...{ stage, isLarge }}
        first={firstLabel(stage, task)}
        onFirst={revealing ? null : next}
        onAgain={() => askClass(counts.length > 0 ? counts : undefined)}
        onHide={() => setHidden(true)}
        onSave={() => overview && saveAnswers(overview)}
      />
    </section>
  );
}

/** What the first button does in a stage. */
function firstLabel(stage: Stage, task: Task): string {
  if (stage === "unasked") return classTexts.ask;
  return stage === "open" && task.kind === "choose" ? classTexts.show : classTexts.reveal;
}

interface ClassButtonsProps {
  readonly stage: Stage;
  readonly isLarge: boolean;
  readonly first: string;
  /** Null while it cannot be chosen. */
  readonly onFirst: (() => void) | null;
  readonly onAgain: () => void;
  readonly onHide: () => void;
  readonly onSave: () => void;
}

function ClassButtons({
  stage,
  isLarge,
  first,
  onFirst,
  onAgain,
  onHide,
  onSave,
}: ClassButtonsProps): ReactNode {
  const button = (text: string, action: () => void): ReactNode => <Button onClick={action}>{text}</Button>;
  const isRevealed = stage === "revealed";
  return (
    <div className="cluster gap-3">
      {!isRevealed && (
        <Button primary disabled={!onFirst} onClick={() => onFirst?.()}>
          {first}
        </Button>
      )}
      {stage !== "unasked" && button(classTexts.askAgain, onAgain)}
      {isRevealed && isLarge && button(classTexts.charts, onHide)}
      {isRevealed && button(classTexts.save, onSave)}
    </div>
  );
}

function statusOf(stage: Stage, overview: Overview | null, answered: number): string {
  if (!overview) return classTexts.connections.connecting;
  if (stage === "unasked") return classTexts.present({ n: overview.people });
  return classTexts.answered({ n: answered, people: Math.max(overview.people, answered) });
}

/** What the phones need to show the question. Null until the run has what they show. */
function questionOf({ lesson, step, run }: Props): Question | null {
  const { task } = step;
  const shared = { step: `${lesson.id}/${step.id}`, title: lesson.title };
  if (task.kind === "choose") {
    const options = task.options.map(({ text }) => text);
    const accepts = { count: 1, low: 0, high: options.length - 1, whole: true };
    return { ...accepts, ...shared, ask: plainText(task.ask), options };
  }
  if (task.kind !== "predict" || !run) return null;
  const { what } = task;
  const count = what.kind === "curve" ? actualValues(run, task).length : what.bars.length;
  const past = what.kind === "curve" ? { past: pastPoints(run, what).map(finitePoint) } : {};
  return { count, low: 0, high: what.max, whole: false, ...shared, ask: plainText(task.ask), what, ...past };
}

/** A point as JSON can write it: null where there is no value. */
const finitePoint = ([t, value]: readonly [number, number]): readonly [number, number] => [
  t,
  Number.isFinite(value) ? value : (null as unknown as number),
];

function resultOf(
  lesson: Props["lesson"],
  task: Task,
  run: NonNullable<Props["run"]>,
  counts: readonly number[],
) {
  if (task.kind !== "choose" && task.kind !== "predict") return null;
  const after = task.after === undefined ? {} : { after: textWithNumbers(task.after, lesson.values, run) };
  if (task.kind === "choose") return { counts, right: rightOptions(task, { run }) ?? [], ...after };
  const actual = actualValues(run, task);
  if (!actual.every(Number.isFinite)) return null;
  const points = task.what.kind === "curve" ? { points: runPoints(run, task.what).map(finitePoint) } : {};
  return { actual, ...points, ...after };
}

interface ClassAnswersProps {
  readonly task: Task;
  readonly answers: Overview["answers"];
  readonly overview: Overview | null;
  readonly stage: Stage;
}

function ClassAnswers({ task, answers, overview, stage }: ClassAnswersProps): ReactNode {
  const { question, result } = overview ?? {};
  if (stage === "unasked" || !question) return null;
  if (task.kind === "predict")
    return (
      <ClassPicture what={task.what} past={question.past ?? []} answers={answers} result={result ?? null} />
    );
  // The choices of an open question are hidden, because people who see the most frequent one choose it, too.
  if (task.kind !== "choose" || stage === "open") return null;
  return (
    <Histogram
      options={task.options.map(({ text }) => text)}
      counts={result?.counts ?? []}
      before={question.before ?? null}
      right={result?.right ?? null}
    />
  );
}

/** The keys R and PageDown, which clickers send, do what the first button does. */
function useAdvanceKeys(advance: (() => void) | null): void {
  const press = useCallback(
    (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, .cm-editor");
      const isKey = event.key === "PageDown" || (event.key.toLowerCase() === "r" && !isTyping);
      if (!advance || !isKey || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      advance();
    },
    [advance],
  );
  useEffect(() => {
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, [press]);
}

function saveAnswers({ question, result, answers }: Overview): void {
  const name = `class-${question?.step.replace("/", "-")}.json`;
  download(name, "application/json", `${JSON.stringify({ question, result, answers }, null, 2)}\n`);
}
