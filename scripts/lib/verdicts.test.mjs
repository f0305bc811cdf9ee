// docs/verdicts.md states the verdicts of the stored results of the papers, and their counts.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "./paths.mjs";
import { storedPapers } from "./storedPapers.mjs";

const { experiments, papers } = storedPapers("index");
const page = readFileSync(inRoot("docs", "verdicts.md"), "utf8");

/**
 * The judged claims of an experiment that the paper states, and the number of claims that it does not state.
 * @param {{ id: string, lines: { number: number, judged: boolean, ours?: boolean }[], verdicts?: object }} experiment
 */
function judgedOf({ id, lines, verdicts }) {
  const { outcomes = [] } = verdicts ? storedPapers(id) : {};
  const judged = lines.filter((line) => line.judged && !line.ours);
  return {
    ours: lines.filter((line) => line.ours).length,
    lines: judged.map(({ number }) => ({
      name: `${id} ${number}`,
      verdict: /** @type {string} */ (outcomes[number - 1]?.verdict),
      agree: /** @type {number[] | undefined} */ (outcomes[number - 1]?.agree),
    })),
  };
}

test("the table of counts has the counts of the stored results", () => {
  const rows = papers
    .filter((/** @type {{ id: string }} */ { id }) => id !== "own")
    .map((/** @type {{ id: string, name: string }} */ { id, name }) => {
      const all = experiments
        .filter((/** @type {{ paper: string }} */ { paper }) => paper === id)
        .map(judgedOf);
      const lines = all.flatMap((/** @type {ReturnType<typeof judgedOf>} */ of) => of.lines);
      const count = (/** @type {string} */ wanted) =>
        lines.filter((/** @type {{ verdict: string }} */ { verdict }) => verdict === wanted).length;
      const ours = all.reduce(
        (/** @type {number} */ sum, /** @type {{ ours: number }} */ of) => sum + of.ours,
        0,
      );
      const counts = ["agrees", "depends on the reading", "partly", "differs"].map(count);
      return { name, now: [lines.length, ...counts, ours] };
    });
  const inPage = [...page.matchAll(/^\| ([A-Z][^|]*) \|((?: [-\d]+ \|){10})$/gm)].map(
    ([, name = "", cells = ""]) => ({
      name: name.replace(/ \(.*\)$/, ""),
      now: cells.split("|").slice(4, 10).map(Number),
    }),
  );
  const byName = (/** @type {{ name: string }} */ a, /** @type {{ name: string }} */ b) =>
    a.name < b.name ? -1 : 1;
  expect(inPage.sort(byName)).toEqual(rows.sort(byName));
});

test("each verdict that the page states is that of the stored results", () => {
  const verdicts = new Map(
    experiments
      .map(judgedOf)
      .flatMap((/** @type {ReturnType<typeof judgedOf>} */ { lines }) => lines)
      .map((/** @type {{ name: string }} */ line) => [line.name, line]),
  );
  const pattern =
    /`([a-z]\w+-[\w-]+)` (\d+)(?: (to|and) (\d+))? \|? ?(agrees?|differs?|partly|depends? on the reading)(?: \((\d+) of (\d+)\))?/g;
  const stated = [...page.matchAll(pattern)];
  expect(stated.length).toBeGreaterThan(35);
  for (const [text, id, first, joined, last, verdict = "", agree, of] of stated) {
    const numbers =
      joined === "to"
        ? Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
        : [first, ...(last ? [last] : [])].map(Number);
    for (const number of numbers) {
      const line = verdicts.get(`${id} ${number}`);
      expect(line?.verdict, text).toBe(
        verdict.replace(/^(agree|differ)$/, "$1s").replace("depend on", "depends on"),
      );
      if (agree) expect(line?.agree, text).toEqual([Number(agree), Number(of)]);
    }
  }
});
