// The page of a paper: its first screen, the experiments in the paper's order with all judged sentences, the drawings, the
// scheme, and the questions that its text leaves open.
import { type ReactNode, useRef } from "react";
import type { Experiment } from "../../charts/paper/index.ts";
import { Prose } from "../../components/Prose.tsx";
import { experimentTexts } from "../../experiments/texts/index.ts";
import type { AlgorithmInfo } from "../../generated/types.ts";
import { rulesInLanguage } from "../../scenario/catalogue/rules/inLanguage.ts";
import { ExperimentList } from "./ExperimentList.tsx";
import { PaperSummary } from "./PaperSummary.tsx";
import type { OpenQuestion, Paper, PaperIndex, StoredResults } from "./results/model.ts";
import { ReadingResults } from "./results/ReadingResults.tsx";
import { paperTexts } from "./texts/index.ts";

interface PaperPageProps {
  readonly paper: Paper;
  readonly index: PaperIndex;
  /** The algorithm that the paper proposes, with its description. */
  readonly algorithm: AlgorithmInfo | undefined;
  readonly onCell: (experiment: Experiment, stored: StoredResults, cell: string) => void;
}

export function PaperPage({ paper, index, algorithm, onCell }: PaperPageProps): ReactNode {
  const list = useRef<HTMLHeadingElement>(null);
  const experiments = index.experiments.filter((experiment) => experiment.paper === paper.id);
  const drawings = experiments.filter((experiment) => experiment.not_simulated !== undefined);
  const showAll = (): void => {
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView();
  };
  return (
    <article className="stack gap-4">
      <PaperSummary {...{ paper, index, experiments, onCell }} onAll={showAll} />
      <h2 ref={list} tabIndex={-1}>
        {paperTexts.allLines}
      </h2>
      <ExperimentList experiments={experiments.filter((experiment) => !drawings.includes(experiment))} />
      {drawings.length > 0 && (
        <section>
          <h2>{paperTexts.notSimulated}</h2>
          <ExperimentList experiments={drawings} />
        </section>
      )}
      {paper.undecidable.length > 0 && (
        <section>
          <h2>{paperTexts.undecidable}</h2>
          <ul className="bullets" lang="en">
            {paper.undecidable.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{paperTexts.scheme}</h2>
        <p lang="en">{paper.problem}</p>
        <p lang="en">{paper.proposed}</p>
        {algorithm && <Prose {...rulesInLanguage(algorithm.doc)} level={3} />}
      </section>
      {paper.open.length > 0 && (
        <section>
          <h2>{paperTexts.openQuestions}</h2>
          <p>{paperTexts.openQuestionsLead}</p>
          <p className="field-note">{experimentTexts.plusMinus}</p>
          {paper.open.map((question) => (
            <Question key={question.question} question={question} index={index} />
          ))}
        </section>
      )}
    </article>
  );
}

function Question({
  question,
  index,
}: {
  readonly question: OpenQuestion;
  readonly index: PaperIndex;
}): ReactNode {
  return (
    <details className="open-question card">
      <summary lang="en">{question.question}</summary>
      <p lang="en">
        {question.place}. {question.states}
      </p>
      <ul className="bullets">
        {question.readings.map((reading, i) => (
          <li key={reading.what}>
            <b lang="en">{reading.what}</b>
            {i === 0 && ` (${paperTexts.used})`} <ReadingResults reading={reading} index={index} />
          </li>
        ))}
      </ul>
      <p>
        {paperTexts.why} <span lang="en">{question.why}</span>
      </p>
    </details>
  );
}
