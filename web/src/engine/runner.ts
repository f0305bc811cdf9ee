// What a worker does: computes one run in slices of a few milliseconds, hands out frames as the page takes them, and
// answers questions about runs in between. Knows no worker and no clock, so that tests drive it directly.
import type { Ask, FromWorker, RunMode, ToWorker } from "./protocol.ts";
import type { Simulation, Simulator } from "./simulator.ts";
import type { CheckResult, Decision, RunFailure, RunId, RunSummary, SeriesInfo } from "./types.ts";

export interface Surroundings {
  post(message: FromWorker, transfer?: Transferable[]): void;
  /** Milliseconds. */
  now(): number;
  /** Returns a function that has `work` called soon, after whatever waits. */
  yielder(work: () => void): () => void;
}

/** Longest slice in milliseconds; the goal leaves room for a slice that turns out slower than the ones before. */
const SLICE_MS = 8;
const SLICE_GOAL_MS = 5;
const FIRST_EVENTS = 4000;
const MOST_EVENTS = 4e6;
/** Frames are at least this far apart: thirty a second look continuous, and each costs the page some work. */
const FRAME_MS = 33;
/** Checkpoints of a run at the start of it; the simulator thins them under its budget. */
const CHECKPOINTS = 32;
/** Past runs whose simulation is kept for questions, besides the current one. */
const KEPT = 2;
const STEP_GOES_ON = 0;
const STEP_FAILED = 2;

interface Run {
  readonly runId: RunId;
  readonly mode: RunMode;
  readonly sim: Simulation;
  readonly duration: number;
  now: number;
  /** The page may get a frame. */
  credit: boolean;
  /** Something was computed since the last frame. */
  fresh: boolean;
  frameAt: number;
  wallMs: number;
  /** Complete or stopped, but the page was not told yet. */
  ending: "complete" | "stopped" | null;
}

interface Task {
  readonly ask: Ask;
  readonly runId: RunId;
  readonly steps: Generator<void, void>;
}

const plain = (message: string): RunFailure => ({
  kind: "stopped",
  message,
  at: null,
  entity: null,
  canContinue: false,
  issues: [],
});

/** An error of the boundary says what it means as JSON (wasm/src/errors.rs); anything else is a trap. */
function issuesOf(error: unknown): RunFailure["issues"] | null {
  try {
    const said = JSON.parse((error as Error).message) as { issues?: RunFailure["issues"] };
    return said.issues ?? null;
  } catch {
    return null;
  }
}

function trapMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  try {
    const { panic } = JSON.parse(message) as { panic?: { message: string; place: string | null } };
    if (panic) return panic.place ? `${panic.message} (${panic.place})` : panic.message;
  } catch {
    // Not from the boundary: the message is the browser's own.
  }
  return message;
}

export class Runner {
  readonly #simulator: Simulator;
  readonly #around: Surroundings;
  readonly #again: () => void;
  #asleep = true;
  #broken = false;
  #held = false;
  #current: Run | null = null;
  /** Simulations of past runs, the latest last. */
  #kept = new Map<RunId, Simulation>();
  #tasks: Task[] = [];
  #slice = FIRST_EVENTS;

