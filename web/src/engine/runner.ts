// The work of a worker: computes one run in slices of a few milliseconds, posts frames when the page is ready for them, and answers
// questions about runs between slices. Messaging, clock and scheduling are passed in, so that tests can control them.
import { StepState } from "../generated/constants.ts";
import type {
  CheckResult,
  EntityNames,
  ExplainedDecision,
  IssueReport,
  LinkRates,
  PanicReport,
  RecordingSettings,
  RunSummary,
  SeriesInfo,
  StopReport,
} from "../generated/types.ts";
import type { Ask, FromWorker, RunMode, ToWorker } from "./protocol.ts";
import type { Simulation, Simulator, SimulatorDocument } from "./simulator.ts";
import type { RunFailure, RunId } from "./types.ts";

export interface RunnerHost {
  post(message: FromWorker, transfer?: Transferable[]): void;
  /** Milliseconds. */
  now(): number;
  /** Returns a function that schedules a call of `work` after all pending tasks. */
  yielder(work: () => void): () => void;
}

/** A slice that ended early is used to estimate the speed only if it took longer than this many milliseconds. */
const SLICE_MS = 8;
/** The wanted duration of a slice. It is shorter than `SLICE_MS`, because a slice may be slower than the previous slices. */
const SLICE_GOAL_MS = 5;
/** Numbers of events in a slice: of the first slice, the minimum, and the maximum. */
const FIRST_EVENTS = 4000;
const MIN_EVENTS = 200;
const MAX_EVENTS = 4e6;
/** The minimum time between frames. Thirty frames per second look continuous, and each frame is work for the page. */
const FRAME_MS = 33;
/** The number of checkpoints per run; the simulator removes some when they exceed its memory budget. */
const CHECKPOINTS = 32;
/** The number of past runs whose simulations are kept for questions, in addition to the current run. */
const KEPT_RUNS = 2;
/** Recording settings for a run of which only the result is needed. */
const NO_RECORDING: RecordingSettings = { signals: [], events: false };

interface ActiveRun {
  readonly runId: RunId;
  readonly mode: RunMode;
  readonly sim: Simulation;
  readonly duration: number;
  now: number;
  /** Whether the page is ready for a frame. */
  hasCredit: boolean;
  /** Whether something was computed since the last frame. */
  hasNewData: boolean;
  frameAt: number;
  wallMs: number;
  /** How the computation ended, if the page has not been notified yet. */
  ending: "complete" | "stopped" | null;
}

/** A document that the simulator has validated. */
interface CheckedDocument {
  readonly text: string;
  readonly handle: SimulatorDocument;
  readonly verdict: CheckResult;
}

interface Task {
  readonly ask: Ask;
  readonly runId: RunId;
  readonly steps: Generator<void, void>;
}

const stopFailure = (message: string): RunFailure => ({
  kind: "stopped",
  message,
  at: null,
  entity: null,
  canContinue: false,
  issues: [],
});

/** The issues in an error of the WebAssembly boundary, whose message is JSON (wasm/src/errors.rs); null for other errors, such as traps. */
function issuesOf(error: unknown): RunFailure["issues"] | null {
  try {
    const content = JSON.parse((error as Error).message) as Partial<IssueReport>;
    return content.issues ?? null;
  } catch {
    return null;
  }
}

function trapMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  try {
    const { panic } = JSON.parse(message) as Partial<PanicReport>;
    if (panic) return panic.place ? `${panic.message} (${panic.place})` : panic.message;
  } catch {
    // The error is not from the boundary, so its message is not JSON but the browser's text.
  }
  return message;
}

export class Runner {
  readonly #simulator: Simulator;
  readonly #host: RunnerHost;
  readonly #scheduleSlice: () => void;
  #isIdle = true;
  #isBroken = false;
  #isHeld = false;
  #current: ActiveRun | null = null;
  /** The document that was read last. */
  #document: CheckedDocument | null = null;
  /** Simulations of past runs, the latest last. */
  #kept = new Map<RunId, Simulation>();
  #tasks: Task[] = [];
  #slice = FIRST_EVENTS;

