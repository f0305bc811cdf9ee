// Side runs on workers of their own: ten seeds, variations of a setting, thumbnails. Each worker has one job at a time. Workers
// are started when they are needed and terminated when they have been idle for a while.

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

interface Seat {
  connection: WorkerConnection | null;
  runId: RunId;
  job: Job | null;
  record: GrowingRecord | null;
  idle: ReturnType<typeof setTimeout> | undefined;
}

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
  readonly #seats: Seat[];
  #queue: Job[] = [];
  #count = 0;
  #disposed = false;

  constructor(spawner: Spawner, module: () => Promise<WebAssembly.Module | null>, size: number) {
    this.#spawner = spawner;
    this.#module = module;
    this.#seats = Array.from({ length: Math.max(1, size) }, () => ({
      connection: null,
      runId: "",
      job: null,
      record: null,
      idle: undefined,
    }));
  }

  add(job: Job): void {
    this.#queue.push(job);
    this.#next();
  }

  /** Abandons a job: neither of its callbacks is called any more. */
  remove(job: Job): void {
    this.#queue = this.#queue.filter((other) => other !== job);
    for (const seat of this.#seats) {
      if (seat.job !== job) continue;
      seat.connection?.send({ type: "drop", runId: seat.runId });
      this.#free(seat);
    }
    this.#next();
  }

  dispose(): void {
    this.#disposed = true;
    this.#queue = [];
    for (const seat of this.#seats) {
      clearTimeout(seat.idle);
      seat.connection?.dispose();
      seat.connection = null;
      seat.job = null;
    }
  }

  #next(): void {
    for (const seat of this.#seats) {
      if (seat.job) continue;
      const job = this.#queue.shift();
      if (!job) return;
      void this.#begin(seat, job);
    }
  }

  async #begin(seat: Seat, job: Job): Promise<void> {
    clearTimeout(seat.idle);
    seat.job = job;
    seat.record = null;
    this.#count += 1;
    seat.runId = `side-${this.#count}`;
    const { runId } = seat;
    if (!seat.connection) {
      const module = await this.#module();
      // Meanwhile the job may have been abandoned and the seat given to another job.
      if (this.#disposed || seat.runId !== runId || seat.job !== job) return;
      seat.connection ??= this.#open(seat, module);
    }
    seat.connection.send({ type: "load", runId, text: job.text, bins: job.bins, mode: job.mode });
  }

  #open(seat: Seat, module: WebAssembly.Module | null): WorkerConnection {
    return new WorkerConnection(
      this.#spawner,
      {
        message: (message) => this.#receive(seat, message),
        waiting: () => seat.job !== null,
        lost: (message) => {
          seat.connection = null;
          const job = this.#free(seat);
          job?.failed(crashed(message));
          this.#next();
        },
      },
      module,
    );
  }

  #receive(seat: Seat, message: FromWorker): void {
    if (!("runId" in message) || message.runId !== seat.runId || !seat.job) return;
    switch (message.type) {
      case "started":
        seat.record = new GrowingRecord(message.runId, message);
        break;
      case "frame":
        seat.record?.take(message);
        break;
      case "done": {
        const { record } = seat;
        record?.complete(message.outcome);
        this.#free(seat)?.done(message.outcome, record);
        this.#next();
        break;
      }
      case "failed":
        this.#free(seat)?.failed(message.failure);
        this.#next();
        break;
      default:
        break;
    }
  }

  #free(seat: Seat): Job | null {
    const { job } = seat;
    seat.job = null;
    seat.record = null;
    clearTimeout(seat.idle);
    seat.idle = setTimeout(() => {
      seat.connection?.dispose();
      seat.connection = null;
    }, IDLE_MS);
    return job;
  }
}
