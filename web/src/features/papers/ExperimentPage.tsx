// The page of an experiment: its figures, what the paper states about them, the verdict on each claim, and
// the assumptions.
import { type ReactNode, useState } from "react";
import { addressOf } from "../../address/route.ts";
import type { Experiment, GridForm, Results } from "../../charts/paper/index.ts";
import { DrawingTable, tablesOf } from "../../experiments/DrawingTable.tsx";
import { experimentTexts } from "../../experiments/texts/index.ts";
import { PaperFigure } from "./figures/PaperFigure.tsx";
import { SaveButtons } from "./figures/SaveButtons.tsx";
import { SurfaceTools } from "./figures/SurfaceTools.tsx";
import { openedResults } from "./files/openedPapers.ts";
import { QuestionPanel } from "./questions/QuestionPanel.tsx";
import { useChangesInAddress } from "./questions/useChangesInAddress.ts";
import { Cite } from "./results/Cite.tsx";
import { Claims } from "./results/Claims.tsx";
import { LoadState } from "./results/LoadState.tsx";
import { useStoredResults } from "./results/load.ts";
import { type Paper, type PaperIndex, pageOf, type StoredResults } from "./results/model.ts";
import { PlainTexts } from "./results/PaperText.tsx";
import type { ShownResults } from "./results/panels.ts";
import { Statements } from "./results/Statements.tsx";
import { RunPanel } from "./runs/RunPanel.tsx";
import { paperTexts } from "./texts/index.ts";

export interface ExperimentPageProps {
  readonly experiment: Experiment;
  readonly paper: Paper;
  readonly index: PaperIndex;
  /** Opens the run of a cell in the Lab. */
  readonly onCell: (experiment: Experiment, stored: StoredResults, cell: string) => void;
}

export function ExperimentPage({ experiment, paper, index, onCell }: ExperimentPageProps): ReactNode {
  const ofOpenedPaper = openedResults(experiment.id);
  const fetched = useStoredResults(experiment.verdicts && !ofOpenedPaper ? experiment.id : null);
  const loaded = ofOpenedPaper ? ({ state: "ready", value: ofOpenedPaper } as const) : fetched;
  const { place, title, shows, not_simulated } = experiment;
  return (
    <PlainTexts value={ofOpenedPaper !== undefined}>
      <article className="stack gap-4">
        <header className="papers-head stack gap-2 left">
          <p className="faint text-m">
            <a href={addressOf("papers", paper.id)}>{paper.name}</a>, {place}
          </p>
          <h1 lang="en">{title}</h1>
          <p lang="en">{shows}</p>
        </header>
        {not_simulated !== undefined && (
          <section>
            <h2>{paperTexts.notSimulated}</h2>
            <p lang="en">{not_simulated}</p>
          </section>
        )}
        {not_simulated === undefined &&
          (experiment.verdicts || ofOpenedPaper ? (
            <LoadState loaded={loaded}>
              {(stored) => (
                <ExperimentBody
                  key={experiment.id}
                  {...{ experiment, paper, stored }}
                  experiments={index.experiments}
                  version={index.version}
                  onCell={(opened, cell) => onCell(experiment, opened, cell)}
                />
              )}
            </LoadState>
          ) : (
            <p>{paperTexts.noResults}</p>
          ))}
        <Neighbours experiment={experiment} index={index} />
      </article>
    </PlainTexts>
  );
}

/** On a phone, the axes of a surface have no space for their texts, so a figure begins with the heat map. */
const firstForm = (): GridForm => (matchMedia("(max-width: 620px)").matches ? "map" : "both");

interface ExperimentBodyProps {
  readonly experiment: Experiment;
  readonly paper: Paper;
  readonly stored: StoredResults;
  readonly experiments: readonly Experiment[];
  readonly version: string;
  /** Opens the run of a cell in the Lab. The results contain the scenario of the cell. */
  readonly onCell: (opened: StoredResults, cell: string) => void;
}

