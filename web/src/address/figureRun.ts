// A run of an experiment, of a sweep or of the table of pairs that was opened in the Lab.

export interface FigureRun {
  readonly from: "figure" | "sweep" | "table";
  /** The address of the page from which it was opened. */
  readonly address: string;
  /** The id of the opened scenario. */
  readonly openingId: string;
  readonly place: string;
  /** The result ID of the run on that page. */
  readonly resultId: string | null;
  /** The values of the run on that page, each with the mean over all seeds. */
  readonly values: readonly {
    readonly label: string;
    readonly value: string;
    readonly mean: string | null;
  }[];
  readonly seeds: number;
}
