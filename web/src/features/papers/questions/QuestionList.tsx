// The ready-made questions about an experiment.
import type { ReactNode } from "react";
import type { Change, ReadyQuestion } from "../../../engine/experiments/types.ts";
import { paperRunTexts } from "../runs/texts/index.ts";
import { changeText } from "./questionLink.ts";

interface QuestionListProps {
  readonly questions: readonly ReadyQuestion[];
  /** The changes that are chosen now. */
  readonly changes: readonly Change[];
  readonly onAsk: (changes: readonly Change[]) => void;
}

const sameChanges = (a: readonly Change[], b: readonly Change[]): boolean =>
  a.map(changeText).join() === b.map(changeText).join();

export function QuestionList({ questions, changes, onAsk }: QuestionListProps): ReactNode {
  return (
    <ul className="question-list no-print">
      {questions.map((question) => {
        const isAsked = sameChanges(question.changes, changes);
        return (
          <li key={question.id} className="row gap-4 top between">
            <div>
              <b>{question.question}</b>
              <p>{question.about}</p>
            </div>
            <button
              type="button"
              className="button fixed"
              aria-pressed={isAsked}
              aria-label={`${paperRunTexts.ask}: ${question.question}`}
              onClick={() => onAsk(isAsked ? [] : question.changes)}
            >
              {isAsked ? paperRunTexts.asked : paperRunTexts.ask}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
