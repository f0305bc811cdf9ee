// Implements the page's interface to the engine (types.ts) with one worker for the visible run and a pool of
// workers for all other runs. If the worker of the visible run is lost, the run fails, the records in the
// page can still be read, and a new worker starts.

import type { CheckResult, ProgramReport, ProgramState, RunSummary } from "../generated/types.ts";
import { crashFailure, type Job, Pool } from "./pool.ts";
import type { FromWorker, QuestionId, ToWorker } from "./protocol.ts";
import { GrowingRecord } from "./record.ts";
import type {
  BatchHandle,
  BatchJob,
  Decision,
  EngineClient,
  EngineListener,
  LoadOptions,
  RunFailure,
  RunId,
  RunOutcome,
  RunRecord,
} from "./types.ts";
import { type Spawner, WorkerConnection } from "./workerConnection.ts";

/** The error of everything that is asked of a client after `dispose`. */
const SHUT_DOWN = "The simulator was shut down.";

/**
 * The memory of WebAssembly never shrinks. A worker with more than this, from a large run, is replaced by a new one before
 * the next run.
 */
const MAX_WORKER_BYTES = 64 * 2 ** 20;

/** The default number of bins per series. */
export const DEFAULT_BINS = 2048;

interface LoadedRun {
  readonly text: string;
  record: GrowingRecord | null;
}

type Question = ToWorker & { readonly questionId: QuestionId };

interface PendingQuestion {
  readonly question: Question;
  readonly resolve: (answer: FromWorker) => void;
  readonly reject: (error: Error) => void;
  /** Whether the question was sent again to a new worker, because the first worker was lost. */
  isRetried: boolean;
}

type Load = ToWorker & { readonly type: "load" };

/** A load that the worker has not answered. */
interface PendingLoad {
  readonly message: Load;
  readonly resolve: (verdict: CheckResult) => void;
  isCancelled: boolean;
  /** Whether the load was sent again to a new worker, because the first worker was lost. */
  isRetried: boolean;
}

const refusal = (issues: CheckResult["issues"]): CheckResult => ({
  ok: false,
  issues,
  canonical: null,
  derived: null,
});

const crashed = (message: string): CheckResult => refusal([{ path: "", code: "crashed", message }]);

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

type Ready = FromWorker & { readonly type: "ready" };

export interface ClientOptions {
  /** Number of workers in the pool. */
  readonly poolSize?: number;
  /** Calls `work` when the browser is about to draw the next animation frame. */
  readonly onNextFrame?: (work: () => void) => void;
  /**
   * Called with the compiled module, which the page may use as well. The client is ready when the promise
   * resolves.
   */
  readonly prepare?: (module: WebAssembly.Module) => Promise<void>;
}

/**
 * Calls `work` with the next animation frame, or after 250 ms if there is none, for example on a hidden page.
 */
