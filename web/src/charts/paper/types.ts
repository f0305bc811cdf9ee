// The experiments of the papers and their results, as `fairshare gen` and `fairshare papers --write` store
// them in public/papers (sim-core/papers/src/export.rs).

export type AxisValue = number | string;
/** Coordinates on the axes of an experiment. */
export type Coordinates = Readonly<Record<string, AxisValue>>;

/** A condition on one coordinate: a text, or a number in a range that may be open. */
export interface Condition {
  readonly axis: string;
  readonly is?: string;
  readonly from?: number;
  readonly to?: number;
}

export interface PaperAxis {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly log: boolean;
  /** All values on the axis, including those without results. Absent if all values have results. */
  readonly values?: readonly number[];
}

export interface Quantity {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  /** The value at which flows share fairly. */
  readonly fair?: number;
}

/** A number that the paper states. An end of a range is null if the range is open. */
export interface PaperNumber {
  readonly text: string;
  readonly where: readonly Condition[];
  /** The quantity or the name of a curve. Absent if the number is a time that concerns all curves. */
  readonly quantity?: string;
  readonly value?: readonly [number, number | null];
  /** A time in seconds, from first to last. */
  readonly time?: readonly [number, number];
}

export type Drawing =
  | {
      readonly kind: "series";
      readonly title: string;
      readonly curves: readonly string[];
      readonly y: string;
      readonly unit: string;
      readonly where: readonly Condition[];
    }
  | {
      readonly kind: "curves";
      readonly title: string;
      readonly quantities: readonly string[];
      readonly x: string;
      readonly by: string;
      readonly where: readonly Condition[];
    }
  | {
      readonly kind: "surface";
      readonly title: string;
      readonly quantity: string;
      readonly x: string;
      readonly y: string;
      readonly by: string;
    }
  | { readonly kind: "histogram"; readonly title: string; readonly quantity: string; readonly bin: string }
  | {
      readonly kind: "table";
      readonly title: string;
      readonly quantities: readonly string[];
      /** Whether the table is drawn as bars, even if the experiment is not a figure. */
      readonly bars?: boolean;
    };

export type Verdict =
  | "agrees"
  | "depends on the reading"
  | "partly"
  | "differs"
  | "better than stated"
  | "cannot be tested"
  | "the paper contradicts itself"
  | "paper gives no number"
  | "no results";

/** How far the verdict on a claim carries. */
export interface Reach {
  /** The values that satisfy the criterion under the most plausible reading, and all values. */
  readonly values?: readonly [number, number];
  /** The readings under which the claim agrees, and all readings. */
  readonly readings?: readonly [number, number];
  /** The readings under which it does not agree. */
  readonly not_in?: readonly string[];
  /** The readings under which it agrees, if it does not agree under the most plausible one. */
  readonly only_in?: readonly string[];
  /** The most plausible reading, if it is not the experiment as it runs. */
  readonly plausible?: string;
  /** Under which readings it agrees: all, the most plausible one and two thirds of all, some, or none. */
  readonly class?: "all" | "most" | "some" | "none";
}

/** Other runs, or other results of the same runs, on which the criterion of a claim is tried. */
export interface Alternative {
  readonly what: string;
  /** Changes of the scenarios. Absent if the results of the experiment contain the alternative. */
  readonly changes?: readonly { readonly path: string; readonly value: string }[];
  /** The cells that run with the changes. */
  readonly only?: readonly Condition[];
}

/** A condition on the values of one quantity. It has one of the fields after `where`, or both ends of a range. */
export interface Check {
  readonly quantity: string;
  readonly where?: readonly Condition[];
  readonly at_least?: number;
  readonly at_most?: number;
  readonly above?: number;
  readonly below?: number;
  /** Whether the value must exist. The time of an event that must not happen must not exist. */
  readonly defined?: boolean;
}

