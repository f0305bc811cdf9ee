// The counts of tests are read from the output of each test runner, and a report adds them up.
import { expect, test, vi } from "vitest";
import { countCargo, countNode, countPlaywright, countPytest, countVitest, Report } from "./report.mjs";
import { Failure } from "./steps.mjs";

test("cargo: the counts of all test programs are added, with or without colours", () => {
  const output = `
test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: \u001b[31mFAILED\u001b[0m. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s
`;
  expect(countCargo(output)).toEqual({ passed: 16, failed: 2 });
});

test("node: the counts are read from the output of the TAP and spec reporters", () => {
  expect(countNode("# tests 3\n# pass 2\n# fail 1\n")).toEqual({ passed: 2, failed: 1 });
  expect(countNode("\u2139 tests 3\n\u2139 pass 3\n\u2139 fail 0\n")).toEqual({ passed: 3, failed: 0 });
});

test("pytest: the counts are those of the last line, and an error counts as a failure", () => {
  const output =
    "....F\nFAILED test_a.py::test_b - 3 passed\n\u001b[31m1 failed, 31 passed, 2 deselected, 1 error in 4.2s\u001b[0m\n";
  expect(countPytest(output)).toEqual({ passed: 31, failed: 2 });
  expect(countPytest("2 passed in 0.10s\n")).toEqual({ passed: 2, failed: 0 });
  expect(countPytest("ImportError while loading conftest\n")).toEqual({ passed: 0, failed: 0 });
});

test("vitest: a file that cannot be loaded counts as a failure", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      { status: "failed", assertionResults: [{}] },
      { status: "failed", assertionResults: [] },
      { status: "passed", assertionResults: [{}] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 5, failed: 2 });
});

test("playwright: a test that passed on its second attempt is counted as retried", () => {
  const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] };
  expect(countPlaywright(report)).toEqual({ passed: 8, failed: 1, retried: 1 });
});

test("a report counts suites without tests, failing checks and skipped checks as failures, and adds up all counts", async () => {
  /** @type {string[]} */
  const lines = [];
  vi.spyOn(console, "log").mockImplementation((line) => lines.push(line));
  vi.spyOn(console, "error").mockImplementation(() => {});
  const exitCodeBefore = process.exitCode;
  const report = new Report();
  expect(await report.check("suite", async () => ({ status: 0, passed: 3, failed: 0, retried: 1 }))).toBe(
    true,
  );
  expect(await report.check("no counts", async () => ({ status: 0, output: "" }))).toBe(true);
  expect(await report.check("empty suite", async () => ({ status: 0, passed: 0, failed: 0 }))).toBe(false);
  expect(await report.check("broken suite", async () => ({ status: 1, passed: 2, failed: 0 }))).toBe(false);
  expect(await report.check("throws", () => Promise.reject(new Failure("no")))).toBe(false);
  report.skip("later", "an earlier one failed");
  report.finish();
  const reportedExitCode = process.exitCode;
  process.exitCode = exitCodeBefore;
  expect(reportedExitCode).toBe(1);
  expect(lines.at(-1)?.trim()).toBe("5 passed, 4 failed");
  expect(lines.join("\n")).toMatch(/suite .* 3 passed, 1 of them on the second attempt, 0 failed/);
});
