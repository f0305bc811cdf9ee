// The addresses of sections and their pages.
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addressOf, nameSections, queryOf, readRoute, withQuery } from "./route.ts";

const SECTIONS = ["lessons", "papers", "algorithms"];

beforeAll(() => nameSections(SECTIONS));

test("reading the address of a page gives the page", () => {
  expect(addressOf("algorithms", "cubic")).toBe("#/algorithms/cubic");
  expect(readRoute("#/algorithms/cubic")).toEqual({ section: "algorithms", page: "cubic" });
  fc.assert(
    fc.property(
      fc.constantFrom(...SECTIONS),
      fc.option(fc.string({ unit: "binary", minLength: 1 })),
      (section, page) => {
        expect(readRoute(addressOf(section, page))).toEqual({ section, page });
      },
    ),
    { numRuns: 50 },
  );
});

test("an address of a section without a page has page null", () => {
  for (const fragment of ["#/algorithms", "#/algorithms/", "/algorithms"])
    expect(readRoute(fragment)).toEqual({ section: "algorithms", page: null });
});

test("fragments that are no address of a section belong to the Lab", () => {
  for (const fragment of [
    "",
    "#",
    "#p=near-far&r=0123456789abcdef",
    "#s=q1YqVg",
    "#/nothing",
    "#/lab",
    "#p=/algorithms/cubic",
  ])
    expect(readRoute(fragment)).toBeNull();
});

test("a page whose encoding is damaged is read as it is written", () => {
  expect(readRoute("#/algorithms/%E0%A4%A")).toEqual({ section: "algorithms", page: "%E0%A4%A" });
});

test("an address can have a query, which does not belong to the page", () => {
  const fragment = "#/algorithms/cubic?set=tcp%3Dnewreno&set=buffer%3D0.5x";
  expect(readRoute(fragment)).toEqual({ section: "algorithms", page: "cubic" });
  expect(queryOf(fragment).getAll("set")).toEqual(["tcp=newreno", "buffer=0.5x"]);
  expect(withQuery(fragment, new URLSearchParams())).toBe("#/algorithms/cubic");
  expect(withQuery("#/algorithms/cubic", queryOf(fragment))).toBe(fragment);
  expect([...queryOf("#/algorithms/cubic")]).toEqual([]);
});