export interface ClaimLine {
  readonly number: number;
  readonly text: string;
  readonly judged: boolean;
  /** Whether the most plausible reading of the text is unknown. */
  readonly unknown?: true;
  readonly checks: readonly Check[];
  readonly cause?: string;
  /** The sentence of the paper, and the page or section in which it is. */
  readonly quote?: string;
  readonly place?: string;
  /** Whether the claim checks something that the paper does not state. */
  readonly ours?: true;
  /** A verdict that does not follow from the values, and its reason. */
  readonly finding?: { readonly is: Verdict; readonly why: string };
  /** The origin of the bounds of the criterion. */
  readonly band?: { readonly from: "text" | "digits" | "spread"; readonly why: string };
  readonly counter?: Alternative;
  readonly readings?: readonly Alternative[];
  readonly causes?: readonly Alternative[];
}

/** A choice that the paper leaves open, its reason, and what it changes. */
export interface Assumption {
  readonly what: string;
  readonly why: string;
  readonly about?: "network" | "traffic" | "algorithms" | "measurement";
}

/** The declaration of an experiment in the index. */
export interface Experiment {
  readonly id: string;
  readonly paper: string;
  readonly place: string;
  readonly title: string;
  readonly shows: string;
  readonly states: readonly { readonly text: string }[];
  readonly lines: readonly ClaimLine[];
  readonly assumptions: readonly Assumption[];
  /** The reason for which the experiment is not simulated. Absent if it is simulated. */
  readonly not_simulated?: string;
  readonly seeds?: number;
  readonly cells?: number;
  readonly axes?: readonly PaperAxis[];
  readonly drawings?: readonly Drawing[];
  readonly quantities?: readonly Quantity[];
  readonly numbers?: readonly PaperNumber[];
  /** The part of the results that the figure of the paper shows. */
  readonly shown?: readonly Condition[];
  readonly algorithms?: readonly string[];
  /** The verdicts of the stored results. Absent if no current results are stored. */
  readonly verdicts?: readonly Verdict[];
  /** How far each of them carries; null for a claim that is not judged. */
  readonly reach?: readonly (Reach | null)[];
}

/** A mean over seeds. */
export interface DataPoint {
  readonly at: Coordinates;
  readonly mean: number | null;
  /** The 95 % confidence interval of the mean. */
  readonly interval?: readonly [number, number];
  /** One value for each seed, if there are several. */
  readonly values?: readonly (number | null)[];
}

export interface ResultColumn {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly points: readonly DataPoint[];
}

/**
 * Values at regular times: the first value belongs to the bin that begins at `from`. Times are in seconds.
 */
export interface StoredCurve {
  readonly name: string;
  readonly label: string;
  readonly from: number;
  readonly step: number;
  readonly values: readonly (number | null)[];
}

/** The verdict on a claim, and the values that decided it. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly values: readonly {
    readonly check: number;
    readonly at: Coordinates;
    readonly value: number | null;
    readonly holds: boolean;
  }[];
}

/** How robust the verdict on a claim is. The number of readings is in `agree`. */
export interface Outcome extends Omit<Reach, "readings"> {
  /** The verdict under the most plausible reading. Absent if it was not run. */
  readonly verdict?: Verdict;
  /** The number of readings under which the claim agrees, and the number of readings. */
  readonly agree?: readonly [number, number];
  /** A judgement is null if its runs were not made. */
  readonly readings?: readonly (Judgement | null)[];
  /** The number of seeds that satisfy the claim if judged alone, and the number of seeds. */
  readonly seeds?: readonly [number, number];
  /** For each value of the judgement, the smallest and the largest value that a single seed gives. */
  readonly spread?: readonly (readonly [number | null, number | null])[];
  readonly counter?: Judgement | null;
  /** The judgements of runs without the cause of a difference. */
  readonly causes?: readonly (Judgement | null)[];
}

/** The results of an experiment, stored or computed in the page. */
export interface Results {
  readonly id: string;
  readonly version: string;
  readonly seeds: number;
  readonly lines: readonly Judgement[];
  readonly quantities: readonly ResultColumn[];
  /** The curves of the first seed of each cell. */
  readonly curves: readonly { readonly at: Coordinates; readonly curves: readonly StoredCurve[] }[];
  readonly cells: readonly {
    readonly id: string;
    readonly at: Coordinates;
    readonly result_ids: readonly string[];
  }[];
  /** For each claim, how robust its verdict is; null for a claim that is not judged. */
  readonly outcomes?: readonly (Outcome | null)[];
}
