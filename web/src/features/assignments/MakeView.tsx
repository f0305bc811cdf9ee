// Makes an assignment: texts, which settings are free, questions with their right answers, and the two files.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { addressOf } from "../../address/route.ts";
import { Button } from "../../components/Button.tsx";
import { SegmentedControl } from "../../components/fields/choice.tsx";
import type { Catalogue, Derived } from "../../generated/types.ts";
import { labelOf } from "../../scenario/flowLabel.ts";
import { useServices } from "../lab/state/context.tsx";
import { AccessList } from "./AccessList.tsx";
import { BasicFields } from "./BasicFields.tsx";
import { type Draft, type DraftQuestion, nextQuestionId, quantitiesOf, withMoved } from "./draft.ts";
import type { Assignment, Question } from "./model.ts";
import { quantityText } from "./NumberEditor.tsx";
import { PredictEditor } from "./PredictEditor.tsx";
import { QuestionEditor } from "./QuestionEditor.tsx";
import { SaveFiles } from "./SaveFiles.tsx";
import { assignmentTexts } from "./texts/index.ts";

interface MakeViewProps {
  readonly initial: Draft;
  readonly catalogue: Catalogue;
  readonly version: string;
  /** Opens the assignment as a student sees it. */
  readonly onTry: (assignment: Assignment) => void;
}

export function MakeView({ initial, catalogue, version, onTry }: MakeViewProps): ReactNode {
  const [draft, setDraft] = useState(initial);
  const derived = useDerived(draft);
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const setQuestion = (index: number, next: DraftQuestion | null): void =>
    set({ questions: draft.questions.flatMap((old, i) => (i !== index ? [old] : next ? [next] : [])) });
  return (
    <main id="main" className="lessons page stack gap-4 assignments" ref={main} tabIndex={-1}>
      <p>
        <a href={addressOf("assignments")}>{assignmentTexts.all}</a>
      </p>
      <h1>{assignmentTexts.make}</h1>
      <Basics draft={draft} onChange={set} />
      <section className="stack" aria-labelledby="make-settings">
        <h2 id="make-settings">{assignmentTexts.settings}</h2>
        <p className="field-note">{assignmentTexts.settingsHelp}</p>
        <AccessList draft={draft} catalogue={catalogue} onChange={setDraft} />
      </section>
      <section className="stack" aria-labelledby="make-questions">
        <h2 id="make-questions">{assignmentTexts.questions}</h2>
        <p className="field-note">{assignmentTexts.questionsHelp}</p>
        {draft.questions.map((question, i) => (
          <QuestionEditor
            key={question.question.id}
            number={i + 1}
            draft={draft}
            value={question}
            onChange={(next) => setQuestion(i, next)}
            onUp={i > 0 ? () => setDraft(withMoved(draft, i, -1)) : null}
            onDown={i < draft.questions.length - 1 ? () => setDraft(withMoved(draft, i, 1)) : null}
          >
            {question.question.kind === "predict" && derived && (
              <PredictEditor
                question={question.question}
                draft={draft}
                derived={derived}
                onChange={(next) => setQuestion(i, { question: next })}
              />
            )}
          </QuestionEditor>
        ))}
        <fieldset className="make-add roomy card cluster gap-3">
          <legend className="strong">{assignmentTexts.add}</legend>
          {(["choice", "number", "text", "predict", "goal"] as const).map((kind) => (
            <Button
              key={kind}
              disabled={kind === "predict" && !derived}
              onClick={() => set({ questions: [...draft.questions, newQuestion(kind, draft, derived)] })}
            >
              {assignmentTexts.kinds[kind]}
            </Button>
          ))}
        </fieldset>
      </section>
      <SaveFiles draft={draft} version={version} onTry={onTry} />
    </main>
  );
}

function Basics({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}): ReactNode {
  return (
    <section className="stack" aria-labelledby="make-basics">
      <h2 id="make-basics">{assignmentTexts.basics}</h2>
      <BasicFields titleLabel={assignmentTexts.assignmentTitle} basics={draft} onChange={onChange} />
      <div className="make-field labelled">
        <span>{assignmentTexts.seed}</span>
        <SegmentedControl
          label={assignmentTexts.seed}
          value={draft.seed}
          options={[
            { value: "same", label: assignmentTexts.seedSame },
            { value: "student", label: assignmentTexts.seedStudent },
          ]}
          onChange={(seed) => onChange({ seed })}
        />
        <span className="field-note">{assignmentTexts.seedHelp}</span>
      </div>
    </section>
  );
}

/** What the simulator derives from the scenario. Null until it is known. */
function useDerived({ scenario }: Draft): Derived | null {
  const { engine } = useServices().session;
  const [derived, setDerived] = useState<Derived | null>(null);
  useEffect(() => {
    let ended = false;
    engine.check(JSON.stringify(scenario)).then(
      (result) => {
        if (!ended) setDerived(result.derived);
      },
      () => undefined,
    );
    return () => {
      ended = true;
    };
  }, [engine, scenario]);
  return derived;
}

/** A new question, with a right answer that comes from the student's run where that is possible. */
function newQuestion(kind: Question["kind"], draft: Draft, derived: Derived | null): DraftQuestion {
  const base = { id: nextQuestionId(draft.questions), ask: assignmentTexts.defaultAsk[kind] };
  const [quantity] = quantitiesOf(draft.scenario);
  switch (kind) {
    case "choice":
      return { question: { ...base, kind, options: ["", ""] }, key: { right: 0 } };
    case "text":
      return { question: { ...base, kind } };
    case "goal": {
      const when = quantity ? [{ of: quantity.measure, above: 0.9 }] : [];
      return { question: { ...base, kind, when } };
    }
    case "predict": {
      const duration = draft.scenario.duration ?? 30;
      const flow = draft.scenario.flows?.[0];
      const what = {
        kind: "curve" as const,
        entity: `flow:${flow?.id ?? ""}`,
        signal: "delivered",
        label: flow ? labelOf(flow, draft.scenario) : "",
        unit: "bit/s" as const,
        max: derived?.capacity ?? 1e7,
        from: duration / 2,
        to: duration,
      };
      return { question: { ...base, kind, what } };
    }
    case "number": {
      const ask = quantity ? assignmentTexts.askQuantity({ what: quantityText(quantity) }) : base.ask;
      const question = { ...base, ask, kind, unit: quantity?.unit ?? "", tolerance: 0.05 };
      const key = quantity ? { measure: quantity.measure, factor: quantity.factor } : { value: 0 };
      return { question, key };
    }
  }
}
