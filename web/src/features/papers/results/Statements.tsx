// What the paper states about an experiment, and the assumptions of the reproduction with their reasons.
import type { ReactNode } from "react";
import type { Experiment } from "../../../charts/paper/index.ts";
import { P } from "../../../strings/papers.ts";
import { PaperText } from "./PaperText.tsx";

export function Statements({
  experiment,
  experiments,
}: {
  readonly experiment: Experiment;
  /** All experiments, to which texts may refer. */
  readonly experiments: readonly Experiment[];
}): ReactNode {
  const { states, assumptions } = experiment;
  return (
    <>
      {states.length > 0 && (
        <section>
          <h2>{P.states}</h2>
          <ul>
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
          <h2>{P.assumptions}</h2>
          <p>{P.assumptionsLead}</p>
          <dl className="assumptions">
            {assumptions.map(({ what, why }) => (
              <div key={what}>
                <dt>
                  <PaperText text={what} experiments={experiments} />
                </dt>
                <dd>
                  <PaperText text={why} experiments={experiments} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
