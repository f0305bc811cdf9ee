// The program of a worker that runs cells of the papers' experiments. It answers one question after the other.
import type { ExperimentChoice, FromPapersWorker, PapersQuestion, ToPapersWorker } from "./types.ts";

/** An experiment in the WebAssembly; wasm/papers/src/lib.rs documents the functions. */
interface WasmExperiment {
  outline(): string;
  document(cell: string, seed: number): string;
  run(cell: string, seed: number): string;
  results(records: string): string;
  report(records: string): string;
  free(): void;
}

/** The script that wasm-bindgen generated. */
interface PapersScript {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  readonly Experiment: new (id: string, changes: string) => WasmExperiment;
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

/** The experiment of the latest question. Most questions concern the same one. */
let open: { readonly key: string; readonly experiment: WasmExperiment } | null = null;

function experimentOf(script: PapersScript, { experiment: id, changes }: ExperimentChoice): WasmExperiment {
  const changesText = JSON.stringify(changes);
  const key = `${id} ${changesText}`;
  if (open?.key === key) return open.experiment;
  open?.experiment.free();
  open = null;
  open = { key, experiment: new script.Experiment(id, changesText) };
  return open.experiment;
}

function answer(experiment: WasmExperiment, question: PapersQuestion): string {
  switch (question.ask) {
    case "outline":
      return experiment.outline();
    case "document":
      return experiment.document(question.cell, question.seed);
    case "run":
      return experiment.run(question.cell, question.seed);
    case "results":
      return experiment.results(question.records);
    case "report":
      return experiment.report(question.records);
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
    post({ type: "answer", number, text: answer(experimentOf(script, choice), question) });
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
