// The table "Which one wins": every algorithm against every other algorithm on three networks. `npm run
// validate` computes and stores the results, and `npm run gen` writes docs/which-one-wins.md from them.
import { readFileSync, writeFileSync } from "node:fs";
import { readGenerated } from "./generatedJson.mjs";
import { cellDocument, NETWORKS } from "./matrixCells.mjs";
import { inRoot, simulatorVersion } from "./paths.mjs";
import { note } from "./steps.mjs";

/**
 * Two flows on a network: the share of the first flow, the link's utilisation, the mean queueing delay in ms,
 * and the share of packets that the link drops.
 * @typedef {{ share: number, utilisation: number, wait: number, loss: number }} MatrixValues
 */

/**
 * The means over the seeds, and the run with the first seed, which the page opens in the Lab, with its result
 * ID.
 * @typedef {{ network: string, first: string, second: string } & MatrixValues & { run: MatrixValues & { id: string } }} MatrixCell
 */

/** @typedef {{ version: string, seeds: number[], cells: MatrixCell[] }} MatrixResults */

const SEEDS = [1, 2];

const resultsFile = inRoot("docs", "validation", "matrix.json");
const pageFile = inRoot("docs", "which-one-wins.md");

/** @typedef {{ id: string, name: string, family: string }} Competitor */

/** The algorithms that compete: all that respond to congestion, in the order of the catalogue. */
export function competitors() {
  /** @type {{ algorithms: Competitor[] }} */
  const { algorithms } = readGenerated("catalogue.json");
  return algorithms.filter(({ family }) => family !== "none");
}

/**
 * The parts of a run's summary that the tables need.
 * @typedef {object} Summary
 * @property {{ id: string, goodput_bps: number, timeouts: number }[]} flows
 * @property {{ utilisation: number, drop_rate: number, drops: number, marks: number, queue_delay_ms: { mean: number, p95: number } | null }[]} links
 */

/** The simulator's WebAssembly. */
async function loadSimulator() {
  const folder = inRoot("wasm", "pkg");
  /** @type {typeof import("../../wasm/pkg/fairshare_wasm.js")} */
  const simulator = await import(new URL("../../wasm/pkg/fairshare_wasm.js", import.meta.url).href);
  await simulator.default({ module_or_path: readFileSync(`${folder}/fairshare_wasm_bg.wasm`) });
  return simulator;
}

/** @type {ReturnType<typeof loadSimulator> | undefined} */
let loaded;

/**
 * The summary of a run and its result ID.
 * @param {object} document
 * @returns {Promise<Summary & { id: string }>}
 */
export async function summaryOf(document) {
  loaded ??= loadSimulator();
  const { Document } = await loaded;
  const parsed = new Document(JSON.stringify(document));
  const run = parsed.simulation(JSON.stringify({ signals: [], events: false }));
  while (run.stepUntil(run.duration, 1e6)[2] === 0);
  if (run.failure() !== "") throw new Error(run.failure());
  const summary = { ...JSON.parse(run.summary()), id: run.resultId() };
  run.free();
  parsed.free();
  return summary;
}

/** @param {number} x @param {number} digits */
const rounded = (x, digits) => Number(x.toFixed(digits));

/**
 * Computes a cell.
 * @param {import("./matrixCells.mjs").MatrixNetwork} network
 * @param {string} first
 * @param {string} second
 * @returns {Promise<MatrixCell>}
 */
export async function computeCell(network, first, second) {
  /** @type {(MatrixValues & { id: string })[]} */
  const runs = [];
  for (const seed of SEEDS) {
    const { flows, links, id } = await summaryOf(cellDocument(network, first, second, seed));
    const rateOf = (/** @type {string} */ flow) => flows.find((f) => f.id === flow)?.goodput_bps ?? 0;
    const [link] = links;
    if (!link) throw new Error("The run has no link.");
    runs.push({
      id,
      share: rateOf("first") / (rateOf("first") + rateOf("second")),
      utilisation: link.utilisation,
      wait: link.queue_delay_ms?.mean ?? 0,
      loss: link.drop_rate,
    });
  }
  const [run] = runs;
  if (!run) throw new Error("There are no seeds.");
  const mean = (/** @type {keyof MatrixValues} */ name) =>
    runs.reduce((sum, values) => sum + values[name] / runs.length, 0);
  const means = {
    share: mean("share"),
    utilisation: mean("utilisation"),
    wait: mean("wait"),
    loss: mean("loss"),
  };
  return { network: network.id, first, second, ...stored(means), run: { id: run.id, ...stored(run) } };
}

/**
 * The values with the decimals that are stored.
 * @param {MatrixValues} values
 */
const stored = ({ share, utilisation, wait, loss }) => ({
  share: rounded(share, 3),
  utilisation: rounded(utilisation, 3),
  wait: rounded(wait, 1),
  loss: rounded(loss, 4),
});

