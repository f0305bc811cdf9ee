// A show of hands: the lecturer enters how many chose each option, for rooms without a network.
import { type ReactNode, useId, useState } from "react";
import type { ChooseTask } from "../../tasks/model.ts";
import { Histogram } from "./Histogram.tsx";
import { classTexts } from "./texts/index.ts";

interface ShowOfHandsProps {
  readonly task: ChooseTask;
  /** Null until the run is complete. */
  readonly right: readonly number[] | null;
}

const MOST_HANDS = 999;

export function ShowOfHands({ task, right }: ShowOfHandsProps): ReactNode {
  const id = useId();
  const [rounds, setRounds] = useState<readonly (readonly number[])[]>([]);
  const [revealed, setRevealed] = useState(false);
  const counts = rounds.at(-1);
  const set = (option: number, text: string): void => {
    const value = Math.min(MOST_HANDS, Math.max(0, Math.round(Number(text)) || 0));
    setRounds(rounds.with(-1, counts?.with(option, value) ?? []));
  };
  const begin = (): void => {
    setRounds([...rounds, task.options.map(() => 0)]);
    setRevealed(false);
  };
  if (!counts)
    return (
      <button type="button" className="button" onClick={begin}>
        {classTexts.hands}
      </button>
    );
  return (
    <section className="class-task stack gap-3 card" aria-label={classTexts.hands}>
      <div className="stack gap-1">
        {task.options.map(({ text }, i) => (
          <label key={text} className="row between gap-3" htmlFor={`${id}-${i}`}>
            <span>{text}</span>
            <input
              id={`${id}-${i}`}
              className="text-box class-hands"
              inputMode="numeric"
              value={counts[i] === 0 ? "" : String(counts[i])}
              placeholder="0"
              onChange={(event) => set(i, event.target.value)}
            />
          </label>
        ))}
      </div>
      <Histogram
        options={task.options.map(({ text }) => text)}
        counts={counts}
        before={rounds.at(-2) ?? null}
        right={revealed ? right : null}
      />
      <div className="cluster gap-3">
        <button
          type="button"
          className="button is-primary"
          disabled={!right || revealed}
          onClick={() => setRevealed(true)}
        >
          {classTexts.reveal}
        </button>
        <button type="button" className="button" onClick={begin}>
          {classTexts.handsAgain}
        </button>
      </div>
    </section>
  );
}
