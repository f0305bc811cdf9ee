// A list of experiments with links to their pages.
import type { ReactNode } from "react";
import { addressOf } from "../../address/route.ts";
import type { Experiment } from "../../charts/paper/index.ts";
import { judgedLines } from "./results/answers.ts";
import { type Paper, pageOf } from "./results/model.ts";
import { VerdictWord } from "./results/Verdicts.tsx";
import { paperTexts } from "./texts/index.ts";

interface ExperimentListProps {
  readonly experiments: readonly Experiment[];
  /** Names the paper of each experiment. Absent in a list of one paper. */
  readonly papers?: readonly Paper[];
}

export function ExperimentList({ experiments, papers }: ExperimentListProps): ReactNode {
  return (
    <ul className="experiment-list stack gap-2">
      {experiments.map((experiment) => {
        const paper = papers?.find(({ id }) => id === experiment.paper);
        return (
          <li className="grid gap-4 flat" key={experiment.id}>
            <a href={addressOf("papers", pageOf(experiment))}>
              <span className="faint text-m">
                {paper ? `${paper.name}, ` : ""}
                {experiment.place}
              </span>
              <span lang="en">{experiment.title}</span>
            </a>
            <p className="soft text-m" lang="en">
              {experiment.shows}
            </p>
            <ul className="experiment-verdicts stack gap-1 text-m">
              {papers && experiment.not_simulated !== undefined && (
                <li className="paper-verdict">{paperTexts.notSimulated}</li>
              )}
              {judgedLines(experiment).map(({ line, verdict, reach }) => (
                <li key={line.number}>
                  <VerdictWord verdict={verdict} reach={reach} /> <span lang="en">{line.text}</span>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
