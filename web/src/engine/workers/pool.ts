// Workers that share calls. A worker has one call at a time. It is started when it is needed, and ends when it has been
// idle for some time.
import type { Calls, NameOf } from "./calls.ts";
import { type AskOptions, WorkerClient, WorkerLost, type WorkerProgram } from "./client.ts";

/** A worker ends when it has been idle for this time. */
const IDLE_MS = 20_000;

/** How often a call is made if its workers end. */
const MAX_ATTEMPTS = 3;

interface Place<C extends Calls> {
  /** Null if no worker is started. */
  client: WorkerClient<C> | null;
  isBusy: boolean;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

export class WorkerPool<C extends Calls> {
  readonly #program: WorkerProgram;
  readonly #places: readonly Place<C>[];
  /** Calls that wait for a worker. */
  readonly #waiting: (() => void)[] = [];
  #isDisposed = false;

  constructor(program: WorkerProgram, size: number) {
    this.#program = program;
    this.#places = Array.from({ length: Math.max(1, size) }, () => ({
      client: null,
      isBusy: false,
      idleTimer: undefined,
    }));
  }

  /** Asks the next free worker. If the worker ends, another one is asked. */
  async ask<Name extends NameOf<C>>(
    name: Name,
    argument: C[Name]["argument"],
    options: AskOptions<C[Name]["frame"]> = {},
  ): Promise<C[Name]["answer"]> {
    for (let attempt = 1; ; attempt += 1) {
      const place = await this.#freePlace();
      try {
        options.signal?.throwIfAborted();
        return await this.#clientAt(place).ask(name, argument, options);
      } catch (error) {
        if (!(error instanceof WorkerLost) || attempt === MAX_ATTEMPTS || this.#isDisposed) throw error;
      } finally {
        this.#free(place);
      }
    }
  }

  /** Ends all workers. Calls without an answer reject. */
  dispose(): void {
    this.#isDisposed = true;
    for (const { client, idleTimer } of this.#places) {
      clearTimeout(idleTimer);
      client?.dispose();
    }
    for (const begin of this.#waiting.splice(0)) begin();
  }

  async #freePlace(): Promise<Place<C>> {
    for (;;) {
      if (this.#isDisposed) throw new WorkerLost("The worker has ended.");
      // A worker that is started already needs no time to start.
      const free = this.#places.filter(({ isBusy }) => !isBusy);
      const place = free.find(({ client }) => client && !client.lost) ?? free[0];
      if (place) {
        place.isBusy = true;
        clearTimeout(place.idleTimer);
        return place;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #clientAt(place: Place<C>): WorkerClient<C> {
    if (!place.client || place.client.lost) place.client = new WorkerClient<C>(this.#program);
    return place.client;
  }

  #free(place: Place<C>): void {
    place.isBusy = false;
    this.#waiting.shift()?.();
    if (this.#isDisposed) return;
    place.idleTimer = setTimeout(() => {
      if (place.isBusy) return;
      place.client?.dispose();
      place.client = null;
    }, IDLE_MS);
  }
}