function withNextFrame(work: () => void): void {
  let called = false;
  const once = (): void => {
    if (called) return;
    called = true;
    clearTimeout(timer);
    work();
  };
  const timer = setTimeout(once, 250);
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(once);
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  // Without a handler, a rejection that no caller awaits would be reported as an error.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

class Client implements EngineClient {
  readonly #spawner: Spawner;
  readonly #onNextFrame: (work: () => void) => void;
  readonly #prepare: ((module: WebAssembly.Module) => Promise<void>) | undefined;
  readonly #pool: Pool;
  readonly #listeners = new Set<EngineListener>();
  readonly #runs = new Map<RunId, LoadedRun>();
  readonly #loads = new Map<RunId, PendingLoad>();
  readonly #pending = new Map<QuestionId, PendingQuestion>();
  #connection: WorkerConnection | null = null;
  #ready = deferred<Ready>();
  #module: WebAssembly.Module | null = null;
  /** The id of the last question. */
  #lastQuestionId = 0;
  #isDisposed = false;
  /** The run that is being computed. */
  #current: RunId | null = null;
  #isPaused = false;
  /** Whether the worker's memory has become too large. */
  #isLarge = false;

  constructor(spawner: Spawner, options: ClientOptions = {}) {
    this.#spawner = spawner;
    this.#onNextFrame = options.onNextFrame ?? withNextFrame;
    this.#prepare = options.prepare;
    const cores = typeof navigator === "object" ? (navigator.hardwareConcurrency ?? 2) : 2;
    // One core is left for the worker of the visible run.
    const poolSize = options.poolSize ?? Math.min(4, Math.max(1, cores - 1));
    this.#pool = new Pool(spawner, () => this.ready().then(() => this.#module), poolSize);
    this.#connect();
  }

  async ready(): Promise<{ readonly version: string }> {
    this.#connect();
    const { version } = await this.#ready.promise;
    return { version };
  }

  async check(text: string): Promise<CheckResult> {
    try {
      const answer = await this.#ask({ type: "check", questionId: ++this.#lastQuestionId, text });
      if (answer.type === "checked") return answer.result;
      throw new Error("The simulator did not answer the check.");
    } catch (error) {
      return crashed(error instanceof Error ? error.message : String(error));
    }
  }

  async compile(text: string): Promise<ProgramReport> {
    const answer = await this.#ask({ type: "compile", questionId: ++this.#lastQuestionId, text });
    if (answer.type === "compiled") return answer.report;
    throw new Error("The simulator did not compile the program.");
  }

  load(text: string, runId: RunId, options: LoadOptions = {}): Promise<CheckResult> {
    if (this.#isDisposed) return Promise.resolve(crashed(SHUT_DOWN));
    this.#replaceLargeWorker();
    this.#runs.set(runId, { text, record: null });
    const { bins = DEFAULT_BINS, preview = false, driven = false } = options;
    const mode = driven ? "driven" : preview ? "preview" : "live";
    const message: Load = { type: "load", runId, text, bins, mode };
    return new Promise((resolve) => {
      this.#loads.set(runId, { message, resolve, isCancelled: false, isRetried: false });
      this.#send(message);
    });
  }

  advance(runId: RunId, until: number, later: string | null): void {
    if (this.#current === runId) this.#send({ type: "advance", runId, until, later });
  }

  record(runId: RunId): RunRecord | undefined {
    return this.#runs.get(runId)?.record ?? undefined;
  }

  forget(runId: RunId): void {
    if (!this.#runs.delete(runId)) return;
    if (this.#current === runId) this.#current = null;
    this.#send({ type: "forget", runId });
  }

  setPaused(paused: boolean): void {
    this.#isPaused = paused;
    this.#send({ type: "pause", paused });
  }

  cancel(): void {
    for (const [runId, load] of this.#loads) {
      load.isCancelled = true;
      this.#send({ type: "cancel", runId });
    }
    if (this.#current === null) return;
    this.#send({ type: "cancel", runId: this.#current });
    this.#current = null;
  }

  async explain(runId: RunId, flow: string, from: number, to: number): Promise<readonly Decision[]> {
    const { text } = this.#runOf(runId);
    const answer = await this.#ask({
      type: "explain",
      questionId: ++this.#lastQuestionId,
      runId,
      text,
      flow,
      from,
      to,
    });
    return answer.type === "explained" ? answer.decisions : [];
  }

  async summary(runId: RunId, at?: number): Promise<RunSummary> {
    const { text, record } = this.#runOf(runId);
    const outcome = record?.outcome;
    if (outcome && (at === undefined || at >= record.duration)) return outcome.summary;
    const time = Math.min(at ?? Number.POSITIVE_INFINITY, record?.computedTo ?? 0);
    const answer = await this.#ask({
      type: "summary",
      questionId: ++this.#lastQuestionId,
      runId,
      text,
      at: time,
    });
    if (answer.type === "summarised") return answer.summary;
    throw new Error("The simulator returned no summary.");
  }

  async inspect(runId: RunId, flow: string, at: number): Promise<ProgramState | null> {
    const { text } = this.#runOf(runId);
    const questionId = ++this.#lastQuestionId;
    const answer = await this.#ask({ type: "inspect", questionId, runId, text, flow, at });
    return answer.type === "inspected" ? answer.state : null;
  }

  batch(
    jobs: readonly BatchJob[],
    onResult: (id: string, result: RunOutcome | RunFailure) => void,
  ): BatchHandle {
    const unfinished = new Set<Job>();
    const { promise, resolve } = deferred<void>();
    for (const { id, text } of jobs) {
      const settle = (result: RunOutcome | RunFailure): void => {
        unfinished.delete(job);
        try {
          onResult(id, result);
        } finally {
          if (unfinished.size === 0) resolve();
        }
      };
      const job: Job = { text, bins: DEFAULT_BINS, mode: "result", done: settle, failed: settle };
      unfinished.add(job);
    }
    if (unfinished.size === 0) resolve();
    for (const job of [...unfinished]) this.#pool.add(job);
    const cancel = (): void => {
      for (const job of unfinished) this.#pool.remove(job);
      unfinished.clear();
      resolve();
    };
    return { finished: promise, cancel };
  }

  computeRecord(text: string, bins = 256): Promise<RunRecord> {
    return new Promise((resolve, reject) => {
      this.#pool.add({
        text,
        bins,
        mode: "whole",
        done: (_outcome, record) => {
          if (record) resolve(record);
          else reject(new Error("Nothing was recorded."));
        },
        failed: (failure) => reject(new Error(failure.message)),
      });
    });
  }

  subscribe(listener: EngineListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#connection?.dispose();
    this.#connection = null;
    this.#pool.dispose();
    this.#listeners.clear();
    const error = new Error(SHUT_DOWN);
    this.#ready.reject(error);
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    for (const load of this.#loads.values()) load.resolve(crashed(SHUT_DOWN));
    this.#loads.clear();
  }

  // The worker ----------------------------------------------------------

  #connect(): WorkerConnection | null {
    if (this.#connection || this.#isDisposed) return this.#connection;
    this.#connection = new WorkerConnection(
      this.#spawner,
      {
        onMessage: (message) => this.#receive(message),
        onLost: (message, canRestart) => this.#handleLoss(message, canRestart),
        isWaiting: () =>
          this.#pending.size > 0 || this.#loads.size > 0 || (this.#current !== null && !this.#isPaused),
      },
      this.#module,
    );
    return this.#connection;
  }

  /**
   * Ends a worker whose memory is too large, if it has nothing to do. `#send` starts a new one, which can answer
   * questions about earlier runs, because each question has the run's document.
   */
  #replaceLargeWorker(): void {
    if (!this.#isLarge || this.#current !== null || this.#loads.size > 0 || this.#pending.size > 0) return;
    this.#isLarge = false;
    this.#connection?.dispose();
    this.#connection = null;
  }

  #send(message: ToWorker): void {
    this.#connect()?.send(message);
  }

  #ask(question: Question): Promise<FromWorker> {
    if (this.#isDisposed) return Promise.reject(new Error(SHUT_DOWN));
    return new Promise((resolve, reject) => {
      this.#pending.set(question.questionId, { question, resolve, reject, isRetried: false });
      this.#send(question);
    });
  }

  #runOf(runId: RunId): LoadedRun {
    const run = this.#runs.get(runId);
    if (!run) throw new Error("There is no such run.");
    return run;
  }

  #notify(call: (listener: EngineListener) => void): void {
    for (const listener of [...this.#listeners]) call(listener);
  }

  #receive(message: FromWorker): void {
    if (message.type === "ready") {
      this.#module = message.module;
      const { resolve, reject } = this.#ready;
      if (this.#prepare) this.#prepare(message.module).then(() => resolve(message), reject);
      else resolve(message);
      return;
    }
    if ("questionId" in message) {
      const pending = this.#pending.get(message.questionId);
      this.#pending.delete(message.questionId);
      if (message.type === "refused") pending?.reject(new Error(message.message));
      else pending?.resolve(message);
      return;
    }
    if (message.type === "started" || message.type === "failed") {
      const load = this.#loads.get(message.runId);
      if (load) {
        this.#loads.delete(message.runId);
        load.resolve(message.type === "started" ? this.#begin(message, load) : this.#refuse(message));
        return;
      }
    }
    // Ignore messages about a run that was replaced, cancelled or forgotten.
    if (!("runId" in message) || message.runId === null || message.runId !== this.#current) return;
    const { runId } = message;
    const run = this.#runs.get(runId);
    if (!run) return;
    switch (message.type) {
      case "frame": {
        const { record } = run;
        if (!record) break;
        record.store(message);
        this.#notify((listener) => listener.frame?.(runId, record));
        const { computedTo, remaining } = message;
        this.#notify((listener) => listener.progress?.(runId, computedTo, record.duration, remaining));
        this.#onNextFrame(() => {
          if (this.#current === runId) this.#send({ type: "credit", runId });
        });
        break;
      }
      case "done":
        this.#current = null;
        this.#isLarge = (message.memoryBytes ?? 0) > MAX_WORKER_BYTES;
        run.record?.complete(message.outcome);
        this.#notify((listener) => listener.done?.(runId, message.outcome));
        break;
      case "failed":
        this.#fail(runId, message.failure);
        break;
      default:
        break;
    }
  }

  /** Makes a run that the worker has started the current run. Returns the verdict on its document. */
  #begin(message: FromWorker & { type: "started" }, { isCancelled }: PendingLoad): CheckResult {
    const { runId, canonical, derived } = message;
    const run = this.#runs.get(runId);
    if (run) run.record = new GrowingRecord(runId, message);
    this.#current = run && !isCancelled ? runId : null;
    this.#isPaused = false;
    return { ok: true, issues: [], canonical, derived };
  }

  /** Forgets a run whose document the worker has refused. Returns the verdict on the document. */
  #refuse({ runId, failure }: FromWorker & { type: "failed" }): CheckResult {
    this.#runs.delete(runId);
    return refusal(failure.issues);
  }

  #fail(runId: RunId, failure: RunFailure): void {
    if (this.#current === runId) this.#current = null;
    this.#runs.get(runId)?.record?.fail(failure);
    this.#notify((listener) => listener.failed?.(runId, failure));
  }

  /**
   * Fails the current run, repeats pending checks and loads on a new worker, and rejects all other pending
   * questions.
   */
  #handleLoss(cause: string, canRestart: boolean): void {
    this.#connection = null;
    this.#isLarge = false;
    const message = canRestart
      ? `The simulator stopped unexpectedly. What was computed so far and the scenario are kept. (${cause})`
      : `The simulator cannot be started in this browser. (${cause})`;
    const error = new Error(message);
    this.#ready.reject(error);
    this.#ready = deferred<Ready>();
    for (const [questionId, pending] of [...this.#pending]) {
      if (canRestart && pending.question.type === "check" && !pending.isRetried) {
        pending.isRetried = true;
        this.#send(pending.question);
      } else {
        this.#pending.delete(questionId);
        pending.reject(error);
      }
    }
    for (const [runId, load] of [...this.#loads]) {
      if (canRestart && !load.isRetried && !load.isCancelled) {
        load.isRetried = true;
        this.#send(load.message);
      } else {
        this.#loads.delete(runId);
        this.#runs.delete(runId);
        load.resolve(crashed(message));
      }
    }
    if (canRestart) this.#connect();
    const runId = this.#current;
    if (runId !== null) this.#fail(runId, crashFailure(message));
  }
}

export function createClient(spawner: Spawner, options?: ClientOptions): EngineClient {
  return new Client(spawner, options);
}
