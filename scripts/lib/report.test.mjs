// A report adds up the counts of all suites, and fails if a suite fails or has no tests.
import { expect, test, vi } from "vitest";
import { Report } from "./report.mjs";
import { run } from "./run.mjs";
import { Failure } from "./steps.mjs";

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

test("a stage waits for what it needs, and shows its output in one piece", async () => {
  /** @type {string[]} */
  const parts = [];
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(process.stdout, "write").mockImplementation((part) => parts.push(String(part)) > 0);
  const report = new Report();
  const print = (/** @type {string} */ text) => run(process.execPath, ["-e", `console.log("${text}")`]);
  const first = report.stage("first", async () => {
    await print("one");
    await print("two");
  });
  const failing = report.stage("failing", () => Promise.reject(new Failure("no")), first);
  const beside = report.stage("beside", async () => void (await print("three")));
  expect(await Promise.all([first, failing, beside])).toEqual([true, false, true]);
  expect(await report.stage("later", async () => void (await print("never")), beside, failing)).toBe(false);
  vi.restoreAllMocks();
  const output = parts.join("");
  expect(output).toMatch(/== first\none\ntwo\n {3}done/);
  expect(output).toMatch(/== beside\nthree\n {3}done/);
  expect(output).toMatch(/== failing\n.*failed: no/s);
  expect(output).not.toContain("never");
});
