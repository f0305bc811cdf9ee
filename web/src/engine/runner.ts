// Does the work of a worker: computes one run in slices of a few milliseconds, posts frames when the page is
// ready for them, and answers questions about runs between slices. Messaging, clock and scheduling are passed
// in, so that tests can control them.
import { StepState } from "../generated/constants.ts";
import type {
  CheckResult,
  EntityNames,
  IssueReport,
  LinkRates,
  PanicReport,
  ProgramReport,
  ProgramState,
  RecordingSettings,
  RunSummary,
  SeriesInfo,
  StopReport,
} from "../generated/types.ts";
import type { FromWorker, QuestionId, RunMode, RunOpening, ToWorker } from "./protocol.ts";
import type { Simulation, Simulator, SimulatorDocument } from "./simulator.ts";
import type { Decision, RunFailure, RunId } from "./types.ts";

export interface RunnerHost {
  post(message: FromWorker, transfer?: Transferable[]): void;
  /** The wall-clock time in milliseconds, from an arbitrary origin. */
  clockMs(): number;
  /** Returns a function that schedules a call of `work` after all pending tasks of the event loop. */
  createScheduler(work: () => void): () => void;
}

/**
 * A slice that ended early is used to estimate the speed only if it took longer than this many milliseconds.
 */
const MIN_MEASURED_MS = 8;
/** The number of events per slice is chosen so that a slice takes about this many milliseconds. */
const SLICE_GOAL_MS = 5;
/**
 * The number of events in the first slice, and the smallest and the largest number of events in a slice. The simulator stops exactly
 * after the given number of events if it is smaller than the smallest one here, which takes many times as long with a thousand flows.
 */
const FIRST_EVENTS = 4000;
const MIN_EVENTS = 1000;
const MAX_EVENTS = 4e6;
/**
 * The minimum time between frames. Thirty frames per second look continuous; more frames would be more work
 * for the page.
 */
const FRAME_MS = 33;
/** The number of checkpoints per run; the simulator removes some when they exceed its memory budget. */
const CHECKPOINTS = 32;
/**
 * The maximum number of past runs whose simulations are kept to answer questions. The current run does not
 * count.
 */
const MAX_PAST_RUNS = 2;
/**
 * To find the last call of a program before a moment, the run is repeated from this many simulated seconds before the moment.
 */
const INSPECTED_S = 1;
/** A tenth of a nanosecond, in seconds: the simulator counts whole nanoseconds. */
const TIME_TOLERANCE = 1e-10;
/** Recording settings that record no series and no events. */
const NO_RECORDING: RecordingSettings = { signals: [], events: false };

interface ActiveRun {
  readonly runId: RunId;
  readonly mode: RunMode;
  readonly sim: Simulation;
  /** Simulated seconds. */
  readonly duration: number;
  /** The simulated time to which the run is computed, in seconds. The page moves it on for a driven run. */
  target: number;
  /** The simulated time that the computation has reached, in seconds. */
  now: number;
  /** Whether the page is ready for a frame. */
  hasCredit: boolean;
  /** Whether something was computed since the last frame. */
  hasNewData: boolean;
  /** The time at which the last frame was posted, in milliseconds of the host's clock. */
  lastFrameMs: number;
  /** The wall-clock time that the computation has taken, in milliseconds. */
  wallMs: number;
  /** How the computation ended, if the page has not been notified yet. */
  ending: "complete" | "stopped" | null;
}

/** A question of the page. Each step of `steps` computes for one slice; the last step posts the answer. */
interface Question {
  readonly questionId: QuestionId;
  readonly runId: RunId;
  readonly steps: Generator<void, void>;
}

export const newFailure = (kind: RunFailure["kind"], message: string): RunFailure => ({
  kind,
  message,
  at: null,
  entity: null,
  canContinue: false,
  code: null,
  issues: [],
});

/**
 * The issues in an error that the WebAssembly threw with a JSON message (wasm/src/errors.rs). Null for other
 * errors, such as traps.
 */
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
    // The error was not thrown by wasm/src/errors.rs, so its message is the browser's text and not JSON.
  }
  return message;
}

const verdictOn = (document: SimulatorDocument): CheckResult => JSON.parse(document.verdict()) as CheckResult;

/** A run of a document at time 0, or the issues of the document. */
type OpenedRun =
  | { readonly sim: Simulation; readonly opening: RunOpening }
  | { readonly issues: RunFailure["issues"] };

