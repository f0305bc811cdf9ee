// The table "Which one wins": every algorithm against every other algorithm on three networks. `npm run
// validate` computes and stores the results, which the page shows.
import { readFileSync } from "node:fs";
import { readGenerated } from "./generatedJson.mjs";
import { cellDocument, NETWORKS, readMatrix, rowOf } from "./matrixCells.mjs";
import { valuesOf } from "./matrixRuns.mjs";
import { inRoot, simulatorVersion } from "./paths.mjs";
import { note } from "./steps.mjs";
import { rounded, storeRows } from "./tables.mjs";

/** @typedef {import("./matrixCells.mjs").MatrixCell} MatrixCell */
/** @typedef {import("./matrixRuns.mjs").MatrixValues} MatrixValues */

/**
 * The number of seeds of a cell, and the factor of its 95 % interval: the 97.5th percentile of Student's t-distribution
 * with one degree of freedom less.
 */
const SEEDS = 8;
const FACTOR = 2.365;

const resultsFile = inRoot("docs", "validation", "matrix.json");

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
 */
function halfWidth(runs) {
  const mean = runs.reduce((sum, { share }) => sum + share / runs.length, 0);
  const squares = runs.reduce((sum, { share }) => sum + (share - mean) ** 2, 0);
  return FACTOR * Math.sqrt(squares / (runs.length - 1) / runs.length);
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
  for (let seed = 1; seed <= SEEDS; seed += 1)
    runs.push(await valuesOf(cellDocument(network, first, second, seed)));
  const half = halfWidth(runs);
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
  storeRows(resultsFile, { version: simulatorVersion() }, "cells", cells.map(rowOf));
}

export const storedMatrix = () => readMatrix(readFileSync(resultsFile, "utf8"));
