// Tests of rules that the page applies before the WebAssembly is loaded. Rust's tests of documents use the same
// vectors.
import { describe, expect, test } from "vitest";
import vectors from "../../../sim-core/document/src/tests/vectors.json";
import { FIRST_EXAMPLE } from "../examples/firstExample.ts";
import type { Json, ScenarioDocument } from "../generated/types.ts";
import { withSettings } from "./edit.ts";
import { writePath } from "./path.ts";
import { applySettings, decodeLink } from "./shareLink.ts";
import { parseQuantity } from "./units.ts";

describe("edits by path", () => {
  const document = vectors.paths.document as unknown as ScenarioDocument;
  test.each(vectors.paths.edits)("$about", ({ path, value, result }) => {
    expect(writePath(document, path, value)).toEqual(result);
  });
});

describe("settings in order", () => {
  type Settings = readonly (readonly [path: string, value: Json | undefined])[];
  const document = vectors.settings.document as unknown as ScenarioDocument;
  test.each(vectors.settings.edits)("$about", ({ settings, changes }) => {
    const expected = (changes as unknown as Settings).reduce(
      (next, [path, value]) => writePath(next, path, value),
      document,
    );
    expect(withSettings(document, settings as unknown as Settings)).toEqual(expected);
  });
});

test.each(vectors.quantities as [string, string, number | null][])(
  "'%s' in '%s' is %s",
  (text, unit, value) => {
    expect(parseQuantity(text, unit)).toBe(value);
  },
);

describe("share links", () => {
  test.each(vectors.links)("$about", async ({ link, scenario, result, version, view }) => {
    const decoded = await decodeLink(link);
    if (scenario === undefined) expect(decoded.kind).toBe("problem");
    else {
      const content = { scenario, result, engine: version, view };
      expect(decoded).toEqual({ kind: "scenario", content: JSON.parse(JSON.stringify(content)) });
    }
  });
});

describe("readable links", () => {
  test.each(vectors.examples)("$about", async ({ link, settings }) => {
    const decoded = await decodeLink(link);
    if (decoded.kind !== "example") throw new Error(`The link is a ${decoded.kind}.`);
    expect(decoded.example).toBe("near-far");
    const expected = Object.entries(settings).reduce(
      (doc, [path, value]) => writePath(doc, path, value as Json),
      FIRST_EXAMPLE.doc,
    );
    expect(applySettings(FIRST_EXAMPLE.doc, decoded.settings)).toEqual(expected);
  });
});