function open(document: SimulatorDocument, recording: RecordingSettings): OpenedRun {
  const { canonical, derived, issues } = verdictOn(document);
  if (canonical === null || derived === null) return { issues };
  let sim: Simulation;
  try {
    sim = document.simulation(JSON.stringify(recording));
  } catch (error) {
    const issues = issuesOf(error);
    if (!issues) throw error;
    return { issues };
  }
  const entities = JSON.parse(sim.entities()) as EntityNames;
  const directory = JSON.parse(sim.directory()) as SeriesInfo[];
  const rates = JSON.parse(document.rateSteps()) as LinkRates[];
  return { sim, opening: { canonical, derived, rates, duration: sim.duration, directory, ...entities } };
}

/** Whether a driven run waits for the page. The tolerance covers rounding in the conversion to seconds. */
const hasArrived = ({ mode, now, target, duration }: ActiveRun): boolean =>
  mode === "driven" && target < duration && now >= target - TIME_TOLERANCE;

export class Runner {
  #simulator: Simulator;
  readonly #host: RunnerHost;
  readonly #scheduleSlice: () => void;
  #isIdle = true;
  #isBroken = false;
  #isPaused = false;
  #current: ActiveRun | null = null;
  /** Simulations of past runs that are kept to answer questions, the latest last. */
  #pastRuns = new Map<RunId, Simulation>();
  #questions: Question[] = [];
  #eventsPerSlice = FIRST_EVENTS;

