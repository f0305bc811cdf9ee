// The first page of the section: what a verdict is, a card for each paper with its question and its first answer, and a
// search over all experiments.
import { type ReactNode, useId, useState } from "react";
import { addressOf } from "../../address/route.ts";
import { ExperimentList } from "./ExperimentList.tsx";
import { replay, SchemePicture } from "./figures/SchemePicture.tsx";
import { OpenPaper } from "./files/OpenPaper.tsx";
import { useOpenedPapers } from "./files/openedPapers.ts";
import { InAll } from "./PaperSummary.tsx";
import { countAnswers, sumOf } from "./results/answers.ts";
import { matchesQuery, type Paper, type PaperIndex } from "./results/model.ts";
import { VerdictBar } from "./results/Verdicts.tsx";
import { paperTexts } from "./texts/index.ts";

/** The papers in the order of what a reader wants to find out: first what runs everywhere, then fairness, then special uses. */
const ORDER = ["rfc9438", "bbr", "tfwc", "ldaplus", "taimd", "tpba", "trabol"];

const orderOf = ({ id }: Paper): number => (ORDER.indexOf(id) + ORDER.length + 1) % (ORDER.length + 1);

export function FrontPage({ index }: { readonly index: PaperIndex }): ReactNode {
  const [query, setQuery] = useState("");
  const hint = useId();
  const words = query.trim();
  const found =
    words === ""
      ? []
      : index.experiments.filter((experiment) =>
          matchesQuery(
            experiment,
            index.papers.find(({ id }) => id === experiment.paper),
            words,
          ),
        );
  const opened = useOpenedPapers().map(({ paper }) => paper);
  const stored = index.papers.filter((paper) => !opened.includes(paper));
  const papers = stored.filter(({ kind }) => kind !== "own").sort((a, b) => orderOf(a) - orderOf(b));
  const own = stored.filter(({ kind }) => kind === "own");
  const counts = countAnswers(index.experiments.filter(({ paper }) => papers.some(({ id }) => id === paper)));
  return (
    <>
      <header className="papers-head grid gap-5 top">
        <div className="stack gap-2">
          <h1>{paperTexts.title}</h1>
          <p>{paperTexts.lead}</p>
          <p>{paperTexts.verdictLead}</p>
          <p>{paperTexts.readingLead}</p>
        </div>
        <div className="stack gap-3">
          <div className="stack gap-2">
            <p className="strong">{paperTexts.total({ n: papers.length, judged: sumOf(counts) })}</p>
            <VerdictBar counts={counts} />
          </div>
          <search className="stack gap-1">
            <label className="stack gap-1 strong">
              {paperTexts.search}
              <input
                className="text-box is-tall is-wide"
                type="search"
                value={query}
                aria-describedby={hint}
                onChange={(event) => setQuery(event.target.value)}
              />
            </label>
            <small className="faint text-s" id={hint}>
              {paperTexts.searchHint}
            </small>
          </search>
        </div>
      </header>
      <p className="visually-hidden" role="status">
        {words === "" ? "" : paperTexts.found({ count: found.length })}
      </p>
      {words !== "" && (
        <section aria-label={paperTexts.experiments}>
          <h2>{paperTexts.found({ count: found.length })}</h2>
          <ExperimentList experiments={found} papers={index.papers} />
        </section>
      )}
      <h2 className="visually-hidden">{paperTexts.papers}</h2>
      <section className="paper-cards grid gap-4" aria-label={paperTexts.papers}>
        {papers.map((paper) => (
          <PaperCard key={paper.id} paper={paper} index={index} />
        ))}
      </section>
      <h2>{paperTexts.own}</h2>
      <section className="paper-cards grid gap-4" aria-label={paperTexts.own}>
        {own.map((paper) => (
          <PaperCard key={paper.id} paper={paper} index={index} />
        ))}
      </section>
      <h2>{paperTexts.files.title}</h2>
      <OpenPaper />
      {opened.length > 0 && (
        <section className="paper-cards grid gap-4" aria-label={paperTexts.files.title}>
          {opened.map((paper) => (
            <PaperCard key={paper.id} paper={paper} index={index} />
          ))}
        </section>
      )}
    </>
  );
}

function PaperCard({ paper, index }: { readonly paper: Paper; readonly index: PaperIndex }): ReactNode {
  const experiments = index.experiments.filter((experiment) => experiment.paper === paper.id);
  const counts = countAnswers(experiments);
  const questions: Readonly<Record<string, string>> = paperTexts.questions;
  return (
    <article className="paper-card grid gap-2 card roomy is-link" onPointerEnter={replay}>
      <div>
        <h3 className="text-xl">
          <a className="cover" href={addressOf("papers", paper.id)}>
            {paper.name}
          </a>
        </h3>
        <p className="faint text-m">
          {paper.authors}, {paper.year}.
        </p>
      </div>
      <p className="strong">{questions[paper.id] ?? <span lang="en">{paper.title}</span>}</p>
      <SchemePicture paper={paper} />
      <p className="text-m" lang="en">
        {paper.in_short}
      </p>
      <div className="text-m">
        <InAll text={paper.in_all} />
      </div>
      <div>
        <VerdictBar counts={counts} />
        <p className="faint text-s">
          {paperTexts.sizeOf({ experiments: experiments.length, judged: sumOf(counts) })}
        </p>
      </div>
    </article>
  );
}
