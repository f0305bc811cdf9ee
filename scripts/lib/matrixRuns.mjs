// Runs of the tables of algorithms with the simulator's WebAssembly in Node.
import { runOpener } from "./parity.mjs";

/**
 * Two flows on a network: the share of the first flow, the link's utilisation, the mean queueing delay in ms,
 * and the share of packets that the link drops.
 * @typedef {{ share: number, utilisation: number, wait: number, loss: number }} MatrixValues
 */

/**
 * The parts of a run's summary that the tables need.
 * @typedef {object} Summary
 * @property {{ id: string, goodput_bps: number, timeouts: number }[]} flows
 * @property {{ utilisation: number, drop_rate: number, drops: number, marks: number, queue_delay_ms: { mean: number, p95: number } | null }[]} links
 */

/** @type {ReturnType<typeof runOpener> | undefined} */
let loaded;

/**
 * The summary of a run and its result ID.
 * @param {object} document
 * @returns {Promise<Summary & { id: string }>}
 */
export async function summaryOf(document) {
  loaded ??= runOpener();
  const simulation = (await loaded)(JSON.stringify(document));
  while (simulation.stepUntil(simulation.duration, 1e6)[2] === 0);
  const failure = simulation.failure();
  if (failure) throw new Error(failure.message);
  const summary = { ...simulation.summary(), id: simulation.resultId() };
  simulation.free();
  return summary;
}

/**
 * The values of a run of two flows, `first` and `second`, and its result ID.
 * @param {object} document
 * @returns {Promise<MatrixValues & { id: string }>}
 */
export async function valuesOf(document) {
  const { flows, links, id } = await summaryOf(document);
  const rateOf = (/** @type {string} */ flow) => flows.find((f) => f.id === flow)?.goodput_bps ?? 0;
  const [link] = links;
  if (!link) throw new Error("The run has no link.");
  return {
    id,
    share: rateOf("first") / (rateOf("first") + rateOf("second")),
    utilisation: link.utilisation,
    wait: link.queue_delay_ms?.mean ?? 0,
    loss: link.drop_rate,
  };
}
