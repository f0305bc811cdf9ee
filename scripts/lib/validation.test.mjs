// docs/validation.md matches the committed results, which were computed by the current version of the
// simulator.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callTables, readCalls } from "./calls.mjs";
import { inRoot } from "./paths.mjs";
import { readSpeed, speedFigure, speedFigureFile, speedPage, withSpeed } from "./speed.mjs";
import { pageText, rendered, renderedCases } from "./validation.mjs";

test("the tables match the committed results", () => {
  expect(pageText()).toBe(rendered(pageText()));
});

test("the tables of calls have a row for each stored result", () => {
  const rows = callTables(readCalls()).match(/^\| (?!call \|).*\d \|$/gm) ?? [];
  expect(rows).toHaveLength(Object.keys(readCalls()).length);
  expect(renderedCases()).toContain("GCC next to CUBIC");
});

test("the table of speed matches the stored measurements", () => {
  expect(speedPage()).toContain("<!-- speed -->\nSimulator ");
  expect(speedPage()).toBe(withSpeed(speedPage(), readSpeed()));
});

test("the picture of speed matches the stored measurements", () => {
  expect(readFileSync(speedFigureFile, "utf8")).toBe(speedFigure(readSpeed()));
});

test("the results contain the simulator's version", () => {
  const version = readFileSync(inRoot("Cargo.toml"), "utf8").match(/^version = "(.*)"/m)?.[1];
  for (const name of [
    "ns2-results.json",
    "closed-forms.json",
    "response.json",
    "theta.json",
    "production.json",
  ]) {
    const results = JSON.parse(readFileSync(inRoot("sim-core", "simulation", "tests", "data", name), "utf8"));
    expect(results.version, name).toBe(version);
  }
  for (const name of ["engines.json", "speed.json", "uses.json"]) {
    const results = JSON.parse(readFileSync(inRoot("docs", "validation", name), "utf8"));
    expect(results.version, name).toBe(version);
  }
});
