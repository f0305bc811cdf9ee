// Lets congestion controllers of production code control flows of the testbed's networks, next to Fairshare's own, and
// writes the table of docs/testbed.md.
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { runProduction } from "./production.mjs";
import { table, withParts } from "./tables.mjs";

/** @typedef {{ holds: boolean, sentence: string, measured: string }} Verdict */
/** @typedef {{ network: string, verdicts: Verdict[], link: string }} Result */
/** @typedef {{ controller: string, results: Result[] }} Battery */

const page = inRoot("docs", "testbed.md");

/** @param {Result} result */
const failed = ({ verdicts }) => verdicts.filter(({ holds }) => !holds);

/** A row for each controller. @param {Battery[]} batteries */
export function testbedTable(batteries) {
  const rows = batteries.map(({ controller, results }) => {
    const failures = results.filter((result) => failed(result).length > 0);
    const texts = failures.map((result) => {
      const measured = failed(result).map(({ measured }) => measured);
      return `\`${result.network}\`: ${measured.join(", ")}`;
    });
    return [controller, `${results.length - failures.length} of ${results.length}`, texts.join("; ")];
  });
  return table("lll", ["controller", "passed", "failed"], rows);
}

/** Runs all controllers, prints their failures with links, and writes the table. */
export async function writeTestbed() {
  const { output } = await runProduction(["testbed"]);
  /** @type {Battery[]} */
  const batteries = JSON.parse(output);
  for (const { controller, results } of batteries)
    for (const result of results.filter((one) => failed(one).length > 0)) {
      const sentences = failed(result).map(({ sentence }) => sentence);
      console.log(`${controller}, ${result.network}: ${sentences.join(" ")}\n  ${result.link}`);
    }
  const results = testbedTable(batteries);
  console.log(results);
  writeFileSync(page, withParts(readFileSync(page, "utf8"), { results }));
}
