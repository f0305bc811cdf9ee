// A show of hands: the lecturer enters how many chose each option, for rooms without a network.
import { type ReactNode, useId } from "react";
import { Button } from "../../components/Button.tsx";
import { useDeskPart } from "../../extension/useDeskPart.ts";
import type { ChooseTask } from "../../tasks/model.ts";
import { Histogram } from "./Histogram.tsx";
import { classTexts } from "./texts/index.ts";

/** The counts of each round, and whether the right option is shown. Both windows of a presentation have the same. */
interface Hands {
  readonly rounds: readonly (readonly number[])[];
  readonly revealed: boolean;
}

const NO_HANDS: Hands = { rounds: [], revealed: false };

interface ShowOfHandsProps {
  /** The lesson and the step. */
  readonly name: string;
  readonly task: ChooseTask;
  /** Null until the run is complete. */
  readonly right: readonly number[] | null;
}

const MOST_HANDS = 999;

export function ShowOfHands({ name, task, right }: ShowOfHandsProps): ReactNode {
  const id = useId();
  const [{ rounds, revealed }, change] = useDeskPart(`hands ${name}`, () => NO_HANDS);
  const setHands = (hands: Hands): void => change(() => hands);
  const counts = rounds.at(-1);
  const set = (option: number, text: string): void => {
    const value = Math.min(MOST_HANDS, Math.max(0, Math.round(Number(text)) || 0));
    setHands({ rounds: rounds.with(-1, counts?.with(option, value) ?? []), revealed });
  };
  const begin = (): void => setHands({ rounds: [...rounds, task.options.map(() => 0)], revealed: false });
  if (!counts) return <Button onClick={begin}>{classTexts.hands}</Button>;
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
        <Button primary disabled={!right || revealed} onClick={() => setHands({ rounds, revealed: true })}>
          {classTexts.reveal}
        </Button>
        <Button onClick={begin}>{classTexts.handsAgain}</Button>
      </div>
    </section>
  );
}
