// The claims whose verdicts a changed assumption changes.
import type { ReactNode } from "react";
import type { Experiment, Results } from "../../charts/paper/index.ts";
import { R } from "../../strings/paperRuns.ts";
import { changedVerdicts } from "./runCompare.ts";
import { VerdictWord } from "./Verdicts.tsx";

interface VerdictChangesProps {
  readonly experiment: Experiment;
  readonly stored: Results;
  readonly results: Results;
}

export function VerdictChanges({ experiment, stored, results }: VerdictChangesProps): ReactNode {
  const changed = changedVerdicts(stored, results);
  if (changed.length === 0) return <p role="status">{R.verdictsSame}</p>;
  return (
    <div role="status">
      <p>{R.verdictsChanged(changed.length)}</p>
      <ul className="verdict-changes">
        {changed.map(({ line, stored: before, ours }) => (
          <li key={line}>
            {R.verdictChange(line, experiment.lines[line - 1]?.text ?? "")}:{" "}
            <span>
              {R.from} <VerdictWord verdict={before} />, {R.to} <VerdictWord verdict={ours} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
