// The program of a worker that checks hand-ins. It answers one question after the other.
import type { CheckQuestion, FromCheckWorker, ToCheckWorker } from "./types.ts";

/** An assignment in the WebAssembly; wasm/papers/src/assignments.rs documents the functions. */
interface WasmAssignment {
  check(file: string, text: string): string;
  compare(reports: string): string;
  csv(reports: string): string;
  free(): void;
}

/** The script that wasm-bindgen generated. */
interface CheckScript {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  readonly Assignment: new (text: string) => WasmAssignment;
  readonly unpack: (file: string, bytes: Uint8Array) => string;
  readonly refusal: (file: string, size: number, first: Uint8Array) => string;
}

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToCheckWorker>) => void) | null;
  postMessage(message: FromCheckWorker): void;
}

// In the DOM library's types, `self` is a window, but this file runs in a dedicated worker.
declare const self: WorkerScope;
const post = (message: FromCheckWorker): void => self.postMessage(message);

let assignment: WasmAssignment | null = null;

function opened(): WasmAssignment {
  if (!assignment) throw new Error("No assignment is open.");
  return assignment;
}

function answer({ Assignment, unpack, refusal }: CheckScript, question: CheckQuestion): string {
  switch (question.ask) {
    case "open":
      assignment?.free();
      assignment = null;
      assignment = new Assignment(question.assignment);
      return "";
    case "refusal":
      return refusal(question.file, question.size, question.first);
    case "unpack":
      return unpack(question.file, question.bytes);
    case "check":
      return opened().check(question.file, question.text);
    case "compare":
      return opened().compare(question.reports);
    case "csv":
      return opened().csv(question.reports);
  }
}

/** The message of an error of the WebAssembly, which is JSON with issues unless the WebAssembly trapped. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  try {
    const report: unknown = JSON.parse(text);
    if (typeof report === "object" && report !== null && "issues" in report && Array.isArray(report.issues)) {
      const issues = report.issues as readonly { readonly message: string }[];
      return issues.map(({ message }) => message).join(" ");
    }
  } catch {
    // Not JSON: the text is the message.
  }
  return text;
}

function serve(script: CheckScript, message: ToCheckWorker): void {
  if (message.type !== "question") return;
  const { number, question } = message;
  try {
    post({ type: "answer", number, text: answer(script, question) });
  } catch (error) {
    post({ type: "refusal", number, message: describe(error) });
  }
}

async function start({ module, script: url }: ToCheckWorker & { type: "init" }): Promise<void> {
  try {
    const script = (await import(/* @vite-ignore */ url)) as CheckScript;
    await script.default({ module_or_path: module });
    self.onmessage = (event) => serve(script, event.data);
    for (const early of earlyMessages.splice(0)) serve(script, early);
  } catch (error) {
    post({ type: "unusable", message: error instanceof Error ? error.message : String(error) });
  }
}

const earlyMessages: ToCheckWorker[] = [];
self.onmessage = (event) => {
  if (event.data.type === "init") void start(event.data);
  else earlyMessages.push(event.data);
};
