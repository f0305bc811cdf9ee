// Fits a measurement in workers, on all cores: rounds of candidates, the answer, and the runs of the proposals.
import { programWith } from "../../engine/laboratory.ts";
import { askOnce, type WorkerProgram } from "../../engine/workers/client.ts";
import { WorkerPool } from "../../engine/workers/pool.ts";
import type { FitFile, LineAnswer, LineCalls, LineProposal, LineRefusal } from "./calls.ts";
import { SPEED_TEST } from "./sample.ts";

const lineProgram: WorkerProgram = programWith(
  () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "line" }),
);

/** The search ends after this time with the rounds that are finished, in ms. */
export const TIME_LIMIT = 30_000;

/** The reason of an abort when not even the first round was finished in time. */
export class TooLong extends Error {}

export type Progress = (done: number, of: number) => void;

const pooled = async <T>(
  signal: AbortSignal,
  program: WorkerProgram,
  work: (pool: WorkerPool<LineCalls>) => Promise<T>,
): Promise<T> => {
  const pool = new WorkerPool<LineCalls>(program, navigator.hardwareConcurrency || 2);
  // The workers end at once, because a run does not listen.
  const end = (): void => pool.dispose();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await work(pool);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", end);
    pool.dispose();
  }
};

let files = 0;

/** The answer of a file, or why there is none. Rejects with the problem of a file, and with the reason of `signal`. */
export function fitFile(
  file: File,
  signal: AbortSignal,
  onProgress: Progress,
  limit = TIME_LIMIT,
  program = lineProgram,
): Promise<LineAnswer | LineRefusal> {
  files += 1;
  const at: FitFile = { id: files, file };
  return pooled(signal, program, async (pool) => {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(new TooLong()), limit);
    const within = AbortSignal.any([signal, over.signal]);
    let distances: unknown[] = [];
    try {
      for (;;) {
        const known = JSON.stringify(distances);
        const count = await pool.ask("next", { ...at, distances: known }, { signal: within });
        if (count === 0) break;
        let done = 0;
        const made = Array.from({ length: count }, async (_, index) => {
          const parts = await pool.ask("score", { ...at, distances: known, index }, { signal: within });
          done += 1;
          onProgress(distances.length + done, distances.length + count);
          return JSON.parse(parts) as unknown;
        });
        distances = [...distances, ...(await Promise.all(made))];
      }
    } catch (error) {
      if (!over.signal.aborted || signal.aborted || distances.length === 0) throw error;
    } finally {
      clearTimeout(timer);
    }
    // Workers that still make a run of the search would let the answer wait.
    const answer = { ...at, distances: JSON.stringify(distances) };
    return JSON.parse(await askOnce<LineCalls, "answer">(program, "answer", answer, signal));
  });
}

/** The answer of three numbers: bit/s, and the pings in seconds. */
export const fitNumbers = async (rate: number, ping: number, loaded: number): Promise<LineAnswer> =>
  JSON.parse(await askOnce<LineCalls, "numbers">(lineProgram, "numbers", { rate, ping, loaded }));

/** What the runs of a proposal gave: times in seconds, the rate in bit/s. */
export interface ProposalResult {
  readonly wait: number;
  readonly least: number;
  readonly greatest: number;
  readonly rate: number;
}

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** Runs all proposals of an answer, one after the other, each with all seeds. */
export const runProposals = (
  { proposals, seeds }: LineAnswer,
  signal: AbortSignal,
  onResult: (proposal: LineProposal, result: ProposalResult) => void,
  program = lineProgram,
): Promise<void> =>
  pooled(signal, program, async (pool) => {
    for (const proposal of proposals) {
      const document = JSON.stringify(proposal.document);
      const made = seeds.map((seed) => pool.ask("proposal", { document, seed }, { signal }));
      const runs = (await Promise.all(made)).map((text) => JSON.parse(text) as [number, number]);
      const waits = runs.map(([wait]) => wait);
      const rate = meanOf(runs.map(([, one]) => one));
      const [least, greatest] = [Math.min(...waits), Math.max(...waits)];
      onResult(proposal, { wait: meanOf(waits), least, greatest, rate });
    }
  });

/** A file of the simulator to try. */
export async function sampleFile(format: string, name: string): Promise<File> {
  if (format === "speedtest") return new File([SPEED_TEST], name);
  const bytes = await askOnce<LineCalls, "sample">(lineProgram, "sample", format);
  return new File([bytes as Uint8Array<ArrayBuffer>], name);
}
