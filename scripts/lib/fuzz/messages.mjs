// Fuzzing of a worker: random messages in random orders to a `Runner` with the real WebAssembly. No message
// and no slice of work may throw. Every question gets one answer, every run ends once, its result ID and its
// recording equal those of a run without a worker, and simulations are freed. Messages whose contents have
// wrong types may end the worker, which it must report.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { inRoot } from "../paths.mjs";
import { countInputs } from "./counts.mjs";
import { Random } from "./random.mjs";
import { BINS, malformed, randomMessage } from "./randomMessages.mjs";

/**
 * @typedef {import("../../../web/src/engine/protocol.ts").ToWorker} ToWorker
 * @typedef {import("../../../web/src/engine/protocol.ts").FromWorker} FromWorker
 * @typedef {import("../../../web/src/engine/simulator.ts").Simulator} Simulator
 * @typedef {import("../../../web/src/engine/simulator.ts").Simulation} Simulation
 * @typedef {typeof import("../../../web/src/engine/runner.ts")["Runner"]} RunnerClass
 * @typedef {typeof import("../../../wasm/pkg/fairshare_wasm.js")} Wasm
 */

/** A run that has not ended after this number of slices counts as hanging. */
const MAX_SLICES = 20_000;
/**
 * The values of all series and events, put together from the frames of a run. A block replaces the values of
 * its first bin and all later bins.
 */
class Recording {
  /** @type {Map<number, { rev: number, values: number[] }>} */
  series = new Map();
  /** @type {number[]} */
  events = [];

  /** @param {Float64Array} series @param {Float64Array} events */
  add(series, events) {
    for (let at = 0; at < series.length; ) {
      const [key = 0, rev = 0, , bins = 0, first = 0] = series.subarray(at, at + 5);
      const size = this.isGauge[key] ? 3 : 1;
      const values = series.subarray(at + 5, at + 5 + size * (bins - first));
      const before = this.series.get(key);
      if (first > 0 && before?.rev !== rev)
        throw new Error(`a block of series ${key} continues another revision`);
      this.series.set(key, { rev, values: [...(before?.values.slice(0, first * size) ?? []), ...values] });
      at += 5 + values.length;
    }
    const [, rows = 0, first = 0] = events;
    this.events = [...this.events.slice(0, first * 5), ...events.subarray(3)];
    if (this.events.length !== rows * 5) throw new Error("events are missing");
  }

  /**
   * The rows as sorted texts. Their order depends on the steps, because links report their losses with a
   * delay.
   */
  sortedEvents() {
    return Array.from({ length: this.events.length / 5 }, (_, row) =>
      this.events.slice(5 * row, 5 * row + 5).join(" "),
    ).sort();
  }

  /** @param {readonly { kind: string }[]} directory */
  constructor(directory) {
    this.isGauge = directory.map(({ kind }) => kind === "gauge");
  }
}

/**
 * The page's runner of simulations and the WebAssembly.
 * @returns {Promise<{ Runner: RunnerClass, wasm: Wasm }>}
 */
async function loadRunner() {
  const { runnerImport } = await import("vite");
  const options = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ("error") };
  /** @type {{ module: { Runner: RunnerClass } }} */
  const { module } = await runnerImport(inRoot("web", "src", "engine", "runner.ts"), options);
  /** @type {Wasm} */
  const wasm = await import(new URL("../../../wasm/pkg/fairshare_wasm.js", import.meta.url).href);
  await wasm.default({
    module_or_path: readFileSync(inRoot("wasm", "pkg", "fairshare_wasm_bg.wasm")),
  });
  return { Runner: module.Runner, wasm };
}

/**
 * A simulator that counts the simulations that were created and not yet freed, in `live.count`.
 * @param {Wasm} wasm
 */
