// Implements the page's interface to the engine (types.ts) with one worker for the visible run and a pool of workers for
// all other runs. If a worker is lost, its run fails, what it has recorded can still be read, and a new worker starts.
import type { CheckResult, ProgramReport, ProgramState, RunSummary } from "../generated/types.ts";
import { GrowingRecord } from "./record.ts";
import type { OpenRequest, RunFrame, SimulatorCalls } from "./simulatorCalls.ts";
import type {
  BatchHandle,
  BatchJob,
  Decision,
  EngineClient,
  OpenOptions,
  RunFailure,
  RunHandle,
  RunOutcome,
  RunRecord,
} from "./types.ts";
import {
  type AskOptions,
  WorkerClient,
  WorkerLost,
  type WorkerProgram,
  WorkerUnusable,
} from "./workers/client.ts";
import { WorkerPool } from "./workers/pool.ts";

/** The default number of bins per series. */
export const DEFAULT_BINS = 2048;

/**
 * The memory of WebAssembly never shrinks. A worker with more than this, from a large run, is replaced before the next run.
 * The new one is prepared when the large run ends, so that the next run does not wait for it.
 */
const MAX_WORKER_BYTES = 64 * 2 ** 20;

/** How often a check, a question or the start of a run is tried if its workers end. */
const MAX_ATTEMPTS = 2;

type Ask = <Name extends keyof SimulatorCalls>(
  name: Name,
  argument: SimulatorCalls[Name]["argument"],
  options?: AskOptions<SimulatorCalls[Name]["frame"]>,
) => Promise<SimulatorCalls[Name]["answer"]>;

export interface ClientOptions {
  /** Number of workers in the pool. */
  readonly poolSize?: number;
  /** A promise that is fulfilled when the browser is about to draw the next animation frame. */
  readonly nextFrame?: () => Promise<void>;
  /** Prepares the page. The client is ready when the promise resolves. */
  readonly prepare?: () => Promise<void>;
}

/** Waits for the next animation frame, or 250 ms if there is none, for example on a hidden page. */
function animationFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 250);
    if (typeof requestAnimationFrame !== "function") return;
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const refusal = (issues: CheckResult["issues"]): CheckResult => ({
  ok: false,
  issues,
  canonical: null,
  derived: null,
});

const crashed = (message: string): CheckResult => refusal([{ path: "", code: "crashed", message }]);

const failureOf = (
  kind: RunFailure["kind"],
  message: string,
  issues: RunFailure["issues"] = [],
): RunFailure => ({ kind, message, at: null, entity: null, code: null, issues });

/** The message about a worker that was lost. */
function lossOf(error: unknown): string {
  const cause = error instanceof Error ? error.message : String(error);
  return error instanceof WorkerUnusable
    ? `The simulator cannot be started in this browser. (${cause})`
    : `The simulator stopped unexpectedly. What was computed so far and the scenario are kept. (${cause})`;
}

let runsOpened = 0;

/** A run that a worker computes. */
class OpenedRun implements RunHandle {
  readonly id: string;
  readonly verdict: Promise<CheckResult>;
  readonly end: Promise<RunOutcome | RunFailure | null>;
  record: GrowingRecord | null = null;
  readonly #request: Omit<OpenRequest, "id">;
  readonly #ask: Ask;
  readonly #nextFrame: () => Promise<void>;
  readonly #listeners = new Set<() => void>();
  readonly #computation = new AbortController();
  readonly #questions = new AbortController();
  #decide: (verdict: CheckResult) => void = () => undefined;
  #isStopped = false;

  constructor(request: Omit<OpenRequest, "id">, ask: Ask, nextFrame: () => Promise<void>) {
    runsOpened += 1;
    this.id = `run-${runsOpened}`;
    this.#request = request;
    this.#ask = ask;
    this.#nextFrame = nextFrame;
    this.verdict = new Promise((resolve) => {
      this.#decide = resolve;
    });
    this.end = this.#compute({ ...request, id: this.id });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  advance(until: number, later: string | null): void {
    this.#ask("advance", { id: this.id, until, later }).catch(() => undefined);
  }

  explain(flow: string, from: number, to: number): Promise<readonly Decision[]> {
    return this.#question("explain", { ...this.#subject, flow, from, to });
  }

  async summary(at: number): Promise<RunSummary> {
    const { outcome, duration, computedTo } = this.record ?? { outcome: null, duration: 0, computedTo: 0 };
    if (outcome && at >= duration) return outcome.summary;
    return this.#question("summary", { ...this.#subject, at: Math.min(at, computedTo) });
  }

  inspect(flow: string, at: number): Promise<ProgramState | null> {
    return this.#question("inspect", { ...this.#subject, flow, at });
  }

  stop(): void {
    this.#isStopped = true;
    // A document that is not checked yet gets its verdict.
    if (this.record || this.#request.mode === "result") this.#computation.abort();
  }

  dispose(): void {
    this.stop();
    this.#questions.abort(new Error("The run is no longer kept."));
    this.#ask("forget", this.id).catch(() => undefined);
  }

  get #subject(): { readonly id: string; readonly text: string } {
    return { id: this.id, text: this.#request.text };
  }

  #question<Name extends "explain" | "summary" | "inspect">(
    name: Name,
    argument: SimulatorCalls[Name]["argument"],
  ): Promise<SimulatorCalls[Name]["answer"]> {
    return this.#ask(name, argument, { signal: this.#questions.signal });
  }

