// Side runs on a pool of workers: ten seeds, variations of a setting, thumbnails. Each worker has one job at a time. Workers are
// started when needed and terminated after they have been idle for a while.

import type { FromWorker, RunMode } from "./protocol.ts";
import { GrowingRecord } from "./record.ts";
import type { RunFailure, RunId, RunOutcome } from "./types.ts";
import { type Spawner, WorkerConnection } from "./workerConnection.ts";

export interface Job {
  readonly text: string;
  readonly bins: number;
  readonly mode: RunMode & ("whole" | "result");
  done(outcome: RunOutcome, record: GrowingRecord | null): void;
  failed(failure: RunFailure): void;
}

/** A place for one worker of the pool; `connection` is null while no worker is started. */
interface Slot {
  connection: WorkerConnection | null;
  runId: RunId;
  job: Job | null;
  record: GrowingRecord | null;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

/** An idle worker is terminated after this time. */
const IDLE_MS = 20_000;

export const crashed = (message: string): RunFailure => ({
  kind: "crashed",
  message,
  at: null,
  entity: null,
  canContinue: false,
  issues: [],
});

export class Pool {
  readonly #spawner: Spawner;
  readonly #module: () => Promise<WebAssembly.Module | null>;
  readonly #slots: Slot[];
  #queue: Job[] = [];
  #jobsStarted = 0;
  #disposed = false;

  constructor(spawner: Spawner, module: () => Promise<WebAssembly.Module | null>, size: number) {
    this.#spawner = spawner;
    this.#module = module;
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
      const module = await this.#module();
      // While waiting, the job may have been abandoned and the slot given to another job.
      if (this.#disposed || slot.runId !== runId || slot.job !== job) return;
      slot.connection ??= this.#open(slot, module);
    }
    slot.connection.send({ type: "load", runId, text: job.text, bins: job.bins, mode: job.mode });
  }

  #open(slot: Slot, module: WebAssembly.Module | null): WorkerConnection {
    return new WorkerConnection(
      this.#spawner,
      {
        message: (message) => this.#receive(slot, message),
        isWaiting: () => slot.job !== null,
        lost: (message) => {
          slot.connection = null;
          const job = this.#free(slot);
          job?.failed(crashed(message));
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
        slot.record?.take(message);
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