function countingSimulator(wasm) {
  const live = { count: 0 };
  /** Counts a simulation until it is freed. @param {Simulation} simulation @returns {Simulation} */
  const counted = (simulation) => {
    live.count += 1;
    return new Proxy(simulation, {
      get(target, name) {
        if (name === "free") {
          live.count -= 1;
          return () => target.free();
        }
        if (name === "near") return (/** @type {number} */ t) => counted(target.near(t));
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  /** @type {Simulator} */
  const simulator = {
    version: wasm.version,
    Document: class {
      #document;
      /** @param {string} text */
      constructor(text) {
        this.#document = new wasm.Document(text);
      }
      verdict = () => this.#document.verdict();
      rateSteps = () => this.#document.rateSteps();
      /** @param {string} recording */
      simulation = (recording) => counted(this.#document.simulation(recording));
      free = () => this.#document.free();
    },
  };
  return { live, simulator };
}

/**
 * The result ID and the recording of a text with a number of bins, without a worker.
 * @param {Wasm} wasm
 * @param {string} text
 * @param {number} bins
 */
function expectedRun(wasm, text, bins) {
  const document = new wasm.Document(text);
  /** @type {Simulation} */
  const sim = document.simulation(JSON.stringify({ bins, decisions: false }));
  while (sim.stepUntil(sim.duration, 1e6)[2] === 0);
  const recording = new Recording(JSON.parse(sim.directory()));
  recording.add(sim.readNew(), sim.eventsNew());
  const result = { resultId: sim.resultId(), summary: JSON.parse(sim.summary()), recording };
  sim.free();
  document.free();
  return result;
}

/** A worker's runner that computes a slice when the test requests it, and all messages to and from it. */
class Conversation {
  /** @type {ToWorker[]} */
  sent = [];
  /** @type {FromWorker[]} */
  posted = [];
  isScheduled = false;
  /** @type {() => void} */
  work = () => {};

  /** @param {RunnerClass} Runner @param {Simulator} simulator @param {Random} random @param {(input: string) => void} describe */
  constructor(Runner, simulator, random, describe) {
    let clockMs = 0;
    this.describe = describe;
    this.runner = new Runner(simulator, {
      post: (message) => this.posted.push(structuredClone(message)),
      clockMs: () => {
        clockMs += random.below(8);
        return clockMs;
      },
      createScheduler: (slice) => {
        this.work = slice;
        return () => {
          this.isScheduled = true;
        };
      },
    });
  }

  /** @param {ToWorker} message */
  send(message) {
    this.sent.push(message);
    this.describe(JSON.stringify(this.sent));
    this.runner.receive(structuredClone(message));
  }

  /** Runs slices and gives the page's answer to frames. @param {number} slices */
  advance(slices) {
    for (let slice = 0; slice < slices && this.isScheduled; slice++) {
      this.isScheduled = false;
      const before = this.posted.length;
      this.work();
      for (const message of this.posted.slice(before))
        if (message.type === "frame") this.send({ type: "credit", runId: message.runId });
    }
  }

  /** Lets the worker finish. */
  finish() {
    this.send({ type: "pause", paused: false });
    this.advance(MAX_SLICES);
    if (this.isScheduled) throw new Error(`there is work after ${MAX_SLICES} slices`);
    this.send({ type: "ping", questionId: -1 });
    if (!this.posted.some((message) => message.type === "pong" && message.questionId === -1))
      throw new Error("a ping was not answered");
  }

  /** Every question has one answer. */
  checkAnswers() {
    /** @param {number} questionId */
    const answersTo = (questionId) =>
      this.posted.filter((answer) => "questionId" in answer && answer.questionId === questionId).length;
    for (const message of this.sent)
      if ("questionId" in message && answersTo(message.questionId) !== 1)
        throw new Error(`question ${message.questionId} has ${answersTo(message.questionId)} answers`);
  }
}

/** @param {{ seed: number, count: number, index?: number | undefined }} piece */
export async function fuzzMessages(piece) {
  const { Runner, wasm } = await loadRunner();
  const { live, simulator } = countingSimulator(wasm);
  return countInputs(piece, (index, describe) => {
    const random = new Random(piece.seed, index);
    const mayBeMalformed = random.below(4) === 0;
    const liveBefore = live.count;
    const conversation = new Conversation(Runner, simulator, random, describe);
    for (let number = 0; number < 5 + random.below(20); number++) {
      const message = randomMessage(random, number);
      conversation.send(mayBeMalformed && random.below(4) === 0 ? malformed(message, random) : message);
      conversation.advance(random.below(30));
    }
    conversation.finish();
    const { sent, posted } = conversation;
    const crash = posted.find((message) => message.type === "crashed");
    if (crash?.type === "crashed") {
      // A wrong type can end the worker, but a panic or a trap cannot have this cause.
      if (!mayBeMalformed || /panic|unreachable|RuntimeError/.test(crash.message))
        throw new Error(crash.message);
      live.count = liveBefore;
      return "ended by a wrong type";
    }
    conversation.checkAnswers();
    for (const message of sent) if (message.type === "load") checkRun(message, sent, posted, wasm);
    if (live.count - liveBefore > 3) throw new Error(`${live.count - liveBefore} simulations were not freed`);
    live.count = liveBefore;
    return "";
  });
}

/**
 * Checks the messages about one run.
 * @param {ToWorker & { type: "load" }} load
 * @param {ToWorker[]} sent
 * @param {FromWorker[]} posted
 * @param {Wasm} wasm
 */
function checkRun(load, sent, posted, wasm) {
  if (typeof load.text !== "string" || typeof load.runId !== "string" || !BINS.includes(load.bins)) return;
  const about = posted.filter((message) => "runId" in message && message.runId === load.runId);
  const endings = about.filter(({ type }) => type === "done" || type === "failed");
  const isLast = sent.findLast(({ type }) => type === "load") === load;
  const isEnded = sent.some(
    ({ type, ...rest }) =>
      (type === "cancel" || type === "forget") && Object.is("runId" in rest && rest.runId, load.runId),
  );
  if (endings.length > 1 || (isLast && !isEnded && endings.length === 0))
    throw new Error(`${load.runId} has ${endings.length} ends`);
  const done = endings.find((message) => message.type === "done");
  if (done?.type !== "done") return;
  const expected = expectedRun(wasm, load.text, load.bins);
  if (
    done.outcome.resultId !== expected.resultId ||
    !isDeepStrictEqual(done.outcome.summary, expected.summary)
  )
    throw new Error(`${load.runId} has result ${done.outcome.resultId} instead of ${expected.resultId}`);
  const started = about.find((message) => message.type === "started");
  if (!["live", "preview", "whole"].includes(load.mode) || started?.type !== "started") return;
  const recording = new Recording(started.directory);
  for (const message of about) if (message.type === "frame") recording.add(message.series, message.events);
  for (const [key, found] of recording.series)
    if (!isDeepStrictEqual(found, expected.recording.series.get(key)))
      throw new Error(`series ${started.directory[key]?.signal} of ${load.runId} differs`);
  if (recording.series.size !== expected.recording.series.size)
    throw new Error(`series of ${load.runId} are missing`);
  if (!isDeepStrictEqual(recording.sortedEvents(), expected.recording.sortedEvents()))
    throw new Error(`the events of ${load.runId} differ`);
}
