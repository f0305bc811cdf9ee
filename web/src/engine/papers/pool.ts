// Runs cells on several workers. A worker that ends is replaced, and its run is made again.
import { WorkerClient, WorkerLost, type WorkerProgram } from "../workers/client.ts";
import type { RunOrder } from "./runOrder.ts";
import type { CellRun, PapersCalls, RunSubject } from "./types.ts";

/** How often a run is tried if its workers end. */
const MAX_ATTEMPTS = 3;

export interface RunPoolEvents {
  /** A run is finished. `record` is its `RunRecord` as JSON. */
  onRecord(run: CellRun, record: string): void;
  /** A run failed, and the pool has stopped. */
  onFailure(run: CellRun, message: string): void;
  /** All runs are finished. */
  onEmpty(): void;
}

export class RunPool {
  readonly #program: WorkerProgram;
  readonly #subject: RunSubject;
  readonly #events: RunPoolEvents;
  readonly #order: RunOrder;
  readonly #attempts = new Map<CellRun, number>();
  readonly #clients = new Set<WorkerClient<PapersCalls>>();
  #running = 0;
  #stopped = false;

  /** Makes the runs of an order on `size` workers. */
  constructor(
    program: WorkerProgram,
    subject: RunSubject,
    order: RunOrder,
    size: number,
    events: RunPoolEvents,
  ) {
    this.#program = program;
    this.#subject = subject;
    this.#events = events;
    this.#order = order;
    const runs = order.length;
    if (runs === 0) queueMicrotask(() => this.#finishIfEmpty());
    for (let i = 0; i < Math.min(size, runs); i += 1) void this.#work();
  }

  /** Begins no further run. The current runs are finished. */
  drain(): void {
    this.#order.clear();
  }

  /** Ends all workers. Runs that have not finished are lost. */
  stop(): void {
    this.#stopped = true;
    for (const client of this.#clients) client.dispose();
    this.#clients.clear();
  }

  async #work(): Promise<void> {
    let client: WorkerClient<PapersCalls> | null = null;
    for (let run = this.#order.take(); run && !this.#stopped; run = this.#order.take()) {
      if (!client || client.lost) {
        if (client) this.#clients.delete(client);
        client = new WorkerClient<PapersCalls>(this.#program);
        this.#clients.add(client);
      }
      this.#running += 1;
      await this.#make(client, run);
      this.#running -= 1;
    }
    if (client) {
      this.#clients.delete(client);
      client.dispose();
    }
    this.#finishIfEmpty();
  }

  /** Makes a run. If the worker ends, the run returns to the queue. */
  async #make(client: WorkerClient<PapersCalls>, run: CellRun): Promise<void> {
    try {
      const record = await client.ask("run", { subject: this.#subject, ...run });
      if (!this.#stopped) this.#events.onRecord(run, record);
    } catch (error) {
      if (this.#stopped) return;
      const attempts = (this.#attempts.get(run) ?? 0) + 1;
      this.#attempts.set(run, attempts);
      if (error instanceof WorkerLost && attempts < MAX_ATTEMPTS) {
        this.#order.giveBack(run);
        return;
      }
      this.stop();
      this.#events.onFailure(run, error instanceof Error ? error.message : String(error));
    }
  }

  #finishIfEmpty(): void {
    if (this.#stopped || this.#running > 0 || this.#order.length > 0) return;
    this.#stopped = true;
    this.#events.onEmpty();
  }
}