/** Computes all cells and stores them. */
export async function storeMatrix() {
  const ids = competitors().map(({ id }) => id);
  /** @type {MatrixCell[]} */
  const cells = [];
  for (const network of NETWORKS) {
    for (const [i, first] of ids.entries())
      for (const second of ids.slice(i)) cells.push(await computeCell(network, first, second));
    note(`${network.title}: ${(ids.length * (ids.length + 1)) / 2} pairs`);
  }
  const lines = cells.map((cell) => `  ${JSON.stringify(cell)}`).join(",\n");
  const head = `"version": ${JSON.stringify(simulatorVersion())},\n "seeds": ${JSON.stringify(SEEDS)}`;
  writeFileSync(resultsFile, `{\n ${head},\n "cells": [\n${lines}\n ]\n}\n`);
}

/** @returns {MatrixResults} */
export const readMatrix = () => JSON.parse(readFileSync(resultsFile, "utf8"));

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(" | ")} |`;

const percent = (/** @type {number} */ x) => `${(100 * x).toFixed(0)}`;

/**
 * One network: the ranking of the algorithms and the matrix of their shares.
 * @param {string} title
 * @param {ReturnType<typeof competitors>} names
 * @param {(a: string, b: string) => MatrixCell} cellOf
 */
function sectionOf(title, names, cellOf) {
  const summaries = names.map(({ id: a, name }) => {
    const others = names.filter(({ id: b }) => b !== a);
    const shares = others.map(({ id: b }) => cellOf(a, b).share);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const wins = shares.filter((share) => share > 0.55).length;
    const own = cellOf(a, a);
    const cubic = cellOf(a, "cubic");
    return {
      mean,
      text: [
        name,
        percent(mean),
        String(wins),
        percent(cubic.share),
        percent(own.utilisation),
        own.wait.toFixed(1),
        (100 * own.loss).toFixed(2),
      ],
    };
  });
  const ranking = [...summaries].sort((x, y) => y.mean - x.mean).map(({ text }) => row(text));
  const matrix = names.map(({ id: a, name }, i) =>
    row([`${i + 1} ${name}`, ...names.map(({ id: b }) => percent(cellOf(a, b).share))]),
  );
  return [
    `## ${title}`,
    "",
    row([
      "algorithm",
      "mean share, %",
      "wins",
      "share against CUBIC, %",
      "two of it: utilisation, %",
      "wait, ms",
      "loss, %",
    ]),
    "|---|--:|--:|--:|--:|--:|--:|",
    ...ranking,
    "",
    "<details><summary>The share of each row against each column, in %</summary>",
    "",
    row(["", ...names.map((_, i) => String(i + 1))]),
    `|---|${"--:|".repeat(names.length)}`,
    ...matrix,
    "",
    "</details>",
    "",
  ].join("\n");
}

/** The page of documentation with the results. */
export function renderedMatrix() {
  const { version, seeds, cells } = readMatrix();
  // Algorithms that were added after the results were computed are left out.
  const known = new Set(cells.map(({ first }) => first));
  const names = competitors().filter(({ id }) => known.has(id));
  const byPair = new Map(cells.map((cell) => [`${cell.network} ${cell.first} ${cell.second}`, cell]));
  /** @param {string} network @param {string} a @param {string} b */
  const cellOf = (network, a, b) => {
    const direct = byPair.get(`${network} ${a} ${b}`);
    const reverse = direct ? undefined : byPair.get(`${network} ${b} ${a}`);
    const found = direct ?? (reverse && { ...reverse, share: 1 - reverse.share });
    if (!found) throw new Error(`There is no result of ${a} and ${b}: run npm run validate -- --only matrix`);
    return found;
  };
  const sections = NETWORKS.map(({ id, title }) => sectionOf(title, names, (a, b) => cellOf(id, a, b)));
  return `# Which one wins?

Every algorithm against every other one, with an unlimited amount of data: two flows on a link of 10 Mb/s with a base round-trip time of
40 ms, measured from 20 to 60 s, as a mean over ${seeds.length} seeds. Simulator ${version}. All settings are defaults, except that TRABOL and
SCReAM have rates for a link of 10 Mb/s. \`npm run validate -- --only matrix\` computes the results, \`npm run gen\` writes this page, and
\`npm test\` recomputes a sample.

A *win* is a share of more than 55 % against another algorithm. The last three columns are those of two flows of the same algorithm. Two
flows do not show how an algorithm behaves among many, and a share says nothing about who caused it: an algorithm can be ahead because it
ignores losses, or behind because it adapts once in several seconds, as LDA does.

${sections.join("\n")}`;
}

export const matrixPageText = () => readFileSync(pageFile, "utf8");

/** Writes docs/which-one-wins.md. */
export const writeMatrixPage = () => writeFileSync(pageFile, renderedMatrix());
