// Checks hand-ins on all cores. Every worker has the WebAssembly and the assignment; the first worker also
// unpacks files and compares logs.
import { controlled } from "../offline.ts";
import { papersFiles, programWith } from "../papers/program.ts";
import { WorkerClient } from "../workers/client.ts";
import type { CheckCalls, Finding, Found, HandInText, Report } from "./types.ts";

/** Enough bytes to recognise a zip file. */
const FIRST_BYTES = 4;

/** A file as the page receives it. Files of folders are named by their paths. */
export interface DroppedFile {
  readonly name: string;
  /** The path in the folder that was dropped or chosen. Empty for a file that was dropped or chosen itself. */
  readonly path: string;
  /** The content, or the reason why there is none. */
  readonly file: Blob | Finding;
}

/** The report on a file that is not checked. */
const refused = (file: string, finding: Finding): Report => ({
  ...{ file, name: "", version: "", result: "", spent: 0, findings: [finding] },
  ...{ answers: [], right: 0, of: 0, log: [] },
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Stores the WebAssembly with the offline copy of the page, so that later checks also work without a network.
 */
export async function keepChecksForOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await controlled();
  await Promise.all(papersFiles().map((address) => fetch(address)));
}

const spawn = (): Worker =>
  new Worker(new URL("./checkWorker.ts", import.meta.url), { type: "module", name: "check" });

type CheckClient = WorkerClient<CheckCalls>;

export class Checker {
  readonly #first: CheckClient;
  readonly #clients: readonly CheckClient[];

  private constructor(clients: readonly [CheckClient, ...CheckClient[]]) {
    this.#first = clients[0];
    this.#clients = clients;
  }

  /** Reads the lecturer's file. Rejects with a message if it is not an assignment with a key. */
  static async open(assignment: string, cores = navigator.hardwareConcurrency || 2): Promise<Checker> {
    const program = await programWith(spawn);
    const first = new WorkerClient<CheckCalls>(program);
    try {
      await first.ask("open", assignment);
    } catch (error) {
      first.dispose();
      throw error;
    }
    const others = Array.from(
      { length: Math.max(0, cores - 1) },
      () => new WorkerClient<CheckCalls>(program),
    );
    for (const other of others) other.ask("open", assignment).catch(() => undefined);
    return new Checker([first, ...others]);
  }

  /** The hand-ins in files, and the reports on files that are not read. Every file is accounted for. */
  async unpack(files: readonly DroppedFile[]): Promise<readonly Found[]> {
    const found: Found[] = [];
    for (const { name, path, file } of files)
      if (!(file instanceof Blob)) found.push({ file: name, report: refused(name, file) });
      else
        try {
          found.push(...(await this.#unpack(name, path, file)));
        } catch (error) {
          const text = `The file could not be read: ${messageOf(error)}`;
          found.push({ file: name, report: refused(name, { kind: "unreadable", text }) });
        }
    return found;
  }

  /** Checks hand-ins. Calls `onReport` with each report as soon as there is one. */
  async check(texts: readonly HandInText[], onReport: (report: Report) => void): Promise<void> {
    const waiting = [...texts];
    const work = async (client: CheckClient): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        try {
          onReport(JSON.parse(await client.ask("check", next)) as Report);
        } catch (error) {
          // The hand-in remains in the list. One that ends a worker must not end the others.
          const text = `The check failed: ${messageOf(error)}`;
          onReport(refused(next.file, { kind: "failed", text }));
        }
    };
    await Promise.all(this.#clients.map(work));
  }

  /** The reports in the order of their files, with what a comparison of their logs finds. */
  async compare(reports: readonly Report[]): Promise<readonly Report[]> {
    return JSON.parse(await this.#first.ask("compare", JSON.stringify(reports))) as readonly Report[];
  }

  csv(reports: readonly Report[]): Promise<string> {
    return this.#first.ask("csv", JSON.stringify(reports));
  }

  dispose(): void {
    for (const client of this.#clients) client.dispose();
  }

  async #unpack(name: string, path: string, file: Blob): Promise<readonly Found[]> {
    const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
    const refusal =
      (await this.#first.ask("skipped", { file: name, path })) ||
      (await this.#first.ask("refusal", { file: name, size: file.size, first }));
    if (refusal !== "") return [{ file: name, report: JSON.parse(refusal) as Report }];
    const bytes = new Uint8Array(await file.arrayBuffer());
    return JSON.parse(await this.#first.ask("unpack", { file: name, bytes })) as readonly Found[];
  }
}
