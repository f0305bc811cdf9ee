// "Run it here": runs the experiment in the browser and compares the results with the stored results.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Change } from "../../../engine/experiments/types.ts";
import { keepVerdicts } from "../files/openedPapers.ts";
import type { ExperimentPanelProps } from "../results/panels.ts";
import { RunControls } from "./RunControls.tsx";
import { compareWithStored, type StoredComparison } from "./runCompare.ts";
import { useRunSession } from "./runSessions.ts";
import { SaveReport } from "./SaveReport.tsx";
import { paperRunTexts } from "./texts/index.ts";

const NO_CHANGES: readonly Change[] = [];

interface RunPanelProps extends ExperimentPanelProps {
  /** Whether the page runs the figure with changes, which have their own button. */
  readonly isChanged: boolean;
}

export function RunPanel({ experiment, stored, onShow, isChanged }: RunPanelProps): ReactNode {
  const [session, state] = useRunSession(stored, NO_CHANGES);
  const [isShown, setShown] = useState(true);
  const { phase, results, completeSeeds, seeds } = state;
  const isActive = phase !== "idle" && phase !== "failed";
  // A file that the reader opened contains no stored results.
  const hasStoredResults = stored.file === undefined;
  useEffect(() => {
    if (!results || !isActive || isChanged) return undefined;
    if (isShown)
      onShow({
        results,
        placement: "instead",
        note: paperRunTexts.noteRun({ complete: completeSeeds === seeds, seeds }),
      });
    return () => onShow(null);
  }, [results, isActive, isShown, isChanged, completeSeeds, seeds, onShow]);
  useEffect(() => {
    if (results && phase === "finished" && !hasStoredResults) keepVerdicts(results);
  }, [results, phase, hasStoredResults]);
  const comparison = useMemo(
    () =>
      phase === "finished" && results && completeSeeds === seeds && hasStoredResults
        ? compareWithStored(stored, results)
        : null,
    [phase, results, completeSeeds, seeds, stored, hasStoredResults],
  );
  // A page has one button that runs its figure.
  if (isChanged)
    return (
      <section className="run-panel roomy card stack" aria-labelledby="run-it-here">
        <h2 id="run-it-here">{paperRunTexts.runTitle}</h2>
        <p>{paperRunTexts.runChanged}</p>
      </section>
    );
  return (
    <section className="run-panel roomy card stack" aria-labelledby="run-it-here">
      <h2 id="run-it-here">{paperRunTexts.runTitle}</h2>
      <p>{paperRunTexts.runLead({ cells: experiment.cells ?? 0, seeds: stored.seeds })}</p>
      <RunControls session={session} state={state} allSeeds={stored.seeds} />
      {results && isActive && (
        <>
          {completeSeeds === 0 && <p>{paperRunTexts.filling}</p>}
          {completeSeeds > 0 && completeSeeds < stored.seeds && <p>{paperRunTexts.provisional}</p>}
          {comparison && <ComparisonText comparison={comparison} />}
          <div className="cluster gap-3">
            {hasStoredResults && (
              <button type="button" className="button" onClick={() => setShown(!isShown)}>
                {isShown ? paperRunTexts.showStored : paperRunTexts.showNew}
              </button>
            )}
            {phase === "finished" && <SaveReport session={session} id={experiment.id} />}
          </div>
        </>
      )}
    </section>
  );
}

/** The number of differences that are listed. */
const MAX_LISTED = 50;

function ComparisonText({ comparison }: { readonly comparison: StoredComparison }): ReactNode {
  const { differences, runs, isComplete } = comparison;
  if (differences.length === 0)
    return (
      <p className="run-equal" role="status">
        {isComplete ? paperRunTexts.equal({ runs }) : paperRunTexts.equalSeed({ runs })}
      </p>
    );
  return (
    <div className="run-different" role="status">
      <p>{paperRunTexts.notEqual({ differences: differences.length })}</p>
      <ul className="bullets">
        {differences.slice(0, MAX_LISTED).map(({ what, stored, computed }) => (
          <li key={what}>{paperRunTexts.difference({ what, stored, computed })}</li>
        ))}
        {differences.length > MAX_LISTED && (
          <li>{paperRunTexts.moreDifferences({ n: differences.length - MAX_LISTED })}</li>
        )}
      </ul>
    </div>
  );
}
