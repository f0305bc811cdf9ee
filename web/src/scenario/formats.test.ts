// The format of a document determines the defaults of its settings.
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import type { Catalogue, Field, Json, JsonObject, ScenarioDocument } from "../generated/types.ts";
import { algorithmOf, describePath, kindAt, numberAt, withDefaultIn } from "./descriptors.ts";
import { changeText, diffDocuments } from "./diff.ts";

const PATH = "flows.a.params.hystart";
const document = (v: number): ScenarioDocument => ({ v, flows: [{ id: "a", algorithm: "cubic" }] });

test("HyStart++ is off by default in format 1 and on from format 2", () => {
  expect(describePath(catalogue, PATH, document(1))?.default).toBe(false);
  expect(describePath(catalogue, PATH, document(2))?.default).toBe(true);
  expect(describePath(catalogue, PATH, document(3))?.default).toBe(true);
});

test("algorithms have no other setting whose default depends on the format alone", () => {
  const fields = catalogue.algorithms.flatMap(({ id, fields }) => fields.map((field) => ({ id, field })));
  const differing = fields.filter(({ field }) => withDefaultIn(field, 3) !== field);
  expect(new Set(differing.map(({ field }) => field.name))).toEqual(
    new Set(["stack", "hystart", "rules", "below_two"]),
  );
  expect(differing.map(({ id }) => id)).toEqual(expect.arrayContaining(["cubic", "sack", "newreno"]));
});

test("a field with a default is the same object each time", () => {
  const field = describePath(catalogue, PATH, document(1));
  expect(field && withDefaultIn(field, 2)).toBe(field && withDefaultIn(field, 2));
});

test("the stack of a flow determines the defaults of its parts", () => {
  const withStack = (v: number, params: JsonObject): ScenarioDocument => ({
    v,
    flows: [{ id: "a", algorithm: "cubic", params }],
  });
  const defaults = (doc: ScenarioDocument): readonly (Json | undefined)[] =>
    ["rack", "min_rto", "hystart"].map(
      (name) => describePath(catalogue, `flows.a.params.${name}`, doc)?.default,
    );
  expect(defaults(withStack(2, {}))).toEqual([false, 0.2, true]);
  expect(defaults(withStack(3, {}))).toEqual([true, 0.2, true]);
  expect(defaults(withStack(3, { stack: "windows" }))).toEqual([true, 0.3, true]);
  expect(defaults(withStack(3, { stack: null }))).toEqual([false, 0.2, true]);
  expect(defaults(withStack(1, { stack: "newreno_1999" }))).toEqual([false, 1, false]);
});

/** The catalogue with another default in format 2 for each of the given fields of the document. */
function withLaterDefaults(later: Readonly<Record<string, Field["default"]>>): Catalogue {
  const changed = (field: Field, path: string): Field => {
    const value = later[path];
    return {
      ...field,
      ...(value === undefined ? {} : { later: { v: 2, value } }),
      ...(field.fields ? { fields: field.fields.map((f) => changed(f, `${path}.${f.name}`)) } : {}),
      ...(field.item ? { item: changed(field.item, `${path}.*`) } : {}),
    };
  };
  return { ...catalogue, document: changed(catalogue.document as Field, "") };
}

test("a default of a later format applies to the algorithm, the kind of network and the duration", () => {
  const later = withLaterDefaults({
    ".flows.*.algorithm": "bbr",
    ".network": { kind: "parking_lot" },
    ".duration": 45,
  });
  const plain = (v: number): ScenarioDocument => ({ v, flows: [{ id: "a" }] });
  const read = (doc: ScenarioDocument): readonly (string | number)[] => [
    algorithmOf(later, "a", doc),
    kindAt(later, "network", doc),
    numberAt(later, "duration", doc),
  ];
  expect(read(plain(1))).toEqual(["newreno", "dumbbell", 60]);
  expect(read(plain(2))).toEqual(["bbr", "parking_lot", 45]);
  expect(describePath(later, "flows.a.params.startup_gain", plain(1))).toBeUndefined();
  expect(describePath(later, "flows.a.params.startup_gain", plain(2))?.name).toBe("startup_gain");
});

test("a comparison of documents of different formats states the format", () => {
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
