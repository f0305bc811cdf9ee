// The page in German and in French: the language of the browser decides at the first visit, and the choice of the user from then on.
import type { Page } from "@playwright/test";
import { longTimeout, seek } from "./lab.ts";
import { expect, test } from "./test.ts";

const LANGUAGES = [
  {
    locale: "de-AT",
    tag: "de",
    title: "Fairshare: Labor für Überlastkontrolle",
    example: "Ein naher und ein ferner Fluss teilen sich eine Leitung",
    queue: "Warteschlange",
    play: "Abspielen",
    pause: "Anhalten",
    numbers: "Zahlen",
  },
  {
    locale: "fr-CA",
    tag: "fr",
    title: "Fairshare\u00a0: laboratoire du contrôle de congestion",
    example: "Un flux proche et un flux lointain partagent une liaison",
    queue: "File d’attente",
    play: "Lecture",
    pause: "Pause",
    numbers: "Nombres",
  },
] as const;

async function waitForRun(page: Page): Promise<void> {
  await expect(page.locator(".scrub")).toHaveAttribute("style", /--computed:\s*1;/, longTimeout);
}

for (const { locale, tag, title, example, queue, play, pause, numbers } of LANGUAGES) {
  test.describe(`in a browser that prefers ${locale}`, () => {
    test.use({ locale });

    test("the Lab runs in the language of the browser and fits on a phone", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("");
      await waitForRun(page);
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(example);
      await expect(page.getByRole("application", { name: queue })).toBeVisible();
      await page.getByRole("button", { name: pause, exact: true }).click();
      await expect(page.getByRole("button", { name: play, exact: true })).toBeVisible();
      await page.locator("summary", { hasText: numbers }).click();
      await expect(page.getByRole("table").first()).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    });
  });
}

test("changing the language keeps the scenario, the playhead and the way back, and links do not contain it", async ({
  page,
}) => {
  await page.goto("");
  await waitForRun(page);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await seek(page, 12.3);
  await page.getByRole("button", { name: "Halve the buffer" }).click();
  await waitForRun(page);
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("15");
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/limit=.*15.*&r=.*&t=12\.3/);
  const address = page.url();
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitem", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("textbox", { name: "Puffer, genauer Wert" })).toHaveValue("15");
  await expect(page.getByRole("textbox", { name: "Zeit in Sekunden" })).toHaveValue("12.3");
  await expect(page.getByRole("button", { name: "Rückgängig" }).first()).toBeEnabled();
  await expect(page).toHaveURL(address);
  await page.getByRole("button", { name: "Sprache" }).click();
  await page.getByRole("menuitem", { name: "English" }).click();
  await expect(page.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("12.3");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitem", { name: "Français" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.reload();
  await waitForRun(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.getByRole("textbox", { name: "Tampon, valeur exacte" })).toHaveValue("15");
});
