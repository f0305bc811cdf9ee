// The chosen changes of an experiment, the controls that run them, and their effects.
import { type ReactNode, useEffect, useRef } from "react";
import type { AppliedChange, Change, Outline } from "../../../engine/experiments/types.ts";
import { usePromise } from "../../../experiments/usePromise.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import type { ExperimentPanelProps } from "../results/panels.ts";
import { RunControls } from "../runs/RunControls.tsx";
import { useRunSession } from "../runs/runSessions.ts";
import { SaveReport } from "../runs/SaveReport.tsx";
import { paperRunTexts } from "../runs/texts/index.ts";
import { VerdictComparison } from "../runs/VerdictComparison.tsx";
import { changeText, commandOf } from "./questionLink.ts";

interface AnswerProps extends ExperimentPanelProps {
  readonly changes: readonly Change[];
  readonly setChanges: (changes: readonly Change[]) => void;
  /** Whether the answer has the focus when it appears, because the reader has just asked. */
  readonly isFocused: boolean;
}

export function QuestionAnswer(props: AnswerProps): ReactNode {
  const { experiment, stored, onShow, changes, setChanges, isFocused } = props;
  const [session, state] = useRunSession(stored, changes);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the answer appears
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, []);
  const { phase, results, completeSeeds, seeds } = state;
  const key = JSON.stringify(changes);
  const outline = usePromise(() => session.outline(), key, true);
  const isShown = results !== null && phase !== "idle" && phase !== "failed";
  const text = changes.map(changeText).join(", ");
  useEffect(() => {
    if (!results || !isShown) return undefined;
    const note =
      completeSeeds > 0
        ? paperRunTexts.noteChanged({ changes: text, seeds: completeSeeds })
        : paperRunTexts.noteChangedFilling({ changes: text });
    const documentOf = async (cell: string): Promise<ScenarioDocument> =>
      JSON.parse(await session.document({ cell, seed: 1 })) as ScenarioDocument;
    onShow({ results, placement: "over", note, documentOf });
    return () => onShow(null);
  }, [results, isShown, completeSeeds, text, session, onShow]);
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        {paperRunTexts.changes}
      </h3>
      <ChangeList
        changes={changes}
        applied={outline && "value" in outline ? outline.value : null}
        onRemove={(change) => setChanges(changes.filter((other) => other !== change))}
        onReset={() => setChanges([])}
      />
      {outline && "message" in outline ? (
        <p role="alert">
          {paperRunTexts.notPossible} {outline.message}
        </p>
      ) : (
        <RunControls session={session} state={state} allSeeds={stored.seeds} />
      )}
      {results && isShown && completeSeeds > 0 && (
        <>
          {completeSeeds < stored.seeds && <p>{paperRunTexts.provisional}</p>}
          <VerdictComparison experiment={experiment} stored={stored} results={results} />
          {phase === "finished" && <SaveReport session={session} id={`${experiment.id}-changed`} />}
        </>
      )}
      {results && isShown && completeSeeds === 0 && <p>{paperRunTexts.filling}</p>}
      <details className="card">
        <summary>{paperRunTexts.commandLine}</summary>
        <pre>{commandOf(experiment.id, changes, seeds, stored.file && `${experiment.paper}.yaml`)}</pre>
      </details>
    </div>
  );
}

interface ChangeListProps {
  readonly changes: readonly Change[];
  readonly applied: Outline | null;
  readonly onRemove: (change: Change) => void;
  readonly onReset: () => void;
}

function ChangeList({ changes, applied, onRemove, onReset }: ChangeListProps): ReactNode {
  const effectOf = (i: number): AppliedChange | undefined => applied?.changes[i];
  return (
    <div>
      <ul className="stack gap-2">
        {changes.map((change, i) => {
          const effect = effectOf(i);
          return (
            <li key={changeText(change)}>
              <code>
                {change.path} = {change.value}
              </code>{" "}
              {applied &&
                effect &&
                paperRunTexts.changedCells({ changed: effect.cells, cells: applied.cells.length })}{" "}
              {effect?.note}
              <button
                type="button"
                className="button is-quiet"
                aria-label={paperRunTexts.removeChange({ text: changeText(change) })}
                onClick={() => onRemove(change)}
              >
                {"\u00d7"}
              </button>
            </li>
          );
        })}
      </ul>
      {changes.length > 1 && (
        <button type="button" className="button is-quiet" onClick={onReset}>
          {paperRunTexts.reset}
        </button>
      )}
    </div>
  );
}
