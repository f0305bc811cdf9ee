// Plays lessons to their ends with the keyboard alone, drawing included, and checks that no text contains
// markup, a missing number or a number in a wrong unit. By default, the tests play some lessons. With
// `FAIRSHARE_LESSONS=all`, as `npm run validate` sets it, they play all lessons.
import type { Locator, Page } from "@playwright/test";
import { longTimeout } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

/** `npm run validate -- --only lessons` walks all lessons. lessonAccess.spec.ts plays one. */
const CHOSEN = process.env.FAIRSHARE_LESSONS?.split(",") ?? [];

test.describe.configure({ timeout: 300_000 });

/** Checks that the page contains no markup, no missing number and no number in a wrong unit. */
async function readAll(page: Page, where: string): Promise<void> {
  // A program is no text of the lesson.
  const text = await page.evaluate(() => {
    const main = document.querySelector("main")?.cloneNode(true) as HTMLElement | undefined;
    for (const program of main?.querySelectorAll(".lesson-program") ?? []) program.remove();
    return main?.textContent ?? "";
  });
  expect(text, where).not.toMatch(/\]\(|\{\w+\}|NaN|undefined|Infinity/);
  // A number such as 0.000829 after the unit "ms" is a number of seconds, 0.829 ms.
  expect(text, where).not.toMatch(/\bms at [\d.:]+[\s\u202f]s[^.%]{0,60}\b0\.000\d/);
}

const next = (page: Page): Locator => page.getByRole("button", { name: "Next step" });

/** Waits until an answer has been judged. Returns whether it is right. */
async function isRight(page: Page): Promise<boolean> {
  const verdict = page.locator(".lesson-verdict");
  await expect(verdict).not.toHaveClass(/is-(pending|open)/, longTimeout);
  const state = /is-(right|wrong|shown)/.exec((await verdict.getAttribute("class")) ?? "")?.[1];
  if (state === "wrong") return false;
  // The page records that a step is solved after it has shown the verdict.
  await expect(next(page)).toBeEnabled(longTimeout);
  return true;
}

async function choose(page: Page, options: Locator): Promise<void> {
  for (let i = 0; i < (await options.count()); i += 1) {
    await options.nth(i).press(" ");
    if (await isRight(page)) return;
    await readAll(page, "after a wrong answer");
  }
}

/** Enters numbers until one is right. The page states whether a wrong number is too high or too low. */
async function enterNumber(page: Page, box: Locator): Promise<void> {
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  for (let value = 10, i = 0; i < 40; i += 1) {
    await box.fill(String(value));
    await box.press("Enter");
    if (await isRight(page)) return;
    const words = (await page.locator(".lesson-verdict").textContent()) ?? "";
    expect(words).toMatch(/^Too (high|low) for your run\./);
    if (words.startsWith("Too high")) high = value;
    else low = value;
    const next = low === 0 ? high / 4 : high === Number.POSITIVE_INFINITY ? low * 4 : Math.sqrt(low * high);
    value = Number(next.toPrecision(4));
  }
}

/** Tries each position of each control, and returns a control to its first position. */
async function move(page: Page, controls: Locator): Promise<void> {
  for (let c = 0; c < (await controls.count()); c += 1) {
    const positions = controls.nth(c).getByRole("radio");
    const count = await positions.count();
    for (let i = 1; i < count; i += 1) {
      await positions.nth(i - 1).press("ArrowRight");
      if (await isRight(page)) return;
      await readAll(page, "after a change");
    }
    for (let i = count - 1; i > 0; i -= 1) await positions.nth(i).press("ArrowLeft");
  }
}

async function predict(page: Page): Promise<void> {
  const drawing = page.getByRole("slider", { name: "Your drawing" });
  if (await drawing.count()) {
    await drawing.press("ArrowUp");
    await drawing.press("End");
    await drawing.press("ArrowUp");
  } else
    for (const bar of await page.locator(".predict-bars input[type=range]").all()) await bar.press("End");
  await page.getByRole("button", { name: "Reveal" }).press("Enter");
  await expect(page.locator(".predict-aspects li").first()).toBeVisible(longTimeout);
}

