// The section "Papers". Its address selects the first page, the page of a paper (tfwc) or of an experiment
// (tfwc/fig1b).
import "./papers.css";
import { type ReactNode, useEffect, useRef } from "react";
import type { FigureRun } from "../../address/figureRun.ts";
import { addressOf } from "../../address/route.ts";
import type { Experiment } from "../../charts/paper/index.ts";
import type { Catalogue, ScenarioDocument } from "../../generated/types.ts";
import { P } from "../../strings/papers.ts";
import { ExperimentPage } from "./ExperimentPage.tsx";
import { FrontPage } from "./FrontPage.tsx";
import { useOpenedPapers, withOpened } from "./files/openedPapers.ts";
import { PaperPage } from "./PaperPage.tsx";
import { LoadState } from "./results/LoadState.tsx";
import { useIndex } from "./results/load.ts";
import { cellDocument, type PaperIndex, pageOf, type StoredResults } from "./results/model.ts";
import { keepForOffline } from "./results/offlineCopy.ts";
import { runOf } from "./runs/figureRun.ts";

export interface PapersViewProps {
  /** The page in the address. Null for the section's first page. */
  readonly page: string | null;
  readonly catalogue: Catalogue;
  /** Opens a run of an experiment in the Lab. */
  readonly onOpen: (doc: ScenarioDocument, run: Omit<FigureRun, "openingId">) => void;
}

export default function PapersView({ page, catalogue, onOpen }: PapersViewProps): ReactNode {
  const index = useIndex();
  const opened = useOpenedPapers();
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
    if (doc) onOpen(doc, runOf(experiment, stored, cell));
  };
  return (
    <div className="papers page">
      <main id="main" className="stack gap-4" ref={main} tabIndex={-1} aria-label={P.title}>
        {page !== null && (
          <nav aria-label={P.title}>
            <a href={addressOf("papers")}>{P.title}</a>
          </nav>
        )}
        <LoadState loaded={index}>
          {(value) => <Page {...{ page, index: withOpened(value, opened), catalogue }} onCell={openCell} />}
        </LoadState>
      </main>
    </div>
  );
}

interface PageProps {
  readonly page: string | null;
  readonly index: PaperIndex;
  readonly catalogue: Catalogue;
  readonly onCell: (experiment: Experiment, stored: StoredResults, cell: string) => void;
}

function Page({ page, index, catalogue, onCell }: PageProps): ReactNode {
  if (page === null) return <FrontPage index={index} />;
  const paper = index.papers.find(({ id }) => id === page.split("/")[0]);
  const experiment = index.experiments.find((candidate) => pageOf(candidate) === page);
  if (paper && experiment) return <ExperimentPage key={page} {...{ experiment, paper, index, onCell }} />;
  if (!paper || page !== paper.id) return <p role="alert">{P.unknown(page)}</p>;
  const algorithm = catalogue.algorithms.find(({ id }) => id === paper.algorithm);
  return <PaperPage key={page} {...{ paper, index, algorithm }} />;
}
