// A whole view, as docs/adding-a-view.md shows it, and the parts that are derived from its declaration.
import { max } from "d3-array";
import { expect, test } from "vitest";
import { markup } from "../core/svg.ts";
import { SOLID } from "../tests/testSeries.ts";
import { plainTheme } from "../theme.ts";
import {
  type Column,
  currentLines,
  declarePicture,
  firstRows,
  type RunLine,
  sentencesOf,
  tableOf,
  thinned,
  viewOfLines,
} from "./declare.ts";
import { dots } from "./marks/dots.ts";
import { viewPlot } from "./plot.ts";
import type { Span, View } from "./types.ts";
import { hitOf, viewPicture } from "./viewContent.ts";

interface LossLine extends RunLine {
  readonly rate: (window: Span) => number;
  readonly loss: (window: Span) => number;
}

interface LossInputs {
  readonly lines: readonly LossLine[];
  readonly warmup: number;
  readonly version: () => number;
}

interface LossRow {
  readonly line: LossLine;
  readonly rate: number;
  readonly loss: number;
}

const COLUMNS: readonly Column<LossRow>[] = [
  { label: "Flow", csv: "flow", value: ({ line }) => line.label },
  { label: "Rate", csv: "rate_bit_per_s", unit: "bit/s", value: ({ rate }) => rate },
  { label: "Loss", csv: "loss", unit: "share", value: ({ loss }) => loss },
];

const lossView = (inputs: LossInputs): View =>
  viewOfLines(inputs, (window) => {
    const rows = inputs.lines.map((line) => ({ line, rate: line.rate(window), loss: line.loss(window) }));
    return declarePicture({
      x: { kind: "linear", label: "Loss", unit: "share", largest: max(rows, ({ loss }) => loss) ?? 0 },
      y: { kind: "linear", label: "Rate", unit: "bit/s", largest: max(rows, ({ rate }) => rate) ?? 0 },
      keys: currentLines(inputs.lines),
      notes: [],
      empty: rows.length === 0 ? "Nothing yet." : "",
      marks: [dots(rows, { x: ({ loss }) => loss, y: ({ rate }) => rate })],
      columns: COLUMNS,
      rows: () => rows,
      ...sentencesOf("Loss against rate", COLUMNS, rows, window),
    });
  });

const line = (label: string, rate: number, loss: number, ghost = false): LossLine => ({
  id: label,
  label,
  style: SOLID,
  ghost,
  run: { computedTo: 20 },
  rate: ([from, to]) => rate * (to - from),
  loss: () => loss,
});

// The tests read a window of ten seconds, for which a rate is ten times the number here.
const lines = [line("old", 4e5, 0.03, true), line("near", 6e5, 0.01), line("far", 2e5, 0.02)];
const read = (shown: readonly LossLine[]) =>
  lossView({ lines: shown, warmup: 2, version: () => 1 }).read([10, 20]);
const request = {
  width: 500,
  height: 400,
  presenter: false,
  theme: plainTheme("light"),
  tops: { x: 0.04, y: 8e6 },
  domain: [0, 20] as const,
  timeAxis: true,
  highlight: null,
};

test("the table and the file contain the columns in the order of the declaration", () => {
  const { table, csv } = read(lines);
  expect(table().columns).toEqual([
    { label: "Flow" },
    { label: "Rate", unit: "bit/s" },
    { label: "Loss", unit: "share" },
  ]);
  expect(table().rows).toEqual([
    ["old", 4e6, 0.03],
    ["near", 6e6, 0.01],
    ["far", 2e6, 0.02],
  ]);
  expect(csv().columns).toEqual(["flow", "rate_bit_per_s", "loss"]);
  expect(csv().rows).toEqual(table().rows);
});

test("a column can be omitted from the file or the table", () => {
  const picture = declarePicture<number>({
    x: { kind: "time" },
    y: { kind: "linear", label: "", unit: "", largest: 1 },
    keys: [],
    notes: [],
    empty: "",
    marks: [],
    columns: [
      { label: "shown", value: (n) => n },
      { csv: "saved", value: (n) => -n },
    ],
    rows: () => [1, 2, 3],
    listed: firstRows(2),
    say: () => "",
    describe: () => "",
  });
  expect(picture.table()).toEqual({ columns: [{ label: "shown" }], rows: [[1], [2]] });
  expect(picture.csv()).toEqual({ columns: ["saved"], rows: [[-1], [-2], [-3]] });
});

test("a long table is thinned at equal distances", () => {
  expect(thinned(3)([0, 1, 2, 3, 4, 5, 6])).toEqual([0, 3, 6]);
  expect(thinned(3)([0, 1])).toEqual([0, 1]);
  expect(tableOf<number>([], thinned(2)([5, 6]))).toEqual({ columns: [], rows: [[], []] });
});

test("the nearest dot of the shown run is found at the pointer", () => {
  const picture = read(lines);
  const plot = viewPlot(picture, request);
  const at = (loss: number, rate: number) => [plot.x(loss) ?? 0, plot.y(rate) ?? 0, plot] as const;
  expect(hitOf(picture, ...at(0.0101, 5.9e6))).toEqual({ line: "near" });
  expect(hitOf(picture, ...at(0.0199, 2.1e6))).toEqual({ line: "far" });
  // The dot of the older run is here.
  expect(hitOf(picture, ...at(0.03, 4e6))).toEqual({});
  expect(hitOf(picture, ...at(0.04, 8e6))).toEqual({});
});

test("of several marks under the pointer, the last in the list is used", () => {
  const mark = (name: string) => ({ hit: (x: number) => (x < 10 ? { line: name } : null) });
  const picture = declarePicture<number>({
    ...{ x: { kind: "time" }, y: { kind: "time" }, keys: [], notes: [], empty: "" },
    marks: [mark("low"), mark("high"), {}],
    columns: [],
    rows: () => [],
    say: () => "",
    describe: () => "",
  });
  const plot = viewPlot(read(lines), request);
  expect(hitOf(picture, 5, 0, plot)).toEqual({ line: "high" });
  expect(hitOf(picture, 15, 0, plot)).toEqual({});
});

test("the sentences state the columns that have a unit, without the older run", () => {
  const { describe, say, keys } = read(lines);
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");
  expect(plain(describe())).toBe(
    "Loss against rate, 10.0 s to 20.0 s. near: Rate 6 Mb/s, Loss 1 %; far: Rate 2 Mb/s, Loss 2 %.",
  );
  expect(plain(say(keys[1], {}))).toBe("far: Rate 2 Mb/s, Loss 2 %");
  expect(read([]).describe()).toBe("Nothing yet.");
});

test("the picture draws a dot for each row", () => {
  const picture = read(lines);
  const text = markup(...viewPicture(picture, viewPlot(picture, request), 20).inside);
  for (const { id } of lines) expect(text).toContain(`data-flow="${id}"`);
});
