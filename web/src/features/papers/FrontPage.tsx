// The first page of the section: a card for each paper, and a search over all experiments.
import { type ReactNode, useId, useState } from "react";
import { addressOf } from "../../address/route.ts";
import { ExperimentList } from "./ExperimentList.tsx";
import { SchemePicture } from "./figures/SchemePicture.tsx";
import { OpenPaper } from "./files/OpenPaper.tsx";
import { useOpenedPapers } from "./files/openedPapers.ts";
import { countVerdicts, matchesQuery, type Paper, type PaperIndex } from "./results/model.ts";
import { VerdictBar } from "./results/Verdicts.tsx";
import { paperTexts } from "./texts/index.ts";

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
  const papers = stored.filter(({ algorithm }) => algorithm !== null);
  const own = stored.filter(({ algorithm }) => algorithm === null);
  return (
    <>
      <header className="papers-head stack gap-2 left">
        <h1>{paperTexts.title}</h1>
        <p>{paperTexts.lead({ n: papers.length })}</p>
        <VerdictBar count={countVerdicts(index.experiments)} />
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
  return (
    <article className="paper-card stack gap-2 card roomy is-link">
      <h3 className="text-xl">
        <a className="cover" href={addressOf("papers", paper.id)}>
          {paper.name}
        </a>
      </h3>
      <SchemePicture paper={paper} />
      <p className="paper-card-title" lang="en">
        {paper.title}
      </p>
      <p className="faint text-m">
        {paper.authors}. {paper.venue}, {paper.year}.
      </p>
      <p lang="en">{paper.brief}</p>
      <VerdictBar count={countVerdicts(experiments)} />
      <p className="faint text-m">{paperTexts.found({ count: experiments.length })}</p>
    </article>
  );
}
