// The page of a paper: the problem, the scheme, the experiments in the paper's order, the drawings, and the questions that
// its text leaves open.
import type { ReactNode } from "react";
import { Prose } from "../../components/Prose.tsx";
import { experimentTexts } from "../../experiments/texts/index.ts";
import type { AlgorithmInfo } from "../../generated/types.ts";
import { ExperimentList } from "./ExperimentList.tsx";
import { SchemePicture } from "./figures/SchemePicture.tsx";
import { Cite } from "./results/Cite.tsx";
import { countVerdicts, type OpenQuestion, type Paper, type PaperIndex } from "./results/model.ts";
import { ReadingResults } from "./results/ReadingResults.tsx";
import { VerdictBar } from "./results/Verdicts.tsx";
import { paperTexts } from "./texts/index.ts";

interface PaperPageProps {
  readonly paper: Paper;
  readonly index: PaperIndex;
  /** The algorithm that the paper proposes, with its description. */
  readonly algorithm: AlgorithmInfo | undefined;
}

export function PaperPage({ paper, index, algorithm }: PaperPageProps): ReactNode {
  const experiments = index.experiments.filter((experiment) => experiment.paper === paper.id);
  const drawings = experiments.filter((experiment) => experiment.not_simulated !== undefined);
  return (
    <article className="stack gap-4">
      <header className="papers-head stack gap-2 left">
        <p className="faint text-m">{paper.name}</p>
        <h1 lang="en">{paper.title}</h1>
        <p className="faint text-m">
          {paper.authors}. {paper.venue}, {paper.year}.
          {!paper.venue_in_text && ` ${paperTexts.venueFromReferences}`}
        </p>
        <VerdictBar count={countVerdicts(experiments)} />
        <Cite paper={paper} version={index.version} />
      </header>
      <section className="paper-scheme grid gap-5 top">
        <div>
          <h2>{paperTexts.problem}</h2>
          <p lang="en">{paper.problem}</p>
          <h2>{paperTexts.scheme}</h2>
          <p lang="en">{paper.proposed}</p>
        </div>
        <SchemePicture paper={paper} large />
      </section>
      {algorithm && <Prose text={algorithm.doc} level={3} />}
      <h2 id="experiments">{paperTexts.experiments}</h2>
      <ExperimentList experiments={experiments.filter((experiment) => !drawings.includes(experiment))} />
      {drawings.length > 0 && (
        <section>
          <h2>{paperTexts.notSimulated}</h2>
          <ExperimentList experiments={drawings} />
        </section>
      )}
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
