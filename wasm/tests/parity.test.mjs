// In Node, the WebAssembly package computes the same result IDs as the native simulator, for every golden scenario and every example of
// the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nativeResultIds, parityDocuments } from "../../scripts/lib/parity.mjs";
import init, { Document } from "../pkg/fairshare_wasm.js";

await init({
  module_or_path: readFileSync(new URL("../pkg/fairshare_wasm_bg.wasm", import.meta.url)),
});
const documents = await parityDocuments();
const expected = await nativeResultIds(documents);

for (const [index, { name, text }] of documents.entries()) {
  test(`the result ID equals the native one: ${name}`, () => {
    const sim = new Document(text).simulation(JSON.stringify({ signals: [], events: false }));
    while (sim.stepUntil(sim.duration, 1e6)[2] === 0);
    assert.equal(sim.failure(), "");
    assert.equal(sim.resultId(), expected[index]);
    sim.free();
  });
}
