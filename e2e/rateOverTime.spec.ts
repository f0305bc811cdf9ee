// The setting "Rate over time" offers built-in links and files, and states what a link follows. A change of
// the setting is described in words.
import type { Locator, Page } from "@playwright/test";
import { lastChangeLine, longTimeout, openLab, pause, waitForChange, waitForCompleteRun } from "./lab.ts";
import { expect, test } from "./test.ts";

const csv = (text: string, name = "rates.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** Opens the settings with the rate over time, and returns their control. */
async function openRates(page: Page): Promise<Locator> {
  await page.getByText("Delay, rate over time, losses").first().click();
  const control = page.locator(".rate-over-time");
  await expect(control.getByLabel("Rate over time", { exact: true })).toBeVisible(longTimeout);
  return control;
}

const openFile = (control: Locator, file: ReturnType<typeof csv>): Promise<void> =>
  control.locator("input[type=file]").setInputFiles(file);

test("a link can follow a built-in cellular trace", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const control = await openRates(page);
  await control.getByLabel("Rate over time", { exact: true }).selectOption({ label: "Cellular link" });
  await waitForChange(page, /rate over time constant → 120 rates from 1\.5/);
  await expect(control).toContainText("Cellular link. The link follows 120 rates");
  await expect(control).toContainText("made-up user");
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/^#1\.|schedule/);
  await page.reload();
  await waitForCompleteRun(page);
  const again = await openRates(page);
  await expect(again.getByLabel("Rate over time", { exact: true })).toHaveValue("cellular", longTimeout);
});

test("a table becomes the rate over time", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const control = await openRates(page);
  const rows = Array.from({ length: 12 }, (_, t) => `${t},${t % 2 === 0 ? 4 : 8}`);
  await openFile(control, csv(["time (s),rate (Mbit/s)", ...rows].join("\n")));
  await waitForChange(page, /rate over time constant → 12 rates from 4/);
  await expect(control).toContainText(
    /The link follows 12 rates from 4\s?Mb\/s to 8\s?Mb\/s, again after 12/,
  );
  await page.getByRole("banner").getByRole("button", { name: "Undo" }).click();
  await expect(control.getByLabel("Rate over time", { exact: true })).toHaveValue("constant");
});

test("a file of Mahimahi becomes a delivery trace", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const control = await openRates(page);
  await openFile(control, csv("2\n3\n5\n6\n8\n", "link.up"));
  await waitForChange(page, /rate over time none → delivery trace of 8\s?ms with a mean of 7\.5\s?Mb\/s/);
  await expect(lastChangeLine(page)).not.toContainText("2 3 5");
  await expect(control).toContainText("The setting “Rate” is not used");
  await control.getByLabel("Rate over time", { exact: true }).selectOption({ label: "Satellite link" });
  await expect(control).toContainText("Satellite link. The link follows");
  await expect(page.getByText("cannot be run")).toHaveCount(0);
});

for (const [name, text, message] of [
  ["a negative rate", "time,rate\n0,5\n1,-5\n", "Place: line 3"],
  ["a time that stays", "0,5\n1,5\n1,6\n", "not larger than the one before it"],
  ["an empty file", "", "The file is empty"],
  ["a trace that decreases", "5\n4\n", "Place: line 2"],
] as const)
  test(`${name} is reported and does not change the scenario`, async ({ page }) => {
    await openLab(page);
    const control = await openRates(page);
    await openFile(control, csv(text));
    await expect(control.getByRole("alert")).toContainText(message, longTimeout);
    await expect(control.getByLabel("Rate over time", { exact: true })).toHaveValue("constant");
  });
