// What a scenario measures, and the table of a chart's values.
import { lastChangeLine, longTimeout, openLab } from "./lab.ts";
import { expect, test } from "./test.ts";

test("the table of a chart has one unit per column and equally many decimals of the time", async ({
  page,
}) => {
  await openLab(page);
  await page.keyboard.press("End");
  await page.locator(".chart-menu button, .chart button[aria-haspopup]").first().click();
  await page.getByRole("menuitem", { name: /table/i }).click();
  const table = page.getByRole("dialog", { name: "Rate" }).getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText(
    ["Time, s", "near, Mb/s", "far, Mb/s"],
    longTimeout,
  );
  await expect(table.getByRole("rowheader").first()).toHaveText(/^\d+\.\d\d$/);
  await expect(table.getByRole("rowheader").last()).toHaveText(/^\d+\.\d\d$/);
  await expect(table.getByRole("cell").first()).toHaveText(/^[\d.]+$/);
});

test("the bins that measure smoothness are a field of the run", async ({ page }) => {
  await openLab(page);
  const run = page.locator('[data-setting="run"]');
  await run.locator("summary").first().click();
  const bins = run.getByRole("textbox", { name: "Bins that measure smoothness" });
  await bins.fill("0.2, 2");
  await bins.press("Enter");
  await expect(lastChangeLine(page)).toBeVisible(longTimeout);
  await expect(bins).toHaveValue("0.2, 2");
  await run.getByRole("button", { name: /Bins that measure smoothness to its default: 0\.1, 1$/ }).click();
  await expect(bins).toHaveValue("0.1, 1");
});
