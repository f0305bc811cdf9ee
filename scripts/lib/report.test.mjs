// The counts of tests are read from the output of each test runner, and a report adds them up.
import { expect, test, vi } from "vitest";
import { countCargo, countNode, countPlaywright, countPytest, countVitest, Report } from "./report.mjs";
import { Failure } from "./steps.mjs";

test("cargo: the counts of all test programs are added, with or without colours", () => {
  const output = `
test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.01s
test queue::full ... ok
test queue::empty ... \u001b[31mFAILED\u001b[0m
test queue::panics - should panic ... FAILED
test result: \u001b[31mFAILED\u001b[0m. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s
`;
  expect(countCargo(output)).toEqual({
    passed: 16,
    failed: 2,
    failures: ["queue::empty", "queue::panics"],
  });
});

test("node: the counts are read from the output of the TAP and spec reporters", () => {
  expect(countNode("# tests 3\n# pass 2\n# fail 1\n")).toEqual({ passed: 2, failed: 1, failures: [] });
  expect(countNode("\u2139 tests 3\n\u2139 pass 3\n\u2139 fail 0\n")).toEqual({
    passed: 3,
    failed: 0,
    failures: [],
  });
  const failing =
    "\u2714 adds (1.2ms)\n\u2716 subtracts (0.9ms)\n\u2139 pass 1\n\u2139 fail 1\n\n\u2716 failing tests:\n\u2716 subtracts (0.9ms)\n";
  expect(countNode(failing)).toEqual({ passed: 1, failed: 1, failures: ["subtracts"] });
});

test("pytest: the counts are read from the last line, and an error counts as a failure", () => {
  const output =
    "....F\nFAILED test_a.py::test_b - 3 passed\n\u001b[31m1 failed, 31 passed, 2 deselected, 1 error in 4.2s\u001b[0m\n";
  expect(countPytest(output)).toEqual({ passed: 31, failed: 2, failures: ["test_a.py::test_b"] });
  expect(countPytest("2 passed in 0.10s\n")).toEqual({ passed: 2, failed: 0, failures: [] });
  const unloaded = countPytest("ImportError while loading conftest\n");
  expect(unloaded).toEqual({ passed: 0, failed: 0, failures: [] });
});

test("vitest: a file that cannot be loaded counts as a failure", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      { name: "a.test.ts", status: "failed", assertionResults: [{ status: "failed", fullName: "adds" }] },
      { name: "b.test.ts", status: "failed", assertionResults: [] },
      { name: "c.test.ts", status: "passed", assertionResults: [{ status: "passed", fullName: "divides" }] },
    ],
  };
  expect(countVitest(report)).toEqual({
    passed: 5,
    failed: 2,
    failures: ["a.test.ts: adds", "b.test.ts: the file could not be loaded"],
  });
});

test("playwright: failed tests and files that could not be loaded are counted", () => {
  const spec = { title: "opens", file: "lab.spec.ts", line: 12, tests: [{ status: "unexpected" }] };
  const passed = { title: "closes", file: "lab.spec.ts", line: 20, tests: [{ status: "expected" }] };
  const report = {
    stats: { expected: 7, unexpected: 1, skipped: 2 },
    errors: [{ message: "no such file\nsecond line" }],
    suites: [{ specs: [passed], suites: [{ specs: [spec] }] }],
  };
  expect(countPlaywright(report)).toEqual({
    passed: 7,
    failed: 2,
    failures: ["lab.spec.ts:12: opens", "no such file"],
  });
});

test("a report counts suites without tests as failures", async () => {
  /** @type {string[]} */
  const lines = [];
  vi.spyOn(console, "log").mockImplementation((line) => lines.push(line));
  vi.spyOn(console, "error").mockImplementation(() => {});
  const exitCodeBefore = process.exitCode;
  const report = new Report();
  const passing = { status: 0, passed: 3, failed: 0, failures: [] };
  expect(await report.check("suite", async () => passing)).toBe(true);
  expect(await report.check("no counts", async () => ({ status: 0, output: "" }))).toBe(true);
  expect(await report.check("empty suite", async () => ({ ...passing, passed: 0 }))).toBe(false);
  const broken = { status: 1, passed: 2, failed: 1, failures: ["lab.spec.ts:12: opens"] };
  expect(await report.check("broken suite", async () => broken)).toBe(false);
  expect(await report.check("throws", () => Promise.reject(new Failure("no")))).toBe(false);
  report.skip("later", "an earlier one failed");
  report.finish();
  const reportedExitCode = process.exitCode;
  process.exitCode = exitCodeBefore;
  expect(reportedExitCode).toBe(1);
  expect(lines.at(-1)?.trim()).toBe("5 passed, 4 failed");
  expect(lines.join("\n")).toMatch(/suite .* 3 passed, 0 failed/);
  expect(lines).toContain("   broken suite: lab.spec.ts:12: opens");
});
