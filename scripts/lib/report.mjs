// Runs checks one after another, lets later ones run when one fails, and adds up what the test suites counted.
import { stripVTControlCharacters } from "node:util";
import { explain, heading, note, seconds, step } from "./steps.mjs";

const sum = (matches) => [...matches].reduce((total, match) => total + Number(match[1]), 0);

/** Counts of `cargo test`: one `test result:` line for each test program. */
export function countCargo(output) {
  const text = stripVTControlCharacters(output);
  return {
    passed: sum(text.matchAll(/^test result: .*?(\d+) passed;/gm)),
    failed: sum(text.matchAll(/^test result: .*?(\d+) failed;/gm)),
  };
}

/** Counts of `node --test`, whichever of its reporters wrote them. */
export function countNode(output) {
  const text = stripVTControlCharacters(output);
  return {
    passed: sum(text.matchAll(/^\S+ pass (\d+)$/gm)),
    failed: sum(text.matchAll(/^\S+ fail (\d+)$/gm)),
  };
}

/** Counts of Vitest's JSON report; a file that could not be loaded is one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** Counts of Playwright's JSON report; a broken file has failed, and what passed only on a second try is told. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, again: flaky };
}

export class Report {
  #rows = [];
  #started = performance.now();

  /**
   * Runs one check. A test suite's `work` returns { status, passed, failed }, and without any test it has failed. A
   * check that counts nothing is not in the totals unless it fails, as one failure.
   */
  async check(title, work) {
    const row = { title, passed: 0, failed: 0, again: 0, started: performance.now() };
    this.#rows.push(row);
    try {
      const result = await step(title, work);
      const counts = result?.passed === undefined ? undefined : result;
      if (counts)
        Object.assign(row, { passed: counts.passed, failed: counts.failed, again: counts.again ?? 0 });
      const empty = counts && counts.passed + counts.failed === 0;
      if (empty) console.error("   failed: no test was run");
      if (counts && (counts.status !== 0 || empty) && row.failed === 0) row.failed = 1;
    } catch (error) {
      explain(error);
      row.failed = 1;
    }
    row.took = seconds(row.started);
    return row.failed === 0;
  }

  /** Records a check that could not run because an earlier one failed. */
  skip(title, why) {
    heading(title);
    note(`not run: ${why}`);
    this.#rows.push({ title, passed: 0, failed: 1, again: 0, took: "not run" });
  }

  /** Prints the table and the closing line; sets the exit status. */
  finish() {
    heading(`Summary, after ${seconds(this.#started)}`);
    for (const { title, passed, failed, again, took } of this.#rows) {
      const second = again > 0 ? `, ${again} of them on a second try` : "";
      const counts = passed + failed > 0 ? `${passed} passed${second}, ${failed} failed` : "";
      console.log(`   ${failed ? "FAILED" : "ok    "} ${title.padEnd(50)} ${took.padStart(12)}  ${counts}`);
    }
    const total = (key) => this.#rows.reduce((all, row) => all + row[key], 0);
    if (total("failed") > 0) process.exitCode = 1;
    console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
  }
}
