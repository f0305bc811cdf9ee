// Examples are in groups with a search, and views are a gallery with pictures.
import { EXAMPLE_GROUPS, examplesOf } from "../web/src/examples/exampleGroups.ts";
import { openLab, seek } from "./lab.ts";
import { expect, test } from "./test.ts";

test("a search finds the examples with its words, and an example about a moment opens at it", async ({
  page,
}) => {
  await openLab(page);
  await page.keyboard.press("e");
  const drawer = page.getByRole("dialog", { name: "Examples" });
  await expect(drawer.getByRole("heading", { name: "Radio links" })).toBeVisible();
  await expect(drawer.locator(".example")).toHaveCount(EXAMPLE_GROUPS.flatMap(examplesOf).length);
  await drawer.getByRole("searchbox", { name: "Search the examples" }).fill("slow start");
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
  // An example about a moment opens zoomed and paused at this moment.
  await openLab(page, "#p=generations");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("5.0");
  await expect.poll(() => new URL(page.url()).hash).toContain("&z=2.5_5");
  // A link to another view of the example opens with this view.
  await seek(page, 4);
  await expect.poll(() => new URL(page.url()).hash).toContain("&t=4");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("4.0");
});
