// The format of a document determines the defaults of its settings.
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json" with { type: "json" };
import type { ScenarioDocument } from "../generated/types.ts";
import { describePath, inFormat } from "./descriptors.ts";
import { changeText, diffDocuments } from "./diff.ts";

const PATH = "flows.a.params.hystart";
const document = (v: number): ScenarioDocument => ({ v, flows: [{ id: "a", algorithm: "cubic" }] });

test("HyStart++ is off by default in format 1 and on from format 2", () => {
  expect(describePath(catalogue, PATH, document(1))?.default).toBe(false);
  expect(describePath(catalogue, PATH, document(2))?.default).toBe(true);
  expect(describePath(catalogue, PATH, document(3))?.default).toBe(true);
});

test("the formats differ in nothing else", () => {
  const fields = catalogue.algorithms.flatMap(({ id, fields }) => fields.map((field) => ({ id, field })));
  const differing = fields.filter(({ field }) => inFormat(field, 2) !== field);
  expect(new Set(differing.map(({ field }) => field.name))).toEqual(new Set(["hystart"]));
  expect(differing.map(({ id }) => id)).toEqual(expect.arrayContaining(["cubic", "sack", "newreno"]));
});

test("a field in a format is the same object each time", () => {
  const field = describePath(catalogue, PATH, document(1));
  expect(field && inFormat(field, 2)).toBe(field && inFormat(field, 2));
});

test("a comparison of documents of different formats states the format, and compares the values that apply", () => {
  const texts = (before: ScenarioDocument, after: ScenarioDocument): readonly string[] =>
    diffDocuments(before, after, catalogue).map(changeText);
  const stated = (v: number, hystart: boolean): ScenarioDocument => ({
    v,
    flows: [{ id: "a", algorithm: "cubic", params: { hystart } }],
  });
  expect(texts(document(1), document(1))).toEqual([]);
  expect(texts(document(1), document(2))).toEqual(["format 1 \u2192 2"]);
  expect(texts(document(1), stated(2, false))).toEqual(["format 1 \u2192 2"]);
  expect(texts(document(1), stated(2, true))).toEqual(["a: hyStart++ off \u2192 on", "format 1 \u2192 2"]);
  expect(texts(stated(2, false), document(2))).toEqual(["a: hyStart++ off \u2192 on"]);
});
