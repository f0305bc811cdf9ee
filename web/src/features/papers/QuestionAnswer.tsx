// The chosen changes of an experiment, the controls that run them, and what they change.
import { type ReactNode, useEffect } from "react";
import type { AppliedChange, Change, Outline } from "../../engine/papers/types.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { R } from "../../strings/paperRuns.ts";
import type { ExperimentPanelProps } from "./panels.ts";
import { changeText, commandOf } from "./questionLink.ts";
import { RunControls } from "./RunControls.tsx";
import { useRunSession } from "./runSessions.ts";
import { SaveReport } from "./SaveReport.tsx";
import { usePromise } from "./usePromise.ts";
import { VerdictChanges } from "./VerdictChanges.tsx";

interface AnswerProps extends ExperimentPanelProps {
  readonly changes: readonly Change[];
  readonly setChanges: (changes: readonly Change[]) => void;
}

export function QuestionAnswer({ experiment, stored, onShow, changes, setChanges }: AnswerProps): ReactNode {
  const [session, state] = useRunSession(stored, changes);
  const { phase, results, completeSeeds, seeds } = state;
  const key = JSON.stringify(changes);
  const outline = usePromise(() => session.outline(), key, true);
  const isShown = results !== null && phase !== "idle" && phase !== "failed";
  const text = changes.map(changeText).join(", ");
  useEffect(() => {
    if (!results || !isShown) return undefined;
    const note = completeSeeds > 0 ? R.noteChanged(text, completeSeeds) : R.noteChangedFilling(text);
    const documentOf = async (cell: string): Promise<ScenarioDocument> =>
      JSON.parse(await session.document({ cell, seed: 1 })) as ScenarioDocument;
    onShow({ results, placement: "over", note, documentOf });
    return () => onShow(null);
  }, [results, isShown, completeSeeds, text, session, onShow]);
  return (
    <div className="question-answer">
      <ChangeList
        changes={changes}
        applied={outline && "value" in outline ? outline.value : null}
        onRemove={(change) => setChanges(changes.filter((other) => other !== change))}
        onReset={() => setChanges([])}
      />
      {outline && "message" in outline ? (
        <p role="alert">
          {R.notPossible} {outline.message}
        </p>
      ) : (
        <RunControls session={session} state={state} allSeeds={stored.seeds} />
      )}
      {results && isShown && completeSeeds > 0 && (
        <>
          {completeSeeds < stored.seeds && <p>{R.provisional}</p>}
          <VerdictChanges experiment={experiment} stored={stored} results={results} />
          {phase === "finished" && <SaveReport session={session} id={`${experiment.id}-changed`} />}
        </>
      )}
      {results && isShown && completeSeeds === 0 && <p>{R.filling}</p>}
      <details>
        <summary>{R.commandLine}</summary>
        <pre>{commandOf(experiment.id, changes, seeds)}</pre>
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
      <h3>{R.changes}</h3>
      <ul className="question-changes">
        {changes.map((change, i) => {
          const effect = effectOf(i);
          return (
            <li key={changeText(change)}>
              <code>
                {change.path} = {change.value}
              </code>{" "}
              {applied && effect && R.changedCells(effect.cells, applied.cells.length)} {effect?.note}
              <button
                type="button"
                className="button is-quiet"
                aria-label={R.removeChange(changeText(change))}
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
          {R.reset}
        </button>
      )}
    </div>
  );
}
