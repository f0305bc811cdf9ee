// A run whose stretches a worker records with every packet. The views of one run share a worker. The WebAssembly is loaded when the first
// view is shown.
import { loadPapersProgram } from "../papers/program.ts";
import type { FromPacketWorker, StretchAnswer, StretchRequest, ToPacketWorker } from "./types.ts";

export interface PacketRun {
  /** The ids of the flows and link directions to which rows refer by position; null before the run is built. */
  readonly ids: { readonly flows: readonly string[]; readonly links: readonly string[] } | null;
  /** What went wrong; "" if nothing did. */
  readonly failure: string;
  /** The latest answer for a view. */
  answerFor(view: string): StretchAnswer | null;
  /** Asks for a stretch. Until its answer arrives, the earlier answer remains. */
  request(request: StretchRequest): void;
  /** Calls `listener` whenever an answer arrives. Returns a function that ends this. */
  subscribe(listener: () => void): () => void;
}

class WorkerRun implements PacketRun {
  ids: PacketRun["ids"] = null;
  failure = "";
  users = 0;
  readonly #answers = new Map<string, StretchAnswer>();
  readonly #listeners = new Set<() => void>();
  readonly #early: StretchRequest[] = [];
  #worker: Worker | null = null;
  #isClosed = false;

  constructor(document: string) {
    loadPapersProgram().then(
      ({ module, script }) => {
        if (this.#isClosed) return;
        const worker = new Worker(new URL("./packetWorker.ts", import.meta.url), {
          type: "module",
          name: "packets",
        });
        this.#worker = worker;
        worker.onmessage = ({ data }: MessageEvent<FromPacketWorker>) => this.#receive(data);
        worker.onerror = (event) => this.#fail(event.message || "The worker ended.");
        this.#post({ type: "open", module, script, document });
        for (const request of this.#early) this.#post({ type: "record", request });
      },
      (error: unknown) => this.#fail(error instanceof Error ? error.message : String(error)),
    );
  }

  answerFor(view: string): StretchAnswer | null {
    return this.#answers.get(view) ?? null;
  }

  request(request: StretchRequest): void {
    if (this.#worker) this.#post({ type: "record", request });
    else this.#early.push(request);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#worker?.terminate();
  }

  #post(message: ToPacketWorker): void {
    this.#worker?.postMessage(message);
  }

  #fail(message: string): void {
    this.failure = message;
    for (const listener of this.#listeners) listener();
  }

  #receive(message: FromPacketWorker): void {
    if (message.type === "failure") {
      this.#fail(message.message);
      return;
    }
    if (message.type === "ids") this.ids = message;
    else this.#answers.set(message.request.view, message);
    for (const listener of this.#listeners) listener();
  }
}

const runs = new Map<string, WorkerRun>();

/** The run of a document. `release` must be called when it is no longer used. */
export function openPacketRun(document: string): { readonly run: PacketRun; release(): void } {
  const run = runs.get(document) ?? new WorkerRun(document);
  runs.set(document, run);
  run.users += 1;
  return {
    run,
    release: () => {
      run.users -= 1;
      if (run.users > 0) return;
      runs.delete(document);
      run.close();
    },
  };
}
