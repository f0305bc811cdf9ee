// The page's side of a worker that answers calls: asks, cancels, and detects that the worker has ended.
import type { CallMessage, Calls, NameOf, ReplyMessage, WasmProgram } from "./calls.ts";

/** The members of `Worker` that are used here. Tests provide another implementation. */
export interface CallableWorker {
  postMessage(message: CallMessage): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<ReplyMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What a new worker needs. */
export interface WorkerProgram {
  spawn(): CallableWorker;
  /** What the worker loads before it answers calls. */
  readonly wasm: WasmProgram | null;
  /** Calls `onEnd` when the worker that holds this lock has ended. */
  watch(lock: string, onEnd: () => void): void;
}

/**
 * Calls `onEnd` when the lock is free. In a browser without the Web Locks API, `onEnd` is never called: only
 * the errors of a worker are noticed, not that it was ended.
 */
export function watchLock(lock: string, onEnd: () => void): void {
  void navigator.locks?.request(lock, () => onEnd());
}

/** The worker has ended before it answered. Another worker can be asked. */
export class WorkerLost extends Error {}

interface Pending {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

let workersStarted = 0;

export class WorkerClient<C extends Calls> {
  readonly #worker: CallableWorker;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;
  #lost: Error | null = null;

  constructor({ spawn, wasm, watch }: WorkerProgram) {
    workersStarted += 1;
    const lock = `worker-${workersStarted}-${Math.random()}`;
    this.#worker = spawn();
    this.#worker.onmessage = (event) => this.#receive(event.data, () => watch(lock, () => this.#end()));
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      this.#lose(new WorkerLost(event.message || "The worker's program could not be loaded."));
    };
    this.#worker.postMessage({ type: "open", wasm, lock });
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  /** Rejects with the reason of `signal` if it is aborted before the worker has answered. */
  ask<Name extends NameOf<C>>(
    name: Name,
    argument: C[Name]["argument"],
    signal?: AbortSignal,
  ): Promise<C[Name]["answer"]> {
    if (this.#lost) return Promise.reject(this.#lost);
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.#asked += 1;
    const number = this.#asked;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#worker.postMessage({ type: "call", number, name, argument });
      const cancel = (): void => {
        if (!this.#take(number)) return;
        this.#worker.postMessage({ type: "cancel", number });
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  /** Ends the worker. Calls without an answer reject. */
  dispose(): void {
    this.#end();
  }

  #end(): void {
    this.#lose(new WorkerLost("The worker has ended."));
  }

  #receive(message: ReplyMessage, onReady: () => void): void {
    switch (message.type) {
      case "ready":
        onReady();
        break;
      case "unusable":
        this.#lose(new Error(message.message));
        break;
      case "answer":
        this.#take(message.number)?.resolve(message.answer);
        break;
      case "refusal":
        this.#take(message.number)?.reject(new Error(message.message));
        if (message.isFault) this.#end();
        break;
    }
  }

  #take(number: number): Pending | undefined {
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    return pending;
  }

  #lose(error: Error): void {
    if (this.#lost) return;
    this.#lost = error;
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

/** Asks a new worker and ends it. */
export async function askOnce<C extends Calls, Name extends NameOf<C>>(
  program: WorkerProgram,
  name: Name,
  argument: C[Name]["argument"],
  signal?: AbortSignal,
): Promise<C[Name]["answer"]> {
  signal?.throwIfAborted();
  const client = new WorkerClient<C>(program);
  try {
    return await client.ask(name, argument, signal);
  } finally {
    client.dispose();
  }
}
