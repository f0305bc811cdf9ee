// Fuzzing of a worker: random messages in random orders to a `Runner` with the real WebAssembly. No message and no slice of work may
// throw. Every question gets one answer, every run ends once, its result ID and its recording equal those of a run without a worker,
// and simulations are freed. Messages whose contents have wrong types may end the worker, which it must report.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { inRoot } from "../paths.mjs";
import { countInputs } from "./counts.mjs";
import { changeText, changeValue, numbers, Random, randomValue } from "./random.mjs";

/**
 * @typedef {import("../../../web/src/engine/protocol.ts").ToWorker} ToWorker
 * @typedef {import("../../../web/src/engine/protocol.ts").FromWorker} FromWorker
 * @typedef {import("../../../web/src/engine/simulator.ts").Simulator} Simulator
 * @typedef {import("../../../web/src/engine/simulator.ts").Simulation} Simulation
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

/** The numbers of bins of recordings. */
const BINS = [64, 256, 2048];
/** A run of the worker ends before this number of slices, or hangs. */
const MAX_SLICES = 20_000;
/** Runs longer than this many seconds are not loaded, because they would take too long. */
const MAX_DURATION = 20;

/**
 * The values of all series and events, put together from the frames of a run. A block replaces the values from its first bin on.
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

  /** The rows as sorted texts. Their order depends on the steps, because links report their losses with a delay. */
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

/** @param {{ seed: number, count: number, index?: number | undefined }} piece */
export async function fuzzMessages(piece) {
  const { seed } = piece;
  const { runnerImport } = await import("vite");
  const options = { configFile: /** @type {const} */ (false), logLevel: /** @type {const} */ ("error") };
  /** @type {{ module: typeof import("../../../web/src/engine/runner.ts") }} */
  const { module } = await runnerImport(inRoot("web", "src", "engine", "runner.ts"), options);
  /** @type {typeof import("../../../wasm/pkg/fairshare_wasm.js")} */
  const wasm = await import(new URL("../../../wasm/pkg/fairshare_wasm.js", import.meta.url).href);
  await wasm.default({ module_or_path: readFileSync(inRoot("wasm", "pkg", "fairshare_wasm_bg.wasm")) });
  const texts = documents.map((document) => JSON.stringify(document));

  /** The simulations that were created and not yet freed. */
  let live = 0;
  /** Counts a simulation until it is freed. @param {Simulation} simulation @returns {Simulation} */
  const counted = (simulation) => {
    live += 1;
    return new Proxy(simulation, {
      get(target, name) {
        if (name === "free") {
          live -= 1;
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

  /** The result ID and the recording of a text with a number of bins, without a worker. @param {string} text @param {number} bins */
  const expectedRun = (text, bins) => {
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
  };

  /** Whether the run of a text is short enough. @param {string} text */
  const isShort = (text) => {
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
  };

  /** A text of a document: valid, changed, or not a document. @param {Random} random */
  const randomText = (random) => {
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
  };

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
  const randomMessage = (random, questionId) => {
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
        return { type: "drop", runId };
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
  };

  return countInputs(piece, (index, describe) => {
    const random = new Random(seed, index);
    const mayBeMalformed = random.below(4) === 0;
    /** @type {ToWorker[]} */
    const sent = [];
    /** @type {FromWorker[]} */
    const posted = [];
    let clockMs = 0;
    let isScheduled = false;
    /** @type {() => void} */
    let work = () => {};
    const liveBefore = live;
    const runner = new module.Runner(simulator, {
      post: (message) => posted.push(structuredClone(message)),
      clockMs: () => {
        clockMs += random.below(8);
        return clockMs;
      },
      createScheduler: (slice) => {
        work = slice;
        return () => {
          isScheduled = true;
        };
      },
    });
    /** Runs slices and gives the page's answer to frames. @param {number} slices */
    const advance = (slices) => {
      for (let slice = 0; slice < slices && isScheduled; slice++) {
        isScheduled = false;
        const before = posted.length;
        work();
        for (const message of posted.slice(before))
          if (message.type === "frame") send({ type: "credit", runId: message.runId });
      }
    };
    /** @param {ToWorker} message */
    const send = (message) => {
      sent.push(message);
      describe(JSON.stringify(sent));
      runner.receive(structuredClone(message));
    };
    for (let number = 0; number < 5 + random.below(20); number++) {
      let message = randomMessage(random, number);
      if (mayBeMalformed && random.below(4) === 0) {
        const name = random.pick(
          Object.keys(message).filter((key) => key !== "type" && key !== "questionId"),
        );
        message = /** @type {ToWorker} */ ({ ...message, [name ?? "paused"]: randomValue(random) });
      }
      send(message);
      advance(random.below(30));
    }
    send({ type: "pause", paused: false });
    advance(MAX_SLICES);
    if (isScheduled) throw new Error(`there is work after ${MAX_SLICES} slices`);
    send({ type: "ping", questionId: -1 });
    if (!posted.some((message) => message.type === "pong" && message.questionId === -1))
      throw new Error("a ping was not answered");

    const crash = posted.find((message) => message.type === "crashed");
    if (crash?.type === "crashed") {
      // A wrong type can end the worker, but a panic or a trap cannot have this cause.
      if (!mayBeMalformed || /panic|unreachable|RuntimeError/.test(crash.message))
        throw new Error(crash.message);
      live = liveBefore;
      return "ended by a wrong type";
    }
    /** @param {number} questionId */
    const answersTo = (questionId) =>
      posted.filter((answer) => "questionId" in answer && answer.questionId === questionId).length;
    for (const message of sent)
      if ("questionId" in message && answersTo(message.questionId) !== 1)
        throw new Error(`question ${message.questionId} has ${answersTo(message.questionId)} answers`);
    for (const message of sent) if (message.type === "load") checkRun(message, sent, posted);
    if (live - liveBefore > 3) throw new Error(`${live - liveBefore} simulations were not freed`);
    live = liveBefore;
    return "";
  });

  /**
   * Checks the messages about one run.
   * @param {ToWorker & { type: "load" }} load
   * @param {ToWorker[]} sent
   * @param {FromWorker[]} posted
   */
  function checkRun(load, sent, posted) {
    if (typeof load.text !== "string" || typeof load.runId !== "string" || !BINS.includes(load.bins)) return;
    const about = posted.filter((message) => "runId" in message && message.runId === load.runId);
    const endings = about.filter(({ type }) => type === "done" || type === "failed");
    const isLast = sent.findLast(({ type }) => type === "load") === load;
    const isEnded = sent.some(
      ({ type, ...rest }) =>
        (type === "cancel" || type === "drop") && Object.is("runId" in rest && rest.runId, load.runId),
    );
    if (endings.length > 1 || (isLast && !isEnded && endings.length === 0))
      throw new Error(`${load.runId} has ${endings.length} ends`);
    const done = endings.find((message) => message.type === "done");
    if (done?.type !== "done") return;
    const expected = expectedRun(load.text, load.bins);
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
}
