// Papers from files that the reader opened. They stay until the page is loaded again.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Experiment, Results } from "../../../charts/paper/index.ts";
import type { PapersCalls } from "../../../engine/experiments/types.ts";
import { askOnce } from "../../../engine/workers/client.ts";
import { papersProgram } from "../../../experiments/sessions.ts";
import { reachOf } from "../results/answers.ts";
import { withSummaries } from "../results/load.ts";
import type { Paper, PaperIndex, StoredResults } from "../results/model.ts";
import { paperTexts } from "../texts/index.ts";

/** The largest size of a file, as in sim-core/papers/src/paper_file. */
const MAX_BYTES = 1 << 20;

interface OpenedPaper {
  readonly paper: Paper;
  readonly experiments: readonly Experiment[];
  /** What stored results have before any run, by the id of the experiment. */
  readonly results: ReadonlyMap<string, StoredResults>;
}

/** `export::opened` in sim-core/papers. */
type OpenedFile = PaperIndex & { readonly results: readonly StoredResults[] };

const opened = createStore<readonly OpenedPaper[]>(() => []);

/** Reads a paper's file and adds the paper, as `openText`. */
export async function openPaper(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error(paperTexts.files.tooLarge);
  return openText(await file.text());
}

/**
 * Adds the paper of a file's text. Returns its id. The error describes the problem and its position.
 */
export async function openText(text: string): Promise<string> {
  const answer = await askOnce<PapersCalls, "open">(papersProgram, "open", { file: text });
  const read = withSummaries(JSON.parse(answer) as OpenedFile);
  const [paper] = read.papers;
  if (!paper) throw new Error(paperTexts.files.empty);
  const results = new Map(read.results.map((result) => [result.id, { ...result, file: text }]));
  const others = opened.getState().filter((other) => other.paper.id !== paper.id);
  opened.setState([...others, { paper, experiments: read.experiments, results }], true);
  return paper.id;
}

/** Keeps the verdicts of a run of an opened paper's experiment, which its page counts. */
export function keepVerdicts({ id, lines, outcomes = [] }: Results): void {
  const judged = (experiment: Experiment): Experiment =>
    experiment.id === id
      ? {
          ...experiment,
          verdicts: lines.map(({ verdict }, i) => outcomes[i]?.verdict ?? verdict),
          reach: lines.map((_, i) => (outcomes[i] ? reachOf(outcomes[i]) : null)),
        }
      : experiment;
  const papers = opened.getState();
  opened.setState(
    papers.map((paper) => ({ ...paper, experiments: paper.experiments.map(judged) })),
    true,
  );
}

/** The opened papers. */
export const useOpenedPapers = (): readonly OpenedPaper[] => useStore(opened);

/** The results of an experiment of an opened paper: its cells and scenarios, without values before the first run. */
export const openedResults = (experiment: string): StoredResults | undefined =>
  opened
    .getState()
    .find(({ results }) => results.has(experiment))
    ?.results.get(experiment);

/** The index with the opened papers. */
export function withOpened(index: PaperIndex, papers: readonly OpenedPaper[]): PaperIndex {
  return {
    ...index,
    papers: [...index.papers, ...papers.map(({ paper }) => paper)],
    experiments: [...index.experiments, ...papers.flatMap(({ experiments }) => experiments)],
  };
}
