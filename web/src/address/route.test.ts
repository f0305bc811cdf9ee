// The addresses of sections and their pages.
import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, queryOf, readRoute, SECTIONS, withQuery } from "./route.ts";

test("the address of every page is read back as this page", () => {
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

test("a section without a page has its first page", () => {
  for (const fragment of ["#/algorithms", "#/algorithms/", "/algorithms"])
    expect(readRoute(fragment)).toEqual({ section: "algorithms", page: null });
});

test("share links, other sections and damaged addresses belong to the Lab or keep their text", () => {
  for (const fragment of [
    "",
    "#",
    "#p=near-far&r=0123456789abcdef",
    "#1.q1YqVg",
    "#/nothing",
    "#/lab",
    "#p=/algorithms/cubic",
  ])
    expect(readRoute(fragment)).toBeNull();
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
