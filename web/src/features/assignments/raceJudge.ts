// Judges the hand-ins of a race, with the calls by which the hand-ins of other assignments are checked.
import type { Judge, RaceEntry, Ranked, Report } from "./calls.ts";

/** A race in the WebAssembly; wasm/laboratory/src/features/race.rs documents the functions. */
interface WasmContest {
  race(file: string, text: string): string;
  free(): void;
}

export interface ContestScript {
  readonly Contest: new (text: string) => WasmContest;
  readonly rankEntries: (entries: string) => string;
  readonly rankingCsv: (entries: string) => string;
}

/** Whether the text of a file is an assignment of the kind race. */
export function isRace(text: string): boolean {
  try {
    const file: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof file === "object" && file !== null && "kind" in file && file.kind === "race";
  } catch {
    return false;
  }
}

const reportOf = (entry: RaceEntry): Report => ({
  ...{ file: entry.file, name: entry.name, version: "", result: "", spent: 0 },
  findings: entry.findings.map(([kind, text]) => ({ kind, text })),
  ...{ answers: [], right: 0, of: 0, log: [], entry },
});

/** The entry of a report. A file that is not read has none. */
const entryOf = ({ file, findings, entry }: Report): RaceEntry => ({
  ...(entry ?? { name: "", code: "", results: [], findings: findings.map(({ kind, text }) => [kind, text]) }),
  // A file of the same name gets a number in the list.
  file,
});

const entriesOf = (reports: string): string =>
  JSON.stringify((JSON.parse(reports) as readonly Report[]).map(entryOf));

/** The judge of a race, or null if the text is another assignment. */
export function raceJudge({ Contest, rankEntries, rankingCsv }: ContestScript, text: string): Judge | null {
  if (!isRace(text)) return null;
  const contest = new Contest(text);
  return {
    check: (file, content) => JSON.stringify(reportOf(JSON.parse(contest.race(file, content)) as RaceEntry)),
    compare: (reports) => {
      const byFile = new Map(
        (JSON.parse(reports) as readonly Report[]).map((report) => [report.file, report]),
      );
      const ranking = JSON.parse(rankEntries(entriesOf(reports))) as readonly Ranked[];
      return JSON.stringify(
        ranking.map((ranked) => ({ ...byFile.get(ranked.file), findings: ranked.findings, ranked })),
      );
    },
    csv: (reports) => rankingCsv(entriesOf(reports)),
    free: () => contest.free(),
  };
}
