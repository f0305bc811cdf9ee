// Every sentence of the pages about algorithms that speaks about runs is computed again, and every number of a page
// belongs to such a sentence or to the rule that the page states.
import { beforeAll, expect, test } from "vitest";
import { storedPapers } from "../../../../scripts/lib/storedPapers.mjs";
import { measureOf } from "../../engine/numbers.ts";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import catalogue from "../../generated/catalogue.json";
import type { AlgorithmInfo, ScenarioDocument } from "../../generated/types.ts";
import type { Shown } from "./claimRuns.ts";
import { PAGE_CLAIMS } from "./pageClaims.ts";
import { pictureScenario } from "./picture.ts";
import { PAGE_RULES, SHARED_RULES } from "./testPageRules.ts";
import { referenceTexts } from "./texts/index.ts";

beforeAll(loadWasm);

const algorithms: readonly AlgorithmInfo[] = catalogue.algorithms;

const runs = new Map<string, ReturnType<typeof computeRun>>();
function runOf(doc: ScenarioDocument, seed: number): ReturnType<typeof computeRun> {
  const seeded = { ...doc, seed };
  const key = JSON.stringify(seeded);
  let run = runs.get(key);
  if (!run) {
    run = computeRun(seeded);
    runs.set(key, run);
  }
  return run;
}

function numberOf({ run, over, measure: what, seeds = 1 }: Shown): number {
  const mean = (doc: ScenarioDocument): number => {
    let sum = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const found = runOf(doc, seed);
      sum += measureOf(found, found.summary, what);
    }
    return sum / seeds;
  };
  return over ? mean(run) / mean(over) : mean(run);
}

const inShort: Readonly<Record<string, string>> = referenceTexts.inShort;

/** The text of a page, without the captions of pictures. */
const pageOf = ({ id, summary, doc, fields }: AlgorithmInfo): string =>
  [summary, doc, inShort[id] ?? "", ...fields.map((field) => field.doc)].join("\n");

const claims = Object.entries(PAGE_CLAIMS).flatMap(([id, sentences]) =>
  Object.entries(sentences).map(([sentence, shown]) => [id, sentence, shown] as const),
);

test.each(claims)(
  "%s: %s",
  (id, sentence, shown) => {
    const info = algorithms.find((algorithm) => algorithm.id === id);
    expect(info && pageOf(info)).toContain(sentence);
    for (const one of shown) {
      const value = "value" in one ? one.value : numberOf(one);
      expect(value).toBeGreaterThan(one.above ?? Number.NEGATIVE_INFINITY);
      expect(value).toBeLessThan(one.below ?? Number.POSITIVE_INFINITY);
    }
  },
  60_000,
);

/** Mathematics, code, citations, years and versions contain no statements about runs. */
const NO_STATEMENTS = [
  /\$\$[\s\S]*?\$\$|\$[^$]*\$|`[^`]*`/g,
  /RFC \d+(?:, \d+)*(?: and \d+)?|[Ss]ections? [\d.]+(?:, [\d.]+)*|draft-\S+|equations? \d/g,
  /\b(?:19|20)\d\d\b|\b[Vv]ersion \d|\bv\d\b|\([1-9]\)|L4S|ECT\(1\)|PI2|SCReAMv2|ns-[23]/g,
];

const NUMBER =
  /\d[\d.,]*\d(?: ?%| (?:ms|s|kb\/s|Mb\/s|Gb\/s|packets|bytes|bits)\b)?|\d(?: ?%| (?:ms|s|kb\/s|Mb\/s|Gb\/s|packets|bytes|bits)\b)?|\b(?:always|never|nearly|hardly|exactly)\b/gi;

/** The numbers of a text, and the words that claim as much as a number. */
function numbersIn(text: string): readonly string[] {
  const plain = NO_STATEMENTS.reduce((rest, pattern) => rest.replace(pattern, " "), text);
  return (plain.match(NUMBER) ?? []).map((number) => number.toLowerCase());
}

const rulesIn = (rules: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.values(rules).flatMap((numbers) => numbers.toLowerCase().split(", "));

test.each(algorithms.map((info) => [info.id, info] as const))(
  "the page of %s states no number without a claim or a rule",
  (id, info) => {
    const sentences = Object.keys(PAGE_CLAIMS[id] ?? {});
    const others = sentences.reduce((text, sentence) => text.replaceAll(sentence, " "), pageOf(info));
    const known = new Set([...rulesIn(PAGE_RULES[id]), ...rulesIn(SHARED_RULES)]);
    expect([...new Set(numbersIn(others))].filter((number) => !known.has(number))).toEqual([]);
  },
);

test("a caption states the rate and the base round-trip time of its run", () => {
  for (const info of algorithms)
    for (const picture of info.pictures) {
      const { caption } = picture;
      const [, rate] = /a (\d+(?:\.\d+)?) Mb\/s link/.exec(caption) ?? [];
      const [, rtt] = /base RTT of (\d+) ms/.exec(caption) ?? [];
      const { derived, summary } = computeRun(pictureScenario(info, picture));
      if (rate !== undefined)
        expect(derived.links[0]?.rate, `${info.id}: ${caption}`).toBe(Number(rate) * 1e6);
      const own = summary.flows.find(({ id }) => id.split(".")[0] === "own");
      if (rtt !== undefined) expect(own?.base_rtt_ms, `${info.id}: ${caption}`).toBeCloseTo(Number(rtt), 3);
    }
}, 60_000);

test("the page of LDA+ states what the experiment shows", () => {
  const { outcomes } = storedPapers("ldaplus-fig11b") as {
    outcomes: readonly { counter: { values: readonly { at: { N?: number }; value: number }[] } }[];
  };
  /** F with six flows of each kind in the counter-run of a claim. */
  const friendliness = (claim: number): string =>
    outcomes[claim]?.counter.values.find(({ at }) => at.N === 6)?.value.toFixed(1) ?? "none";
  const text = algorithms.find(({ id }) => id === "lda_plus")?.doc ?? "";
  expect(text).toContain(`${friendliness(3)} times as much with six flows`);
  expect(text).toContain(`${friendliness(1)} times as much as TCP`);
});
