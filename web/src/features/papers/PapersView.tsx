// The section "Papers". Its address selects the first page, the page of a paper (tfwc) or of an experiment
// (tfwc/fig1b).
import "./papers.css";
import { type ReactNode, useEffect, useRef } from "react";
import { addressOf } from "../../address/route.ts";
import type { Experiment } from "../../charts/paper/index.ts";
import { runOf } from "../../experiments/figureRun.ts";
import type { PageProps } from "../../extension/feature.ts";
import { ExperimentPage } from "./ExperimentPage.tsx";
import { FrontPage } from "./FrontPage.tsx";
import { useLinkedPaper } from "./files/LinkedPaper.tsx";
import { useOpenedPapers, withOpened } from "./files/openedPapers.ts";
import { PaperPage } from "./PaperPage.tsx";
import { LoadState } from "./results/LoadState.tsx";
import { useIndex } from "./results/load.ts";
import { cellDocument, type PaperIndex, pageOf, type StoredResults } from "./results/model.ts";
import { keepForOffline } from "./results/offlineCopy.ts";
import { paperTexts } from "./texts/index.ts";

export default function PapersView({ page, catalogue, onOpenRun }: PageProps): ReactNode {
  const index = useIndex();
  const opened = useOpenedPapers();
  const linked = useLinkedPaper();
  const main = useRef<HTMLElement>(null);
  const first = useRef(page);
  useEffect(() => {
    if (index.state === "ready") keepForOffline(index.value).catch(console.warn);
  }, [index]);
  // Another page begins with its heading, also for a keyboard or a screen reader.
  useEffect(() => {
    if (first.current !== page) main.current?.focus({ preventScroll: true });
    first.current = page;
  }, [page]);
  const openCell = (experiment: Experiment, stored: StoredResults, cell: string): void => {
    const doc = cellDocument(experiment, stored, cell, 1);
    const address = addressOf("papers", pageOf(experiment));
    if (doc) onOpenRun(doc, { ...runOf(experiment, stored, cell), address });
  };
  return (
    <div className="papers page">
      <main className="stack gap-4" id="main" ref={main} tabIndex={-1} aria-label={paperTexts.title}>
        {page?.includes("/") && (
          <nav className="papers-back text-m" aria-label={paperTexts.title}>
            <a href={addressOf("papers")}>{paperTexts.title}</a>
          </nav>
        )}
        {linked.problem && (
          <p className="callout" role="alert">
            {paperTexts.files.linkRefused} <span lang="en">{linked.problem}</span>
          </p>
        )}
        <LoadState loaded={linked.isReading ? { state: "loading" } : index}>
          {(value) => <Page {...{ page, index: withOpened(value, opened), catalogue }} onCell={openCell} />}
        </LoadState>
      </main>
    </div>
  );
}

interface ShownPageProps {
  readonly page: string | null;
  readonly index: PaperIndex;
  readonly catalogue: PageProps["catalogue"];
  readonly onCell: (experiment: Experiment, stored: StoredResults, cell: string) => void;
}

function Page({ page, index, catalogue, onCell }: ShownPageProps): ReactNode {
  if (page === null) return <FrontPage index={index} />;
  const paper = index.papers.find(({ id }) => id === page.split("/")[0]);
  const experiment = index.experiments.find((candidate) => pageOf(candidate) === page);
  if (paper && experiment) return <ExperimentPage key={page} {...{ experiment, paper, index, onCell }} />;
  if (!paper || page !== paper.id)
    return (
      <>
        <p role="alert">{paperTexts.unknown({ page })}</p>
        <FrontPage index={index} />
      </>
    );
  const algorithm = catalogue.algorithms.find(({ id }) => id === paper.algorithm);
  return <PaperPage key={page} {...{ paper, index, algorithm, onCell }} />;
}
