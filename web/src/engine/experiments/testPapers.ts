// Test doubles for running experiments: workers that answer like the WebAssembly, and a store in memory.
import type { CallMessage, ReplyMessage } from "../workers/calls.ts";
import type { CallableWorker, WorkerProgram } from "../workers/client.ts";
import type { FinishedRun, RecordKeeper, RecordScope } from "./recordStore.ts";
import type { Outline, PapersCalls } from "./types.ts";

export const testOutline: Outline = {
  id: "test",
  version: "1.0.0",
  definition: "abc",
  seeds: 2,
  cells: [
    { id: "small", at: { N: 1 }, packets: 10 },
    { id: "large", at: { N: 2 }, packets: 1000 },
  ],
  changes: [],
  questions: [],
  tcp: ["tahoe", "reno", "sack"],
  algorithms: [],
};

/** A call that a worker has received. */
type Asked = {
  readonly [Name in keyof PapersCalls]: {
    readonly type: "call";
    readonly number: number;
    readonly name: Name;
    readonly argument: PapersCalls[Name]["argument"];
  };
}[keyof PapersCalls];
type AskedRun = Extract<Asked, { readonly name: "run" }>;

/** A worker that keeps its calls until a test answers them. */
export class FakePapersWorker implements CallableWorker {
  onmessage: ((event: MessageEvent<ReplyMessage>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly calls: Asked[] = [];
  lock = "";
  isTerminated = false;

  constructor(readonly onCall: (worker: FakePapersWorker, call: Asked) => void) {}

  postMessage(message: CallMessage): void {
    if (message.type === "open") {
      this.lock = message.lock;
      queueMicrotask(() => this.emit({ type: "ready", isLocked: true }));
      return;
    }
    if (message.type !== "call") return;
    const call = message as Asked;
    this.calls.push(call);
    this.onCall(this, call);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  emit(message: ReplyMessage): void {
    this.onmessage?.({ data: message } as MessageEvent<ReplyMessage>);
  }

  answer({ number }: Asked, answer: string): void {
    this.emit({ type: "answer", number, answer });
  }
}

export const recordText = ({ argument: { cell, seed } }: AskedRun): string =>
  JSON.stringify(`${cell}/${seed}`);

/** A program whose workers answer all questions but runs at once. A run is answered by `finish`. */
export class FakePapers {
  readonly workers: FakePapersWorker[] = [];
  readonly #watched = new Map<string, () => void>();
  readonly program: WorkerProgram = {
    spawn: () => {
      const worker = new FakePapersWorker((asked, call) => this.#answer(asked, call));
      this.workers.push(worker);
      return worker;
    },
    wasm: async () => ({ module: {} as WebAssembly.Module, script: "papers.js" }),
    watch: (lock, onEnd) => this.#watched.set(lock, onEnd),
  };
  /** The runs that have been asked for and not answered. */
  readonly runs: { readonly worker: FakePapersWorker; readonly call: AskedRun }[] = [];

  /** Answers the run that has waited longest. Returns its cell and seed. */
  finish(): string {
    const next = this.runs.shift();
    if (!next) throw new Error("No run is waiting.");
    const text = recordText(next.call);
    next.worker.answer(next.call, text);
    return text;
  }

  /** Ends the worker of the run that has waited longest, as the browser does when memory is short. */
  kill(): void {
    const next = this.runs.shift();
    if (!next) throw new Error("No run is waiting.");
    this.#watched.get(next.worker.lock)?.();
  }

  /** Ends a worker, whatever it does. */
  end(index: number): void {
    this.#watched.get(this.workers[index]?.lock ?? "")?.();
  }

  #answer(worker: FakePapersWorker, call: Asked): void {
    if (call.name === "run") this.runs.push({ worker, call });
    else if (call.name === "outline") queueMicrotask(() => worker.answer(call, JSON.stringify(testOutline)));
    else if (call.name === "results") queueMicrotask(() => worker.answer(call, call.argument.records));
  }
}

/** Keeps records in memory. A test can give it to a second session, as after a reload. */
export class MemoryStore implements RecordKeeper {
  readonly records = new Map<string, FinishedRun>();

  async read(_scope: RecordScope): Promise<readonly FinishedRun[]> {
    return [...this.records.values()];
  }

  async write(_scope: RecordScope, record: FinishedRun): Promise<boolean> {
    this.records.set(`${record.cell}/${record.seed}`, record);
    return true;
  }

  async remove(): Promise<void> {
    this.records.clear();
  }

  async trim(): Promise<void> {
    // Nothing is too old for a test.
  }
}
