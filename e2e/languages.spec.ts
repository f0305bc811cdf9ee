// The page in German and in French: the first visit uses the language of the browser, and later visits the
// language that the user has chosen.

import type { Page } from "@playwright/test";
import algorithmsFr from "../web/src/features/algorithms/texts/fr.json" with { type: "json" };
import { sawtooth } from "../web/src/features/lessons/content/de/sawtooth.ts";
import lessonsDe from "../web/src/features/lessons/texts/de.json" with { type: "json" };
import type { LANGUAGES, TranslatedLanguage } from "../web/src/language/language.ts";
import { type Argument, formatMessage, readMessage } from "../web/src/language/message.ts";
import pageDe from "../web/src/texts/de.json" with { type: "json" };
import { axe } from "./axe.ts";
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

async function expectNoSeriousProblem(page: Page, view: string): Promise<void> {
  const { violations } = await axe(page).analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect(found, view).toEqual([]);
}

const expectNoOverflow = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);

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

test.describe("in German", () => {
  test.use({ locale: "de-AT" });
  const say = (text: string, args: Readonly<Record<string, Argument>>): string =>
    formatMessage(readMessage(text), args, "de");

  test("a lesson is played to its end on a phone", async ({ page }) => {
    const next = page.getByRole("button", { name: lessonsDe.next });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("./#/lessons");
    await page.getByRole("link", { name: sawtooth["title"] ?? "" }).click();
    await expect(page.getByRole("heading", { name: say(lessonsDe.stepOf, { step: 1, all: 5 }) })).toBeVisible(
      longTimeout,
    );
    await expectNoOverflow(page);
    const time = page.getByRole("textbox", { name: pageDe.lab.time });
    await time.fill("8");
    await time.press("Enter");
    await next.click(longTimeout);
    const drawing = page.getByRole("slider", { name: say(lessonsDe.drawLabel, { label: "" }).trim() });
    await drawing.press("End");
    await drawing.press("ArrowDown");
    await page.getByRole("button", { name: lessonsDe.reveal }).click();
    await next.click(longTimeout);
    const answer = page.getByRole("textbox", { name: say(lessonsDe.answer, { unit: lessonsDe.units.cuts }) });
    await answer.fill("12");
    await answer.press("Enter");
    await expect(page.getByText(lessonsDe.reasons.high)).toBeVisible(longTimeout);
    await answer.fill("6");
    await answer.press("Enter");
    await next.click(longTimeout);
    await page.getByRole("radio", { name: sawtooth["steps.busy.task.options.2.text"] ?? "" }).check();
    await next.click(longTimeout);
    await page.getByRole("radio", { name: "0.25\u202fBDP" }).check({ force: true });
    await next.click(longTimeout);
    await expect(page.getByRole("heading", { name: lessonsDe.done })).toBeVisible();
    await expectNoOverflow(page);
    await expectNoSeriousProblem(page, "lesson");
  });
});

test.describe("in French", () => {
  test.use({ locale: "fr-CA" });

  test("texts of the simulator are marked as English", async ({ page }) => {
    await page.goto("./#/algorithms/cubic");
    await expect(page.getByRole("main").locator(".prose").first()).toHaveAttribute("lang", "en", longTimeout);
    await expect(page.getByRole("button", { name: algorithmsFr.algorithms.backToLab })).toBeVisible();
  });
});

test("changing the language keeps the state of the Lab", async ({ page }) => {
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
