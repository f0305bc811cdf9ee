// The program of a worker that runs cells of the papers' experiments and of sweeps. It answers one question after the other.
import type { FromPapersWorker, PapersQuestion, RunSubject, ToPapersWorker } from "./types.ts";

/** An experiment or a sweep in the WebAssembly; wasm/papers/src documents the functions. */
interface WasmSubject {
  outline(): string;
  document(cell: string, seed: number): string;
  run(cell: string, seed: number): string;
  results(records: string): string;
  report(records: string): string;
  /** Of a sweep. */
  csv?(records: string): string;
  free(): void;
}

/** The script that wasm-bindgen generated. */
interface PapersScript {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  readonly Experiment: new (id: string, changes: string) => WasmSubject;
  readonly Sweep: new (document: string) => WasmSubject;
  readonly tornado_document: (scenario: string, percent: number, seeds: number) => string;
}

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToPapersWorker>) => void) | null;
  postMessage(message: FromPapersWorker): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;
const post = (message: FromPapersWorker): void => self.postMessage(message);

/** Holds a lock until the worker ends. The page waits for the lock and so learns that the worker has ended. */
function holdLock(name: string): Promise<void> {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve) => {
    void navigator.locks.request(name, () => {
      resolve();
      return new Promise<never>(() => undefined);
    });
  });
}

/** The subject of the latest question. Most questions concern the same one. */
let open: { readonly key: string; readonly subject: WasmSubject } | null = null;

function create(script: PapersScript, choice: RunSubject): WasmSubject {
  if ("sweep" in choice) return new script.Sweep(choice.sweep);
  return new script.Experiment(choice.experiment, JSON.stringify(choice.changes));
}

function subjectOf(script: PapersScript, choice: RunSubject): WasmSubject {
  const key = "sweep" in choice ? choice.sweep : `${choice.experiment} ${JSON.stringify(choice.changes)}`;
  if (open?.key === key) return open.subject;
  open?.subject.free();
  open = null;
  open = { key, subject: create(script, choice) };
  return open.subject;
}

function answer(script: PapersScript, choice: RunSubject, question: PapersQuestion): string {
  if (question.ask === "tornado")
    return script.tornado_document("sweep" in choice ? choice.sweep : "", question.percent, question.seeds);
  const subject = subjectOf(script, choice);
  switch (question.ask) {
    case "outline":
      return subject.outline();
    case "document":
      return subject.document(question.cell, question.seed);
    case "run":
      return subject.run(question.cell, question.seed);
    case "results":
      return subject.results(question.records);
    case "report":
      return subject.report(question.records);
    case "csv":
      return subject.csv?.(question.records) ?? "";
  }
}

/** The message of an error of the WebAssembly, and whether it was a fault, after which the WebAssembly cannot be used. */
function describe(error: unknown): { readonly message: string; readonly crashed: boolean } {
  const text = error instanceof Error ? error.message : String(error);
  try {
    const report: unknown = JSON.parse(text);
    if (typeof report === "object" && report !== null && "issues" in report && Array.isArray(report.issues)) {
      const issues = report.issues as readonly { readonly path: string; readonly message: string }[];
      const lines = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
      return { message: lines.join("\n"), crashed: false };
    }
  } catch {
    // The message is not JSON: the WebAssembly trapped.
  }
  return { message: text, crashed: true };
}

function serve(script: PapersScript, message: ToPapersWorker): void {
  if (message.type !== "question") return;
  const { number, choice, question } = message;
  try {
    post({ type: "answer", number, text: answer(script, choice, question) });
  } catch (error) {
    post({ type: "refusal", number, ...describe(error) });
  }
}

async function start({ module, script: url, lock }: ToPapersWorker & { type: "init" }): Promise<void> {
  try {
    await holdLock(lock);
    const script = (await import(/* @vite-ignore */ url)) as PapersScript;
    await script.default({ module_or_path: module });
    self.onmessage = (event) => serve(script, event.data);
    post({ type: "ready" });
    for (const early of earlyMessages.splice(0)) serve(script, early);
  } catch (error) {
    post({ type: "unusable", message: error instanceof Error ? error.message : String(error) });
  }
}

const earlyMessages: ToPapersWorker[] = [];
self.onmessage = (event) => {
  if (event.data.type === "init") void start(event.data);
  else earlyMessages.push(event.data);
};
