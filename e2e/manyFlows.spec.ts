// Documents with more links and flows than a person can see: the page draws few elements, and answers which
// flows suffer and where.
import { extremes, manyFlows } from "../scripts/lib/extremes.mjs";
import { linkTo, openDetails, openLab } from "./lab.ts";
import { expect, test } from "./test.ts";

/** The largest number of elements of a page that answers quickly. */
const MAX_ELEMENTS = 5000;

test("pages of documents with thousands of entries have few elements", async ({ page }) => {
  for (const document of Object.values(extremes)) {
    if (document.flows.length < 1000) continue;
    await page.goto("about:blank");
    await page.goto(`./${linkTo(document)}`);
    await expect(page.locator("canvas.fs-base").first()).toBeVisible();
    expect(await page.locator("*").count()).toBeLessThan(MAX_ELEMENTS);
  }
});

test("a ring of 1,000 links is drawn with few elements, and each link is found by its name", async ({
  page,
}) => {
  await openLab(page, linkTo(extremes["1,000 links"]));
  const picture = page.getByRole("region", { name: "Picture of the network" });
  await expect(picture.locator(".fs-network [data-node]").first()).toBeVisible();
  expect(await picture.locator(".fs-network [data-node]").count()).toBeLessThanOrEqual(60);
  const settings = page.getByRole("complementary", { name: "Settings" });
  await settings.getByRole("searchbox", { name: "Find by name" }).first().fill("l777");
  await expect(settings.locator("summary", { hasText: "l777" })).toHaveCount(1);
  const queue = page.getByRole("combobox", { name: "Which queue" });
  await queue.hover();
  await queue.selectOption("l777.forward");
  await expect(queue).toHaveValue("l777.forward");
});

test("the flows that suffer of 500, and their link, are found, and only the visible cards are drawn", async ({
  page,
}) => {
  await openLab(page, linkTo(manyFlows()));
  const details = await openDetails(page, /^Numbers/);
  const least = details.getByRole("table").first();
  await expect(least.getByRole("row")).toHaveCount(11);
  await expect(least).toContainText("down42");
  await details.getByRole("searchbox", { name: "Find by name" }).fill("f450");
  await expect(details.getByRole("table").first().getByRole("row", { name: /f450/ })).toContainText("down42");
  // The list of flows draws only the cards near the visible part, also for keys.
  const settings = page.getByRole("complementary", { name: "Settings" });
  const drawn = settings.locator(".flow .flow-head");
  await expect.poll(() => drawn.count()).toBeLessThan(40);
  const find = settings.getByRole("searchbox", { name: "Find by name" }).last();
  await find.fill("f150");
  await expect(drawn).toHaveCount(1);
  await find.fill("");
  await settings.locator('[data-setting="flows.f499"]').scrollIntoViewIfNeeded();
  // The Tab key reaches the next card, which is drawn before it is visible.
  await settings.locator('[data-setting="flows.f494"]').locator("summary").focus();
  await page.keyboard.press("Tab");
  await expect(settings.locator('[data-setting="flows.f495"] :focus')).toHaveCount(1);
  expect(await drawn.count()).toBeLessThan(60);
});
