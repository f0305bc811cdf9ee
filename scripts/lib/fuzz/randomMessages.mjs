// Random messages to a worker.
import { changeText, changeValue, numbers, randomValue } from "./random.mjs";

/**
 * @typedef {import("../../../web/src/engine/protocol.ts").ToWorker} ToWorker
 * @typedef {import("./random.mjs").Random} Random
 */

/** Short runs with different kinds of flows, queues and changes. */
const documents = [
  { v: 1, duration: 3, flows: [{ id: "near" }] },
  {
    v: 1,
    duration: 2,
    flows: [
      { id: "near", algorithm: "cubic", count: 2 },
      { id: "far", algorithm: "tfrc", access: { sender: 0.02 } },
    ],
    timeline: [{ at: 1, set: "network.forward.rate", to: 1e6 }],
  },
  {
    v: 1,
    duration: 4,
    seed: 7,
    network: { kind: "dumbbell", forward: { queue: { kind: "codel" }, loss: [{ kind: "random" }] } },
    flows: [{ id: "near", algorithm: "sack", source: { kind: "on_off", rate: 3e6 } }],
  },
];

const texts = documents.map((document) => JSON.stringify(document));

/** The numbers of bins of recordings. */
export const BINS = [64, 256, 2048];
/** Runs longer than this many seconds are not loaded, because they would take too long. */
const MAX_DURATION = 20;

/** Whether the run of a text is short enough. @param {string} text */
function isShort(text) {
  try {
    const { duration = 60, flows = [], network } = JSON.parse(text);
    const members = flows.reduce(
      (/** @type {number} */ sum, /** @type {{ count?: number }} */ flow) => sum + (flow.count ?? 1),
      0,
    );
    return duration <= MAX_DURATION && members <= 5 && (network?.forward?.rate ?? 1e7) <= 2e7;
  } catch {
    return true;
  }
}

/** A text of a document: valid, changed, or not a document. @param {Random} random */
function randomText(random) {
  const text = random.pick(texts);
  switch (random.below(6)) {
    case 0: {
      const other = JSON.stringify(changeValue(JSON.parse(text), random)) ?? "";
      return isShort(other) ? other : text;
    }
    case 1: {
      const other = changeText(text, random);
      return isShort(other) ? other : text;
    }
    default:
      return text;
  }
}

/** A time: usually within a run. @param {Random} random */
const randomTime = (random) =>
  random.pick([
    random.unit() * 4,
    random.unit() * 4,
    random.unit() * 4,
    random.pick(numbers),
    Number.NaN,
    Infinity,
    -Infinity,
  ]);

/** @param {Random} random @param {number} questionId @returns {ToWorker} */
export function randomMessage(random, questionId) {
  const runId = `run${random.below(4)}`;
  const text = randomText(random);
  switch (random.below(12)) {
    case 0:
      return { type: "check", questionId, text };
    case 1:
    case 2:
    case 3: {
      const mode = random.pick(/** @type {const} */ (["live", "live", "preview", "whole", "result"]));
      return { type: "load", runId: `run${questionId}`, text, bins: random.pick(BINS), mode };
    }
    case 4:
      return { type: "pause", paused: random.below(2) === 0 };
    case 5:
      return { type: "cancel", runId };
    case 6:
      return { type: "forget", runId };
    case 7:
    case 8:
      return {
        type: "explain",
        questionId,
        runId: `run${random.below(questionId + 1)}`,
        text,
        flow: random.pick(["near", "near", "far", "near.0", "nobody", ""]),
        from: randomTime(random),
        to: randomTime(random),
      };
    case 9:
    case 10:
      return {
        type: "summary",
        questionId,
        runId: `run${random.below(questionId + 1)}`,
        text,
        at: randomTime(random),
      };
    default:
      return { type: "ping", questionId };
  }
}

/**
 * The message with a random value for one of its members.
 * @param {ToWorker} message
 * @param {Random} random
 * @returns {ToWorker}
 */
export function malformed(message, random) {
  const name = random.pick(Object.keys(message).filter((key) => key !== "type" && key !== "questionId"));
  return /** @type {ToWorker} */ ({ ...message, [name ?? "paused"]: randomValue(random) });
}
