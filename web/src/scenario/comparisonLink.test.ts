// A comparison in a link gives the document before the change again, and a damaged one gives nothing.
import { expect, test } from "vitest";
import type { ScenarioDocument } from "../generated/types.ts";
import { readComparison, writeComparison } from "./comparisonLink.ts";
import { decodeLink, encodeLink } from "./shareLink.ts";

const result = "0123456789abcdef";
const before: ScenarioDocument = {
  v: 1,
  network: { forward: { rate: 1e7, delay: 0.01, queue: { kind: "drop_tail", limit: { packets: 30 } } } },
  flows: [{ id: "near", algorithm: "newreno" }],
};
const timeline = [{ at: 15, set: "network.forward.rate", to: 5e6 }];

test.each<readonly [string, ScenarioDocument, RegExp]>([
  ["another value", { ...before, network: { forward: { ...before.network } } } as ScenarioDocument, /./],
  ["a change from a time on", { ...before, timeline }, /^[0-9a-f]{16}~!timeline$/],
  ["a text with a tilde", { ...before, title: "a~b" }, /^[0-9a-f]{16}~!title$/],
  ["another flow", { ...before, flows: [{ id: "far" }] }, /^[0-9a-f]{16}~[\w-]+$/],
])("%s", async (_, doc, form) => {
  const text = (await writeComparison(doc, { before, result }, undefined)) ?? "";
  expect(text).toMatch(form);
  expect(await readComparison(text, doc, undefined)).toEqual({ before, result });
  const decoded = await decodeLink(await encodeLink({ scenario: doc, comparison: text, result }));
  expect(decoded).toMatchObject({ kind: "scenario", content: { comparison: text } });
});

test("values that contain a tilde are packed", async () => {
  const titled = { ...before, title: "a~b" };
  const text = (await writeComparison(before, { before: titled, result }, undefined)) ?? "";
  expect(await readComparison(text, before, undefined)).toEqual({ before: titled, result });
});

test("the document of the example needs no further text", async () => {
  const doc = { ...before, timeline };
  expect(await writeComparison(doc, { before, result }, before)).toBe(result);
  expect(await readComparison(result, doc, before)).toEqual({ before, result });
  expect(await readComparison(result, doc, undefined)).toBeNull();
});

test("a comparison is bounded in length, and damaged ones are refused", async () => {
  const note = Array.from({ length: 4000 }, (_, i) =>
    String.fromCharCode(0x4e00 + ((i * 7919) % 20000)),
  ).join("");
  expect(await writeComparison(before, { before: { ...before, note }, result }, undefined)).toBeUndefined();
  for (const text of [
    "",
    "nothing",
    `${result}~network.forward.rate`.slice(3),
    `${result}~a b~3`,
    `${result}~AAAA`,
    `${result}~duration~3~seed`,
  ])
    expect(await readComparison(text, before, undefined), text).toBeNull();
});
