// The catalogue without texts has the same forms as the whole catalogue, and offers help in the same places.
import { expect, test } from "vitest";
import generated from "../generated/catalogue.json";
import type { Catalogue, Field } from "../generated/types.ts";
import { TEXT_NOT_LOADED, withoutTexts } from "../scenario/forms.ts";

const whole = generated;
const forms = JSON.parse(JSON.stringify(generated, withoutTexts)) as Catalogue;

function walk(a: Field, b: Field, visit: (a: Field, b: Field) => void): void {
  visit(a, b);
  const within = (field: Field): readonly Field[] => [
    ...(field.fields ?? []),
    ...(field.item ? [field.item] : []),
    ...(field.variants?.flatMap((variant) => variant.fields) ?? []),
  ];
  const others = within(b);
  for (const [i, field] of within(a).entries()) walk(field, others[i] as Field, visit);
}

test("forms without texts are the same forms, with help in the same places", () => {
  let fields = 0;
  const same = (a: Field, b: Field): void => {
    fields++;
    expect({ ...b, doc: "", cite: "" }.label).toBe(a.label);
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
  walk(whole.document, forms.document, same);
  for (const list of ["algorithms", "sources", "queues", "losses"] as const) {
    expect(forms[list].map(({ id, name }) => [id, name])).toEqual(
      whole[list].map(({ id, name }) => [id, name]),
    );
    for (const [i, part] of whole[list].entries())
      for (const [j, field] of part.fields.entries()) walk(field, forms[list][i]?.fields[j] as Field, same);
  }
  expect(fields).toBeGreaterThan(300);
});
