// Fuzzing of a worker: random calls in random orders to a `Runner` with the real WebAssembly. No call and no slice of work may
// throw anything but issues. Every call that is not cancelled gets one answer, the result ID and the recording of a complete run
// equal those of a run without a worker, and simulations are freed.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { inRoot } from "../paths.mjs";
import { countInputs } from "./counts.mjs";
import { Random } from "./random.mjs";
import { randomCall } from "./randomCalls.mjs";

/**
 * @typedef {import("../../../web/src/engine/simulator.ts").Simulator} Simulator
 * @typedef {import("../../../web/src/engine/simulator.ts").Simulation} Simulation
 * @typedef {import("../../../web/src/engine/simulatorCalls.ts").RunFrame} RunFrame
 * @typedef {typeof import("../../../web/src/engine/runner.ts")["Runner"]} RunnerClass
 * @typedef {typeof import("../../../wasm/pkg/fairshare_wasm.js")} Wasm
 * @typedef {import("./randomCalls.mjs").RandomCall} RandomCall
 */

/** A conversation that has not ended after this number of turns counts as hanging. */
const MAX_TURNS = 20_000;

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
  await wasm.default({ module_or_path: readFileSync(inRoot("wasm", "pkg", "fairshare_wasm_bg.wasm")) });
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
    check: wasm.check,
    open: (text, recording) => {
      const opened = wasm.open(text, recording);
      return opened.ok ? { ...opened, simulation: counted(opened.simulation) } : opened;
    },
    compileProgram: wasm.compileProgram,
    memoryBytes: () => 0,
  };
  return { live, simulator };
}

/** A worker's runner whose turns end when the test says so, and all calls to it. */
class Conversation {
  /** @type {(RandomCall & { frames: RunFrame[], answers: unknown[], isCancelled: boolean, change: (kind: "credit" | "cancel") => void })[]} */
  calls = [];
  /** @type {(() => void)[]} */
  turns = [];
  /** @type {unknown} */
  fault = null;

  /** @param {RunnerClass} Runner @param {Simulator} simulator @param {Random} random */
  constructor(Runner, simulator, random) {
    let clockMs = 0;
    this.runner = new Runner(simulator, {
      clockMs: () => {
        clockMs += random.below(8);
        return clockMs;
      },
      nextTurn: () => new Promise((resolve) => this.turns.push(resolve)),
    });
  }

  /** @param {RandomCall} random */
  call(random) {
    if (random.name === "cancel") return this.cancel(random.argument);
    const made = {
      ...random,
      /** @type {RunFrame[]} */
      frames: [],
      /** @type {unknown[]} */
      answers: [],
      isCancelled: false,
      /** @type {(kind: "credit" | "cancel") => void} */
      change: () => {},
    };
    this.calls.push(made);
    const handler = /** @type {(argument: unknown, context: object) => unknown} */ (
      this.runner.handlers[random.name]
    );
    const context = {
      isCancelled: () => made.isCancelled,
      transfer: () => {},
      send: (/** @type {RunFrame} */ frame) => {
        made.frames.push(structuredClone(frame));
        if (frame.type === "data") setImmediate(() => made.change("credit"));
      },
      listen: (/** @type {(kind: "credit" | "cancel") => void} */ onChange) => {
        made.change = onChange;
      },
    };
    Promise.resolve()
      .then(() => handler(structuredClone(random.argument), context))
      .then(
        (answer) => made.answers.push(answer),
        (error) => {
          made.answers.push(error);
          if (!made.isCancelled && !/^\{"issues"/.test(error.message)) this.fault = error;
        },
      );
  }

  /** Cancels the open call of a run. @param {unknown} id */
  cancel(id) {
    for (const made of this.calls) {
      if (made.name !== "open" || made.argument.id !== id) continue;
      made.isCancelled = true;
      made.change("cancel");
    }
  }

  /** Lets turns end. Returns whether the runner waits for a further one. @param {number} count */
  async advance(count) {
    for (let turn = 0; turn <= count; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.turns.length === 0) return false;
      if (turn < count) this.turns.shift()?.();
    }
    return true;
  }
}

/** @param {{ seed: number, count: number, index?: number | undefined }} piece */
export async function fuzzCalls(piece) {
  const { Runner, wasm } = await loadRunner();
  const { live, simulator } = countingSimulator(wasm);
  return countInputs(piece, async (index, describe) => {
    const random = new Random(piece.seed, index);
    const liveBefore = live.count;
    const conversation = new Conversation(Runner, simulator, random);
    for (let number = 0; number < 5 + random.below(20); number++) {
      conversation.call(randomCall(random, number));
      describe(JSON.stringify(conversation.calls.map(({ name, argument }) => ({ name, argument }))));
      await conversation.advance(random.below(30));
    }
    if (await conversation.advance(MAX_TURNS)) throw new Error(`there is work after ${MAX_TURNS} turns`);
    if (conversation.fault) throw conversation.fault;
    for (const { name, answers, isCancelled } of conversation.calls)
      if (answers.length !== 1 && !isCancelled) throw new Error(`${name} has ${answers.length} answers`);
    for (const made of conversation.calls) if (made.name === "open") checkRun(made, wasm);
    if (live.count - liveBefore > 3) throw new Error(`${live.count - liveBefore} simulations were not freed`);
    live.count = liveBefore;
    return "";
  });
}

/**
 * Compares a complete run with a run without a worker.
 * @param {Conversation["calls"][number] & { name: "open" }} made
 * @param {Wasm} wasm
 */
function checkRun({ argument: { id, text, bins, mode }, frames, answers }, wasm) {
  const end = /** @type {import("../../../web/src/engine/simulatorCalls.ts").RunEnd | undefined} */ (
    answers[0]
  );
  if (end?.type !== "complete") return;
  /** @type {import("../../../web/src/engine/simulator.ts").Opened} */
  const { simulation, directory } = wasm.open(text, { bins, decisions: false });
  while (simulation.stepUntil(simulation.duration, 1e6)[2] === 0);
  if (end.outcome.resultId !== simulation.resultId())
    throw new Error(`${id} has result ${end.outcome.resultId} instead of ${simulation.resultId()}`);
  if (!isDeepStrictEqual(end.outcome.summary, simulation.summary()))
    throw new Error(`the summary of ${id} differs`);
  if (mode !== "result") {
    const [expected, found] = [new Recording(directory), new Recording(directory)];
    expected.add(simulation.readNew(), simulation.eventsNew());
    for (const frame of frames) if (frame.type === "data") found.add(frame.series, frame.events);
    if (!isDeepStrictEqual(found.series, expected.series)) throw new Error(`the series of ${id} differ`);
    if (!isDeepStrictEqual(found.sortedEvents(), expected.sortedEvents()))
      throw new Error(`the events of ${id} differ`);
  }
  simulation.free();
}
