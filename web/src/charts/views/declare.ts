// A picture of a view is declared: axes, marks, and the columns of its rows, from which the table, the CSV file
// and sentences for screen readers are derived.
import { formatQuantity, MISSING } from "../../scenario/units.ts";
import { formatTime, type Unit } from "../format.ts";
import type { Table } from "../plot/content.ts";
import type { RunExtent } from "../series.ts";
import { chartTexts } from "../texts/index.ts";
import { viewTexts } from "./texts/index.ts";
import type { Span, View, ViewKey, ViewPicture } from "./types.ts";

/**
 * A column: its head in the table, its name in the CSV file, and its value in each row. Either name may be
 * missing.
 */
export interface Column<Row> {
  readonly label?: string;
  readonly csv?: string;
  /** The unit of a column of numbers. */
  readonly unit?: Unit;
  readonly value: (row: Row) => string | number;
}

export interface Declaration<Row> extends Omit<ViewPicture, "table" | "csv"> {
  readonly columns: readonly Column<Row>[];
  readonly rows: () => readonly Row[];
  /** The rows that the table on the page shows, by default all. */
  readonly listed?: (rows: readonly Row[]) => readonly Row[];
}

export function declarePicture<Row>(declared: Declaration<Row>): ViewPicture {
  const { columns, rows, listed = (all) => all, describe, ...rest } = declared;
  return {
    ...rest,
    describe: () => rest.empty || describe(),
    table: () => tableOf(columns, listed(rows())),
    csv: () => csvOf(columns, rows()),
  };
}

/** A picture that only states why there is nothing to draw. */
export const emptyPicture = (reason: string): ViewPicture => {
  const axis = { kind: "linear", label: "", unit: "", largest: 1 } as const;
  const none = { keys: [], notes: [], marks: [], columns: [], rows: () => [] };
  return declarePicture({
    x: axis,
    y: axis,
    ...none,
    empty: reason,
    say: () => reason,
    describe: () => reason,
  });
};

export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  const shown = columns.flatMap(({ label, unit, value }) =>
    label === undefined ? [] : [{ head: { label, ...(unit !== undefined && { unit }) }, value }],
  );
  return {
    columns: shown.map(({ head }) => head),
    rows: rows.map((row) => shown.map(({ value }) => value(row))),
  };
}

export function csvOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): ReturnType<ViewPicture["csv"]> {
  const saved = columns.flatMap(({ csv, value }) => (csv === undefined ? [] : [{ csv, value }]));
  return {
    columns: saved.map(({ csv }) => csv),
    rows: rows.map((row) => saved.map(({ value }) => value(row))),
  };
}

/** At most `limit` rows at equal distances. */
export const thinned =
  (limit: number) =>
  <Row>(rows: readonly Row[]): readonly Row[] => {
    const every = Math.max(1, Math.ceil(rows.length / limit));
    return rows.filter((_, i) => i % every === 0);
  };

export const firstRows =
  (limit: number) =>
  <Row>(rows: readonly Row[]): readonly Row[] =>
    rows.slice(0, limit);

/** A window of time as text. */
export const spanText = ([from, to]: Span, resolution = 0.1): string =>
  viewTexts.window({ from: formatTime(from, resolution), to: formatTime(to, resolution) });

/** A flow, a group or a link of a run, as inputs of views contain it. */
export interface RunLine extends ViewKey {
  readonly run: RunExtent;
}

/** The lines of the shown run, without those of an older run. */
export const currentLines = <Line extends ViewKey>(lines: readonly Line[]): readonly Line[] =>
  lines.filter(({ ghost }) => !ghost);

/** What views of lines have in common. */
export interface LineInputs<Line extends RunLine> {
  readonly lines: readonly Line[];
  readonly warmup: number;
  readonly version: () => number;
}

/** A view of lines, which covers the run from the end of the warm-up. */
export const viewOfLines = (inputs: LineInputs<RunLine>, read: View["read"]): View => ({
  version: inputs.version,
  from: inputs.warmup,
  computedTo: () => currentLines(inputs.lines)[0]?.run.computedTo ?? 0,
  read,
});

/** A view over time, which covers the visible window. */
export const viewOverTime = (inputs: Pick<View, "version" | "computedTo">, read: View["read"]): View => ({
  version: inputs.version,
  computedTo: inputs.computedTo,
  overTime: true,
  from: 0,
  read,
});

/** The item of a flow or group. Without one, the first item. */
export const itemOf = <Item extends { readonly line: ViewKey }>(
  items: readonly Item[],
  key: ViewKey | undefined,
): Item | undefined => items.find(({ line }) => line.id === key?.id) ?? items[0];

/** Sentences about the rows of flows or groups, made from the columns with a unit. */
export function sentencesOf<Row extends { readonly line: ViewKey }>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  window: Span,
): Pick<Declaration<Row>, "say" | "describe"> {
  const part = (row: Row): string => {
    const values = columns.flatMap(({ label, unit, value }) => {
      const number = value(row);
      if (label === undefined || unit === undefined || typeof number === "string") return [];
      return [`${label} ${Number.isNaN(number) ? MISSING : formatQuantity(number, unit)}`];
    });
    return chartTexts.named({ name: row.line.label, text: values.join(", ") });
  };
  const current = rows.filter(({ line }) => !line.ghost);
  return {
    say: (key) => {
      const row = itemOf(current, key);
      return row ? part(row) : viewTexts.nothingYet;
    },
    describe: () => `${title}, ${spanText(window)}. ${namedParts(current, part).join("; ")}.`,
  };
}

/** A description names at most this many flows. */
const MAX_NAMED = 6;

/** The texts of the first items and, if there are more items, their number. */
export function namedParts<T>(items: readonly T[], text: (item: T) => string): readonly string[] {
  const named = items.slice(0, MAX_NAMED).map(text);
  const others = items.length - named.length;
  return others > 0 ? [...named, viewTexts.others({ n: others })] : named;
}
