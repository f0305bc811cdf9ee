// The page's connection to one worker: starts the worker, passes messages, and detects that the worker is
// lost. A worker is lost after a trap or an error while loading, or when it stops answering.
import type { FromWorker, ReleaseModules, ToWorker } from "./protocol.ts";

/** The members of `Worker` that are used here. Tests provide another implementation. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

export interface Spawner {
  spawn(): WorkerLike;
  /** The address of the WebAssembly module. */
  readonly url: string;
  /** The module, if the page compiles it. Otherwise, or if the page fails, the first worker compiles it. */
  readonly compiled?: Promise<WebAssembly.Module>;
  /** What the worker needs in addition to the module if it runs an earlier release of the engine. */
  readonly release?: ReleaseModules;
}

export interface ConnectionOwner {
  onMessage(message: FromWorker): void;
  /** Called when the worker is lost. `canRestart` is false if a new worker would fail as well. */
  onLost(message: string, canRestart: boolean): void;
  /** Whether an answer or a run is pending. Only then is the worker checked to be alive. */
  isWaiting(): boolean;
}

/** The time between two checks that the worker is alive. */
const CHECK_INTERVAL_MS = 1000;
/**
 * A worker that misses more consecutive checks than this is lost. A live worker answers between slices of a
 * few milliseconds.
 */
const MAX_MISSED = 5;
/**
 * The limit that replaces `MAX_MISSED` while the worker starts, because loading and compiling may take long.
 */
const MAX_MISSED_STARTING = 60;

export class WorkerConnection {
  readonly #owner: ConnectionOwner;
  #worker: WorkerLike | null = null;
  #ready = false;
  #checkTimer: ReturnType<typeof setInterval> | undefined;
  #missedChecks = 0;
  #pingsSent = 0;

  constructor(spawner: Spawner, owner: ConnectionOwner, module: WebAssembly.Module | null) {
    this.#owner = owner;
    try {
      const worker = spawner.spawn();
      this.#worker = worker;
      worker.onmessage = (event) => this.#receive(event.data);
      worker.onerror = (event) => {
        event.preventDefault?.();
        const cause = event.message || "its program could not be loaded";
        this.#lose(`The simulator's worker failed: ${cause}.`, this.#ready);
      };
      worker.onmessageerror = () => this.#lose("A message from the simulator could not be read.", true);
      const { url, compiled, release = null } = spawner;
      const init = (module: WebAssembly.Module | null): void =>
        this.#worker?.postMessage({ type: "init", module, url, release });
      if (module || !compiled) init(module);
      else compiled.then(init, () => init(null));
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      // The owner has no reference to this connection yet, so the loss is reported after the constructor has
      // returned.
      queueMicrotask(() => this.#lose(`This browser refuses to start a worker: ${cause}`, false));
    }
  }

  send(message: ToWorker): void {
    this.#worker?.postMessage(message);
    this.#checkTimer ??= setInterval(() => this.#checkAlive(), CHECK_INTERVAL_MS);
  }

  dispose(): void {
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
    if (!this.#worker) return;
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.onmessageerror = null;
    this.#worker.terminate();
    this.#worker = null;
  }

  #receive(message: FromWorker): void {
    this.#missedChecks = 0;
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
        this.#owner.onMessage(message);
        break;
      default:
        this.#owner.onMessage(message);
    }
  }

  #lose(message: string, canRestart: boolean): void {
    this.dispose();
    this.#owner.onLost(message, canRestart);
  }

  #checkAlive(): void {
    if (!this.#owner.isWaiting()) {
      clearInterval(this.#checkTimer);
      this.#checkTimer = undefined;
      this.#missedChecks = 0;
      return;
    }
    // The limit is a number of checks and not a time, because a suspended page makes no checks.
    this.#missedChecks += 1;
    if (this.#missedChecks > (this.#ready ? MAX_MISSED : MAX_MISSED_STARTING))
      this.#lose("The simulator stopped answering.", true);
    else this.#worker?.postMessage({ type: "ping", questionId: ++this.#pingsSent });
  }
}
