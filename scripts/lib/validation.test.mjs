// docs/validation.md shows what the committed results say, and they are of this version.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "./paths.mjs";
import { pageText, rendered } from "./validation.mjs";

test("the tables are those of the committed results", () => {
  expect(pageText()).toBe(rendered(pageText()));
});

test("the results carry the simulator's version", () => {
  const version = readFileSync(inRoot("Cargo.toml"), "utf8").match(/^version = "(.*)"/m)?.[1];
  for (const name of ["ns2-results.json", "closed-forms.json"]) {
    const results = JSON.parse(readFileSync(inRoot("sim-core", "tests", "data", name), "utf8"));
    expect(results.version, name).toBe(version);
  }
});
