// The hand-ins of a race pass through the calls of a check, in the order of the places.
import { expect, test } from "vitest";
import type { RaceEntry, Report } from "./calls.ts";
import { isRace, raceJudge } from "./raceJudge.ts";

const RACE = JSON.stringify({ fairshare: "assignment", kind: "race" });

/** A judge whose ranking has the entries in reverse order. */
function judge() {
  const seen: string[] = [];
  class Contest {
    race(file: string, text: string): string {
      return JSON.stringify({ file, name: "eva", code: text, results: [1], findings: [["tie", "Shares."]] });
    }
    free(): void {
      seen.push("free");
    }
  }
  const rankEntries = (entries: string): string => {
    seen.push(entries);
    const list = JSON.parse(entries) as readonly RaceEntry[];
    const ranked = list.map(({ file }, i) => ({ file, place: list.length - i, findings: [] }));
    return JSON.stringify(ranked.reverse());
  };
  const made = raceJudge({ Contest, rankEntries, rankingCsv: (entries) => `csv of ${entries}` }, RACE);
  if (!made) throw new Error("It is a race.");
  return { made, seen };
}

test("only assignments of the kind race have this judge", () => {
  expect(isRace(`\uFEFF${RACE}`)).toBe(true);
  expect(isRace("{}") || isRace("[") || isRace("null")).toBe(false);
});

test("a report has the entry, and the comparison gives places", () => {
  const { made, seen } = judge();
  const first = JSON.parse(made.check("a.fair", "on_ack { }")) as Report;
  expect(first).toMatchObject({ file: "a.fair", name: "eva", findings: [{ kind: "tie", text: "Shares." }] });
  const refused = {
    ...first,
    file: "b.txt",
    findings: [{ kind: "unreadable", text: "No." }],
    entry: undefined,
  };
  const ranking = JSON.parse(made.compare(JSON.stringify([first, refused]))) as readonly Report[];
  expect(ranking.map(({ file, ranked }) => [file, ranked?.place])).toEqual([
    ["b.txt", 1],
    ["a.fair", 2],
  ]);
  // A file that is not read is an entry without a program.
  expect(JSON.parse(seen[0] ?? "")[1]).toMatchObject({
    file: "b.txt",
    code: "",
    findings: [["unreadable", "No."]],
  });
  expect(made.csv(JSON.stringify([refused]))).toMatch(/^csv of .*unreadable/);
});
