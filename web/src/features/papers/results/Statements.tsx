// What the paper states about an experiment, and the assumptions of the reproduction with their reasons: first the choices
// that decide a verdict, then all of them by what they change.
import type { ReactNode } from "react";
import type { Assumption, Experiment, Results } from "../../../charts/paper/index.ts";
import { paperTexts } from "../texts/index.ts";
import { decisiveReadings } from "./decisive.ts";
import { PaperText } from "./PaperText.tsx";
import { VerdictWord } from "./Verdicts.tsx";

interface StatementsProps {
  readonly experiment: Experiment;
  readonly stored: Results;
  /** All experiments, to which texts may refer. */
  readonly experiments: readonly Experiment[];
}

export function Statements({ experiment, stored, experiments }: StatementsProps): ReactNode {
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
          <Decisive {...{ experiment, stored }} />
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

/** The other readings that change a verdict. */
function Decisive({ experiment, stored }: Omit<StatementsProps, "experiments">): ReactNode {
  const decisive = decisiveReadings(experiment, stored);
  if (decisive.length === 0) return null;
  return (
    <>
      <h3>{paperTexts.decisive}</h3>
      <p>{paperTexts.decisiveLead}</p>
      <ul className="decisive stack gap-2">
        {decisive.map(({ what, verdicts }) => (
          <li key={what}>
            <b lang="en">{what}</b>
            {verdicts.map(({ claim, from, to }) => (
              <span key={claim} className="paper-value">
                {paperTexts.claimNumber({ claim })}: <VerdictWord verdict={from} /> {"\u2192"}{" "}
                <VerdictWord verdict={to} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

interface GroupProps {
  readonly name: string;
  readonly assumptions: readonly Assumption[];
  readonly experiments: readonly Experiment[];
}

function Group({ name, assumptions, experiments }: GroupProps): ReactNode {
  if (assumptions.length === 0) return null;
  return (
    <>
      <h3>{name}</h3>
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
    </>
  );
}
