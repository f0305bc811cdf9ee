// How many questions are answered, and the buttons that hand in or begin again.
import { type ReactNode, useState } from "react";
import { A } from "../../strings/assignments.ts";

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
      <p role="status">{A.answered(answered, all)}</p>
      <p className="field-note">{A.kept}</p>
      <div className="lesson-buttons cluster gap-3">
        <button type="button" className="button is-primary" onClick={onHandIn}>
          {A.handIn}
        </button>
        {!asking && (
          <button type="button" className="button" onClick={() => setAsking(true)}>
            {A.beginAgain}
          </button>
        )}
      </div>
      {asking && (
        <div role="alert">
          <p>{A.beginAgainAsk}</p>
          <div className="lesson-buttons cluster gap-3">
            <button type="button" className="button" onClick={onRestart}>
              {A.deleteWork}
            </button>
            <button type="button" className="button" onClick={() => setAsking(false)}>
              {A.keepWork}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
