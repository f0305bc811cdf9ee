import { expect, test } from "vitest";
import { storedPapers } from "../../../../../scripts/lib/storedPapers.mjs";
import type { Experiment } from "../../../charts/paper/index.ts";
import { runOf } from "../../../experiments/figureRun.ts";
import { valuesCsv } from "../figures/csv.ts";
import { citePaper, citeReproduction } from "./citation.ts";
import { cellDocument, matchesQuery, type PaperIndex, pageOf, type StoredResults } from "./model.ts";

const read = <T>(name: string): T => storedPapers(name) as T;
const index = read<PaperIndex>("index");
const experimentOf = (id: string): Experiment => {
  const found = index.experiments.find((experiment) => experiment.id === id);
  if (!found) throw new Error(id);
  return found;
};
const tfwc = experimentOf("tfwc-fig1b");
const stored = read<StoredResults>("tfwc-fig1b");
const paper = index.papers.find(({ id }) => id === "tfwc");
if (!paper) throw new Error("no paper");

test("every experiment belongs to a paper", () => {
  const pages = index.experiments.map(pageOf);
  expect(new Set(pages).size).toBe(pages.length);
  expect(index.experiments.every((e) => index.papers.some(({ id }) => id === e.paper))).toBe(true);
  expect(pageOf(tfwc)).toBe("tfwc/fig1b");
});

test("every cell with results has a scenario", () => {
  for (const experiment of index.experiments.filter(({ verdicts }) => verdicts)) {
    const results = read<StoredResults>(experiment.id);
    for (const { id } of results.cells)
      expect(cellDocument(experiment, results, id, 1), `${experiment.id} ${id}`).not.toBeNull();
  }
  const [cell] = stored.cells;
  expect(cellDocument(tfwc, stored, cell?.id ?? "", 3)).toMatchObject({ seed: 3 });
  expect(cellDocument(tfwc, stored, "no cell", 1)).toBeNull();
});

test("the title of every cell is written for a reader", () => {
  for (const experiment of index.experiments.filter(({ verdicts }) => verdicts)) {
    const results = read<StoredResults>(experiment.id);
    const titles = results.cells.map(({ id }) => cellDocument(experiment, results, id, 1)?.title ?? "");
    expect(new Set(titles).size, experiment.id).toBe(titles.length);
    for (const title of titles) expect(title).not.toMatch(/\w=\S|: run$|undefined/);
  }
  expect(cellDocument(tfwc, stored, "with=TFWC,B=0.1,n=20", 1)?.title).toBe(
    "Figure 1b: TFWC, bottleneck 0.1 Mb/s, flows of each kind: 20",
  );
});

test("the values of a run are those of its seed", () => {
  const run = runOf(tfwc, stored, "with=TFWC,B=1,n=1");
  const point = stored.quantities[0]?.points.find(
    ({ at }) => at["with"] === "TFWC" && at["B"] === 1 && at["n"] === 1,
  );
  expect(run).toMatchObject({ seeds: 10 });
  expect(run.resultId).toMatch(/^[0-9a-f]{16}$/);
  expect(Number(run.values[0]?.value)).toBeCloseTo(point?.values?.[0] ?? Number.NaN, 2);
  expect(Number(run.values[0]?.mean)).toBeCloseTo(point?.mean ?? Number.NaN, 2);
});

test("a query finds experiments that contain all of its words", () => {
  const found = (query: string) =>
    index.experiments.filter((e) => matchesQuery(e, paper, query)).map(({ id }) => id);
  expect(found("lda_plus occupancy")).toContain("ldaplus-fig4a");
  expect(found("radar tfi")).toEqual(found("TFI radar"));
  expect(found("nothing has these words")).toEqual([]);
});

test("the CSV has a row for each value and each point of a curve", () => {
  const rows = valuesCsv(tfwc, stored).trimEnd().split("\r\n");
  const values = stored.quantities.reduce((sum, { points }) => sum + points.length, 0);
  expect(rows).toHaveLength(1 + values);
  const seeds = Array.from({ length: 10 }, (_, i) => `seed ${i + 1}`).join(",");
  expect(rows[0]).toBe(`quantity,unit,with,B,n,curve,time in s,mean,low,high,${seeds}`);
  const [columns, first] = [rows[0]?.split(",").length, rows[1]?.split(",").length];
  expect(first).toBe(columns);
  const series = experimentOf("tpba-fig32");
  expect(valuesCsv(series, read<StoredResults>("tpba-fig32"))).toContain(',"RAP, coarse RTT",');
});

test("citations name the paper and the reproduction", () => {
  expect(citePaper(paper).plain).toContain("S.-H. Choi and M. Handley");
  expect(citePaper(paper).bibtex).toContain("author = {S.-H. Choi and M. Handley}");
  const ours = citeReproduction(paper, tfwc, "0.2.0", "https://example.org/");
  expect(ours.plain).toContain("Fairshare 0.2.0");
  expect(ours.bibtex).toContain("url = {https://example.org/#/papers/tfwc/fig1b}");
});