function ExperimentBody(props: ExperimentBodyProps): ReactNode {
  const { experiment, paper, stored, experiments, version, onCell } = props;
  const [shown, setShown] = useState<ShownResults | null>(null);
  const [form, setForm] = useState<GridForm>(firstForm);
  const [turn, setTurn] = useState(0);
  const results: Results = shown?.results ?? stored;
  const before = shown?.placement === "over" ? stored : null;
  const [changes, setChanges] = useChangesInAddress();
  const { drawings = [] } = experiment;
  const hasSurface = drawings.some(({ kind }) => kind === "surface");
  const openCell = async (cell: string): Promise<void> => {
    if (!shown?.documentOf) return onCell(stored, cell);
    const document = await shown.documentOf(cell);
    return onCell({ ...stored, ...shown.results, documents: [{ id: cell, document }] }, cell);
  };
  const common = { experiment, results, before, onCell: (cell: string) => void openCell(cell) };
  const panel = { experiment, stored, onShow: setShown };
  const tables = tablesOf(drawings);
  // Several drawings of one plot each are next to each other.
  const isWide = drawings.length < 3 || drawings.some(({ kind }) => kind === "series" || kind === "surface");
  const isTable = drawings.every(({ kind }) => kind === "table");
  return (
    <>
      <div className="experiment-grid grid gap-5 top">
        <figure className="experiment-figure card stack gap-4">
          {hasSurface && <SurfaceTools {...{ form, turn, setForm, setTurn }} />}
          <div className={`experiment-drawings gap-4 ${isWide ? "stack" : "grid top fits"}`}>
            {drawings.map((drawing) => (
              <PaperFigure key={JSON.stringify(drawing)} {...common} {...{ drawing, form, turn }} />
            ))}
          </div>
          {isTable &&
            tables.map((drawing) => (
              <DrawingTable key={JSON.stringify(drawing)} {...common} drawing={drawing} />
            ))}
          <figcaption className="faint text-s">
            {shown ? `${shown.note} ` : ""}
            {isTable ? paperTexts.valuesLead : paperTexts.figureHint}{" "}
            {paperTexts.runs({ cells: experiment.cells ?? 0, seeds: stored.seeds })}.
          </figcaption>
          <div className="no-print cluster gap-3 top">
            <SaveButtons {...{ experiment, results, form, turn }} />
            <Cite {...{ paper, experiment, version }} />
          </div>
        </figure>
        <div className="experiment-side stack text-m">
          <Statements {...{ experiment, experiments }} />
          <RunPanel {...panel} isChanged={changes.length > 0} />
          <QuestionPanel {...panel} {...{ changes, setChanges }} />
        </div>
      </div>
      <Claims {...{ experiment, results, stored, experiments }} isChanged={before !== null} />
      {!isTable && (
        <section>
          <h2>{experimentTexts.values}</h2>
          <p>{paperTexts.valuesLead}</p>
          {tables.map((drawing) => (
            <DrawingTable key={JSON.stringify(drawing)} {...common} drawing={drawing} isFolded />
          ))}
        </section>
      )}
    </>
  );
}

/** Links to the previous and the next experiment of the same paper. */
function Neighbours({
  experiment,
  index,
}: {
  readonly experiment: Experiment;
  readonly index: PaperIndex;
}): ReactNode {
  const all = index.experiments.filter(({ paper }) => paper === experiment.paper);
  const at = all.indexOf(experiment);
  const link = (other: Experiment | undefined, label: string): ReactNode =>
    other && (
      <a href={addressOf("papers", pageOf(other))}>
        <small className="faint text-s">{label}</small>{" "}
        <span lang="en">
          {other.place}: {other.title}
        </span>
      </a>
    );
  return (
    <nav className="experiment-neighbours ruled cluster gap-3 between" aria-label={paperTexts.experiments}>
      {link(all[at - 1], paperTexts.previous)}
      {link(all[at + 1], paperTexts.next)}
    </nav>
  );
}