/** Enters two wrong programs, after which the page offers to show one that reaches the goal. */
async function enterProgram(page: Page): Promise<void> {
  const editor = page.getByRole("textbox", { name: "The program of the lesson" });
  await expect(editor).toBeVisible(longTimeout);
  for (const share of [0.97, 0.98]) {
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText(`on_congestion { ssthresh = max(${share} * base, 2) }`);
    await expect(page.locator(".lesson-verdict")).toHaveClass(/is-wrong/, longTimeout);
    await readAll(page, "after a wrong program");
  }
  await page.getByRole("button", { name: "Show the answer" }).press("Enter");
}

async function solve(page: Page): Promise<void> {
  const task = page.locator(".lesson-task");
  const options = task.locator("input[name=lesson-option]");
  const box = task.locator(".lesson-number input");
  const controls = task.locator(".lesson-control fieldset");
  if (await task.getByRole("button", { name: "Reveal" }).count()) await predict(page);
  else if (await options.count()) await choose(page, options);
  else if (await box.count()) await enterNumber(page, box);
  else if (await controls.count()) await move(page, controls);
  else if (await page.getByText("Your program is the answer").count()) await enterProgram(page);
  else {
    const until = /up to ([\d.]+)/.exec((await task.textContent()) ?? "")?.[1] ?? "0";
    const time = page.getByRole("textbox", { name: "Time in seconds" });
    await time.fill(until);
    await time.press("Enter");
  }
  await expect(next(page)).toBeEnabled(longTimeout);
}

async function walk(page: Page, id: string): Promise<void> {
  await page.goto(`./#/lessons/${id}`);
  const heading = page.getByRole("heading", { name: /^Step 1 of/ });
  await expect(heading).toBeVisible(longTimeout);
  const steps = Number((await heading.textContent())?.split(" ").at(-1));
  for (let step = 1; step <= steps; step += 1) {
    const where = `${id}, step ${step}`;
    await expect(page.getByRole("heading", { name: `Step ${step} of` })).toBeVisible();
    await readAll(page, where);
    const text = page.locator(".lesson-step > p");
    await test.step(where, () => solve(page));
    await expect(text.first()).not.toContainText("\u2013");
    await readAll(page, `${where}, solved`);
    await next(page).press("Enter");
  }
  await expect(page.getByRole("heading", { name: "Lesson finished" })).toBeFocused();
}

async function allLessons(page: Page): Promise<readonly string[]> {
  await page.goto("./#/lessons");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lessons", longTimeout);
  const links = await page
    .locator('a[href^="#/lessons/"]')
    .evaluateAll((found) => found.map((link) => link.getAttribute("href")?.split("/")[2] ?? ""));
  return [...new Set(links)].filter((id) => id !== "");
}

for (const id of CHOSEN)
  test(`${id} can be played to its end with the keyboard`, async ({ page }) => {
    if (id === "all") test.setTimeout(3_600_000);
    for (const lesson of id === "all" ? await allLessons(page) : [id]) await walk(page, lesson);
  });

test("a text keeps its numbers when its prediction is revealed, and a flow gets the name of its algorithm", async ({
  page,
}) => {
  await page.goto("./#/lessons/copa/modes");
  const text = page.locator(".lesson-step > p").first();
  await expect(text).toContainText("After 50 s Copa gets", longTimeout);
  await expect(
    page.getByText(/^Numbers( and result)?: 50\u202fs to 100\u202fs of the run\.$/).first(),
  ).toBeVisible(longTimeout);
  const before = await text.textContent();
  await predict(page);
  expect(await text.textContent()).toBe(before);
  await page.goto("./#/lessons/copa/goal");
  await expect(page.locator(".lesson-stage")).toContainText("CUBIC", longTimeout);
  await page.getByRole("radio", { name: "CUBIC" }).press("ArrowRight");
  await expect(page.locator(".lesson-stage")).toContainText("NewReno", longTimeout);
  await expect(page.locator(".lesson-stage")).not.toContainText("CUBIC");
});
