// The verdicts of all claims with a changed assumption. Those that differ from the stored verdicts are
// marked.
import type { ReactNode } from "react";
import type { Experiment, Results } from "../../../charts/paper/index.ts";
import { VerdictWord } from "../results/Verdicts.tsx";
import { comparedVerdicts } from "./runCompare.ts";
import { paperRunTexts } from "./texts/index.ts";

interface VerdictComparisonProps {
  readonly experiment: Experiment;
  readonly stored: Results;
  readonly results: Results;
}

export function VerdictComparison({ experiment, stored, results }: VerdictComparisonProps): ReactNode {
  const all = comparedVerdicts(stored, results);
  if (all.length === 0) return null;
  return (
    <>
      <p role="status">
        {paperRunTexts.verdictsChanged({ changed: all.filter(({ isChanged }) => isChanged).length })}
      </p>
      <ul className="verdict-comparison">
        {all.map(({ line, stored: before, computed, isChanged }) => (
          <li key={line} className={isChanged ? "is-changed" : undefined}>
            {paperRunTexts.claim({ line, text: experiment.lines[line - 1]?.text ?? "" })}:{" "}
            {isChanged ? (
              <span>
                {paperRunTexts.from} <VerdictWord verdict={before} />, {paperRunTexts.to}{" "}
                <VerdictWord verdict={computed} />
                <b>{paperRunTexts.verdictChanged}</b>
              </span>
            ) : (
              <VerdictWord verdict={computed} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