  constructor(simulator: Simulator, around: Surroundings) {
    this.#simulator = simulator;
    this.#around = around;
    this.#again = around.yielder(() => {
      this.#asleep = true;
      this.#guard(() => this.#work());
    });
  }

  receive(message: ToWorker): void {
    if (message.type === "ping") this.#around.post({ type: "pong", ask: message.ask });
    else this.#guard(() => this.#obey(message));
  }

  /** A trap leaves the instance in no state to go on: the page is told, and everything after is ignored. */
  #guard(work: () => void): void {
    if (this.#broken) return;
    try {
      work();
    } catch (error) {
      this.#broken = true;
      const runId = this.#tasks[0]?.runId ?? this.#current?.runId ?? null;
      this.#around.post({ type: "crashed", runId, message: trapMessage(error) });
    }
  }

  #obey(message: ToWorker): void {
    switch (message.type) {
      case "check":
        this.#around.post({ type: "checked", ask: message.ask, result: this.#check(message.text) });
        break;
      case "load":
        this.#load(message);
        break;
      case "credit":
        if (this.#current?.runId === message.runId) this.#current.credit = true;
        break;
      case "hold":
        this.#held = message.held;
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
    this.#wake();
  }

  #check(text: string): CheckResult {
    return JSON.parse(this.#simulator.check(text)) as CheckResult;
  }

  // The current run -----------------------------------------------------

  #load(message: ToWorker & { type: "load" }): void {
    this.#retire();
    this.#held = false;
    const { runId, text, mode } = message;
    const verdict = this.#check(text);
    if (!verdict.ok || verdict.canonical === null || verdict.derived === null) {
      this.#refuse(runId, verdict.issues);
      return;
    }
    const recording =
      mode === "result" ? { signals: [], events: false } : { bins: message.bins, decisions: false };
    let sim: Simulation;
    try {
      sim = new this.#simulator.Simulation(text, JSON.stringify(recording));
    } catch (error) {
      const issues = issuesOf(error);
      if (!issues) throw error;
      this.#refuse(runId, issues);
      return;
    }
    const { duration } = sim;
    if (mode === "live") sim.keepCheckpoints(duration / CHECKPOINTS);
    const entities = JSON.parse(sim.entities()) as { flows: string[]; links: string[] };
    if (mode !== "result") {
      const directory = JSON.parse(sim.directory()) as SeriesInfo[];
      const { canonical, derived } = verdict;
      this.#around.post({ type: "started", runId, canonical, derived, duration, directory, ...entities });
    }
    this.#current = {
      runId,
      mode,
      sim,
      duration,
      now: 0,
      credit: true,
      fresh: false,
      frameAt: Number.NEGATIVE_INFINITY,
      wallMs: 0,
      ending: null,
    };
  }

  #refuse(runId: RunId, issues: RunFailure["issues"]): void {
    const message = issues[0]?.message ?? "The scenario cannot be run.";
    this.#around.post({ type: "failed", runId, failure: { ...plain(message), kind: "invalid", issues } });
  }

  /** Ends the current run; its simulation is kept for questions if it may be asked about. */
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
      if (this.#kept.size <= KEPT) break;
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
      this.#around.post({ type: "refused", ask: task.ask, message: "The run was dropped." });
      return false;
    });
  }

  // Working -------------------------------------------------------------

  #wake(): void {
    if (!this.#asleep || !this.#hasWork()) return;
    this.#asleep = false;
    this.#again();
  }

  #hasWork(): boolean {
    const run = this.#current;
    if (this.#tasks.length > 0) return true;
    if (!run) return false;
    if (run.ending) return run.credit || run.mode === "result" || run.mode === "whole";
    return !this.#held || (run.fresh && run.credit);
  }

  /** One slice: of the oldest question, or of the run. */
  #work(): void {
    const task = this.#tasks[0];
    if (task) {
      this.#answer(task);
    } else if (this.#current) {
      const run = this.#current;
      if (!this.#held && !run.ending) this.#advance(run);
      this.#show(run);
    }
    this.#wake();
  }

  #answer(task: Task): void {
    try {
      if (task.steps.next().done) this.#tasks.shift();
    } catch (error) {
      const issues = issuesOf(error);
      if (!issues) throw error;
      this.#tasks.shift();
      this.#around.post({ type: "refused", ask: task.ask, message: issues[0]?.message ?? "No answer." });
    }
  }

  /** One slice of a simulation: how far it came, and whether it goes on. */
  #step(sim: Simulation, until: number): { now: number; state: number; ms: number } {
    const begun = this.#around.now();
    const [now = 0, events = 0, state = STEP_GOES_ON] = sim.stepUntil(until, this.#slice);
    const ms = this.#around.now() - begun;
    // A slice that was cut short by its end says little about speed.
    if (events >= this.#slice || ms > SLICE_MS) {
      const fits = ms > 0 ? (events * SLICE_GOAL_MS) / ms : Number.POSITIVE_INFINITY;
      this.#slice = Math.round(Math.min(MOST_EVENTS, Math.max(200, Math.min(fits, this.#slice * 2))));
    }
    return { now, state, ms };
  }

  #advance(run: Run): void {
    const { now, state, ms } = this.#step(run.sim, run.duration);
    run.wallMs += ms;
    run.now = now;
    run.fresh = true;
    if (state === STEP_FAILED) run.ending = "stopped";
    else if (state !== STEP_GOES_ON) run.ending = "complete";
  }

  /** Gives the page what is new, if it may have a frame, and tells it of the end. */
  #show(run: Run): void {
    if (run.mode === "live" || run.mode === "preview") {
      if (!run.credit) return;
      const at = this.#around.now();
      if (!run.ending && !this.#held && at - run.frameAt < FRAME_MS) return;
      if (run.fresh) this.#frame(run, at);
    } else if (run.mode === "whole" && run.ending && run.fresh) this.#frame(run, this.#around.now());
    if (run.ending) this.#finish(run, run.ending);
  }

  #frame(run: Run, at: number): void {
    const series = run.sim.readNew() as Float64Array<ArrayBuffer>;
    const events = run.sim.eventsNew() as Float64Array<ArrayBuffer>;
    const left = run.duration - run.now;
    const remaining = run.now > 0 ? (run.wallMs / 1000 / run.now) * left : null;
    this.#around.post({ type: "frame", runId: run.runId, computedTo: run.now, series, events, remaining }, [
      series.buffer,
      events.buffer,
    ]);
    run.credit = false;
    run.fresh = false;
    run.frameAt = at;
  }

  #finish(run: Run, ending: "complete" | "stopped"): void {
    const { runId, sim } = run;
    if (ending === "complete") {
      const summary = JSON.parse(sim.summary()) as RunSummary;
      const outcome = {
        resultId: sim.resultId(),
        summary,
        packetHops: sim.packetHops(),
        wallMs: run.wallMs,
      };
      this.#around.post({ type: "done", runId, outcome });
    } else {
      const said = JSON.parse(sim.failure()) as {
        message: string;
        entity: string | null;
        at: number;
        can_continue: boolean;
      };
      const { message, entity, at } = said;
      const failure = { ...plain(message), entity, at, canContinue: said.can_continue };
      this.#around.post({ type: "failed", runId, failure });
    }
    this.#retire();
  }

  // Questions -----------------------------------------------------------

  /** The simulation of a run, at `t` or later unless it is still being computed; made anew if it is no longer kept. */
  *#simulationOf(runId: RunId, text: string, t: number): Generator<void, Simulation> {
    if (this.#current?.runId === runId) return this.#current.sim;
    let sim = this.#kept.get(runId);
    // While it is walked it belongs to this question: nobody else may free it.
    this.#kept.delete(runId);
    if (!sim) {
      sim = new this.#simulator.Simulation(text, JSON.stringify({ signals: [], events: false }));
      sim.keepCheckpoints(sim.duration / CHECKPOINTS);
    }
    let complete = false;
    try {
      if (sim.now < t) yield* this.#walk(sim, t);
      complete = true;
    } finally {
      if (!complete) sim.free();
    }
    this.#keep(runId, sim);
    return sim;
  }

  *#walk(sim: Simulation, t: number): Generator<void, void> {
    // The simulator's clock ticks in nanoseconds: a time with finer digits would never be reached.
    const tick = Math.round(t * 1e9) / 1e9;
    for (;;) {
      const { now, state } = this.#step(sim, tick);
      if (state === STEP_FAILED) return;
      if (state !== STEP_GOES_ON || now >= tick - 1e-10) return;
      yield;
    }
  }

  *#explain(message: ToWorker & { type: "explain" }): Generator<void, void> {
    const { ask, runId, flow, from, to } = message;
    const known = yield* this.#simulationOf(runId, message.text, to);
    // Just before: what happens at `from` itself is part of the answer.
    const before = Math.max(0, from - 1e-9);
    const end = Math.min(to, known.now);
    const again = known.near(before);
    try {
      yield* this.#walk(again, Math.min(before, end));
      again.recordDecisions();
      yield* this.#walk(again, end);
      const decisions = JSON.parse(again.decisions(flow)) as Decision[];
      this.#around.post({ type: "explained", ask, runId, decisions });
    } finally {
      again.free();
    }
  }

  *#summary(message: ToWorker & { type: "summary" }): Generator<void, void> {
    const { ask, runId } = message;
    const known = yield* this.#simulationOf(runId, message.text, message.at);
    const at = Math.min(message.at, known.now);
    const again = known.near(at);
    try {
      yield* this.#walk(again, at);
      const summary = JSON.parse(again.summary()) as RunSummary;
      this.#around.post({ type: "summarised", ask, runId, summary });
    } finally {
      again.free();
    }
  }
}
