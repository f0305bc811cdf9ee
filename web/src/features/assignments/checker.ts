// Checks hand-ins on all cores.

import { papersFiles, programWith } from "../../engine/laboratory.ts";
import { controlled } from "../../engine/offline.ts";
import { WorkerPool } from "../../engine/workers/pool.ts";
import type { CheckCalls, Finding, Found, HandInText, Report } from "./calls.ts";

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

export class Checker {
  readonly #pool: WorkerPool<CheckCalls>;
  readonly #assignment: string;

  private constructor(pool: WorkerPool<CheckCalls>, assignment: string) {
    this.#pool = pool;
    this.#assignment = assignment;
  }

  /** Reads the lecturer's file. Rejects with a message if it is not an assignment with a key. */
  static async open(assignment: string, cores = navigator.hardwareConcurrency || 2): Promise<Checker> {
    const pool = new WorkerPool<CheckCalls>(programWith(spawn), cores);
    try {
      await pool.ask("open", { assignment });
    } catch (error) {
      pool.dispose();
      throw error;
    }
    return new Checker(pool, assignment);
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
    const check = async ({ file, text }: HandInText): Promise<void> => {
      try {
        onReport(
          JSON.parse(await this.#pool.ask("check", { assignment: this.#assignment, file, text })) as Report,
        );
      } catch (error) {
        // The hand-in remains in the list. One that ends a worker must not end the others.
        onReport(refused(file, { kind: "failed", text: `The check failed: ${messageOf(error)}` }));
      }
    };
    await Promise.all(texts.map(check));
  }

  /** The reports in the order of their files, with what a comparison of their logs finds. */
  async compare(reports: readonly Report[]): Promise<readonly Report[]> {
    const about = { assignment: this.#assignment, reports: JSON.stringify(reports) };
    return JSON.parse(await this.#pool.ask("compare", about)) as readonly Report[];
  }

  csv(reports: readonly Report[]): Promise<string> {
    return this.#pool.ask("csv", { assignment: this.#assignment, reports: JSON.stringify(reports) });
  }

  dispose(): void {
    this.#pool.dispose();
  }

  async #unpack(name: string, path: string, file: Blob): Promise<readonly Found[]> {
    const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
    const refusal =
      (await this.#pool.ask("skipped", { file: name, path })) ||
      (await this.#pool.ask("refusal", { file: name, size: file.size, first }));
    if (refusal !== "") return [{ file: name, report: JSON.parse(refusal) as Report }];
    const bytes = new Uint8Array(await file.arrayBuffer());
    return JSON.parse(await this.#pool.ask("unpack", { file: name, bytes })) as readonly Found[];
  }
}
