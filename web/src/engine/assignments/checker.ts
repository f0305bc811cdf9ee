// Checks hand-ins on all cores. Every worker has the WebAssembly and the assignment; the first one also unpacks files and compares.
import { controlled } from "../offline.ts";
import { loadPapersProgram, papersFiles } from "../papers/program.ts";
import type { CheckQuestion, Found, FromCheckWorker, Report, ToCheckWorker } from "./types.ts";

/** Enough bytes to recognise a zip file. */
const FIRST_BYTES = 4;

/** A file as the page receives it. Files of folders are named by their paths. */
export interface DroppedFile {
  readonly name: string;
  readonly file: Blob;
}

/** Stores the WebAssembly with the offline copy of the page, so that later checks also work without a network. */
export async function keepChecksForOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await controlled();
  await Promise.all(papersFiles().map((address) => fetch(address)));
}

interface Pending {
  resolve(text: string): void;
  reject(error: Error): void;
}

class CheckConnection {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;
  #problem: Error | null = null;

  constructor(module: WebAssembly.Module, script: string) {
    this.#worker = new Worker(new URL("./checkWorker.ts", import.meta.url), {
      type: "module",
      name: "check",
    });
    this.#worker.onmessage = ({ data }: MessageEvent<FromCheckWorker>) => {
      if (data.type === "unusable") this.#fail(new Error(data.message));
      else if (data.type === "answer") this.#settle(data.number)?.resolve(data.text);
      else this.#settle(data.number)?.reject(new Error(data.message));
    };
    this.#worker.onerror = (event) => this.#fail(new Error(event.message || "The worker ended."));
    this.#post({ type: "init", module, script });
  }

  ask(question: CheckQuestion): Promise<string> {
    if (this.#problem) return Promise.reject(this.#problem);
    this.#asked += 1;
    const number = this.#asked;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      this.#post({ type: "question", number, question });
    });
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #post(message: ToCheckWorker): void {
    this.#worker.postMessage(message);
  }

  #settle(number: number): Pending | undefined {
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    return pending;
  }

  #fail(problem: Error): void {
    this.#problem = problem;
    for (const { reject } of this.#pending.values()) reject(problem);
    this.#pending.clear();
  }
}

export class Checker {
  readonly #first: CheckConnection;
  readonly #connections: readonly CheckConnection[];

  private constructor(connections: readonly [CheckConnection, ...CheckConnection[]]) {
    this.#first = connections[0];
    this.#connections = connections;
  }

  /** Reads the lecturer's file. Rejects with a message if it is not an assignment with a key. */
  static async open(assignment: string, cores = navigator.hardwareConcurrency || 2): Promise<Checker> {
    const { module, script } = await loadPapersProgram();
    const first = new CheckConnection(module, script);
    try {
      await first.ask({ ask: "open", assignment });
    } catch (error) {
      first.dispose();
      throw error;
    }
    const others = Array.from({ length: Math.max(0, cores - 1) }, () => new CheckConnection(module, script));
    for (const other of others) other.ask({ ask: "open", assignment }).catch(() => undefined);
    return new Checker([first, ...others]);
  }

  /** Checks files and compares them with each other. Calls `onProgress` with the numbers of hand-ins that are checked and found. */
  async check(
    files: readonly DroppedFile[],
    onProgress: (done: number, all: number) => void,
  ): Promise<readonly Report[]> {
    const reports: Report[] = [];
    const texts: { readonly file: string; readonly text: string }[] = [];
    for (const dropped of files) {
      for (const { file, text, report } of await this.#unpack(dropped)) {
        if (report) reports.push(report);
        else if (text !== undefined) texts.push({ file, text });
      }
      onProgress(reports.length, reports.length + texts.length);
    }
    const all = reports.length + texts.length;
    const work = async (connection: CheckConnection): Promise<void> => {
      for (let next = texts.shift(); next; next = texts.shift()) {
        reports.push(JSON.parse(await connection.ask({ ask: "check", ...next })) as Report);
        onProgress(reports.length, all);
      }
    };
    await Promise.all(this.#connections.map(work));
    const compared = await this.#first.ask({ ask: "compare", reports: JSON.stringify(reports) });
    return JSON.parse(compared) as readonly Report[];
  }

  csv(reports: readonly Report[]): Promise<string> {
    return this.#first.ask({ ask: "csv", reports: JSON.stringify(reports) });
  }

  dispose(): void {
    for (const connection of this.#connections) connection.dispose();
  }

  async #unpack({ name, file }: DroppedFile): Promise<readonly Found[]> {
    const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
    const refusal = await this.#first.ask({ ask: "refusal", file: name, size: file.size, first });
    if (refusal !== "") return [{ file: name, report: JSON.parse(refusal) as Report }];
    const bytes = new Uint8Array(await file.arrayBuffer());
    return JSON.parse(await this.#first.ask({ ask: "unpack", file: name, bytes })) as readonly Found[];
  }
}
