// Examples are in groups with a search, and views are a gallery with pictures.
import { EXAMPLE_GROUPS, examplesOf } from "../web/src/examples/exampleGroups.ts";
import { openLab } from "./lab.ts";
import { expect, test } from "./test.ts";

test("a search finds the examples with its words", async ({ page }) => {
  await openLab(page);
  await page.keyboard.press("e");
  const drawer = page.getByRole("dialog", { name: "Examples" });
  await expect(drawer.getByRole("heading", { name: "Radio links" })).toBeVisible();
  await expect(drawer.locator(".example")).toHaveCount(EXAMPLE_GROUPS.flatMap(examplesOf).length);
  await drawer.getByRole("searchbox", { name: "Search the examples" }).fill("call wait");
  await expect(drawer.getByRole("status")).toHaveText(/^\d examples?$/);
  await expect(drawer.getByRole("heading", { name: "Radio links" })).toHaveCount(0);
  await drawer.getByRole("searchbox").fill("zzz");
  await expect(drawer.getByRole("status")).toHaveText("No example has these words.");
  await drawer.getByRole("searchbox").fill("sawtooth");
  await drawer
    .getByRole("button", { name: /sawtooth/i })
    .first()
    .click();
  await expect(drawer).toHaveCount(0);
});
