// A small piece of the fuzzing of the page's readers.
import { expect, test } from "vitest";
import { fuzzFiles } from "./files.mjs";

test("random files and messages are accepted or refused as their readers say", async () => {
  const { inputs, accepted, problems } = await fuzzFiles({ seed: 1, count: 2000 });
  expect(problems).toEqual([]);
  expect(inputs).toBe(2000);
  expect(accepted).toBeGreaterThan(200);
});
