// The index of the papers and the stored results of experiments, as the page loads them, and what follows
// from them without drawing.
import { type Condition, cellTitle, type Experiment, type Results } from "../../../charts/paper/index.ts";
import type { Change } from "../../../engine/experiments/types.ts";
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

export type HeadlineStatus =
  | "holds"
  | "holds if"
  | "does not hold"
  | "the paper contradicts itself"
  | "cannot be tested"
  | "no results";

export interface HeadlineAnswer {
  readonly answer: string;
  readonly status: HeadlineStatus;
}

/** A main statement of a paper, and the answer to it. */
export interface Headline extends HeadlineAnswer {
  readonly quote: string;
  readonly place: string;
  /** Completes the sentence "It holds that". */
  readonly that?: string | null;
  /** Completes the sentence "Holds if". */
  readonly condition?: string;
  readonly why?: string;
  readonly lines: readonly { readonly experiment: string; readonly line: number }[];
  /** The answers with each option of each deciding setting; null without stored runs. */
  readonly under: readonly (readonly (HeadlineAnswer | null)[])[];
}

/** A setting that decides about the answers. The experiment as it runs has the first option. */
export interface DecidingSetting {
  readonly label: string;
  readonly options: readonly {
    readonly label: string;
    readonly changes: readonly Change[];
    /** The runs with this option in `further` of the results of the main figure. Null for the experiment's own. */
    readonly further: number | null;
    readonly in_all?: string | null;
  }[];
}

export interface Paper {
  readonly id: string;
  readonly kind: "paper" | "rfc" | "own";
  /** One sentence: what it proposed. */
  readonly in_short: string;
  /** One sentence about the whole paper: what holds and what does not. */
  readonly in_all?: string | null;
  readonly main_figure?: {
    readonly experiment: string;
    readonly drawing: number;
    /** What the letters and labels of the figure mean. */
    readonly legend: string;
  };
  readonly headlines: readonly Headline[];
  readonly decides: readonly DecidingSetting[];
  /** Sentences of the text that give nothing to judge, each with the reason. */
  readonly undecidable: readonly string[];
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
  readonly further?: readonly Pick<Results, "quantities" | "seeds" | "cells">[];
  /** The text of the paper's file, if the reader opened one. No results are stored then. */
  readonly file?: string;
}

/** The address of an experiment's page in the section: tfwc/fig1b. */
export const pageOf = ({ id, paper }: Experiment): string => `${paper}/${id.slice(paper.length + 1)}`;

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
