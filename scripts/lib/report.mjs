// A report runs checks one after another, continues after failures, and adds up the numbers of tests of all suites.
import { stripVTControlCharacters } from "node:util";
import { heading, note, printError, secondsSince, step } from "./steps.mjs";

/**
 * The numbers of passed and failed tests of a suite. `retried` is the number of passed tests that failed on their first attempt.
 * @typedef {{ passed: number, failed: number, retried?: number }} Counts
 */

/**
 * The result of a check. The result of a test suite contains its exit status and counts.
 * @typedef {(Counts & { status: number | string | null }) | object | undefined | void} CheckResult
 */

/**
 * A line of the summary.
 * @typedef {{ title: string, passed: number, failed: number, retried: number, duration: string }} Row
 */

/** @param {string} output @param {RegExp} pattern a global pattern whose group 1 is a number */
const sumOfMatches = (output, pattern) =>
  [...stripVTControlCharacters(output).matchAll(pattern)].reduce((sum, match) => sum + Number(match[1]), 0);

/**
 * Counts from the output of `cargo test`: each test program prints one line `test result:`.
 * @param {string} output
 * @returns {Counts}
 */
export const countCargo = (output) => ({
  passed: sumOfMatches(output, /^test result: .*?(\d+) passed;/gm),
  failed: sumOfMatches(output, /^test result: .*?(\d+) failed;/gm),
});

/**
 * Counts from the output of `node --test`, in any of its formats.
 * @param {string} output
 * @returns {Counts}
 */
export const countNode = (output) => ({
  passed: sumOfMatches(output, /^\S+ pass (\d+)$/gm),
  failed: sumOfMatches(output, /^\S+ fail (\d+)$/gm),
});

/**
 * Counts from the last line of pytest's output, such as `2 failed, 31 passed, 1 skipped in 4.20s`. An error counts as a failure.
 * @param {string} output
 * @returns {Counts}
 */
export function countPytest(output) {
  const last = stripVTControlCharacters(output).trimEnd().split("\n").at(-1) ?? "";
  return {
    passed: sumOfMatches(last, /(\d+) passed/g),
    failed: sumOfMatches(last, /(\d+) (?:failed|errors?)\b/g),
  };
}

/**
 * Counts from Vitest's JSON report. A file that could not be loaded counts as one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const unloadedFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloadedFiles.length };
}

/**
 * Counts from Playwright's JSON report. A file that could not be loaded counts as one failure.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} report
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, retried: flaky };
}

export class Report {
  /** @type {Row[]} */
  #rows = [];
  #started = performance.now();

  /**
   * Runs one check and returns whether it passed. A test suite that ran no tests fails. A failure of a check that is not a test suite
   * counts as one failed test.
   * @param {string} title
   * @param {() => CheckResult | Promise<CheckResult>} work
   */
  async check(title, work) {
    const started = performance.now();
    /** @type {Row} */
    const row = { title, passed: 0, failed: 0, retried: 0, duration: "" };
    this.#rows.push(row);
    try {
      const result = await step(title, work);
      if (result && "passed" in result) {
        const { status, passed, failed, retried = 0 } = result;
        Object.assign(row, { passed, failed, retried });
        const isEmpty = passed + failed === 0;
        if (isEmpty) console.error("   failed: no test was run");
        if ((status !== 0 || isEmpty) && failed === 0) row.failed = 1;
      }
    } catch (error) {
      printError(error);
      row.failed = 1;
    }
    row.duration = secondsSince(started);
    return row.failed === 0;
  }

  /**
   * Records a check that could not run because an earlier check failed.
   * @param {string} title
   * @param {string} reason
   */
  skip(title, reason) {
    heading(title);
    note(`not run: ${reason}`);
    this.#rows.push({ title, passed: 0, failed: 1, retried: 0, duration: "not run" });
  }

  /** Prints the table of all checks and the total counts, and sets the exit status. */
  finish() {
    heading(`Summary, after ${secondsSince(this.#started)}`);
    for (const { title, passed, failed, retried, duration } of this.#rows) {
      const retriedText = retried > 0 ? `, ${retried} of them on the second attempt` : "";
      const counts = passed + failed > 0 ? `${passed} passed${retriedText}, ${failed} failed` : "";
      console.log(
        `   ${failed ? "FAILED" : "ok    "} ${title.padEnd(50)} ${duration.padStart(12)}  ${counts}`,
      );
    }
    const passed = this.#rows.reduce((sum, row) => sum + row.passed, 0);
    const failed = this.#rows.reduce((sum, row) => sum + row.failed, 0);
    if (failed > 0) process.exitCode = 1;
    console.log(`\n${passed} passed, ${failed} failed`);
  }
}
