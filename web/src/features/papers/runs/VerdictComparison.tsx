// The verdicts of all claims with a changed assumption. Those that differ from the stored verdicts are
// marked.
import type { ReactNode } from "react";
import type { Experiment, Results } from "../../../charts/paper/index.ts";
import { R } from "../../../strings/paperRuns.ts";
import { VerdictWord } from "../results/Verdicts.tsx";
import { comparedVerdicts } from "./runCompare.ts";

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
      <p role="status">{R.verdictsChanged(all.filter(({ isChanged }) => isChanged).length)}</p>
      <ul className="verdict-comparison">
        {all.map(({ line, stored: before, computed, isChanged }) => (
          <li key={line} className={isChanged ? "is-changed" : undefined}>
            {R.claim(line, experiment.lines[line - 1]?.text ?? "")}:{" "}
            {isChanged ? (
              <span>
                {R.from} <VerdictWord verdict={before} />, {R.to} <VerdictWord verdict={computed} />{" "}
                <b>{R.verdictChanged}</b>
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
