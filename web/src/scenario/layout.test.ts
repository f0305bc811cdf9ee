// The layout of a link's view.
import { expect, test } from "vitest";
import { type Layout, layoutText, parseLayout, readLayout } from "./layout.ts";
import { decodeLink, encodeLink, encodeReadable, type LinkView } from "./shareLink.ts";

const FULL: Layout = {
  question: "Who waits longer?",
  control: "flows.far.access.sender",
  pictures: ["network", "queue.ms"],
};

async function viewOf(fragment: string): Promise<LinkView | undefined> {
  const decoded = await decodeLink(fragment);
  if (decoded.kind === "scenario") return decoded.content.view;
  return decoded.kind === "example" ? decoded.view : undefined;
}

test.each([{}, FULL, { question: FULL.question ?? "" }, { of: "near-far" }])(
  "a link contains the layout %j",
  async (layout) => {
    expect(await viewOf(encodeReadable("near-far", [], { view: { l: layout } }))).toEqual({ l: layout });
    expect(await viewOf(await encodeLink({ scenario: { v: 1 }, view: { t: 3, l: layout } }))).toEqual({
      t: 3,
      l: layout,
    });
  },
);

test("an empty layout is one word in a readable link", () => {
  expect(encodeReadable("near-far", [], { view: { l: {} } })).toBe("#p=near-far&l=face");
  expect(parseLayout("face")).toEqual({});
});

test("a link without a layout has none", async () => {
  expect(await viewOf("#p=near-far&t=3")).toEqual({ t: 3 });
  expect(parseLayout(undefined)).toBeNull();
});

test.each(["", "x", "[]", "null", "3", '"text"', "{"])("%j is no layout", (text) => {
  expect(parseLayout(text)).toBeNull();
});

test.each([
  { question: "" },
  { question: " padded" },
  { question: "a".repeat(121) },
  { question: "two\nlines" },
  { question: "reversed \u202e" },
  { question: 7 },
  { control: "__proto__.polluted" },
  { control: "flows.constructor" },
  { control: "a b" },
  { control: "a".repeat(121) },
  { control: ["flows"] },
  { pictures: [] },
  { pictures: ["<b>"] },
  { pictures: ["rate", 3] },
  { pictures: ["a", "b", "c", "d", "e"] },
  { pictures: "rate" },
  { of: "../x" },
  { of: 3 },
  { unknown: true },
])("%j is ignored", (part) => {
  expect(readLayout({ ...part })).toEqual({});
  expect(readLayout({ ...FULL, ...part })).toEqual(
    Object.fromEntries(Object.entries(FULL).filter(([key]) => !Object.hasOwn(part, key))),
  );
});

test("the text of a layout is read back", () => {
  expect(parseLayout(layoutText(FULL))).toEqual(FULL);
});
