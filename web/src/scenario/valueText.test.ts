// Names of settings within sentences.
import { expect, test } from "vitest";
import generated from "../generated/catalogue.json";
import type { Catalogue } from "../generated/types.ts";
import { lowerFirst } from "./valueText.ts";

test.each([
  ["Rate", "rate"],
  ["On-off", "on-off"],
  ["Delay at the sender", "delay at the sender"],
  ["HyStart++", "HyStart++"],
  ["CUBIC: algorithm", "CUBIC: algorithm"],
  ["Gilbert-Elliott", "Gilbert-Elliott"],
  ["Jain's index", "Jain's index"],
  ["F-RTO", "F-RTO"],
  ["C", "C"],
])("within a sentence, %s is %s", (name, within) => {
  expect(lowerFirst(name)).toBe(within);
});

test("no two settings of an algorithm have the same name", () => {
  const { algorithms, queues, sources } = generated as unknown as Catalogue;
  for (const { id, fields } of [...algorithms, ...queues, ...sources]) {
    const labels = fields.map(({ label, name }) => label || name);
    expect(
      labels.filter((label, i) => labels.indexOf(label) !== i),
      id,
    ).toEqual([]);
  }
});
