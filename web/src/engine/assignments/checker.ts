// Checks hand-ins on all cores. Every worker has the WebAssembly and the assignment; the first worker also
// unpacks files and compares logs.
import { controlled } from "../offline.ts";
import { papersFiles, programWith } from "../papers/program.ts";
import { WorkerClient } from "../workers/client.ts";
import type { CheckCalls, Found, Report } from "./types.ts";

/** Enough bytes to recognise a zip file. */
const FIRST_BYTES = 4;

/** A file as the page receives it. Files of folders are named by their paths. */
export interface DroppedFile {
  readonly name: string;
  readonly file: Blob;
}

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

  /**
   * Checks files and compares them with each other. Calls `onProgress` with the numbers of hand-ins that are
   * checked and found.
   */
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
    const work = async (client: CheckClient): Promise<void> => {
      for (let next = texts.shift(); next; next = texts.shift()) {
        reports.push(JSON.parse(await client.ask("check", next)) as Report);
        onProgress(reports.length, all);
      }
    };
    await Promise.all(this.#clients.map(work));
    const compared = await this.#first.ask("compare", JSON.stringify(reports));
    return JSON.parse(compared) as readonly Report[];
  }

  csv(reports: readonly Report[]): Promise<string> {
    return this.#first.ask("csv", JSON.stringify(reports));
  }

  dispose(): void {
    for (const client of this.#clients) client.dispose();
  }

  async #unpack({ name, file }: DroppedFile): Promise<readonly Found[]> {
    const first = new Uint8Array(await file.slice(0, FIRST_BYTES).arrayBuffer());
    const refusal = await this.#first.ask("refusal", { file: name, size: file.size, first });
    if (refusal !== "") return [{ file: name, report: JSON.parse(refusal) as Report }];
    const bytes = new Uint8Array(await file.arrayBuffer());
    return JSON.parse(await this.#first.ask("unpack", { file: name, bytes })) as readonly Found[];
  }
}
