// What the paper states about an experiment, and the assumptions of the reproduction with their reasons.
import type { ReactNode } from "react";
import type { Experiment } from "../../charts/paper/index.ts";
import { InlineProse } from "../../components/Prose.tsx";
import { P } from "../../strings/papers.ts";

export function Statements({ experiment }: { readonly experiment: Experiment }): ReactNode {
  const { states, assumptions } = experiment;
  return (
    <>
      {states.length > 0 && (
        <section>
          <h2>{P.states}</h2>
          <ul>
            {states.map(({ text }) => (
              <li key={text}>{text}</li>
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
                  <InlineProse text={what} />
                </dt>
                <dd>
                  <InlineProse text={why} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
