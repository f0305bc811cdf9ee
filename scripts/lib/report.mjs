// A report runs checks one after another, continues after failures, and adds up the numbers of tests of all
// suites.
import { stripVTControlCharacters } from "node:util";
import { heading, note, printError, printProblem, secondsSince, step, withOutputTogether } from "./steps.mjs";

/**
 * The numbers of passed and failed tests of a suite, and the names of the failed tests.
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts
 */

/**
 * The result of a check. The result of a test suite contains its exit status and counts.
 * @typedef {(Counts & { status: number | string | null }) | object | undefined | void} CheckResult
 */

/**
 * A line of the summary.
 * @typedef {{ title: string, passed: number, failed: number, failures: string[], duration: string }} Row
 */

/** Group 1 of each match. @param {string} output @param {RegExp} pattern a global pattern */
const matches = (output, pattern) =>
  [...stripVTControlCharacters(output).matchAll(pattern)].map((match) => match[1] ?? "");
/** @param {string} output @param {RegExp} pattern a global pattern whose group 1 is a number */
const sumOfMatches = (output, pattern) =>
  matches(output, pattern).reduce((sum, match) => sum + Number(match), 0);
/** @param {string} output @param {RegExp} pattern a global pattern whose group 1 is the name of a failed test */
const namesOf = (output, pattern) => [...new Set(matches(output, pattern))];

/**
 * Counts from the output of `cargo test`: each test program prints one line `test result:`.
 * @param {string} output
 * @returns {Counts}
 */
export const countCargo = (output) => ({
  passed: sumOfMatches(output, /^test result: .*?(\d+) passed;/gm),
  failed: sumOfMatches(output, /^test result: .*?(\d+) failed;/gm),
  failures: namesOf(output, /^test (.+?)(?: - should panic)? \.\.\. FAILED$/gm),
});

/**
 * Counts from the output of `node --test`, in any of its formats.
 * @param {string} output
 * @returns {Counts}
 */
export const countNode = (output) => ({
  passed: sumOfMatches(output, /^\S+ pass (\d+)$/gm),
  failed: sumOfMatches(output, /^\S+ fail (\d+)$/gm),
  failures: namesOf(output, /^\s*\u2716 (?!failing tests:)(.+?)(?: \([\d.]+ms\))?$/gm),
});

/**
 * Counts from the last line of pytest's output, such as `2 failed, 31 passed, 1 skipped in 4.20s`. An error
 * counts as a failure.
 * @param {string} output
 * @returns {Counts}
 */
export function countPytest(output) {
  const last = stripVTControlCharacters(output).trimEnd().split("\n").at(-1) ?? "";
  return {
    passed: sumOfMatches(last, /(\d+) passed/g),
    failed: sumOfMatches(last, /(\d+) (?:failed|errors?)\b/g),
    failures: namesOf(output, /^(?:FAILED|ERROR) (\S+)/gm),
  };
}

/** @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} VitestFile */

/**
 * Counts from Vitest's JSON report. A file that could not be loaded counts as one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: VitestFile[] }} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const unloadedFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${name}: ${fullName}`),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadedFiles.length,
    failures: [...failures, ...unloadedFiles.map(({ name }) => `${name}: the file could not be loaded`)],
  };
}

/**
 * A file or a group of tests in Playwright's JSON report.
 * @typedef {{ specs: { title: string, file: string, line: number, tests: { status: string }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/** @param {PlaywrightSuite} suite @returns {string[]} */
const failuresOf = ({ specs, suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === "unexpected"))
    .map(({ title, file, line }) => `${file}:${line}: ${title}`),
  ...suites.flatMap(failuresOf),
];

/**
 * Counts from Playwright's JSON report. A file that could not be loaded counts as one failure.
 * @param {{ stats: { expected: number, unexpected: number }, errors: { message?: string }[], suites: PlaywrightSuite[] }} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors, suites }) {
  const messages = errors.map(({ message = "an error without a message" }) => message.split("\n")[0] ?? "");
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    failures: [...suites.flatMap(failuresOf), ...messages],
  };
}

/** The maximum number of names of failed tests that the summary lists. */
const mostNames = 20;

export class Report {
  /** @type {Row[]} */
  #rows = [];
  #started = performance.now();

  /**
   * Runs one check and returns whether it passed. A test suite that ran no tests fails. A failure of a check
   * that is not a test suite counts as one failed test.
   * @param {string} title
   * @param {() => CheckResult | Promise<CheckResult>} work
   */
  async check(title, work) {
    const started = performance.now();
    /** @type {Row} */
    const row = { title, passed: 0, failed: 0, failures: [], duration: "" };
    this.#rows.push(row);
    try {
      const result = await step(title, work);
      if (result && "passed" in result) {
        const { status, passed, failed, failures } = result;
        Object.assign(row, { passed, failed, failures });
        const isEmpty = passed + failed === 0;
        if (isEmpty) printProblem("   failed: no test was run");
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
   * Runs one check next to others, as soon as those that it needs have passed. Its output is shown when it ends.
   * @param {string} title
   * @param {() => CheckResult | Promise<CheckResult>} work
   * @param {...Promise<boolean>} needed
   */
  async stage(title, work, ...needed) {
    const passed = (await Promise.all(needed)).every(Boolean);
    if (passed) return withOutputTogether(() => this.check(title, work));
    this.skip(title, "what it needs has failed");
    return false;
  }

  /**
   * Records a check that could not run because an earlier check failed.
   * @param {string} title
   * @param {string} reason
   */
  skip(title, reason) {
    heading(title);
    note(`not run: ${reason}`);
    this.#rows.push({ title, passed: 0, failed: 1, failures: [], duration: "not run" });
  }

  /**
   * Prints the table of all checks, the names of the failed tests and the total counts, and sets the exit
   * status.
   */
  finish() {
    heading(`Summary, after ${secondsSince(this.#started)}`);
    for (const { title, passed, failed, duration } of this.#rows) {
      const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed` : "";
      console.log(
        `   ${failed ? "FAILED" : "ok    "} ${title.padEnd(50)} ${duration.padStart(12)}  ${counts}`,
      );
    }
    const failures = this.#rows.flatMap((row) => row.failures.map((name) => `${row.title}: ${name}`));
    if (failures.length > 0) console.log("\nFailed tests:");
    for (const line of failures.slice(0, mostNames)) console.log(`   ${line}`);
    if (failures.length > mostNames) console.log(`   and ${failures.length - mostNames} more, see above`);
    const passed = this.#rows.reduce((sum, row) => sum + row.passed, 0);
    const failed = this.#rows.reduce((sum, row) => sum + row.failed, 0);
    if (failed > 0) process.exitCode = 1;
    console.log(`\n${passed} passed, ${failed} failed`);
  }
}
