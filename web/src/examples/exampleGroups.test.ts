// The groups of the examples.
import { expect, test } from "vitest";
import { EXAMPLE_GROUPS, examplesOf } from "./exampleGroups.ts";
import { EXAMPLES } from "./examples.ts";

test("each example is in exactly one group", () => {
  const listed = EXAMPLE_GROUPS.flatMap(examplesOf);
  expect(listed.toSorted()).toEqual(EXAMPLES.map(({ id }) => id).toSorted());
});
