// The built-in rates over time.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rateTracePath, rateTraces } from "./rateTraces.mjs";

test("the files of built-in links are those that their formulas give", () => {
  for (const [name, text] of Object.entries(rateTraces()))
    expect(readFileSync(rateTracePath(name), "utf8"), name).toBe(text);
});

test("the rates stay between the bounds that the formulas state", () => {
  const bounds = { cellular: [0.1, 60], wifi: [2.6, 52], satellite: [0, 165] };
  const { cellular, wifi, satellite } = rateTraces();
  for (const [text, [least, most]] of /** @type {const} */ ([
    [cellular, bounds.cellular],
    [wifi, bounds.wifi],
    [satellite, bounds.satellite],
  ]))
    for (const line of text.trim().split("\n").slice(1)) {
      const rate = Number(line.split(",")[1]);
      expect(rate).toBeGreaterThanOrEqual(least ?? 0);
      expect(rate).toBeLessThanOrEqual(most ?? 0);
    }
});
