// The text about a question is shown only while it is true.
import { expect, test } from "vitest";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import { writePath } from "../../../scenario/path.ts";
import { describes } from "./useFace.ts";

const { doc } = FIRST_EXAMPLE;
const changed = writePath(doc, "flows.far.access.sender", 0.0025);

test("the text of an example is true of its scenario", () => {
  expect(describes(doc, doc, FIRST_EXAMPLE)).toBe(true);
});

test("the text of an example is not true of a changed scenario", () => {
  expect(describes(changed, doc, FIRST_EXAMPLE)).toBe(false);
});

test("the text of an example is not true of a scenario that a link opened changed", () => {
  expect(describes(changed, changed, FIRST_EXAMPLE)).toBe(false);
});

test("the text of a scenario describes it until the scenario is changed", () => {
  expect(describes(changed, changed, undefined)).toBe(true);
  expect(describes(doc, changed, undefined)).toBe(false);
});
