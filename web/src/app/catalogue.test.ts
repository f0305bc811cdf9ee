// Compares the form catalogue (the catalogue without help texts and citations, in two parts) with the full
// catalogue.
import { expect, test } from "vitest";
import generated from "../generated/catalogue.json";
import type { Catalogue, Field } from "../generated/types.ts";
import {
  addParameters,
  type ParametersById,
  splitParameters,
  TEXT_NOT_LOADED,
  withCommon,
  withoutTexts,
} from "../scenario/forms.ts";

const fullCatalogue = generated;
const [formCatalogue, parameters] = JSON.parse(
  JSON.stringify(splitParameters(generated), withoutTexts),
  withCommon,
) as [Catalogue, ParametersById];

/** Calls `visit` for two fields and for each pair of their corresponding descendants. */
function visitPairs(a: Field, b: Field, visit: (a: Field, b: Field) => void): void {
  visit(a, b);
  const childrenOf = (field: Field): readonly Field[] => [
    ...(field.fields ?? []),
    ...(field.item ? [field.item] : []),
    ...(field.variants?.flatMap((variant) => variant.fields) ?? []),
  ];
  const childrenOfB = childrenOf(b);
  for (const [i, field] of childrenOf(a).entries()) visitPairs(field, childrenOfB[i] as Field, visit);
}

test("the form catalogue has the fields of the full catalogue and offers help for the same fields", () => {
  let fields = 0;
  const expectSameField = (a: Field, b: Field): void => {
    fields++;
    expect(b.label).toBe(a.label);
    expect([b.name, b.type, b.unit, b.default, b.min, b.max, b.null_means]).toEqual([
      a.name,
      a.type,
      a.unit,
      a.default,
      a.min,
      a.max,
      a.null_means,
    ]);
    expect(b.doc).toBe(a.doc ? TEXT_NOT_LOADED : "");
    expect(b.cite).toBeUndefined();
  };
  expect(formCatalogue.algorithms.every((algorithm) => algorithm.fields.length === 0)).toBe(true);
  addParameters(formCatalogue, parameters);
  visitPairs(fullCatalogue.document, formCatalogue.document, expectSameField);
  for (const list of ["algorithms", "sources", "queues", "losses"] as const) {
    expect(formCatalogue[list].map(({ id, name }) => [id, name])).toEqual(
      fullCatalogue[list].map(({ id, name }) => [id, name]),
    );
    for (const [i, kind] of fullCatalogue[list].entries())
      for (const [j, field] of kind.fields.entries())
        visitPairs(field, formCatalogue[list][i]?.fields[j] as Field, expectSameField);
  }
  // A low count would mean that the walk missed most fields.
  expect(fields).toBeGreaterThan(300);
});
