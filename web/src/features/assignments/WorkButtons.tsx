// How many questions are answered, and the buttons that hand in or begin again.
import { type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { assignmentTexts } from "./texts/index.ts";

interface WorkButtonsProps {
  readonly answered: number;
  readonly all: number;
  readonly onHandIn: () => void;
  readonly onRestart: () => void;
}

export function WorkButtons({ answered, all, onHandIn, onRestart }: WorkButtonsProps): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <div className="ruled stack">
      <p role="status">{assignmentTexts.answered({ n: answered, all })}</p>
      <p className="field-note">{assignmentTexts.kept}</p>
      <div className="lesson-buttons cluster gap-3">
        <Button primary onClick={onHandIn}>
          {assignmentTexts.handIn}
        </Button>
        {!asking && <Button onClick={() => setAsking(true)}>{assignmentTexts.beginAgain}</Button>}
      </div>
      {asking && (
        <div role="alert">
          <p>{assignmentTexts.beginAgainAsk}</p>
          <div className="lesson-buttons cluster gap-3">
            <Button onClick={onRestart}>{assignmentTexts.deleteWork}</Button>
            <Button onClick={() => setAsking(false)}>{assignmentTexts.keepWork}</Button>
          </div>
        </div>
      )}
    </div>
  );
}
