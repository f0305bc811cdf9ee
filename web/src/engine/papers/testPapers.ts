// Test doubles for running experiments: workers that answer like the WebAssembly, and a store in memory.
import type { PapersProgram, PapersWorkerLike } from "./connection.ts";
import type { RecordKeeper, RecordScope, RunRecord } from "./recordStore.ts";
import type { FromPapersWorker, Outline, PapersQuestion, ToPapersWorker } from "./types.ts";

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
  has_tcp: true,
  algorithms: [],
};

type Question = ToPapersWorker & { readonly type: "question" };

/** A worker that keeps its questions until a test answers them. */
export class FakePapersWorker implements PapersWorkerLike {
  onmessage: ((event: MessageEvent<FromPapersWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly questions: Question[] = [];
  lock = "";
  isTerminated = false;

  constructor(readonly onQuestion: (worker: FakePapersWorker, question: Question) => void) {}

  postMessage(message: ToPapersWorker): void {
    if (message.type === "init") {
      this.lock = message.lock;
      queueMicrotask(() => this.emit({ type: "ready" }));
      return;
    }
    this.questions.push(message);
    this.onQuestion(this, message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  emit(message: FromPapersWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromPapersWorker>);
  }

  answer({ number }: Question, text: string): void {
    this.emit({ type: "answer", number, text });
  }
}

export const recordText = (question: PapersQuestion): string =>
  question.ask === "run" ? JSON.stringify(`${question.cell}/${question.seed}`) : "";

/** A program whose workers answer all questions but runs at once. A run is answered by `finish`. */
export class FakePapers {
  readonly workers: FakePapersWorker[] = [];
  readonly #watched = new Map<string, () => void>();
  readonly program: PapersProgram = {
    spawn: () => {
      const worker = new FakePapersWorker((asked, question) => this.#answer(asked, question));
      this.workers.push(worker);
      return worker;
    },
    module: {} as WebAssembly.Module,
    script: "papers.js",
    watch: (lock, onEnd) => this.#watched.set(lock, onEnd),
  };
  /** The runs that have been asked for and not answered. */
  readonly runs: { readonly worker: FakePapersWorker; readonly question: Question }[] = [];

  /** Answers the run that has waited longest. Returns its cell and seed. */
  finish(): string {
    const next = this.runs.shift();
    if (!next) throw new Error("No run is waiting.");
    const text = recordText(next.question.question);
    next.worker.answer(next.question, text);
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

  #answer(worker: FakePapersWorker, asked: Question): void {
    const { question } = asked;
    if (question.ask === "run") this.runs.push({ worker, question: asked });
    else if (question.ask === "outline")
      queueMicrotask(() => worker.answer(asked, JSON.stringify(testOutline)));
    else if (question.ask === "results") queueMicrotask(() => worker.answer(asked, question.records));
  }
}

/** Keeps records in memory. A test can give it to a second session, as after a reload. */
export class MemoryStore implements RecordKeeper {
  readonly records = new Map<string, RunRecord>();

  async read(_scope: RecordScope): Promise<readonly RunRecord[]> {
    return [...this.records.values()];
  }

  async write(_scope: RecordScope, record: RunRecord): Promise<boolean> {
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
