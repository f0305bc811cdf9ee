// The measurements that a scenario declares, and the table of a chart's values.
import { encodeLink } from "../web/src/scenario/shareLink.ts";
import { lastChangeLine, longTimeout, openDetails, openLab, pause, seek } from "./lab.ts";
import { expect, test } from "./test.ts";

test("the time column of a chart's table has a fixed number of decimals", async ({ page }) => {
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

test("the bin widths for smoothness can be edited in the section of the run", async ({ page }) => {
  await openLab(page);
  const run = page.locator('[data-setting="run"]');
  await run.locator("summary").first().click();
  const bins = run.getByRole("textbox", { name: "Bin widths for smoothness" });
  await bins.fill("0.2, 2");
  await bins.press("Enter");
  await expect(lastChangeLine(page)).toBeVisible(longTimeout);
  await expect(bins).toHaveValue("0.2, 2");
  await run.getByRole("button", { name: /Bin widths for smoothness to its default: 0\.1, 1$/ }).click();
  await expect(bins).toHaveValue("0.1, 1");
});

test("the results within a declared window appear once it is reached", async ({ page }) => {
  const windows = [
    { id: "early", from: 2, to: 6 },
    { id: "late", from: 12, to: 18 },
  ];
  const flows = [{ id: "one" }, { id: "two", algorithm: "cubic" as const }];
  await openLab(page, await encodeLink({ scenario: { v: 1, duration: 20, measure: { windows }, flows } }));
  await pause(page);
  await seek(page, 8);
  const numbers = await openDetails(page, "Numbers");
  const table = numbers.getByRole("table", { name: "Results within the declared windows" });
  await expect(table.getByRole("row", { name: /^early: 2\s?s to 6\s?s one/ })).toHaveText(
    /[\d.]+\s[kM]b\/s.*\d+/,
    longTimeout,
  );
  await expect(table.getByRole("row", { name: /^late: begins at 12\s?s two/ })).toHaveText(/\u2013.*\u2013/);
  await page.keyboard.press("End");
  await expect(table.getByRole("row", { name: /^late: 12\s?s to 18\s?s two/ })).toHaveText(
    /[\d.]+\s[kM]b\/s/,
    longTimeout,
  );
});
