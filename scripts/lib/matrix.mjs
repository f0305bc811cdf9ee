// The table "Which one wins": every algorithm against every other algorithm on three networks. `npm run
// validate` computes and stores the results, and `npm run gen` writes docs/which-one-wins.md from them.
import { readFileSync, writeFileSync } from "node:fs";
import { readGenerated } from "./generatedJson.mjs";
import { cellDocument, NETWORKS } from "./matrixCells.mjs";
import { valuesOf } from "./matrixRuns.mjs";
import { inRoot, simulatorVersion } from "./paths.mjs";
import { note } from "./steps.mjs";
import { rounded, storeRows, table } from "./tables.mjs";

/** @typedef {import("./matrixRuns.mjs").MatrixValues} MatrixValues */

/**
 * The means over the seeds from 1 to `seeds`, half the width of the share's 95 % interval, and the run with the first
 * seed, which the page opens in the Lab, with its result ID.
 * @typedef {{ network: string, first: string, second: string } & MatrixValues & { half: number, seeds: number, run: MatrixValues & { id: string } }} MatrixCell
 */

/** @typedef {{ version: string, cells: MatrixCell[] }} MatrixResults */

/**
 * The numbers of seeds that a cell can have, each with the factor of its 95 % interval: the 97.5th percentile of
 * Student's t-distribution with one degree of freedom less than seeds.
 */
const SEEDS = /** @type {const} */ ([
  [8, 2.365],
  [16, 2.131],
  [32, 2.04],
]);
/** A cell gets more seeds until half the width of the share's interval is at most this. */
const WANTED_HALF = 0.02;

const resultsFile = inRoot("docs", "validation", "matrix.json");
const pageFile = inRoot("docs", "which-one-wins.md");

/** @typedef {{ id: string, name: string, family: string }} Competitor */

/** The algorithms that compete: all that have rules of their own for congestion, in the order of the catalogue. */
export function competitors() {
  /** @type {{ algorithms: Competitor[] }} */
  const { algorithms } = readGenerated("catalogue.json");
  return algorithms.filter(({ id, family }) => family !== "none" && id !== "own");
}

/**
 * Half the width of the 95 % interval of the mean of the shares.
 * @param {readonly MatrixValues[]} runs
 * @param {number} factor
 */
function halfWidth(runs, factor) {
  const mean = runs.reduce((sum, { share }) => sum + share / runs.length, 0);
  const squares = runs.reduce((sum, { share }) => sum + (share - mean) ** 2, 0);
  return factor * Math.sqrt(squares / (runs.length - 1) / runs.length);
}

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
  let half = Number.POSITIVE_INFINITY;
  for (const [seeds, factor] of SEEDS) {
    while (runs.length < seeds)
      runs.push(await valuesOf(cellDocument(network, first, second, runs.length + 1)));
    half = halfWidth(runs, factor);
    if (half <= WANTED_HALF) break;
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
  return {
    network: network.id,
    first,
    second,
    ...stored(means),
    half: rounded(half, 3),
    seeds: runs.length,
    run: { id: run.id, ...stored(run) },
  };
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
  storeRows(resultsFile, { version: simulatorVersion() }, "cells", cells);
}

/** @returns {MatrixResults} */
export const readMatrix = () => JSON.parse(readFileSync(resultsFile, "utf8"));

const percent = (/** @type {number} */ x) => `${(100 * x).toFixed(0)}`;

/** Whether the first flow has more than half with 95 % confidence. @param {MatrixCell} cell */
const wonBy = ({ share, half }) => share - half > 0.5;

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
    const wins = others.filter(({ id: b }) => wonBy(cellOf(a, b))).length;
    const own = cellOf(a, a);
    const cubic = cellOf(a, "cubic");
    return {
      mean,
      cells: [
        name,
        percent(mean),
        String(wins),
        `${percent(cubic.share)} ± ${percent(cubic.half)}`,
        percent(own.utilisation),
        own.wait.toFixed(1),
        (100 * own.loss).toFixed(2),
      ],
    };
  });
  const ranking = [...summaries].sort((x, y) => y.mean - x.mean).map(({ cells }) => cells);
  const head = ["algorithm", "mean share, %", "wins", "share against CUBIC, %"];
  head.push("two of it: utilisation, %", "wait, ms", "loss, %");
  const matrix = names.map(({ id: a, name }, i) => [
    `${i + 1} ${name}`,
    ...names.map(({ id: b }) => percent(cellOf(a, b).share)),
  ]);
  const numbers = names.map((_, i) => String(i + 1));
  return `## ${title}

${table("lrrrrrr", head, ranking)}

<details><summary>The share of each row against each column, in %</summary>

${table(`l${"r".repeat(names.length)}`, ["", ...numbers], matrix)}

</details>
`;
}

/**
 * The pairs of equal algorithms, whose share is a half by symmetry unless chance or a cause decides.
 * @param {readonly MatrixCell[]} cells
 */
function ownKindText(cells) {
  const own = cells.filter(({ first, second }) => first === second);
  const outside = own.filter(({ share, half }) => Math.abs(share - 0.5) > half + 5e-4);
  const named = outside.map(
    ({ network, first, share, half }) =>
      `${first} (${network}: ${(100 * share).toFixed(1)} ± ${(100 * half).toFixed(1)} %)`,
  );
  const expected = (own.length / 20).toFixed(0);
  return `Two flows of the same algorithm have equal roles, so the share is a half. Of ${own.length} such cells, ${outside.length} have a 95 % interval
without 50 % (by chance, about ${expected} would)${named.length > 0 ? `: ${named.join(", ")}` : ""}.
`;
}

/** The competitors that have results, and the cell of a pair of them. */
function readTable() {
  const { version, cells } = readMatrix();
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
  return { version, cells, names, cellOf };
}

/** The page of documentation with the results. */
function renderedMatrix() {
  const { version, cells, names, cellOf } = readTable();
  const sections = NETWORKS.map(({ id, title }) => sectionOf(title, names, (a, b) => cellOf(id, a, b)));
  const least = SEEDS[0][0];
  const most = SEEDS[SEEDS.length - 1]?.[0];
  return `# Which one wins?

Every algorithm against every other one, with an unlimited amount of data: two flows on a link of 10 Mb/s with a base round-trip time of
40 ms, measured from 20 to 60 s. Simulator ${version}: TCP flows have the Linux stack. All settings are defaults, except
that TRABOL and SCReAM have rates for a link of 10 Mb/s. \`npm run validate -- --only matrix\` computes the results, \`npm run gen\` writes
this page, and \`npm test\` recomputes a sample.

Each cell is the mean over ${least} seeds. If the 95 % interval of the share is wider than ${percent(WANTED_HALF)} points in either direction, it has 16 seeds, and then
${most}. A *win* is a share whose interval is above 50 %. The last three columns are those of two flows of the same algorithm. Two
flows do not show how an algorithm behaves among many, and a share says nothing about who caused it: an algorithm can be ahead because it
ignores losses, or behind because it adapts once in several seconds, as LDA does.

${ownKindText(cells)}
${sections.join("\n")}`;
}

/** Writes docs/which-one-wins.md. */
export const writeMatrixPage = () => writeFileSync(pageFile, renderedMatrix());