  constructor(simulator: Simulator, host: RunnerHost) {
    this.#simulator = simulator;
    this.#host = host;
    this.#scheduleSlice = host.yielder(() => {
      this.#isIdle = true;
      this.#guard(() => this.#work());
    });
  }

  receive(message: ToWorker): void {
    if (message.type === "ping") this.#host.post({ type: "pong", ask: message.ask });
    else this.#guard(() => this.#handle(message));
  }

  /** Runs `work`. A trap makes the instance unusable, so it is reported to the page, and all later work is ignored. */
  #guard(work: () => void): void {
    if (this.#isBroken) return;
    try {
      work();
    } catch (error) {
      this.#isBroken = true;
      const runId = this.#tasks[0]?.runId ?? this.#current?.runId ?? null;
      this.#host.post({ type: "crashed", runId, message: trapMessage(error) });
    }
  }

  #handle(message: ToWorker): void {
    switch (message.type) {
      case "check":
        this.#host.post({ type: "checked", ask: message.ask, result: this.#read(message.text).verdict });
        break;
      case "load":
        this.#load(message);
        break;
      case "credit":
        if (this.#current?.runId === message.runId) this.#current.hasCredit = true;
        break;
      case "hold":
        this.#isHeld = message.held;
        break;
      case "cancel":
        if (this.#current?.runId === message.runId) this.#retire();
        break;
      case "drop":
        this.#drop(message.runId);
        break;
      case "explain":
        this.#tasks.push({ ask: message.ask, runId: message.runId, steps: this.#explain(message) });
        break;
      case "summary":
        this.#tasks.push({ ask: message.ask, runId: message.runId, steps: this.#summary(message) });
        break;
      default:
        break;
    }
    this.#scheduleIfNeeded();
  }

  /** The document of a text. The last document is cached, because an edit is first checked and then loaded. */
  #read(text: string): CheckedDocument {
    if (this.#document?.text === text) return this.#document;
    const handle = new this.#simulator.Document(text);
    this.#document?.handle.free();
    this.#document = { text, handle, verdict: JSON.parse(handle.verdict()) as CheckResult };
    return this.#document;
  }

  // The current run -----------------------------------------------------

  #load(message: ToWorker & { type: "load" }): void {
    this.#retire();
    this.#isHeld = false;
    const { runId, text, mode } = message;
    const { handle, verdict } = this.#read(text);
    if (!verdict.ok || verdict.canonical === null || verdict.derived === null) {
      this.#refuse(runId, verdict.issues);
      return;
    }
    const recording: RecordingSettings =
      mode === "result" ? NO_RECORDING : { bins: message.bins, decisions: false };
    let sim: Simulation;
    try {
      sim = handle.simulation(JSON.stringify(recording));
    } catch (error) {
      const issues = issuesOf(error);
      if (!issues) throw error;
      this.#refuse(runId, issues);
      return;
    }
    const { duration } = sim;
    if (mode === "live") sim.keepCheckpoints(duration / CHECKPOINTS);
    const entities = JSON.parse(sim.entities()) as EntityNames;
    if (mode !== "result") {
      const directory = JSON.parse(sim.directory()) as SeriesInfo[];
      const rates = JSON.parse(handle.rateSteps()) as LinkRates[];
      const { canonical, derived } = verdict;
      this.#host.post({
        type: "started",
        runId,
        canonical,
        derived,
        rates,
        duration,
        directory,
        ...entities,
      });
    }
    this.#current = {
      runId,
      mode,
      sim,
      duration,
      now: 0,
      hasCredit: true,
      hasNewData: false,
      frameAt: Number.NEGATIVE_INFINITY,
      wallMs: 0,
      ending: null,
    };
  }

  #refuse(runId: RunId, issues: RunFailure["issues"]): void {
    const message = issues[0]?.message ?? "The scenario cannot be run.";
    this.#host.post({ type: "failed", runId, failure: { ...stopFailure(message), kind: "invalid", issues } });
  }

  /** Ends the current run. The simulation of a live run is kept for questions. */
  #retire(): void {
    const run = this.#current;
    if (!run) return;
    this.#current = null;
    if (run.mode === "live") {
      run.sim.stopRecording();
      this.#keep(run.runId, run.sim);
    } else run.sim.free();
  }

  #keep(runId: RunId, sim: Simulation): void {
    this.#kept.delete(runId);
    this.#kept.set(runId, sim);
    for (const [old, simulation] of this.#kept) {
      if (this.#kept.size <= KEPT_RUNS) break;
      this.#kept.delete(old);
      simulation.free();
    }
  }

  #drop(runId: RunId): void {
    if (this.#current?.runId === runId) {
      this.#current.sim.free();
      this.#current = null;
    }
    this.#kept.get(runId)?.free();
    this.#kept.delete(runId);
    this.#tasks = this.#tasks.filter((task) => {
      if (task.runId !== runId) return true;
      task.steps.return();
      this.#host.post({ type: "refused", ask: task.ask, message: "The run was dropped." });
      return false;
    });
  }

  // Working -------------------------------------------------------------

  #scheduleIfNeeded(): void {
    if (!this.#isIdle || !this.#hasWork()) return;
    this.#isIdle = false;
    this.#scheduleSlice();
  }

  #hasWork(): boolean {
    const run = this.#current;
    if (this.#tasks.length > 0) return true;
    if (!run) return false;
    if (run.ending) return run.hasCredit || run.mode === "result" || run.mode === "whole";
    return !this.#isHeld || (run.hasNewData && run.hasCredit);
  }

  /** Works for one slice: on the oldest question, or on the current run if there is no question. */
  #work(): void {
    const task = this.#tasks[0];
    if (task) {
      this.#answer(task);
    } else if (this.#current) {
      const run = this.#current;
      if (!this.#isHeld && !run.ending) this.#advance(run);
      this.#publish(run);
    }
    this.#scheduleIfNeeded();
  }

  #answer(task: Task): void {
    try {
      if (task.steps.next().done) this.#tasks.shift();
    } catch (error) {
      const issues = issuesOf(error);
      if (!issues) throw error;
      this.#tasks.shift();
      this.#host.post({
        type: "refused",
        ask: task.ask,
        message: issues[0]?.message ?? "There is no answer.",
      });
    }
  }

  /** Advances a simulation by one slice. Returns its time and state, and how long the slice took. */
  #step(sim: Simulation, until: number): { now: number; state: number; ms: number } {
    const start = this.#host.now();
    const [now = 0, events = 0, state = StepState.running] = sim.stepUntil(until, this.#slice);
    const ms = this.#host.now() - start;
    // A slice that ended early, at `until`, says little about the speed.
    if (events >= this.#slice || ms > SLICE_MS) {
      const goalEvents = ms > 0 ? (events * SLICE_GOAL_MS) / ms : Number.POSITIVE_INFINITY;
      this.#slice = Math.round(
        Math.min(MAX_EVENTS, Math.max(MIN_EVENTS, Math.min(goalEvents, this.#slice * 2))),
      );
    }
    return { now, state, ms };
  }

  #advance(run: ActiveRun): void {
    const { now, state, ms } = this.#step(run.sim, run.duration);
    run.wallMs += ms;
    run.now = now;
    run.hasNewData = true;
    if (state === StepState.stopped) run.ending = "stopped";
    else if (state !== StepState.running) run.ending = "complete";
  }

  /** Posts a frame if the page is ready for one and there is new data, and the end of the run after the last frame. */
  #publish(run: ActiveRun): void {
    if (run.mode === "live" || run.mode === "preview") {
      if (!run.hasCredit) return;
      const at = this.#host.now();
      if (!run.ending && !this.#isHeld && at - run.frameAt < FRAME_MS) return;
      if (run.hasNewData) this.#frame(run, at);
    } else if (run.mode === "whole" && run.ending && run.hasNewData) this.#frame(run, this.#host.now());
    if (run.ending) this.#finish(run, run.ending);
  }

  #frame(run: ActiveRun, at: number): void {
    const series = run.sim.readNew() as Float64Array<ArrayBuffer>;
    const events = run.sim.eventsNew() as Float64Array<ArrayBuffer>;
    const left = run.duration - run.now;
    const remaining = run.now > 0 ? (run.wallMs / 1000 / run.now) * left : null;
    this.#host.post({ type: "frame", runId: run.runId, computedTo: run.now, series, events, remaining }, [
      series.buffer,
      events.buffer,
    ]);
    run.hasCredit = false;
    run.hasNewData = false;
    run.frameAt = at;
  }

  #finish(run: ActiveRun, ending: "complete" | "stopped"): void {
    const { runId, sim } = run;
    if (ending === "complete") {
      const summary = JSON.parse(sim.summary()) as RunSummary;
      const outcome = {
        resultId: sim.resultId(),
        summary,
        packetHops: sim.packetHops(),
        wallMs: run.wallMs,
      };
      this.#host.post({ type: "done", runId, outcome });
    } else {
      const failed = JSON.parse(sim.failure()) as StopReport;
      const { message, entity, at } = failed;
      const failure = { ...stopFailure(message), entity, at, canContinue: failed.can_continue };
      this.#host.post({ type: "failed", runId, failure });
    }
    this.#retire();
  }

  // Questions -----------------------------------------------------------

  /**
   * The simulation of a run for a question. The current run is returned as it is. Another run is advanced to `t`, after creating its
   * simulation again if it is no longer kept.
   */
  *#simulationOf(runId: RunId, text: string, t: number): Generator<void, Simulation> {
    if (this.#current?.runId === runId) return this.#current.sim;
    let sim = this.#kept.get(runId);
    // While the simulation advances, it belongs to this question, so that nothing else frees it.
    this.#kept.delete(runId);
    if (!sim) {
      sim = this.#read(text).handle.simulation(JSON.stringify(NO_RECORDING));
      sim.keepCheckpoints(sim.duration / CHECKPOINTS);
    }
    let isAdvanced = false;
    try {
      if (sim.now < t) yield* this.#advanceTo(sim, t);
      isAdvanced = true;
    } finally {
      if (!isAdvanced) sim.free();
    }
    this.#keep(runId, sim);
    return sim;
  }

  *#advanceTo(sim: Simulation, t: number): Generator<void, void> {
    // The simulator counts whole nanoseconds, so it never reaches a time with more digits.
    const tick = Math.round(t * 1e9) / 1e9;
    for (;;) {
      const { now, state } = this.#step(sim, tick);
      if (state === StepState.stopped) return;
      if (state !== StepState.running || now >= tick - 1e-10) return;
      yield;
    }
  }

  *#explain(message: ToWorker & { type: "explain" }): Generator<void, void> {
    const { ask, runId, flow, from, to } = message;
    const simulation = yield* this.#simulationOf(runId, message.text, to);
    // The copy starts just before `from`, because decisions at `from` itself are part of the answer.
    const before = Math.max(0, from - 1e-9);
    const end = Math.min(to, simulation.now);
    const copy = simulation.near(before);
    try {
      yield* this.#advanceTo(copy, Math.min(before, end));
      copy.recordDecisions();
      yield* this.#advanceTo(copy, end);
      const decisions = JSON.parse(copy.decisions(flow)) as ExplainedDecision[];
      this.#host.post({ type: "explained", ask, runId, decisions });
    } finally {
      copy.free();
    }
  }

  *#summary(message: ToWorker & { type: "summary" }): Generator<void, void> {
    const { ask, runId } = message;
    const simulation = yield* this.#simulationOf(runId, message.text, message.at);
    const at = Math.min(message.at, simulation.now);
    const copy = simulation.near(at);
    try {
      yield* this.#advanceTo(copy, at);
      const summary = JSON.parse(copy.summary()) as RunSummary;
      this.#host.post({ type: "summarised", ask, runId, summary });
    } finally {
      copy.free();
    }
  }
}