  #receive(frame: RunFrame): Promise<void> | undefined {
    if (frame.type === "opening") {
      this.record = new GrowingRecord(this.id, frame);
      this.#decide({ ok: true, issues: [], canonical: frame.canonical, derived: frame.derived });
      if (this.#isStopped) this.#computation.abort();
      return undefined;
    }
    this.record?.store(frame);
    for (const listener of [...this.#listeners]) listener();
    return this.#nextFrame();
  }

  async #compute(request: OpenRequest): Promise<RunOutcome | RunFailure | null> {
    try {
      const { signal } = this.#computation;
      const onFrame = (frame: RunFrame): Promise<void> | undefined => this.#receive(frame);
      const end = await this.#ask("open", request, { signal, onFrame });
      switch (end.type) {
        case "stopped":
          return null;
        case "refused":
          this.#decide(refusal(end.issues));
          return failureOf("invalid", end.issues[0]?.message ?? "The scenario cannot be run.", end.issues);
        case "complete":
          this.record?.complete(end.outcome);
          return end.outcome;
        case "failed":
          return end.failure;
      }
    } catch (error) {
      if (this.#computation.signal.aborted) return null;
      const failure = failureOf("crashed", lossOf(error));
      this.#decide(crashed(failure.message));
      return failure;
    }
  }
}

class Client implements EngineClient {
  readonly #program: WorkerProgram;
  readonly #pool: WorkerPool<SimulatorCalls>;
  readonly #nextFrame: () => Promise<void>;
  readonly #prepare: () => Promise<void>;
  #worker: WorkerClient<SimulatorCalls> | null = null;
  /** The next worker, if the memory of the worker has become too large. */
  #next: WorkerClient<SimulatorCalls> | null = null;
  #isDisposed = false;

  constructor(program: WorkerProgram, options: ClientOptions = {}) {
    this.#program = program;
    this.#nextFrame = options.nextFrame ?? animationFrame;
    this.#prepare = options.prepare ?? (async () => undefined);
    const cores = typeof navigator === "object" ? (navigator.hardwareConcurrency ?? 2) : 2;
    // One core is left for the worker of the visible run.
    this.#pool = new WorkerPool(program, options.poolSize ?? Math.min(4, Math.max(1, cores - 1)));
    this.#connect();
  }

  async ready(): Promise<{ readonly version: string }> {
    try {
      const [version] = await Promise.all([this.#ask("version", null), this.#prepare()]);
      return { version };
    } catch (error) {
      throw new Error(lossOf(error));
    }
  }

  async check(text: string): Promise<CheckResult> {
    try {
      return await this.#ask("check", text);
    } catch (error) {
      return crashed(lossOf(error));
    }
  }

  compile(text: string): Promise<ProgramReport> {
    return this.#ask("compile", text);
  }

  open(text: string, { bins = DEFAULT_BINS, mode = "live" }: OpenOptions = {}): RunHandle {
    if (mode === "whole" || mode === "result")
      return new OpenedRun({ text, bins, mode }, (...call) => this.#pool.ask(...call), this.#nextFrame);
    this.#replaceLargeWorker();
    return new OpenedRun({ text, bins, mode }, this.#ask, this.#nextFrame);
  }

  batch(
    jobs: readonly BatchJob[],
    onResult: (id: string, result: RunOutcome | RunFailure) => void,
  ): BatchHandle {
    const runs = jobs.map(({ id, text }) => ({ id, run: this.open(text, { mode: "result" }) }));
    const results = runs.map(async ({ id, run }) => {
      const result = await run.end;
      if (result) onResult(id, result);
    });
    return {
      finished: Promise.allSettled(results).then(() => undefined),
      cancel: () => {
        for (const { run } of runs) run.stop();
      },
    };
  }

  async computeRecord(text: string, bins = 256): Promise<RunRecord> {
    const run = this.open(text, { bins, mode: "whole" });
    const end = await run.end;
    if (run.record?.outcome) return run.record;
    throw new Error(end && "message" in end ? end.message : "Nothing was recorded.");
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#worker?.dispose();
    this.#next?.dispose();
    this.#pool.dispose();
  }

  #connect(): WorkerClient<SimulatorCalls> {
    if (!this.#worker || this.#worker.lost) {
      this.#worker = this.#next?.lost === false ? this.#next : new WorkerClient(this.#program);
      this.#next = null;
    }
    return this.#worker;
  }

  /**
   * Ends a worker whose memory is too large, if it has nothing to do. The next one can answer questions about earlier runs,
   * because each question has the run's document.
   */
  #replaceLargeWorker(): void {
    if (this.#next && this.#worker?.isIdle) this.#worker.dispose();
  }

  /** Asks the worker. If the worker ends before it has sent anything, a new worker is asked. */
  readonly #ask: Ask = async (name, argument, options = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#isDisposed) throw new Error("The simulator was shut down.");
      let hasFrames = false;
      const onFrame: typeof options.onFrame = (frame) => {
        hasFrames = true;
        return options.onFrame?.(frame);
      };
      try {
        const answer = await this.#connect().ask(name, argument, { ...options, onFrame });
        if (isEnd(answer) && answer.memoryBytes > MAX_WORKER_BYTES)
          this.#next ??= new WorkerClient(this.#program);
        return answer;
      } catch (error) {
        if (!(error instanceof WorkerLost) || hasFrames || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
}

const isEnd = (answer: unknown): answer is { readonly memoryBytes: number } =>
  typeof answer === "object" && answer !== null && "memoryBytes" in answer;

export function createClient(program: WorkerProgram, options?: ClientOptions): EngineClient {
  return new Client(program, options);
}
