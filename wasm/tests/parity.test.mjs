// In Node, the WebAssembly package computes the same result IDs as the native simulator, for every golden scenario and every example of
// the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
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

/** Simulated seconds and other settings of an example, so that the run is short. */
const settings = fc.record({
  duration: fc.double({ min: 0.5, max: 4, noNaN: true }),
  seed: fc.nat(1000),
});

test("random settings of the examples, in random slices, give the native result IDs", async () => {
  const bases = documents.filter(({ name }) => name.startsWith("example"));
  const slice = fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), events: fc.nat(100_000) });
  const runs = fc.sample(fc.record({ base: fc.constantFrom(...bases), settings, slices: fc.array(slice) }), {
    seed: 1,
    numRuns: 100,
  });
  const texts = runs.map((run) => JSON.stringify({ ...JSON.parse(run.base.text), ...run.settings }));
  const isValid = texts.map((text) => {
    try {
      open(text).free();
      return true;
    } catch {
      return false;
    }
  });
  assert.ok(isValid.filter(Boolean).length > 20);
  const valid = texts.flatMap((text, index) => (isValid[index] ? [{ name: String(index), text }] : []));
  const ids = await nativeResultIds(valid);
  for (const [at, { name, text }] of valid.entries()) {
    const sim = open(text);
    for (const { part, events } of runs[Number(name)]?.slices ?? [])
      sim.stepUntil(part * sim.duration, events + 1);
    while (sim.stepUntil(sim.duration, 1e6)[2] === 0);
    assert.equal(sim.resultId(), ids[at], text);
    sim.free();
  }
});
