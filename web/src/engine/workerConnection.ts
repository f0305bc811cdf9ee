// One worker as seen from the page: starts it, passes messages, and notices when it is lost, be it by a trap, an error
// while loading, or by silence.
import type { FromWorker, ToWorker } from "./protocol.ts";

/** What is used of a `Worker`; tests put something else in its place. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

export interface Spawner {
  spawn(): WorkerLike;
  /** Where the WebAssembly is. */
  readonly url: string;
}

export interface ConnectionOwner {
  message(message: FromWorker): void;
  /** The worker is gone. `usable`: a new one may do better. */
  lost(message: string, usable: boolean): void;
  /** Whether an answer or a run is awaited, so that silence means something. */
  waiting(): boolean;
}

const WATCH_MS = 1000;
/** Looks in a row without a sign of life before a worker is given up. A slice takes milliseconds. */
const MOST_MISSED = 5;
/** Loading and compiling may take longer on a slow line. */
const MOST_MISSED_STARTING = 60;

export class WorkerConnection {
  readonly #owner: ConnectionOwner;
  #worker: WorkerLike | null = null;
  #ready = false;
  #watch: ReturnType<typeof setInterval> | undefined;
  #missed = 0;
  #asks = 0;

  constructor(spawner: Spawner, owner: ConnectionOwner, module: WebAssembly.Module | null) {
    this.#owner = owner;
    try {
      const worker = spawner.spawn();
      this.#worker = worker;
      worker.onmessage = (event) => this.#receive(event.data);
      worker.onerror = (event) => {
        event.preventDefault?.();
        const said = event.message || "its program could not be loaded";
        this.#lose(`The simulator's worker failed: ${said}.`, this.#ready);
      };
      worker.onmessageerror = () => this.#lose("A message from the simulator could not be read.", true);
      worker.postMessage({ type: "init", module, url: spawner.url });
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      // The owner is still being told of this link: lose it a moment later.
      queueMicrotask(() => this.#lose(`This browser refuses to start a worker: ${said}`, false));
    }
  }

  send(message: ToWorker): void {
    this.#worker?.postMessage(message);
    this.#watch ??= setInterval(() => this.#look(), WATCH_MS);
  }

  dispose(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    if (!this.#worker) return;
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.onmessageerror = null;
    this.#worker.terminate();
    this.#worker = null;
  }

  #receive(message: FromWorker): void {
    this.#missed = 0;
    switch (message.type) {
      case "pong":
        break;
      case "unusable":
        this.#lose(message.message, false);
        break;
      case "crashed":
        this.#lose(message.message, true);
        break;
      case "ready":
        this.#ready = true;
        this.#owner.message(message);
        break;
      default:
        this.#owner.message(message);
    }
  }

  #lose(message: string, usable: boolean): void {
    this.dispose();
    this.#owner.lost(message, usable);
  }

  #look(): void {
    if (!this.#owner.waiting()) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      this.#missed = 0;
      return;
    }
    // Counted in looks, not in time: a page that slept has not looked either.
    this.#missed += 1;
    if (this.#missed > (this.#ready ? MOST_MISSED : MOST_MISSED_STARTING))
      this.#lose("The simulator does not answer any more.", true);
    else this.#worker?.postMessage({ type: "ping", ask: ++this.#asks });
  }
}
