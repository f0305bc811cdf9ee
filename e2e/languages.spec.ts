// The page in German and in French: the first visit uses the language of the browser, and later visits the
// language that the user has chosen.

import type { Page } from "@playwright/test";
import type { LANGUAGES, TranslatedLanguage } from "../web/src/language/language.ts";
import { expectNoOverflow, expectNoSeriousProblem } from "./checks.ts";
import { longTimeout, pause, seek } from "./lab.ts";
import { expect, test } from "./test.ts";

/** The languages whose texts are complete. */
type CompleteLanguage = {
  [Tag in TranslatedLanguage]: (typeof LANGUAGES)[Tag] extends { readonly isPartial: true } ? never : Tag;
}[TranslatedLanguage];

/** The texts that the tests expect in each complete language. A language without an entry is a type error. */
const EXPECTED = {
  de: {
    locale: "de-AT",
    tag: "de",
    title: "Fairshare: Labor für Überlastkontrolle",
    example: "Ein naher und ein ferner Fluss teilen sich eine Leitung",
    queue: "Warteschlange",
    play: "Abspielen",
    pause: "Anhalten",
    numbers: "Zahlen",
  },
  fr: {
    locale: "fr-CA",
    tag: "fr",
    title: "Fairshare\u00a0: laboratoire du contrôle de congestion",
    example: "Un flux proche et un flux lointain partagent une liaison",
    queue: "File d’attente",
    play: "Lecture",
    pause: "Pause",
    numbers: "Nombres",
  },
} as const satisfies Record<CompleteLanguage, object>;

const TESTED = Object.values(EXPECTED);

async function waitForRun(page: Page): Promise<void> {
  await expect(page.locator(".scrub")).toHaveAttribute("style", /--computed:\s*1;/, longTimeout);
}

for (const { locale, tag, title, example, queue, play, pause, numbers } of TESTED) {
  test.describe(`in a browser that prefers ${locale}`, () => {
    test.use({ locale });

    test("the Lab uses the language of the browser", async ({ page }) => {
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
      await expectNoOverflow(page);
      await expectNoSeriousProblem(page, "Lab");
    });
  });
}

test("changing the language keeps the state of the Lab, and translates texts of the simulator", async ({
  page,
}) => {
  await page.goto("");
  await waitForRun(page);
  await pause(page);
  await seek(page, 12.3);
  await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
  await waitForRun(page);
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("15");
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/limit=.*15.*&r=.*&t=12\.3/);
  const address = page.url();
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitem", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("textbox", { name: "Puffer, genauer Wert" })).toHaveValue("15");
  await expect(page.getByRole("textbox", { name: "Zeit in Sekunden" })).toHaveValue("12,3");
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
  // References, which stay English, are marked.
  await page.goto("./#/algorithms/cubic");
  const rules = page.getByRole("main").locator(".prose").first();
  await expect(rules).toContainText("atteint l\u2019ancien maximum", longTimeout);
  await expect(rules).not.toHaveAttribute("lang");
  await expect(page.getByRole("main").locator(".bullets[lang=en]")).toBeVisible();
  await expect(page.getByRole("button", { name: "Revenir au Labo" })).toBeVisible();
});
