// The page of a class on a phone: the open question, the answer, and after the reveal both together.
import { type ReactNode, useEffect, useState } from "react";
import type { PredictTask } from "../../tasks/model.ts";
import { PredictBars } from "../../tasks/PredictBars.tsx";
import { PredictCurve } from "../../tasks/PredictCurve.tsx";
import { Comparison, DrawingButtons } from "../../tasks/PredictPanel.tsx";
import { type Drawing, distanceOf } from "../../tasks/prediction.ts";
import { keepPerson, readPerson } from "./person.ts";
import { type Question, type Result, type SendProblem, type Shown, sendAnswer, useRoom } from "./room.ts";
import { classTexts } from "./texts/index.ts";

export function ClassPhone({ code }: { readonly code: string }): ReactNode {
  const [shown, connection] = useRoom<Shown>(`${code}/events`);
  const [person, setPerson] = useState(() => readPerson(code));
  const [sending, setSending] = useState<"no" | "now" | SendProblem>("no");
  useEffect(() => keepPerson(code, person), [code, person]);
  if (connection === "none") return <p role="alert">{classTexts.noRoom({ code })}</p>;
  const question = shown?.question;
  const isMine = person.question === shown?.id;
  const drawing = isMine ? person.drawing : Array.from({ length: question?.count ?? 0 }, () => null);
  const draw = (next: Drawing): void => {
    setPerson({ ...person, question: shown?.id ?? 0, drawing: next, sent: false });
    setSending("no");
  };
  const submit = async (values: Drawing): Promise<void> => {
    const mine = { ...person, question: shown?.id ?? 0, drawing: values };
    setPerson({ ...mine, sent: false });
    setSending("now");
    const numbers = values.map((value) => value ?? 0);
    const problem = await sendAnswer(code, { question: mine.question, person: person.name, values: numbers });
    setSending(problem ?? "no");
    if (!problem) setPerson({ ...mine, sent: true });
  };
  return (
    <>
      <p className="soft">{classTexts.room({ code, state: classTexts.connections[connection] })}</p>
      {!shown || !question ? (
        <p role="status">{classTexts.waiting}</p>
      ) : (
        <section className="stack gap-4" key={shown.id}>
          <h1>{question.title}</h1>
          <p className="strong">{question.ask}</p>
          <Answering
            question={question}
            result={shown.result}
            drawing={drawing}
            onDraw={shown.open ? draw : null}
            onSend={(values) => void submit(values)}
          />
          <p role="status">{statusText(shown, isMine && person.sent, sending)}</p>
        </section>
      )}
    </>
  );
}

function statusText({ open, result }: Shown, sent: boolean, sending: "no" | "now" | SendProblem): string {
  if (!open) return sent || !result ? "" : classTexts.late;
  if (sending === "now") return classTexts.sending;
  if (sending !== "no") return classTexts.problems[sending];
  return sent ? classTexts.sent : "";
}

interface AnsweringProps {
  readonly question: Question;
  readonly result: Result | null;
  readonly drawing: Drawing;
  /** Null after the reveal. */
  readonly onDraw: ((drawing: Drawing) => void) | null;
  readonly onSend: (drawing: Drawing) => void;
}

function Answering({ question, result, drawing, onDraw, onSend }: AnsweringProps): ReactNode {
  const { what, options } = question;
  if (options)
    return <Options {...{ question, result, options, chosen: drawing[0] ?? null, onDraw, onSend }} />;
  if (!what) return null;
  const task: PredictTask = { kind: "predict", ask: question.ask, what, after: result?.after ?? "" };
  const { actual = null, points = null } = result ?? {};
  const distance = actual && distanceOf(drawing, actual, what);
  return (
    <>
      {what.kind === "curve" ? (
        <PredictCurve
          what={what}
          past={question.past ?? []}
          drawing={drawing}
          revealed={points}
          onDraw={onDraw}
        />
      ) : (
        <PredictBars what={what} drawing={drawing} actual={actual} onDraw={onDraw} />
      )}
      {onDraw && (
        <DrawingButtons
          task={task}
          drawing={drawing}
          onDraw={onDraw}
          done={classTexts.send}
          onReveal={() => onSend(drawing)}
        />
      )}
      {actual && distance && <Comparison {...{ task, distance, drawing, actual }} />}
      {result && <p>{result.after}</p>}
    </>
  );
}

interface OptionsProps extends Omit<AnsweringProps, "drawing"> {
  readonly options: readonly string[];
  readonly chosen: number | null;
}

/** A choice is sent with the tap. */
function Options({ options, result, chosen, onDraw, onSend }: OptionsProps): ReactNode {
  const right = result?.right;
  return (
    <fieldset className="class-options stack gap-2" disabled={onDraw === null}>
      <legend className="visually-hidden">{classTexts.options}</legend>
      {options.map((text, option) => (
        <label className="check" key={text}>
          <input
            type="radio"
            name="class-option"
            checked={chosen === option}
            onChange={() => onSend([option])}
          />
          <span>
            {text}
            {right?.includes(option) && <strong>{` (${classTexts.isRight})`}</strong>}
          </span>
        </label>
      ))}
      {right && chosen !== null && (
        <p className="strong">{right.includes(chosen) ? classTexts.youRight : classTexts.youWrong}</p>
      )}
      {result?.after && <p>{result.after}</p>}
    </fieldset>
  );
}
