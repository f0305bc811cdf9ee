// Makes the runs of a race in workers, on all cores.
import { programWith } from "../../engine/laboratory.ts";
import { askOnce, type WorkerProgram } from "../../engine/workers/client.ts";
import { WorkerPool } from "../../engine/workers/pool.ts";
import type { FinishedRace, RaceCard, Racer } from "../../extension/offers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import type { RaceCalls } from "./calls.ts";

const spawn = (): Worker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "race" });

const raceProgram: WorkerProgram = programWith(spawn);

/**
 * Races a program or an algorithm. Rejects with the mistakes of a program, one in each line, and with the reason
 * of `signal` if it is aborted.
 */
export async function race(
  racer: Racer,
  name: string,
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
  program = raceProgram,
  cores = navigator.hardwareConcurrency || 2,
): Promise<FinishedRace> {
  const pool = new WorkerPool<RaceCalls>(program, cores);
  try {
    const count = Number(await pool.ask("check", racer, { signal }));
    let done = 0;
    onProgress(0, count);
    const results = await Promise.all(
      Array.from({ length: count }, async (_, run) => {
        const result = await pool.ask("run", { racer, run }, { signal });
        done += 1;
        onProgress(done, count);
        return result;
      }),
    );
    const all = `[${results.join(",")}]`;
    const card = JSON.parse(await pool.ask("card", { name, results: all }, { signal })) as RaceCard;
    return { card, results: all };
  } finally {
    pool.dispose();
  }
}

/** The scenario of a network with the first seed. */
export async function raceDocument(racer: Racer, network: string): Promise<ScenarioDocument> {
  return JSON.parse(await askOnce<RaceCalls, "document">(raceProgram, "document", { racer, network }));
}

/** The text of a hand-in of a program. */
export async function raceHandIn(
  racer: Racer,
  name: string,
  assignment: string,
  results: string,
): Promise<string> {
  const text = await askOnce<RaceCalls, "handIn">(raceProgram, "handIn", {
    racer,
    name,
    assignment,
    results,
  });
  return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}
