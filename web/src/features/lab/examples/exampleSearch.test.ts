// The search in the list of examples.
import { expect, test } from "vitest";
import { EXAMPLES } from "../../../examples/examples.ts";
import catalogue from "../../../generated/catalogue.json";
import { matches, searchTextOf } from "./ExampleList.tsx";

const found = (query: string): readonly string[] =>
  EXAMPLES.filter((example) => matches(searchTextOf(example, catalogue), query)).map(({ id }) => id);

test("examples are found by their words, in any order and with any capitals", () => {
  expect(found("SAWTOOTH one")).toEqual(["sawtooth", "twenty"]);
});

test("examples are found by an algorithm and by a queue that only their scenario has", () => {
  expect(found("ledbat++")).toContain("cellular");
  expect(found("fq_codel")).toContain("fq-codel");
});

test("an unknown word finds no example", () => {
  expect(found(" ")).toHaveLength(EXAMPLES.length);
  expect(found("zzz")).toEqual([]);
});