  constructor(simulator: Simulator, host: RunnerHost) {
    this.#simulator = simulator;
    this.#host = host;
    this.#scheduleSlice = host.createScheduler(() => {
      this.#isIdle = true;
      this.#guard(() => this.#work());
    });
  }

  receive(message: ToWorker): void {
    if (message.type === "ping") this.#host.post({ type: "pong", questionId: message.questionId });
    else this.#guard(() => this.#handle(message));
  }

  /**
   * Calls `work`. After a trap, the WebAssembly cannot be used: the trap is reported to the page, and all
   * later work is ignored.
   */
  #guard(work: () => void): void {
    if (this.#isBroken) return;
    try {
      work();
    } catch (error) {
      this.#isBroken = true;
      const runId = this.#questions[0]?.runId ?? this.#current?.runId ?? null;
      this.#host.post({ type: "crashed", runId, message: trapMessage(error) });
    }
  }

  #handle(message: ToWorker): void {
    switch (message.type) {
      case "check":
        this.#host.post({
          type: "checked",
          questionId: message.questionId,
          result: this.#read(message.text, verdictOn),
        });
        break;
      case "compile": {
        const report = JSON.parse(
          this.#simulator.compileProgram?.(message.text) ?? "null",
        ) as ProgramReport | null;
        const { questionId } = message;
        this.#host.post(
          report
            ? { type: "compiled", questionId, report }
            : { type: "refused", questionId, message: "This simulator cannot compile programs." },
        );
        break;
      }
      case "load":
        this.#load(message);
        break;
      case "credit":
        if (this.#current?.runId === message.runId) this.#current.hasCredit = true;
        break;
      case "advance":
        this.#driveTo(message);
        break;
      case "pause":
        this.#isPaused = message.paused;
        break;
      case "cancel":
        if (this.#current?.runId === message.runId) this.#retire();
        break;
      case "forget":
        this.#forget(message.runId);
        break;
      case "explain":
        this.#questions.push({
          questionId: message.questionId,
          runId: message.runId,
          steps: this.#explain(message),
        });
        break;
      case "inspect":
        this.#questions.push({
          questionId: message.questionId,
          runId: message.runId,
          steps: this.#inspect(message),
        });
        break;
      case "summary":
        this.#questions.push({
          questionId: message.questionId,
          runId: message.runId,
          steps: this.#summary(message),
        });
        break;
      default:
        break;
    }
    this.#scheduleIfNeeded();
  }

  /** Reads and validates a document, and returns the result of `use`. */
  #read<T>(text: string, use: (document: SimulatorDocument) => T): T {
    const document = new this.#simulator.Document(text);
    const result = use(document);
    document.free();
    return result;
  }

  // The current run -----------------------------------------------------

  #load(message: ToWorker & { type: "load" }): void {
    const { runId, text, mode, bins } = message;
    const recording: RecordingSettings = mode === "result" ? NO_RECORDING : { bins, decisions: false };
    const opened = this.#read(text, (document) => open(document, recording));
    if ("issues" in opened) {
      const { issues } = opened;
      const cause = issues[0]?.message ?? "The scenario cannot be run.";
      this.#host.post({ type: "failed", runId, failure: { ...newFailure("invalid", cause), issues } });
      return;
    }
    this.#retire();
    this.#isPaused = false;
    const { sim, opening } = opened;
    const { duration } = sim;
    if (mode === "live") sim.keepCheckpoints(duration / CHECKPOINTS);
    if (mode !== "result") this.#host.post({ type: "started", runId, ...opening });
    this.#current = {
      runId,
      mode,
      sim,
      duration,
      target: mode === "driven" ? 0 : duration,
      now: 0,
      hasCredit: true,
      hasNewData: false,
      lastFrameMs: Number.NEGATIVE_INFINITY,
      wallMs: 0,
      ending: null,
    };
  }

  /** Adds changes to a driven run, and sets the time to which it is computed. */
  #driveTo({ runId, until, later }: ToWorker & { type: "advance" }): void {
    const run = this.#current;
    if (run?.runId !== runId || run.mode !== "driven" || run.ending) return;
    if (later !== null) run.sim.addChanges(later);
    run.target = Math.min(Math.max(run.target, until), run.duration);
  }

  /** Ends the current run. The simulation of a live run is kept to answer questions. */
  #retire(): void {
    const run = this.#current;
    if (!run) return;
    this.#current = null;
    if (run.mode === "live") {
      run.sim.stopRecording();
      this.#keep(run.runId, run.sim);
    } else run.sim.free();
  }

  /** Keeps the simulation of a past run. Frees the oldest simulations if there are too many. */
  #keep(runId: RunId, sim: Simulation): void {
    this.#pastRuns.delete(runId);
    this.#pastRuns.set(runId, sim);
    for (const [oldestId, simulation] of this.#pastRuns) {
      if (this.#pastRuns.size <= MAX_PAST_RUNS) break;
      this.#pastRuns.delete(oldestId);
      simulation.free();
    }
  }

  #forget(runId: RunId): void {
    if (this.#current?.runId === runId) {
      this.#current.sim.free();
      this.#current = null;
    }
    this.#pastRuns.get(runId)?.free();
    this.#pastRuns.delete(runId);
    this.#questions = this.#questions.filter((question) => {
      if (question.runId !== runId) return true;
      question.steps.return();
      this.#host.post({
        type: "refused",
        questionId: question.questionId,
        message: "The run is no longer kept.",
      });
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
    if (this.#questions.length > 0) return true;
    if (!run) return false;
    if (run.ending) return run.hasCredit || run.mode === "result" || run.mode === "whole";
    return (!this.#isPaused && !hasArrived(run)) || (run.hasNewData && run.hasCredit);
  }

  /** Computes for one slice: for the oldest question, or for the current run if there is no question. */
  #work(): void {
    const question = this.#questions[0];
    if (question) {
      this.#answer(question);
    } else if (this.#current) {
      const run = this.#current;
      if (!this.#isPaused && !run.ending && !hasArrived(run)) this.#advance(run);
      this.#publish(run);
    }
    this.#scheduleIfNeeded();
  }

  /** Works on a question for one slice. */
  #answer(question: Question): void {
    try {
      if (question.steps.next().done) this.#questions.shift();
    } catch (error) {
      const issues = issuesOf(error);
      if (!issues) throw error;
      this.#questions.shift();
      this.#host.post({
        type: "refused",
        questionId: question.questionId,
        message: issues[0]?.message ?? "There is no answer.",
      });
    }
  }

  /**
   * Advances a simulation by one slice. Returns the simulated time, the state, and the wall-clock time of the
   * slice.
   */
  #step(sim: Simulation, until: number): { now: number; state: number; ms: number } {
    const start = this.#host.clockMs();
    const [now = 0, events = 0, state = StepState.running] = sim.stepUntil(until, this.#eventsPerSlice);
    const ms = this.#host.clockMs() - start;
    // A slice that reached `until` after few events is too short to measure the speed.
    if (events >= this.#eventsPerSlice || ms > MIN_MEASURED_MS) {
      const goalEvents = ms > 0 ? (events * SLICE_GOAL_MS) / ms : Number.POSITIVE_INFINITY;
      this.#eventsPerSlice = Math.round(
        Math.min(MAX_EVENTS, Math.max(MIN_EVENTS, Math.min(goalEvents, this.#eventsPerSlice * 2))),
      );
    }
    return { now, state, ms };
  }

  #advance(run: ActiveRun): void {
    const { now, state, ms } = this.#step(run.sim, run.target);
    run.wallMs += ms;
    run.now = now;
    run.hasNewData = true;
    if (state === StepState.stopped) run.ending = "stopped";
    else if (state !== StepState.running) run.ending = "complete";
  }

  /**
   * Posts a frame if there is new data and the page is ready for a frame. After the last frame, posts how the
   * run ended. A run whose mode is "whole" gets only the last frame, and a run whose mode is "result" gets no
   * frame.
   */
  #publish(run: ActiveRun): void {
    if (run.mode === "live" || run.mode === "preview" || run.mode === "driven") {
      if (!run.hasCredit) return;
      const clockMs = this.#host.clockMs();
      const isDue = run.mode === "driven" ? hasArrived(run) : clockMs - run.lastFrameMs >= FRAME_MS;
      if (!run.ending && !this.#isPaused && !isDue) return;
      if (run.hasNewData) this.#postFrame(run, clockMs);
    } else if (run.mode === "whole" && run.ending && run.hasNewData)
      this.#postFrame(run, this.#host.clockMs());
    if (run.ending) this.#finish(run, run.ending);
  }

  #postFrame(run: ActiveRun, clockMs: number): void {
    const series = run.sim.readNew() as Float64Array<ArrayBuffer>;
    const events = run.sim.eventsNew() as Float64Array<ArrayBuffer>;
    const wallSecondsPerSecond = run.wallMs / 1000 / run.now;
    const remaining = run.now > 0 ? wallSecondsPerSecond * (run.duration - run.now) : null;
    this.#host.post({ type: "frame", runId: run.runId, computedTo: run.now, series, events, remaining }, [
      series.buffer,
      events.buffer,
    ]);
    run.hasCredit = false;
    run.hasNewData = false;
    run.lastFrameMs = clockMs;
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
      this.#host.post({ type: "done", runId, outcome, memoryBytes: this.#simulator.memoryBytes?.() });
    } else {
      const failed = JSON.parse(sim.failure()) as StopReport;
      const { message, entity, at, can_continue: canContinue, code } = failed;
      const failure = { ...newFailure("stopped", message), entity, at, canContinue, code: code ?? null };
      this.#host.post({ type: "failed", runId, failure });
    }
    this.#retire();
  }

  // Questions -----------------------------------------------------------

  /**
   * The simulation of a run, to answer a question. The simulation of the current run is returned as it is.
   * The simulation of a past run is advanced to at least `t`; if it is no longer kept, it is first created
   * again.
   */
  *#simulationOf(runId: RunId, text: string, t: number): Generator<void, Simulation> {
    if (this.#current?.runId === runId) return this.#current.sim;
    let sim = this.#pastRuns.get(runId);
    // While the simulation advances, only this question refers to it, so that it is not freed elsewhere.
    this.#pastRuns.delete(runId);
    if (!sim) {
      sim = this.#read(text, (document) => document.simulation(JSON.stringify(NO_RECORDING)));
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
    // The simulator counts whole nanoseconds, so it stops at the nanosecond nearest to `t`.
    const target = Math.round(t * 1e9) / 1e9;
    for (;;) {
      const { now, state } = this.#step(sim, target);
      if (state === StepState.stopped) return;
      // NaN counts as reached.
      if (state !== StepState.running || !(now < target - TIME_TOLERANCE)) return;
      yield;
    }
  }

  *#explain(message: ToWorker & { type: "explain" }): Generator<void, void> {
    const { questionId, runId, flow, from, to } = message;
    const simulation = yield* this.#simulationOf(runId, message.text, to);
    // Recording starts a nanosecond before `from`, because decisions at exactly `from` are part of the
    // answer.
    const recordFrom = Math.max(0, from - 1e-9);
    const end = Math.min(to, simulation.now);
    const copy = simulation.near(recordFrom);
    try {
      yield* this.#advanceTo(copy, Math.min(recordFrom, end));
      copy.recordDecisions();
      yield* this.#advanceTo(copy, end);
      const decisions = JSON.parse(copy.decisions(flow)) as Decision[];
      this.#host.post({ type: "explained", questionId, runId, decisions });
    } finally {
      copy.free();
    }
  }

  *#inspect(message: ToWorker & { type: "inspect" }): Generator<void, void> {
    const { questionId, runId, flow } = message;
    const simulation = yield* this.#simulationOf(runId, message.text, message.at);
    const at = Math.min(message.at, simulation.now);
    // The last call before `at` is repeated, so the copy begins earlier.
    const copy = simulation.near(Math.max(0, at - INSPECTED_S));
    try {
      copy.recordLines?.(flow);
      yield* this.#advanceTo(copy, at);
      const state = JSON.parse(copy.programState?.(flow) ?? "null") as ProgramState | null;
      this.#host.post({ type: "inspected", questionId, runId, state });
    } finally {
      copy.free();
    }
  }

  *#summary(message: ToWorker & { type: "summary" }): Generator<void, void> {
    const { questionId, runId } = message;
    const simulation = yield* this.#simulationOf(runId, message.text, message.at);
    const at = Math.min(message.at, simulation.now);
    const copy = simulation.near(at);
    try {
      yield* this.#advanceTo(copy, at);
      const summary = JSON.parse(copy.summary()) as RunSummary;
      this.#host.post({ type: "summarised", questionId, runId, summary });
    } finally {
      copy.free();
    }
  }
}
