// @vitest-environment jsdom
import { expect, test } from "vitest";
import { showLanguage } from "../../../language/language.ts";
import { isSimpleView, SIMPLE_VIEW_IDS } from "./shownCharts.ts";
import { englishName, loadSimpleView, textsOfView } from "./simpleViews.ts";

test("every simple view has a sentence about how to read it", async () => {
  expect(SIMPLE_VIEW_IDS).toContain("lossAgainstRate");
  for (const id of SIMPLE_VIEW_IDS) {
    expect(id).toMatch(/^[a-z][a-zA-Z0-9]*$/);
    expect((await loadSimpleView(id)).hint, id).toMatch(/\.$/);
  }
});

test("the English name of a view is the name of its file as words", () => {
  const [id] = SIMPLE_VIEW_IDS.filter((known) => known === "lossAgainstRate");
  expect(id && englishName(id)).toBe("Loss against rate");
  expect(["lossAgainstRate", "toString", "../x", ""].map(isSimpleView)).toEqual([true, false, false, false]);
});

test("a view without texts in the language of the page has English texts that are marked as English", async () => {
  const id = SIMPLE_VIEW_IDS.find((known) => known === "lossAgainstRate");
  if (!id) throw new Error("The view lossAgainstRate is missing.");
  const view = await loadSimpleView(id);
  await showLanguage("de");
  try {
    expect(textsOfView(id, view)).toEqual(view.translations.de);
    expect(textsOfView(id, { ...view, translations: {} })).toEqual({
      name: englishName(id),
      hint: view.hint,
      lang: "en",
    });
  } finally {
    await showLanguage("en");
  }
  expect(textsOfView(id, view)).toEqual({ name: englishName(id), hint: view.hint });
});
