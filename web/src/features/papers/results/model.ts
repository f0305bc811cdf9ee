// The index of the papers and the stored results of experiments, as the page loads them, and what follows
// from them without drawing.
import {
  type Condition,
  cellTitle,
  type Experiment,
  type Results,
  type Verdict,
} from "../../../charts/paper/index.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";

export interface OpenQuestion {
  readonly place: string;
  readonly question: string;
  readonly states: string;
  readonly readings: readonly {
    readonly what: string;
    readonly note: string;
    readonly measured: readonly {
      readonly experiment: string;
      readonly quantity: string;
      readonly where: readonly Condition[];
    }[];
  }[];
  readonly why: string;
}

export interface Paper {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly authors: string;
  readonly venue: string;
  /**
   * Whether the paper's text names the venue and the year. Otherwise they come from references to the paper.
   */
  readonly venue_in_text: boolean;
  readonly year: string;
  /** The algorithm that the paper proposes. */
  readonly algorithm: string | null;
  readonly problem: string;
  readonly brief: string;
  readonly proposed: string;
  readonly open: readonly OpenQuestion[];
}

export interface PaperIndex {
  readonly version: string;
  readonly papers: readonly Paper[];
  readonly experiments: readonly Experiment[];
}

/** The stored results of an experiment, with the scenario of each cell for its first seed. */
export interface StoredResults extends Results {
  readonly definition: string;
  /** The processor time of all runs in seconds. */
  readonly seconds: number;
  readonly documents: readonly { readonly id: string; readonly document: ScenarioDocument }[];
  /** The further runs on which the outcomes depend. */
  readonly further?: unknown;
  /** The text of the paper's file, if the reader opened one. No results are stored then. */
  readonly file?: string;
}

/** The address of an experiment's page in the section: tfwc/fig1b. */
export const pageOf = ({ id, paper }: Experiment): string => `${paper}/${id.slice(paper.length + 1)}`;

export interface VerdictCount {
  readonly agrees: number;
  readonly depends: number;
  readonly partly: number;
  readonly differs: number;
}

/** The numbers of the papers' claims with each verdict. Checks of ours do not count. */
export function countVerdicts(experiments: readonly Experiment[]): VerdictCount {
  const all = experiments.flatMap(({ verdicts = [], lines }) => verdicts.filter((_, i) => !lines[i]?.ours));
  const count = (wanted: Verdict): number => all.filter((verdict) => verdict === wanted).length;
  return {
    agrees: count("agrees"),
    depends: count("depends on the reading"),
    partly: count("partly"),
    differs: count("differs"),
  };
}

/** Whether an experiment contains every word of a query, in its texts, algorithms or quantities. */
export function matchesQuery(experiment: Experiment, paper: Paper | undefined, query: string): boolean {
  const { id, place, title, shows, states, algorithms = [], quantities = [], assumptions } = experiment;
  const text = [
    id,
    place,
    title,
    shows,
    paper?.name,
    ...states.map((statement) => statement.text),
    ...algorithms,
    ...algorithms.map((algorithm) => algorithm.replaceAll("_", " ")),
    ...quantities.map(({ label }) => label),
    ...assumptions.map(({ what }) => what),
  ]
    .join(" ")
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The largest length of a scenario's title. */
const MAX_TITLE = 200;

/** The scenario of a cell for a seed; null if the stored results do not contain the cell. */
export function cellDocument(
  experiment: Experiment,
  stored: StoredResults,
  cell: string,
  seed: number,
): ScenarioDocument | null {
  const found = stored.documents.find(({ id }) => id === cell);
  if (!found) return null;
  const name = cellTitle(experiment, stored.cells.find(({ id }) => id === cell)?.at ?? {});
  return {
    ...found.document,
    ...(seed === 1 ? {} : { seed }),
    title: `${experiment.place}: ${name || experiment.title}`.slice(0, MAX_TITLE),
    note: experiment.shows,
  };
}
