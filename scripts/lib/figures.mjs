// Draws the figures of the documentation with the page's drawing code (web/src/charts/paper).
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fairshare } from "./native.mjs";
import { pageCode } from "./pageCode.mjs";
import { inRoot } from "./paths.mjs";
import { storedPapers } from "./storedPapers.mjs";
import { writeThumbs } from "./thumbs.mjs";

/** @type {Promise<typeof import("../../web/src/charts/paper/index.ts")> | undefined} */
let loaded;

/** The page's drawing code. */
function drawingCode() {
  loaded ??= pageCode("charts/paper/index.ts");
  return loaded;
}

/** @typedef {[x: number, y: number | null]} Point */
/** @typedef {{ label: string, range?: [low: number, high: number], log?: boolean }} Axis */
/**
 * A line of a plot. A line whose label is "" does not appear in the legend. `colour` is an index of the
 * palette.
 * @typedef {{ label: string, points: Point[], kind?: "line" | "theory" | "dots", colour?: number }} Line
 */
/** @typedef {{ title: string, x: Axis, y: Axis, lines: Line[] }} Plot */

/**
 * A plot of lines as data for the drawing code.
 * @param {Plot} plot
 * @returns {import("../../web/src/charts/paper/index.ts").LinesPanel}
 */
function linesPanel({ title, x, y, lines }) {
  return {
    kind: "lines",
    heading: title,
    x,
    y,
    curves: lines.map(({ label, points, kind = "line", colour = 0 }) => ({
      label,
      style: { colour, dash: 0, marker: colour % 4 },
      theory: kind === "theory",
      dots: kind === "dots",
      unmarked: kind === "line",
      points: points.map(([at, value]) => ({ x: at, y: value ?? Number.NaN, cell: null })),
    })),
    marks: [],
  };
}

/**
 * Plots below each other as an SVG document.
 * @param {string} title
 * @param {Plot[]} plots
 */
export async function plotFigure(title, plots) {
  const { documentationFigure } = await drawingCode();
  return documentationFigure(plots.map(linesPanel), title);
}

/**
 * A heat map of shares from 0 to 1 as an SVG document. `value(x, y)` is null without data.
 * @param {{ title: string, unit: string, x: { label: string, values: number[] }, y: { label: string, values: number[] },
 *   value: (x: number, y: number) => number | null }} map
 */
export async function shareMap({ title, unit, x, y, value }) {
  const { documentationFigure } = await drawingCode();
  const [columns, rows] = [x, y].map(({ values }) => [...values].sort((a, b) => a - b));
  const cells = (columns ?? []).flatMap((a, column) =>
    (rows ?? []).map((b, row) => ({ column, row, value: value(a, b), cell: null })),
  );
  const axes = { x: { label: x.label }, y: { label: y.label }, z: unit };
  /** @type {import("../../web/src/charts/paper/index.ts").Panel} */
  const panel = {
    kind: "grid",
    heading: title,
    ...axes,
    columns: columns ?? [],
    rows: rows ?? [],
    cells,
    range: [0, 1],
    fair: 0.5,
    marks: [],
  };
  return documentationFigure([panel], title, { form: "map" });
}

/**
 * The figures of all experiments that have stored results: the name of the file, and the document.
 * @returns {Promise<Map<string, string>>}
 */
export async function paperFigures() {
  const { documentationFigure, panelsOf } = await drawingCode();
  const figures = new Map();
  for (const experiment of storedPapers("index").experiments) {
    if (!experiment.verdicts) continue;
    const results = storedPapers(experiment.id);
    experiment.drawings.forEach(
      (
        /** @type {import("../../web/src/charts/paper/types.ts").Drawing} */ drawing,
        /** @type {number} */ number,
      ) => {
        // The pages show tables as text.
        if (drawing.kind === "table") return;
        const panels = panelsOf(drawing, experiment, results);
        if (panels.length === 0) return;
        const title = `${experiment.place}: ${drawing.title}`;
        figures.set(`${experiment.id}-${number + 1}.svg`, documentationFigure(panels, title));
      },
    );
  }
  return figures;
}

/**
 * Writes the files of a folder and removes all other files of the folder.
 * @param {string} folder
 * @param {Map<string, string>} files
 */
function writeFolder(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (!files.has(file)) rmSync(join(folder, file));
  for (const [file, text] of files) writeFileSync(join(folder, file), text);
}

/** Writes the figures of docs/papers, which show the stored results. */
export async function writePaperFigures() {
  writeFolder(inRoot("docs", "papers", "figures"), await paperFigures());
}

/**
 * @typedef {{ name: string, unit: string, curves: { label: string, points: Point[] }[] }} AlgorithmPanel
 * @typedef {{ file: string, title: string, panels: AlgorithmPanel[] }} AlgorithmFigure
 */

/** Writes the figures of docs/algorithms, which show a run of each algorithm. */
export async function writeAlgorithmFigures() {
  const { printed } = await fairshare(["figure-data"], { profile: "test", log: "figure-data" });
  const figures = new Map();
  /** @type {AlgorithmFigure[]} */
  const drawn = JSON.parse(printed);
  await writeThumbs(drawn);
  for (const { file, title, panels } of drawn) {
    const plots = panels.map(({ name, unit, curves }) => ({
      title: name,
      x: { label: "Time (s)" },
      y: { label: unit },
      lines: curves.map((curve, colour) => ({ ...curve, colour })),
    }));
    figures.set(file, await plotFigure(title, plots));
  }
  writeFolder(inRoot("docs", "algorithms", "pictures"), figures);
}
