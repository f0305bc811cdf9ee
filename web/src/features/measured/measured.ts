// Measured data over a run: files that the user opened, what is drawn of them, and changes of this state. The
// data belong to the tab: they are part of neither the scenario nor its link, so edits of the scenario and
// Undo do not change them.
import { createStore } from "zustand/vanilla";
import type { LineStyle } from "../../charts/index.ts";
import type { ImportedFile, ImportedSeries, ImportProblem } from "../../engine/imports/types.ts";

export interface MeasuredFile extends ImportedFile {
  readonly id: number;
  /** The name of the file. */
  readonly title: string;
  /** The file itself, which other parts of the page can read. */
  readonly opened?: File;
  /** The indices of the series that are drawn, each with a number that no other drawn series has. */
  readonly drawn: readonly { readonly index: number; readonly number: number }[];
  /** The simulated time, in seconds, at which the first sample is drawn. */
  readonly shift: number;
  /** What rates are multiplied with. */
  readonly factor: number;
}

export interface FailedFile {
  readonly id: number;
  readonly title: string;
  readonly problem: ImportProblem;
}

export interface Measured {
  /** The files that are opened and not read yet. */
  readonly waiting: readonly File[];
  readonly files: readonly MeasuredFile[];
  readonly failed: readonly FailedFile[];
}

/** No file yet. */
export const NOTHING_MEASURED: Measured = { waiting: [], files: [], failed: [] };

/** The measured data of the tab. Null if their panel is closed. */
export const measuredStore = createStore<Measured | null>(() => null);

export const changeMeasured = (change: (measured: Measured) => Measured): void =>
  measuredStore.setState((measured) => change(measured ?? NOTHING_MEASURED), true);

/** The largest number of series that are drawn. More lines cannot be distinguished. */
export const MAX_DRAWN = 12;

/**
 * The drawn series with these numbers have these styles. Their lines are always dashed or dotted; lines of
 * flows hardly ever are.
 */
export const styleOf = (number: number): LineStyle => ({
  // Steps of three through the eight colours, from a colour on that the first five flows do not have.
  colour: (5 + 3 * (number - 1)) % 8,
  dash: 1 + ((number - 1) % 3),
  marker: 0,
});

/** The name by which labels and the legend refer to a drawn series. */
export const tagOf = (number: number): string => `M${number}`;

const allDrawn = ({ files }: Measured): readonly { readonly number: number }[] =>
  files.flatMap(({ drawn }) => drawn);

/** The lowest numbers that no drawn series has. */
function freeNumbers(measured: Measured, count: number): number[] {
  const taken = new Set(allDrawn(measured).map(({ number }) => number));
  const free: number[] = [];
  for (let n = 1; n <= MAX_DRAWN && free.length < count; n += 1) if (!taken.has(n)) free.push(n);
  return free;
}

/** The mean of a series: of a rate over time, of round trips over time or over the samples. */
export const meanOfSeries = ({ starts, ends, values }: ImportedSeries): number => {
  let [sum, time] = [0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const length = (ends[i] ?? 0) - (starts[i] ?? 0);
    sum += (values[i] ?? 0) * length;
    time += length;
  }
  // Samples of single moments have no length.
  return time > 0 ? sum / time : values.reduce((a, b) => a + b, 0) / values.length;
};

/** The bits of a rate. */
const bitsOf = ({ starts, ends, values }: ImportedSeries): number =>
  values.reduce((sum, value, i) => sum + value * ((ends[i] ?? 0) - (starts[i] ?? 0)), 0);

/**
 * The series that are drawn at first: the rate with the most bits, and the round trips or delays with the
 * same name, or the first round trips or delays if there are none with this name.
 */
function firstChoice(series: readonly ImportedSeries[]): readonly number[] {
  const rates = series.flatMap((one, i) => (one.quantity === "rate" ? [i] : []));
  const best = rates.reduce(
    (a, b) => (a < 0 || bitsOf(series[b] as ImportedSeries) > bitsOf(series[a] as ImportedSeries) ? b : a),
    -1,
  );
  const name = JSON.stringify(series[best]?.name);
  const delays = series.flatMap((one, i) => (one.quantity === "rate" ? [] : [i]));
  const delay = delays.find((i) => JSON.stringify(series[i]?.name) === name) ?? delays[0];
  return [...(best < 0 ? [] : [best]), ...(delay === undefined ? [] : [delay])];
}

let lastId = 0;
const nextId = (): number => {
  lastId += 1;
  return lastId;
};

/** With a file that was read. */
export function withFile(measured: Measured, title: string, file: ImportedFile, opened?: File): Measured {
  const wanted = firstChoice(file.series);
  const numbers = freeNumbers(measured, wanted.length);
  const drawn = numbers.map((number, i) => ({ index: wanted[i] ?? 0, number }));
  return {
    ...measured,
    files: [
      ...measured.files,
      { ...file, ...(opened && { opened }), id: nextId(), title, drawn, shift: 0, factor: 1 },
    ],
  };
}

/** With a file that could not be read. What is drawn stays. */
export const withProblem = (measured: Measured, title: string, problem: ImportProblem): Measured => ({
  ...measured,
  failed: [...measured.failed, { id: nextId(), title, problem }],
});

export const withoutProblem = (measured: Measured, id: number): Measured => ({
  ...measured,
  failed: measured.failed.filter((failed) => failed.id !== id),
});

export const withoutFile = (measured: Measured, id: number): Measured => ({
  ...measured,
  files: measured.files.filter((file) => file.id !== id),
});

/** With another shift or factor of a file. */
export const withChange = (
  measured: Measured,
  id: number,
  change: Partial<Pick<MeasuredFile, "shift" | "factor">>,
): Measured => ({
  ...measured,
  files: measured.files.map((file) => (file.id === id ? { ...file, ...change } : file)),
});

/** With a series drawn or not. Nothing changes if `MAX_DRAWN` series are drawn. */
export function withDrawn(measured: Measured, id: number, index: number, isDrawn: boolean): Measured {
  const [number] = freeNumbers(measured, 1);
  if (isDrawn && number === undefined) return measured;
  return {
    ...measured,
    files: measured.files.map((file) => {
      if (file.id !== id) return file;
      const others = file.drawn.filter((one) => one.index !== index);
      const drawn = isDrawn && number !== undefined ? [...others, { index, number }] : others;
      return { ...file, drawn };
    }),
  };
}

export const isFull = (measured: Measured): boolean => allDrawn(measured).length >= MAX_DRAWN;
