// Rules that the page applies before the WebAssembly is loaded, by the vectors that the document's Rust tests
// use as well (sim-core/document/src/tests/vectors.rs).
import { describe, expect, test } from "vitest";
import vectors from "../../../sim-core/document/vectors.json";
import { FIRST_EXAMPLE } from "../examples/firstExample.ts";
import type { Json, ScenarioDocument } from "../generated/types.ts";
import { writePath } from "./path.ts";
import { applySettings, decodeLink } from "./shareLink.ts";
import { parseQuantity } from "./units.ts";

describe("edits by path", () => {
  const document = vectors.paths.document as unknown as ScenarioDocument;
  test.each(vectors.paths.edits)("$about", ({ path, value, result }) => {
    expect(writePath(document, path, value)).toEqual(result);
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
