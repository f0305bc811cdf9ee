// The setting "Rate over time" offers built-in links and files, and states what a link follows. A change of
// the setting is described in words.
import type { Locator, Page } from "@playwright/test";
import { lastChangeLine, longTimeout, openLab, pause, waitForChange } from "./lab.ts";
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

test("a file with a mistake is reported, and one of Mahimahi becomes a delivery trace", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const control = await openRates(page);
  for (const [name, text, message] of [
    ["a negative rate", "time,rate\n0,5\n1,-5\n", "Place: line 3"],
    ["a time that stays", "0,5\n1,5\n1,6\n", "not larger than the one before it"],
    ["an empty file", "", "The file is empty"],
    ["a trace that decreases", "5\n4\n", "Place: line 2"],
  ] as const) {
    await openFile(control, csv(text));
    await expect(control.getByRole("alert"), name).toContainText(message, longTimeout);
    await expect(control.getByLabel("Rate over time", { exact: true })).toHaveValue("constant");
  }
  await openFile(control, csv("2\n3\n5\n6\n8\n", "link.up"));
  await waitForChange(page, /rate over time none → delivery trace of 8\s?ms with a mean of 7\.5\s?Mb\/s/);
  await expect(lastChangeLine(page)).not.toContainText("2 3 5");
  await expect(control).toContainText("The setting “Rate” is not used");
  await control.getByLabel("Rate over time", { exact: true }).selectOption({ label: "Satellite link" });
  await expect(control).toContainText("Satellite link. The link follows");
  await expect(page.getByText("cannot be run")).toHaveCount(0);
});
