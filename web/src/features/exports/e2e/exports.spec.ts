// Share saves the run in the formats of other tools. The contents of the files are checked by the tests of
// the crate sim-core/exports, so only the page is tested here.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { longTimeout, openLab, pause } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

/** Opens the part of Share for other tools. */
async function openExports(page: Page): Promise<Locator> {
  await openLab(page);
  await pause(page);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog.locator(".result-id")).toHaveText(/^[0-9a-f]{16}$/, longTimeout);
  await dialog.getByText("Save for other tools").click();
  await expect(dialog.getByRole("combobox", { name: "Format" })).toBeVisible(longTimeout);
  return dialog;
}

/** Chooses a format and saves. Returns the name and the content of the file. */
async function save(page: Page, dialog: Locator, format: string): Promise<{ name: string; bytes: Buffer }> {
  await dialog.getByRole("combobox", { name: "Format" }).selectOption(format);
  const download = page.waitForEvent("download", longTimeout);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("Share saves the run for other tools", async ({ page }) => {
  const dialog = await openExports(page);
  const id = (await dialog.locator(".result-id").textContent()) ?? "";
  const citation = await save(page, dialog, "bibtex");
  expect(citation.name).toMatch(/\.bib$/);
  expect(citation.bytes.toString("utf8")).toContain(`result ID ${id}`);
  const rows = await save(page, dialog, "csv");
  expect(rows.bytes.toString("utf8")).toMatch(/^t,width,of,id,signal,unit,value,min,max\n0,/);
  const capture = await save(page, dialog, "pcapng");
  expect(capture.name).toMatch(/\.pcapng$/);
  expect(capture.bytes.readUInt32LE(0)).toBe(0x0a0d0d0a);
  // A qlog contains the chosen flow.
  await dialog.getByRole("combobox", { name: "Format" }).selectOption("qlog");
  const flows = dialog.getByRole("combobox", { name: "Flow" });
  await expect(flows).toBeVisible();
  await flows.selectOption({ index: 1 });
  const chosen = await flows.inputValue();
  const { bytes } = await save(page, dialog, "qlog");
  expect(bytes.toString("utf8").split("\n")[0]).toContain(`"vantage_point":{"name":"${chosen}"`);
});
