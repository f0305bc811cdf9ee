// The labs of other courses: their links open, and the answers in docs/teaching.md are those of their runs.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import { findExample, loadExample } from "../../examples/firstExample.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { LANGUAGE_TAGS } from "../../language/language.ts";
import { applySettings, decodeLink } from "../../scenario/shareLink.ts";
import { significant } from "../../scenario/units.ts";
import { COURSE_LABS } from "./LessonLabs.tsx";

beforeAll(loadWasm);

async function documentOf(link: string): Promise<ScenarioDocument> {
  const decoded = await decodeLink(link.slice(link.indexOf("#")));
  if (decoded.kind === "scenario") return decoded.content.scenario;
  if (decoded.kind !== "example") throw new Error(`not a link of a scenario: ${link}`);
  await loadExample(decoded.example);
  const example = findExample(decoded.example);
  if (!example) throw new Error(`no example ${decoded.example}`);
  return applySettings(example.doc, decoded.settings);
}

/** The rows of the table of answers, by the first two cells. */
const ANSWERS = new Map(
  readFileSync("docs/teaching.md", "utf8")
    .split("\n")
    .filter((line) => /^\| `[\w-]+` \|/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, lab, run, ...numbers]) => [`${lab?.replaceAll("`", "")} ${run}`, numbers.slice(0, 4)] as const),
);

test("the answers for teachers are the numbers of the runs behind the links", async () => {
  const expected = new Map<string, readonly string[]>();
  for (const { id, runs } of COURSE_LABS)
    for (const [label, link] of runs) {
      // The numbers of a program of their own are the students'.
      if (typeof label !== "string") continue;
      const { flows } = computeRun(await documentOf(link)).summary;
      const [flow, page] = flows;
      const pageTime = page?.transfers?.completion_s?.mean;
      expected.set(`${id} ${label}`, [
        `${significant(flow?.rtt_ms?.mean ?? Number.NaN, 3)} ms`,
        `${significant(flow?.queue_delay_ms?.p95 ?? Number.NaN, 3)} ms`,
        `${significant((flow?.goodput_bps ?? Number.NaN) / 1e6, 3)} Mb/s`,
        pageTime === undefined || pageTime === null ? "" : `${significant(pageTime, 3)} s`,
      ]);
    }
  expect([...ANSWERS]).toEqual([...expected]);
}, 120_000);

test("each lab names its course, and has all texts in every language", () => {
  expect(COURSE_LABS).toHaveLength(5);
  for (const { id, title, setup, questions, course, url, runs } of COURSE_LABS) {
    expect(course, id).not.toBe("");
    expect(url, id).toMatch(/^https?:/);
    expect(runs.length, id).toBeGreaterThan(1);
    expect(questions.length, id).toBeGreaterThan(1);
    for (const text of [title, setup, ...questions])
      for (const language of LANGUAGE_TAGS) expect(text[language], `${id}, ${language}`).toBeTruthy();
  }
});
