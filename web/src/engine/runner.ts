// Computes the runs of a worker: one run in slices of a few milliseconds, with frames when the page is ready for them, and
// answers to questions about runs between slices. Clock and turns are passed in, so that tests can control them.
import { StepState } from "../generated/constants.ts";
import type { Simulation, Simulator } from "./simulator.ts";
import type { OpenRequest, RunEnd, RunFrame, SimulatorCalls } from "./simulatorCalls.ts";
import type { RunId, RunMode } from "./types.ts";
import type { CallContext, Handlers } from "./workers/serve.ts";

export interface RunnerHost {
  /** The wall-clock time in milliseconds, from an arbitrary origin. */
  clockMs(): number;
  /** A promise that is fulfilled after all pending tasks of the event loop. */
  nextTurn(): Promise<void>;
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
 * The minimum time between frames in milliseconds. Thirty frames per second look continuous; more frames would be more work
 * for the page. The work of a frame grows with the number of series, of which this many have a millisecond more.
 */
const FRAME_MS = 33;
const SERIES_PER_MS = 30;
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

interface ActiveRun {
  readonly id: RunId;
  readonly mode: RunMode;
  readonly sim: Simulation;
  readonly context: CallContext<RunFrame>;
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
  /** The minimum time between its frames, in milliseconds. */
  readonly frameMs: number;
  /** The time at which the last frame was sent, in milliseconds of the host's clock. */
  lastFrameMs: number;
  /** The wall-clock time that the computation has taken, in milliseconds. */
  wallMs: number;
  /** How the computation ended. */
  ending: "complete" | "stopped" | null;
  /** Continues a run that waits for the page or for the answer to a question. */
  wake(): void;
}

/** The report on a run that has stopped without one. */
const NO_REPORT = { message: "", entity: null, at: 0, code: null };

/** Whether a driven run waits for the page. The tolerance covers rounding in the conversion to seconds. */
const hasArrived = ({ mode, now, target, duration }: ActiveRun): boolean =>
  mode === "driven" && target < duration && now >= target - TIME_TOLERANCE;

const hasFrames = ({ mode }: ActiveRun): boolean => mode !== "whole" && mode !== "result";

export class Runner {
  readonly handlers: Handlers<SimulatorCalls> = {
    version: () => this.#simulator.version(),
    check: (text) => this.#simulator.check(text),
    compile: (text) => this.#simulator.compileProgram(text),
    open: (request, context) => this.#open(request, context),
    advance: ({ id, until, later }) => {
      const run = this.#current;
      if (run?.id === id && run.mode === "driven" && !run.ending) {
        if (later !== null) run.sim.addChanges(later);
        run.target = Math.min(Math.max(run.target, until), run.duration);
        run.wake();
      }
      return null;
    },
    forget: (id) => {
      this.#past.get(id)?.free();
      this.#past.delete(id);
      return null;
    },
    explain: (question, context) =>
      this.#answer(question, question.to, context, async (simulation, advanceTo) => {
        const { flow, from, to } = question;
        // Recording starts a nanosecond before `from`, because decisions at exactly `from` are part of the
        // answer.
        const recordFrom = Math.max(0, from - 1e-9);
        const end = Math.min(to, simulation.now);
        return using(simulation.near(recordFrom), async (copy) => {
          await advanceTo(copy, Math.min(recordFrom, end));
          copy.recordDecisions();
          await advanceTo(copy, end);
          return copy.decisions(flow);
        });
      }),
    summary: (question, context) =>
      this.#answer(question, question.at, context, (simulation, advanceTo) => {
        const at = Math.min(question.at, simulation.now);
        return using(simulation.near(at), async (copy) => {
          await advanceTo(copy, at);
          return copy.summary();
        });
      }),
    inspect: (question, context) =>
      this.#answer(question, question.at, context, (simulation, advanceTo) => {
        const at = Math.min(question.at, simulation.now);
        // The last call before `at` is repeated, so the copy begins earlier.
        return using(simulation.near(Math.max(0, at - INSPECTED_S)), async (copy) => {
          copy.recordLines(question.flow);
          await advanceTo(copy, at);
          return copy.programState(question.flow);
        });
      }),
  };
  readonly #simulator: Simulator;
  readonly #host: RunnerHost;
  #current: ActiveRun | null = null;
  /** Simulations of past runs that are kept to answer questions, the latest last. */
  readonly #past = new Map<RunId, Simulation>();
  /** The number of questions without an answer, and the end of the last one. */
  #asked = 0;
  #answered: Promise<unknown> = Promise.resolve();
  #eventsPerSlice = FIRST_EVENTS;

  constructor(simulator: Simulator, host: RunnerHost) {
    this.#simulator = simulator;
    this.#host = host;
  }

  // The run that is being computed ---------------------------------------

  async #open({ id, text, mode, bins }: OpenRequest, context: CallContext<RunFrame>): Promise<RunEnd> {
    const recording = mode === "result" ? undefined : { bins, decisions: false };
    const opened = this.#simulator.open(text, recording);
    if (!opened.ok) return { type: "refused", issues: opened.issues };
    this.#retire();
    const { ok: _, simulation: sim, ...opening } = opened;
    const { duration } = opening;
    if (mode === "live") sim.keepCheckpoints(duration / CHECKPOINTS);
    if (mode !== "result") context.send({ type: "opening", ...opening });
    const run: ActiveRun = {
      ...{ id, mode, sim, context, duration },
      target: mode === "driven" ? 0 : duration,
      now: 0,
      hasCredit: true,
      hasNewData: false,
      frameMs: Math.max(FRAME_MS, opening.directory.length / SERIES_PER_MS),
      lastFrameMs: Number.NEGATIVE_INFINITY,
      wallMs: 0,
      ending: null,
      wake: () => undefined,
    };
    context.listen((change) => {
      if (change === "credit") run.hasCredit = true;
      run.wake();
    });
    this.#current = run;
    return this.#compute(run);
  }

  async #compute(run: ActiveRun): Promise<RunEnd> {
    for (;;) {
      await this.#host.nextTurn();
      while (this.#isWaiting(run))
        await new Promise<void>((resolve) => {
          run.wake = resolve;
        });
      if (this.#current !== run) return { type: "stopped" };
      if (run.context.isCancelled()) {
        this.#retire();
        return { type: "stopped" };
      }
      if (!run.ending && !hasArrived(run)) this.#advance(run);
      this.#publish(run);
      if (run.ending && !run.hasNewData) return this.#finish(run, run.ending);
    }
  }

  /** Whether a run can neither be computed nor send anything now. */
  #isWaiting(run: ActiveRun): boolean {
    if (this.#current !== run || run.context.isCancelled()) return false;
    if (this.#asked > 0) return true;
    if (run.ending) return hasFrames(run) && !run.hasCredit;
    return hasArrived(run) && !(run.hasNewData && run.hasCredit);
  }

  /** Ends the run that is being computed. The simulation of a live run is kept to answer questions. */
  #retire(): void {
    const run = this.#current;
    if (!run) return;
    this.#current = null;
    run.wake();
    if (run.mode === "live") {
      run.sim.stopRecording();
      this.#keep(run.id, run.sim);
    } else run.sim.free();
  }

  /** Keeps the simulation of a past run. Frees the oldest simulations if there are too many. */
  #keep(id: RunId, sim: Simulation): void {
    this.#past.delete(id);
    this.#past.set(id, sim);
    for (const [oldest, simulation] of this.#past) {
      if (this.#past.size <= MAX_PAST_RUNS) break;
      this.#past.delete(oldest);
      simulation.free();
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
    run.hasNewData = run.mode !== "result";
    if (state === StepState.stopped) run.ending = "stopped";
    else if (state !== StepState.running) run.ending = "complete";
  }

  /**
   * Sends a frame if there is new data and the page is ready for a frame. A run whose mode is "whole" gets only the last
   * frame, and a run whose mode is "result" gets no frame.
   */
  #publish(run: ActiveRun): void {
    if (!run.hasNewData) return;
    const clockMs = this.#host.clockMs();
    const isDue = run.mode === "driven" ? hasArrived(run) : clockMs - run.lastFrameMs >= run.frameMs;
    if (hasFrames(run) ? run.hasCredit && (run.ending || isDue) : run.ending) this.#sendFrame(run, clockMs);
  }

  #sendFrame(run: ActiveRun, clockMs: number): void {
    const series = run.sim.readNew() as Float64Array<ArrayBuffer>;
    const events = run.sim.eventsNew() as Float64Array<ArrayBuffer>;
    const wallSecondsPerSecond = run.wallMs / 1000 / run.now;
    const remaining = run.now > 0 ? wallSecondsPerSecond * (run.duration - run.now) : null;
    const data = { computedTo: run.now, series, events, remaining };
    run.context.send({ type: "data", ...data }, series.buffer, events.buffer);
    run.hasCredit = false;
    run.hasNewData = false;
    run.lastFrameMs = clockMs;
  }

  #finish({ sim, wallMs }: ActiveRun, ending: "complete" | "stopped"): RunEnd {
    let end: RunEnd;
    if (ending === "complete") {
      const outcome = {
        resultId: sim.resultId(),
        summary: sim.summary(),
        packetHops: sim.packetHops(),
        wallMs,
      };
      end = { type: "complete", outcome, memoryBytes: this.#simulator.memoryBytes() };
    } else {
      const { message, entity, at, code } = sim.failure() ?? NO_REPORT;
      end = { type: "failed", failure: { kind: "stopped", message, entity, at, code, issues: [] } };
    }
    this.#retire();
    return end;
  }

  // Questions -----------------------------------------------------------

  /** Answers a question after those before it, while the run that is being computed waits. */
  #answer<T>(
    { id, text }: { readonly id: RunId; readonly text: string },
    until: number,
    context: CallContext,
    answer: (
      simulation: Simulation,
      advanceTo: (simulation: Simulation, t: number) => Promise<void>,
    ) => Promise<T>,
  ): Promise<T> {
    const advanceTo = (simulation: Simulation, t: number): Promise<void> =>
      this.#advanceTo(simulation, t, context);
    this.#asked += 1;
    const answered = this.#answered.then(async () => {
      try {
        return await answer(await this.#simulationOf(id, text, until, advanceTo), advanceTo);
      } finally {
        this.#asked -= 1;
        this.#current?.wake();
      }
    });
    this.#answered = answered.catch(() => undefined);
    return answered;
  }

  /**
   * The simulation of a run, to answer a question. The simulation of the current run is returned as it is.
   * The simulation of a past run is advanced to at least `t`; if it is no longer kept, it is first created
   * again.
   */
  async #simulationOf(
    id: RunId,
    text: string,
    t: number,
    advanceTo: (simulation: Simulation, t: number) => Promise<void>,
  ): Promise<Simulation> {
    if (this.#current?.id === id) return this.#current.sim;
    let sim = this.#past.get(id);
    // While the simulation advances, only this question refers to it, so that it is not freed elsewhere.
    this.#past.delete(id);
    if (!sim) {
      const opened = this.#simulator.open(text);
      // As the WebAssembly states issues in an error.
      if (!opened.ok) throw new Error(JSON.stringify({ issues: opened.issues }));
      sim = opened.simulation;
      sim.keepCheckpoints(sim.duration / CHECKPOINTS);
    }
    try {
      if (sim.now < t) await advanceTo(sim, t);
    } catch (error) {
      sim.free();
      throw error;
    }
    this.#keep(id, sim);
    return sim;
  }

  async #advanceTo(sim: Simulation, t: number, context: CallContext): Promise<void> {
    // The simulator counts whole nanoseconds, so it stops at the nanosecond nearest to `t`.
    const target = Math.round(t * 1e9) / 1e9;
    for (;;) {
      const { now, state } = this.#step(sim, target);
      if (state === StepState.stopped) return;
      // NaN counts as reached.
      if (state !== StepState.running || !(now < target - TIME_TOLERANCE)) return;
      await this.#host.nextTurn();
      if (context.isCancelled()) throw new Error("The question was cancelled.");
    }
  }
}

/** Frees a copy of a run after its use. */
async function using<T>(copy: Simulation, use: (copy: Simulation) => Promise<T>): Promise<T> {
  try {
    return await use(copy);
  } finally {
    copy.free();
  }
}
