// Small pieces of the fuzzing in Node. `npm run fuzz` runs more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fuzzCalls } from "../../scripts/lib/fuzz/calls.mjs";
import { fuzzLinks } from "../../scripts/lib/fuzz/links.mjs";

test("random links are decoded or refused", async () => {
  const { problems, accepted } = await fuzzLinks({ seed: 1, count: 500 });
  assert.deepEqual(problems, []);
  assert.ok(accepted > 50);
});

test("a worker that gets random calls answers all of them and computes the right results", async () => {
  const { problems, accepted } = await fuzzCalls({ seed: 1, count: 40 });
  assert.deepEqual(problems, []);
  assert.ok(accepted > 20);
});
