// A run whose stretches a worker records with every packet. The views of one run share a worker. The
// WebAssembly is loaded when the first view is shown.
import { programWith } from "../laboratory.ts";
import { WorkerClient } from "../workers/client.ts";
import { packetTexts } from "./texts/index.ts";
import type {
  Biography,
  PacketCalls,
  PacketIds,
  PacketQuestion,
  StretchAnswer,
  StretchRequest,
} from "./types.ts";

export interface PacketRun {
  /**
   * The ids of the flows and link directions to which rows refer by position; null before the run is built.
   */
  readonly ids: PacketIds | null;
  /** The error message; "" if there was no error. */
  readonly failure: string;
  /** The latest answer for a view. */
  answerFor(view: string): StretchAnswer | null;
  /** Asks for a stretch. Until its answer arrives, the earlier answer remains. */
  request(request: StretchRequest): void;
  /** The life of a packet. */
  tell(question: PacketQuestion, signal: AbortSignal): Promise<Biography>;
  /** Calls `listener` whenever an answer arrives. Returns a function that ends this. */
  subscribe(listener: () => void): () => void;
}

const spawn = (): Worker =>
  new Worker(new URL("./packetWorker.ts", import.meta.url), { type: "module", name: "packets" });

class WorkerRun implements PacketRun {
  ids: PacketRun["ids"] = null;
  /** A saved file does not contain the worker. */
  failure = import.meta.env.MODE === "saved-file" ? packetTexts.elsewhere : "";
  users = 0;
  readonly #answers = new Map<string, StretchAnswer>();
  readonly #listeners = new Set<() => void>();
  /** The latest request of each view that has no answer. */
  readonly #open = new Map<string, AbortController>();
  readonly #client = new WorkerClient<PacketCalls>(programWith(spawn));
  #isClosed = false;

  constructor(document: string) {
    this.#follow(this.#client.ask("open", document), (ids) => {
      this.ids = ids;
    });
  }

  answerFor(view: string): StretchAnswer | null {
    return this.#answers.get(view) ?? null;
  }

  request(request: StretchRequest): void {
    const { view } = request;
    this.#open.get(view)?.abort();
    const open = new AbortController();
    this.#open.set(view, open);
    const answer = this.#client.ask("record", request, { signal: open.signal });
    this.#follow(answer, (stretch) => this.#answers.set(view, stretch), open.signal);
  }

  tell(question: PacketQuestion, signal: AbortSignal): Promise<Biography> {
    return this.#client.ask("tell", question, { signal });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#client.dispose();
  }

  /** Keeps an answer, or the failure if there is none, and notifies the listeners. */
  #follow<Answer>(answer: Promise<Answer>, keep: (answer: Answer) => void, signal?: AbortSignal): void {
    const notify = (): void => {
      for (const listener of this.#listeners) listener();
    };
    answer.then(
      (found) => {
        keep(found);
        notify();
      },
      (error: unknown) => {
        if (this.#isClosed || signal?.aborted) return;
        // The first failure is the cause of the others.
        this.failure ||= error instanceof Error ? error.message : String(error);
        notify();
      },
    );
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
