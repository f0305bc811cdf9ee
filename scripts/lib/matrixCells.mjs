// The scenarios of the table "Which one wins" (matrix.mjs). The page opens them in the Lab, so this file must
// not use Node's modules.

/** @typedef {import("./matrixRuns.mjs").MatrixValues} MatrixValues */

/**
 * The means over the seeds from 1 to `seeds`, half the width of the share's 95 % interval, and the run with the first
 * seed, which the page opens in the Lab, with its result ID.
 * @typedef {{ network: string, first: string, second: string } & MatrixValues & { half: number, seeds: number, run: MatrixValues & { id: string } }} MatrixCell
 */

/** @typedef {{ version: string, cells: readonly MatrixCell[] }} MatrixResults */

/**
 * A network on which the algorithms compete.
 * @typedef {{ id: string, title: string, queue: Record<string, unknown> }} MatrixNetwork
 */

/**
 * Rate of the link in bit/s, and the base round-trip time in s. Packets have 1500 bytes, so a BDP is 33
 * packets.
 */
const RATE = 1e7;
const RTT = 0.04;

/**
 * The settings that an algorithm needs to use a path of 10 Mb/s (sim-core/simulation/tests/support has the
 * reasons).
 * @type {Readonly<Record<string, Record<string, number>>>}
 */
const SETTINGS = {
  trabol: { target_rate: 9.8e6, min_rate: 0.8e6, initial_increase: 1e6 },
  scream: { ramp_up: 1e6 },
};

/** @type {readonly MatrixNetwork[]} */
export const NETWORKS = [
  {
    id: "bdp",
    title: "Drop-tail, a buffer of one BDP",
    queue: { kind: "drop_tail", limit: { packets: 33 } },
  },
  {
    id: "deep",
    title: "Drop-tail, a buffer of four BDP",
    queue: { kind: "drop_tail", limit: { packets: 133 } },
  },
  { id: "codel", title: "CoDel with ECN", queue: { kind: "codel", ecn: true, limit: { packets: 400 } } },
];

/** A stored cell has a list of these values. @type {readonly (keyof MatrixValues)[]} */
const VALUES = ["share", "utilisation", "wait", "loss"];
/** @type {readonly (keyof MatrixCell)[]} */
const COLUMNS = ["network", "first", "second", ...VALUES, "half", "seeds", "run"];
/** @type {readonly (keyof MatrixCell["run"])[]} */
const RUN_COLUMNS = ["id", ...VALUES];

/** The row of a cell in the file of the results. @param {MatrixCell} cell */
export const rowOf = ({ run, ...cell }) =>
  COLUMNS.map((name) => (name === "run" ? RUN_COLUMNS.map((value) => run[value]) : cell[name]));

/** The results in the text of their file. @param {string} text @returns {MatrixResults} */
export function readMatrix(text) {
  const { version, cells } = JSON.parse(text);
  const named = (/** @type {readonly string[]} */ names, /** @type {readonly unknown[]} */ values) =>
    Object.fromEntries(names.map((name, i) => [name, values[i]]));
  return {
    version,
    cells: cells.map((/** @type {readonly unknown[]} */ row) => ({
      ...named(COLUMNS, row),
      run: named(RUN_COLUMNS, /** @type {readonly unknown[]} */ (row.at(-1))),
    })),
  };
}

/**
 * The scenario of a cell with a seed.
 * @param {MatrixNetwork} network
 * @param {string} first
 * @param {string} second
 * @param {number} seed
 * @returns {import("../../web/src/generated/types.ts").ScenarioDocument}
 */
export function cellDocument({ queue }, first, second, seed) {
  const access = { sender: RTT / 8, receiver: RTT / 8 };
  const forward = { rate: RATE, delay: RTT / 4, queue };
  const flows = [first, second].map((algorithm, i) => ({
    id: i === 0 ? "first" : "second",
    algorithm: /** @type {import("../../web/src/generated/types.ts").AlgorithmId} */ (algorithm),
    params: SETTINGS[algorithm] ?? {},
    access,
    start: { min: 0, max: 1 },
  }));
  return {
    v: 1,
    seed,
    duration: 60,
    warmup: 20,
    network: { kind: "dumbbell", forward },
    flows,
  };
}
