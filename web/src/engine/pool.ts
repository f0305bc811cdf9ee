// A pool of workers for all runs other than the visible run, such as the runs of a comparison over ten seeds and the runs for the
// pictures of examples. Each worker has one job at a time. Workers are started when they are needed and terminated when they have
// been idle for some time.

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
interface Slot {
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
  issues: [],
});

export class Pool {
  readonly #spawner: Spawner;
  readonly #getModule: () => Promise<WebAssembly.Module | null>;
  readonly #slots: Slot[];
  #queue: Job[] = [];
  #jobsStarted = 0;
  #disposed = false;

  constructor(spawner: Spawner, getModule: () => Promise<WebAssembly.Module | null>, size: number) {
    this.#spawner = spawner;
    this.#getModule = getModule;
    this.#slots = Array.from({ length: Math.max(1, size) }, () => ({
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
    for (const slot of this.#slots) {
      if (slot.job !== job) continue;
      slot.connection?.send({ type: "drop", runId: slot.runId });
      this.#free(slot);
    }
    this.#startJobs();
  }

  dispose(): void {
    this.#disposed = true;
    this.#queue = [];
    for (const slot of this.#slots) {
      clearTimeout(slot.idleTimer);
      slot.connection?.dispose();
      slot.connection = null;
      slot.job = null;
    }
  }

  #startJobs(): void {
    for (const slot of this.#slots) {
      if (slot.job) continue;
      const job = this.#queue.shift();
      if (!job) return;
      void this.#begin(slot, job);
    }
  }

  async #begin(slot: Slot, job: Job): Promise<void> {
    clearTimeout(slot.idleTimer);
    slot.job = job;
    slot.record = null;
    this.#jobsStarted += 1;
    slot.runId = `side-${this.#jobsStarted}`;
    const { runId } = slot;
    if (!slot.connection) {
      const module = await this.#getModule();
      // Meanwhile the job may have been abandoned and the slot given to another job.
      if (this.#disposed || slot.runId !== runId || slot.job !== job) return;
      slot.connection ??= this.#connect(slot, module);
    }
    slot.connection.send({ type: "load", runId, text: job.text, bins: job.bins, mode: job.mode });
  }

  #connect(slot: Slot, module: WebAssembly.Module | null): WorkerConnection {
    return new WorkerConnection(
      this.#spawner,
      {
        onMessage: (message) => this.#receive(slot, message),
        isWaiting: () => slot.job !== null,
        onLost: (message) => {
          slot.connection = null;
          const job = this.#free(slot);
          job?.failed(crashFailure(message));
          this.#startJobs();
        },
      },
      module,
    );
  }

  #receive(slot: Slot, message: FromWorker): void {
    if (!("runId" in message) || message.runId !== slot.runId || !slot.job) return;
    switch (message.type) {
      case "started":
        slot.record = new GrowingRecord(message.runId, message);
        break;
      case "frame":
        slot.record?.store(message);
        break;
      case "done": {
        const { record } = slot;
        record?.complete(message.outcome);
        this.#free(slot)?.done(message.outcome, record);
        this.#startJobs();
        break;
      }
      case "failed":
        this.#free(slot)?.failed(message.failure);
        this.#startJobs();
        break;
      default:
        break;
    }
  }

  /** Makes a slot free for the next job. Returns the job that the slot had. */
  #free(slot: Slot): Job | null {
    const { job } = slot;
    slot.job = null;
    slot.record = null;
    clearTimeout(slot.idleTimer);
    slot.idleTimer = setTimeout(() => {
      slot.connection?.dispose();
      slot.connection = null;
    }, IDLE_MS);
    return job;
  }
}
