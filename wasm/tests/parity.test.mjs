// In Node, the WebAssembly package computes the same result IDs as the native simulator, for every golden scenario and every example of
// the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nativeResultIds, parityDocuments, runOpener } from "../../scripts/lib/parity.mjs";

const open = await runOpener();
const documents = await parityDocuments();
const expected = await nativeResultIds(documents);

for (const [index, { name, text }] of documents.entries()) {
  test(`the result ID equals the native one: ${name}`, () => {
    const sim = open(text);
    while (sim.stepUntil(sim.duration, 1e6)[2] === 0);
    assert.equal(sim.failure(), null);
    assert.equal(sim.resultId(), expected[index]);
    sim.free();
  });
}
