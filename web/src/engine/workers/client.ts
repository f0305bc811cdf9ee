// The page's side of a worker that answers calls: asks, passes on frames, cancels, and notices that the worker has ended.
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
  readonly wasm: (() => Promise<WasmProgram>) | null;
  /** Calls `onEnd` when the worker that holds this lock has ended. */
  watch(lock: string, onEnd: () => void): void;
  /**
   * How long the worker may send nothing while it has calls and the page is visible, in seconds. Without it, for any time:
   * the worker may compute a whole answer before it reads a message.
   */
  readonly maxSilence?: number;
}

/**
 * Calls `onEnd` when the lock is free. In a browser without the Web Locks API, `onEnd` is never called: only
 * the errors of a worker are noticed, not that it was ended.
 */
export function watchLock(lock: string, onEnd: () => void): void {
  navigator.locks?.request(lock, () => onEnd()).catch(() => undefined);
}

/** The worker has ended before it answered. Another worker can be asked. */
export class WorkerLost extends Error {}

/** The worker could not begin, and another worker would fail as well. */
export class WorkerUnusable extends Error {}

export interface AskOptions<Frame> {
  /** The call rejects with the reason of this signal if it is aborted before the worker has answered. */
  readonly signal?: AbortSignal | undefined;
  /** Gets the frames of the call. The worker may send another frame when the returned promise is fulfilled. */
  readonly onFrame?: (frame: Frame) => Promise<void> | undefined;
}

interface Pending {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  onFrame(frame: unknown): Promise<void> | undefined;
}

let workersStarted = 0;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class WorkerClient<C extends Calls> {
  readonly #pending = new Map<number, Pending>();
  #worker: CallableWorker | null = null;
  #asked = 0;
  #isReady = false;
  /** Seconds since the worker last sent something. A suspended page does not count any. */
  #silence = 0;
  #clock: ReturnType<typeof setInterval> | undefined;
  readonly #maxSilence: number | undefined;
  #lost: Error | null = null;

  constructor(program: WorkerProgram) {
    this.#maxSilence = program.maxSilence;
    workersStarted += 1;
    const lock = `worker-${workersStarted}-${Math.random()}`;
    try {
      const worker = program.spawn();
      this.#worker = worker;
      worker.onmessage = (event) =>
        this.#receive(event.data, () => program.watch(lock, () => this.dispose()));
      worker.onerror = (event) => {
        event.preventDefault?.();
        const cause = event.message || "The worker's program could not be loaded.";
        this.#lose(this.#isReady ? new WorkerLost(cause) : new WorkerUnusable(cause));
      };
      const open = (wasm: WasmProgram | null): void =>
        this.#worker?.postMessage({ type: "open", wasm, lock });
      if (program.wasm === null) open(null);
      else program.wasm().then(open, (error) => this.#lose(new WorkerUnusable(messageOf(error))));
    } catch (error) {
      this.#lose(new WorkerUnusable(`This browser refuses to start a worker: ${messageOf(error)}`));
    }
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  /** Whether the worker has answered all calls. */
  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  ask<Name extends NameOf<C>>(
    name: Name,
    argument: C[Name]["argument"],
    { signal, onFrame = () => undefined }: AskOptions<C[Name]["frame"]> = {},
  ): Promise<C[Name]["answer"]> {
    if (this.#lost) return Promise.reject(this.#lost);
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.#asked += 1;
    const number = this.#asked;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject, onFrame });
      this.#worker?.postMessage({ type: "call", number, name, argument });
      if (this.#maxSilence !== undefined) this.#clock ??= setInterval(() => this.#listen(), 1000);
      const cancel = (): void => {
        if (!this.#take(number)) return;
        this.#worker?.postMessage({ type: "cancel", number });
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
    });
  }

  /** Ends the worker. Calls without an answer reject. */
  dispose(): void {
    this.#lose(new WorkerLost("The worker has ended."));
  }

  /** Asks a worker that has calls for a sign of life. A worker that gave none for too long is lost. */
  #listen(): void {
    if (this.isIdle) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
    // The program of a worker may take long to load.
    const isExpected = this.#isReady && !this.isIdle && !globalThis.document?.hidden;
    this.#silence = isExpected ? this.#silence + 1 : 0;
    if (this.#silence > (this.#maxSilence ?? Number.POSITIVE_INFINITY))
      this.#lose(new WorkerLost("The worker stopped answering."));
    else if (isExpected) this.#worker?.postMessage({ type: "ping" });
  }

  #receive(message: ReplyMessage, watch: () => void): void {
    this.#silence = 0;
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        if (message.isLocked) watch();
        break;
      case "pong":
        break;
      case "unusable":
        this.#lose(new WorkerUnusable(message.message));
        break;
      case "frame":
        this.#pass(message.number, message.frame);
        break;
      case "answer":
        this.#take(message.number)?.resolve(message.answer);
        break;
      case "refusal":
        this.#take(message.number)?.reject(new Error(message.message));
        if (message.isFault) this.#lose(new WorkerLost(message.message));
        break;
    }
  }

  #pass(number: number, frame: unknown): void {
    const isReady = this.#pending.get(number)?.onFrame(frame);
    void isReady?.then(() => {
      if (this.#pending.has(number)) this.#worker?.postMessage({ type: "credit", number });
    });
  }

  #take(number: number): Pending | undefined {
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    return pending;
  }

  #lose(error: Error): void {
    if (this.#lost) return;
    this.#lost = error;
    clearInterval(this.#clock);
    if (this.#worker) {
      this.#worker.onmessage = null;
      this.#worker.onerror = null;
      this.#worker.terminate();
    }
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
    return await client.ask(name, argument, { signal });
  } finally {
    client.dispose();
  }
}
