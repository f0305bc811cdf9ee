// The figures of the papers, drawn from the committed results. figures.txt has a hash of each figure.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { storedPapers } from "../../../../scripts/lib/storedPapers.mjs";
import { plainTheme } from "../theme.ts";
import { textOn, valueColours } from "./colours.ts";
import { wrapText } from "./frame.ts";
import { documentationFigure, type Experiment, figurePicture, panelsOf, type Results } from "./index.ts";
import { cellIdAt, matches } from "./select.ts";

const read = <T>(name: string): T => storedPapers(name) as T;
const { experiments } = read<{ experiments: readonly Experiment[] }>("index");
const drawn = experiments.filter(({ verdicts }) => verdicts);

const experimentOf = (id: string): Experiment => {
  const found = experiments.find((experiment) => experiment.id === id);
  if (!found) throw new Error(id);
  return found;
};

const panels = (id: string, drawing = 0, before: Results | null = null) => {
  const experiment = experimentOf(id);
  const declared = experiment.drawings?.[drawing];
  if (!declared) throw new Error(`${id} has no drawing ${drawing}`);
  return panelsOf(declared, experiment, read<Results>(id), before);
};

test("every experiment that is simulated has a complete figure or table", () => {
  expect(drawn.length).toBeGreaterThan(60);
  for (const experiment of drawn) {
    const results = read<Results>(experiment.id);
    for (const drawing of experiment.drawings ?? []) {
      const found = panelsOf(drawing, experiment, results);
      if (drawing.kind !== "table")
        expect(found.length, `${experiment.id}: ${drawing.title}`).toBeGreaterThan(0);
      const text = documentationFigure(found, drawing.title);
      expect(text, experiment.id).not.toMatch(/NaN|Infinity|undefined/);
    }
  }
});

test("each figure of the documentation has its hash", async () => {
  const hashes: string[] = [];
  for (const experiment of drawn) {
    const results = read<Results>(experiment.id);
    for (const [number, drawing] of (experiment.drawings ?? []).entries()) {
      const found = drawing.kind === "table" ? [] : panelsOf(drawing, experiment, results);
      if (found.length === 0) continue;
      const figure = documentationFigure(found, `${experiment.place}: ${drawing.title}`);
      const hash = createHash("sha256").update(figure).digest("hex").slice(0, 16);
      hashes.push(`${experiment.id}-${number + 1} ${hash}\n`);
    }
  }
  await expect(hashes.join("")).toMatchFileSnapshot("figures.txt");
});

test("a surface has a cell with the stored mean for each pair of parameters", () => {
  const [first] = panels("tfwc-fig1a");
  if (first?.kind !== "grid") throw new Error("not a grid");
  const stored = read<Results>("tfwc-fig1a").quantities.find(({ id }) => id === "theta");
  const point = stored?.points.find(({ at }) => at["B"] === 0.5 && at["n"] === 20 && at["with"] === "TFRC");
  const cell = first.cells.find(({ column, row }) => first.columns[column] === 0.5 && first.rows[row] === 20);
  expect(cell?.value).toBe(point?.mean);
  expect(cell?.cell).toBe("with=TFRC,B=0.5,n=20");
  expect([first.range, first.fair]).toEqual([[0, 1], 0.5]);
  expect(first.marks.find(({ y }) => y)?.y).toEqual([0.1, 0.1]);
});

test("a surface is drawn without the part of an axis to which a number of the paper applies", () => {
  const [first] = panels("tfwc-fig1a");
  if (first?.kind !== "grid") throw new Error("not a grid");
  expect(first.marks.find(({ y }) => y)?.x?.[1]).toBeLessThan(2);
  const begin = first.columns.findIndex((value) => value >= 2);
  const cells = first.cells
    .filter(({ column }) => column >= begin)
    .map((cell) => ({ ...cell, column: cell.column - begin }));
  const part = { ...first, cells, columns: first.columns.slice(begin) };
  expect(documentationFigure([part], "").includes("NaN")).toBe(false);
});

test("numbers of the paper are drawn only where its statement applies", () => {
  const [, authors, tfrc] = panels("tfwc-fig1b");
  expect(authors?.kind === "grid" && authors.marks).toEqual([]);
  expect(tfrc?.kind === "grid" && tfrc.marks.length).toBe(2);
  const [dip] = panels("tpba-fig11");
  expect(dip?.kind === "lines" && dip.marks.find(({ y }) => y)).toEqual({
    text: "f = 0.7",
    x: [10, 10],
    y: [0.7, 0.7],
  });
});

test("a histogram shows the queue of its figure only", () => {
  const [fifo] = panels("ldaplus-fig4a");
  const [red] = panels("ldaplus-fig4b");
  const labels = (panel: typeof fifo) =>
    panel?.kind === "lines" ? panel.curves.map(({ label }) => label) : [];
  expect(labels(fifo).every((label) => label.startsWith("FIFO"))).toBe(true);
  expect(labels(red).every((label) => label.startsWith("RED"))).toBe(true);
});

test("a saved figure says below the panels where it comes from", () => {
  const found = panels("tpba-fig11");
  const pictureOf = (origin: string) =>
    figurePicture(found, { width: 300, theme: plainTheme("light") }, "", [], origin);
  const long = "Scenario: a near and a far flow share one link. Means over the seeds 1 to 5. Fairshare 1.0.";
  expect(pictureOf(long).height).toBeGreaterThan(pictureOf("Seed 1.").height);
  const drawn = pictureOf(long)
    .svg.replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
  expect(drawn.endsWith(`${long} `)).toBe(true);
});

test("stored results are drawn in grey behind other results", () => {
  const results = read<Results>("ldaplus-fig11b");
  const [panel] = panels("ldaplus-fig11b", 0, results);
  if (panel?.kind !== "lines") throw new Error("not lines");
  const ghosts = panel.curves.filter(({ ghost }) => ghost);
  expect(ghosts.length * 2).toBe(panel.curves.length);
  expect(documentationFigure([panel], "")).toContain("stored results");
});

test("a figure of cases has a bar for each case and the value that the paper states", () => {
  const [panel] = panels("tpba-fig29");
  expect(panel?.kind === "cases" && panel.cases.length).toBe(18);
});

test("texts on the colours of a share are readable", () => {
  const colour = valueColours([0, 1], 0.5);
  expect(colour(0.5)).toBe("rgb(247, 247, 247)");
  expect(new Set([colour(0), colour(0.5), colour(1)]).size).toBe(3);
  expect([textOn(colour(0.5)), textOn(colour(1))]).toEqual(["#111111", "#ffffff"]);
});

test("conditions select coordinates", () => {
  expect(matches([{ axis: "B", from: 0, to: 1 }], { B: 0.5 })).toBe(true);
  expect(matches([{ axis: "B", from: 0, to: 1 }], { n: 1 })).toBe(false);
  expect(matches([{ axis: "with", is: "TFRC" }], { with: "TFWC" })).toBe(false);
  const results = read<Results>("tfwc-fig1b");
  expect(cellIdAt(results, { with: "TFWC", B: 1, n: 5 })).toBe("with=TFWC,B=1,n=5");
  expect(cellIdAt(results, { with: "TFWC" })).toBeNull();
});

test("texts are wrapped at words", () => {
  expect(wrapText("below 1 Mb/s: about 0.1", 90)).toEqual(["below 1 Mb/s:", "about 0.1"]);
});
