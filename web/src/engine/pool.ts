// A pool of workers for all runs other than the visible run, such as the runs of a comparison over ten seeds
// and the runs for the pictures of examples. Each worker has one job at a time. Workers are started when they
// are needed and terminated when they have been idle for some time.

import type { FromWorker, RunMode } from "./protocol.ts";
import { GrowingRecord } from "./record.ts";
import type { RunFailure, RunId, RunOutcome } from "./types.ts";
import { type Spawner, WorkerConnection } from "./workerConnection.ts";

/** A run to compute, and the functions that receive its result. */
export interface Job {
  /** The document. */
  readonly text: string;
  readonly bins: number;
  readonly mode: RunMode & ("whole" | "result");
  done(outcome: RunOutcome, record: GrowingRecord | null): void;
  failed(failure: RunFailure): void;
}

/** One of the pool's workers and its job. */
interface PoolWorker {
  /** Null while the worker is not started. */
  connection: WorkerConnection | null;
  /** The run of the current job, or of the last job if there is no current job. */
  runId: RunId;
  job: Job | null;
  record: GrowingRecord | null;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

/** A worker is terminated when it has been idle for this time. */
const IDLE_MS = 20_000;

export const crashFailure = (message: string): RunFailure => ({
  kind: "crashed",
  message,
  at: null,
  entity: null,
  canContinue: false,
  code: null,
  issues: [],
});

export class Pool {
  readonly #spawner: Spawner;
  readonly #getModule: () => Promise<WebAssembly.Module | null>;
  readonly #workers: PoolWorker[];
  #queue: Job[] = [];
  #jobsStarted = 0;
  #disposed = false;

  constructor(spawner: Spawner, getModule: () => Promise<WebAssembly.Module | null>, size: number) {
    this.#spawner = spawner;
    this.#getModule = getModule;
    this.#workers = Array.from({ length: Math.max(1, size) }, () => ({
      connection: null,
      runId: "",
      job: null,
      record: null,
      idleTimer: undefined,
    }));
  }

  add(job: Job): void {
    this.#queue.push(job);
    this.#startJobs();
  }

  /** Abandons a job; its callbacks are not called afterwards. */
  remove(job: Job): void {
    this.#queue = this.#queue.filter((other) => other !== job);
    for (const poolWorker of this.#workers) {
      if (poolWorker.job !== job) continue;
      poolWorker.connection?.send({ type: "forget", runId: poolWorker.runId });
      this.#free(poolWorker);
    }
    this.#startJobs();
  }

  dispose(): void {
    this.#disposed = true;
    this.#queue = [];
    for (const poolWorker of this.#workers) {
      clearTimeout(poolWorker.idleTimer);
      poolWorker.connection?.dispose();
      poolWorker.connection = null;
      poolWorker.job = null;
    }
  }

  #startJobs(): void {
    for (const poolWorker of this.#workers) {
      if (poolWorker.job) continue;
      const job = this.#queue.shift();
      if (!job) return;
      void this.#begin(poolWorker, job);
    }
  }

  async #begin(poolWorker: PoolWorker, job: Job): Promise<void> {
    clearTimeout(poolWorker.idleTimer);
    poolWorker.job = job;
    poolWorker.record = null;
    this.#jobsStarted += 1;
    poolWorker.runId = `side-${this.#jobsStarted}`;
    const { runId } = poolWorker;
    if (!poolWorker.connection) {
      const module = await this.#getModule();
      // Meanwhile the job may have been abandoned and the worker given another job.
      if (this.#disposed || poolWorker.runId !== runId || poolWorker.job !== job) return;
      poolWorker.connection ??= this.#connect(poolWorker, module);
    }
    poolWorker.connection.send({ type: "load", runId, text: job.text, bins: job.bins, mode: job.mode });
  }

  #connect(poolWorker: PoolWorker, module: WebAssembly.Module | null): WorkerConnection {
    return new WorkerConnection(
      this.#spawner,
      {
        onMessage: (message) => this.#receive(poolWorker, message),
        isWaiting: () => poolWorker.job !== null,
        onLost: (message) => {
          poolWorker.connection = null;
          const job = this.#free(poolWorker);
          job?.failed(crashFailure(message));
          this.#startJobs();
        },
      },
      module,
    );
  }

  #receive(poolWorker: PoolWorker, message: FromWorker): void {
    if (!("runId" in message) || message.runId !== poolWorker.runId || !poolWorker.job) return;
    switch (message.type) {
      case "started":
        poolWorker.record = new GrowingRecord(message.runId, message);
        break;
      case "frame":
        poolWorker.record?.store(message);
        break;
      case "done": {
        const { record } = poolWorker;
        record?.complete(message.outcome);
        this.#free(poolWorker)?.done(message.outcome, record);
        this.#startJobs();
        break;
      }
      case "failed":
        this.#free(poolWorker)?.failed(message.failure);
        this.#startJobs();
        break;
      default:
        break;
    }
  }

  /** Makes a worker free for the next job. Returns the job that the worker had. */
  #free(poolWorker: PoolWorker): Job | null {
    const { job } = poolWorker;
    poolWorker.job = null;
    poolWorker.record = null;
    clearTimeout(poolWorker.idleTimer);
    poolWorker.idleTimer = setTimeout(() => {
      poolWorker.connection?.dispose();
      poolWorker.connection = null;
    }, IDLE_MS);
    return job;
  }
}
