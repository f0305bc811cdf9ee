// What the paper states about an experiment, and the assumptions of the reproduction with their reasons, by what they change.
import type { ReactNode } from "react";
import type { Assumption, Experiment } from "../../../charts/paper/index.ts";
import { paperTexts } from "../texts/index.ts";
import { PaperText } from "./PaperText.tsx";

interface StatementsProps {
  readonly experiment: Experiment;
  /** All experiments, to which texts may refer. */
  readonly experiments: readonly Experiment[];
}

export function Statements({ experiment, experiments }: StatementsProps): ReactNode {
  const { states, assumptions } = experiment;
  return (
    <>
      {states.length > 0 && (
        <section>
          <h2>{paperTexts.states}</h2>
          <ul className="bullets">
            {states.map(({ text }) => (
              <li key={text} lang="en">
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
      {assumptions.length > 0 && (
        <section>
          <h2>{paperTexts.assumptions}</h2>
          <p>{paperTexts.assumptionsLead}</p>
          {GROUPS.map((group) => (
            <Group
              key={group}
              name={paperTexts.assumptionGroups[group]}
              assumptions={assumptions.filter(({ about = "other" }) => about === group)}
              experiments={experiments}
            />
          ))}
        </section>
      )}
    </>
  );
}

const GROUPS = ["network", "traffic", "algorithms", "measurement", "other"] as const;

interface GroupProps {
  readonly name: string;
  readonly assumptions: readonly Assumption[];
  readonly experiments: readonly Experiment[];
}

function Group({ name, assumptions, experiments }: GroupProps): ReactNode {
  if (assumptions.length === 0) return null;
  return (
    <details className="card">
      <summary>
        {name} <span className="faint">{assumptions.length}</span>
      </summary>
      <dl className="assumptions stack gap-2">
        {assumptions.map(({ what, why }) => (
          <div key={what}>
            <dt className="strong">
              <PaperText text={what} experiments={experiments} />
            </dt>
            <dd className="soft">
              <PaperText text={why} experiments={experiments} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
