// A sample of `npm run validate -- --only features`: each crate of a feature is used only by the feature's own files, and by
// features that build on it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inRoot } from "./paths.mjs";
import { outputOf } from "./run.mjs";
import { placesOf, rustFeatures, withDependents } from "./rustFeatures.mjs";

const sources = (outputOf("git", ["ls-files", "sim-core", "wasm"]) ?? "")
  .split("\n")
  .filter((path) => path.endsWith(".rs"));

describe.each(rustFeatures)("$name", (feature) => {
  const places = withDependents(feature).flatMap(placesOf);

  test("has files", () => {
    expect(placesOf(feature).some((place) => sources.some((path) => path.startsWith(place)))).toBe(true);
  });

  test("is named by its own files only", () => {
    const crate = new RegExp(`\\bfairshare_${feature.name}\\b`);
    const users = sources.filter((path) => crate.test(readFileSync(inRoot(path), "utf8")));
    expect(users.filter((path) => !places.some((place) => path.startsWith(place)))).toEqual([]);
  });
});
