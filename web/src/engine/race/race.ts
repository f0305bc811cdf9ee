// Makes the runs of a race in workers, on all cores.
import type { ScenarioDocument } from "../../generated/types.ts";
import { programWith } from "../papers/program.ts";
import { askOnce, WorkerClient, type WorkerProgram } from "../workers/client.ts";
import type { RaceCalls, RaceCard, Racer } from "./types.ts";

const spawn = (): Worker =>
  new Worker(new URL("./raceWorker.ts", import.meta.url), { type: "module", name: "race" });

/** The program of the workers of the race. */
export const loadRaceProgram = (): Promise<WorkerProgram> => programWith(spawn);

/** A race that is complete. */
export interface FinishedRace {
  readonly card: RaceCard;
  /** The results of all runs, as the WebAssembly reads them. */
  readonly results: string;
}

/**
 * Races a program or an algorithm. Rejects with the mistakes of a program, one in each line, and with the reason
 * of `signal` if it is aborted.
 */
export async function race(
  racer: Racer,
  name: string,
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
  program: Promise<WorkerProgram> = loadRaceProgram(),
  cores = navigator.hardwareConcurrency || 2,
): Promise<FinishedRace> {
  const loaded = await program;
  signal.throwIfAborted();
  const first = new WorkerClient<RaceCalls>(loaded);
  const clients = [first];
  try {
    const count = Number(await first.ask("check", racer, signal));
    while (clients.length < Math.min(cores, count)) clients.push(new WorkerClient<RaceCalls>(loaded));
    const results = new Array<string>(count);
    let next = 0;
    let done = 0;
    onProgress(0, count);
    const work = async (client: WorkerClient<RaceCalls>): Promise<void> => {
      while (next < count) {
        const run = next;
        next += 1;
        results[run] = await client.ask("run", { racer, run }, signal);
        done += 1;
        onProgress(done, count);
      }
    };
    await Promise.all(clients.map(work));
    const all = `[${results.join(",")}]`;
    const card = JSON.parse(await first.ask("card", { name, results: all }, signal)) as RaceCard;
    return { card, results: all };
  } finally {
    for (const client of clients) client.dispose();
  }
}

/** The scenario of a network with the first seed. */
export async function raceDocument(racer: Racer, network: string): Promise<ScenarioDocument> {
  const program = await loadRaceProgram();
  return JSON.parse(await askOnce<RaceCalls, "document">(program, "document", { racer, network }));
}

/** The text of a hand-in of a program. */
export async function raceHandIn(
  racer: Racer,
  name: string,
  assignment: string,
  results: string,
): Promise<string> {
  const program = await loadRaceProgram();
  const text = await askOnce<RaceCalls, "handIn">(program, "handIn", { racer, name, assignment, results });
  return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}
