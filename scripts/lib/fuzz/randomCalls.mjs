// Random calls to a worker.
import { changeText, changeValue, numbers } from "./random.mjs";

/**
 * @typedef {import("../../../web/src/engine/simulatorCalls.ts").SimulatorCalls} SimulatorCalls
 * @typedef {{ [Name in keyof SimulatorCalls]: { name: Name, argument: SimulatorCalls[Name]["argument"] } }} AnyCall
 * @typedef {AnyCall[keyof SimulatorCalls] | { name: "cancel", argument: string }} RandomCall
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
const BINS = [64, 256, 2048];
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

/** @param {Random} random @param {number} number @returns {RandomCall} */
export function randomCall(random, number) {
  const id = `run${random.below(number + 1)}`;
  const text = randomText(random);
  switch (random.below(12)) {
    case 0:
      return { name: "check", argument: text };
    case 1:
    case 2:
    case 3: {
      const mode = random.pick(/** @type {const} */ (["live", "live", "preview", "whole", "result"]));
      return { name: "open", argument: { id: `run${number}`, text, bins: random.pick(BINS), mode } };
    }
    case 4:
      return { name: "compile", argument: random.pick(["on_ack { cwnd += 1 }", "on_ack {", text]) };
    case 5:
      return { name: "cancel", argument: id };
    case 6:
      return { name: "forget", argument: id };
    case 7:
    case 8: {
      const flow = random.pick(["near", "near", "far", "near.0", "nobody", ""]);
      return {
        name: "explain",
        argument: { id, text, flow, from: randomTime(random), to: randomTime(random) },
      };
    }
    default:
      return { name: "summary", argument: { id, text, at: randomTime(random) } };
  }
}
