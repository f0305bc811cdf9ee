// The page's connection to a worker that runs cells: asks questions and detects that the worker has ended.
import type { FromPapersWorker, PapersQuestion, RunSubject, ToPapersWorker } from "./types.ts";

/** The members of `Worker` that are used here. Tests provide another implementation. */
export interface PapersWorkerLike {
  postMessage(message: ToPapersWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromPapersWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What a new worker needs. */
export interface PapersProgram {
  spawn(): PapersWorkerLike;
  readonly module: WebAssembly.Module;
  /** The address of the script that wasm-bindgen generated. */
  readonly script: string;
  /** Calls `onEnd` when the worker that holds this lock has ended. */
  watch(lock: string, onEnd: () => void): void;
}

/** The worker has ended before it answered. The question can be asked again in another worker. */
export class WorkerLost extends Error {}

interface Pending {
  resolve(text: string): void;
  reject(error: Error): void;
}

let workersStarted = 0;

export class PapersConnection {
  readonly #worker: PapersWorkerLike;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;
  #lost: Error | null = null;

  constructor({ spawn, module, script, watch }: PapersProgram) {
    workersStarted += 1;
    const lock = `papers-worker-${workersStarted}-${Math.random()}`;
    this.#worker = spawn();
    this.#worker.onmessage = (event) => this.#receive(event.data, () => watch(lock, () => this.#end()));
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      this.#lose(new WorkerLost(event.message || "The worker's program could not be loaded."));
    };
    this.#worker.postMessage({ type: "init", module, script, lock });
  }

  get lost(): boolean {
    return this.#lost !== null;
  }

  ask(choice: RunSubject, question: PapersQuestion): Promise<string> {
    if (this.#lost) return Promise.reject(this.#lost);
    this.#asked += 1;
    const number = this.#asked;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#worker.postMessage({ type: "question", number, choice, question });
    });
  }

  dispose(): void {
    this.#end();
  }

  #end(): void {
    this.#lose(new WorkerLost("The worker has ended."));
  }

  #receive(message: FromPapersWorker, onReady: () => void): void {
    switch (message.type) {
      case "ready":
        onReady();
        break;
      case "unusable":
        // Another worker would fail as well.
        this.#lose(new Error(message.message));
        break;
      case "answer":
        this.#take(message.number)?.resolve(message.text);
        break;
      case "refusal":
        this.#take(message.number)?.reject(new Error(message.message));
        if (message.crashed) this.#end();
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
