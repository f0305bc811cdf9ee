// A lesson on a projector, with the keyboard alone, and by touch on a phone.

import type { Page } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { expectTextsOf, longTimeout } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

async function openLesson(page: Page, id: string): Promise<void> {
  await page.goto(`./#/lessons/${id}`);
  await expect(page.getByRole("heading", { name: /^Step 1 of/ })).toBeVisible(longTimeout);
}

/**
 * Checks that every control of the task can be scrolled to and is then completely visible and not covered.
 */
async function expectReachable(page: Page): Promise<void> {
  const controls = page.locator(
    ".lesson-step :is(button, input, [role=slider]), .lesson-buttons > button, .lesson-transport .play",
  );
  await expect(controls.first()).toBeVisible();
  for (const control of await controls.all()) {
    await control.scrollIntoViewIfNeeded();
    await expect(control).toBeInViewport({ ratio: 0.95 });
    const isFree = await control.evaluate((element) => {
      const target = element.closest("label") ?? element;
      const { left, top, width, height } = target.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (target.contains(hit) || hit.contains(target));
    });
    expect(isFree, await control.evaluate((element) => element.outerHTML)).toBe(true);
  }
}

test.describe("on a projector", () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test("each step of a presented lesson is legible and its controls are reachable", async ({ page }) => {
    await openLesson(page, "buffer");
    await page.keyboard.press("p");
    await expect(page.getByRole("button", { name: "Stop presenting" })).toBeVisible();
    for (const step of ["watch", "read", "predict", "many", "sender"]) {
      await page.evaluate((id) => {
        location.hash = `#/lessons/buffer/${id}`;
      }, step);
      const number = ["watch", "read", "predict", "many", "sender"].indexOf(step) + 1;
      await expect(page.getByRole("heading", { name: `Step ${number} of 5` })).toBeVisible(longTimeout);
      await expect(page.locator(".chart-queue .fs-label").first()).toBeVisible();
      await expectTextsOf(page, 28);
      await expectReachable(page);
      for (const name of ["Total rate", "Queue"])
        await expect(page.getByRole("application", { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
    const widths = await page
      .locator(".lesson-stage .fs-label :is(line, path)")
      .evaluateAll((lines) => lines.map((line) => Number.parseFloat(getComputedStyle(line).strokeWidth)));
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(4);
    expect((await axe(page).analyze()).violations).toEqual([]);
  });
});

/** Moves the focus with the Tab key until an element whose name matches `name` has it. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.keyboard.press("Tab");
        return page.evaluate(() => {
          const element = document.activeElement;
          // Between the last and the first element, the page has no focus.
          if (!element?.matches("a, button, input, [tabindex]")) return "";
          const label = element?.closest("label")?.textContent;
          const labelled = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
          return element?.getAttribute("aria-label") ?? label ?? labelled ?? element?.textContent ?? "";
        });
      },
      { intervals: [0], timeout: 30_000 },
    )
    .toMatch(name);
}

test("a whole lesson is played with the keyboard alone", async ({ page }) => {
  await page.goto("./#/lessons");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lessons", longTimeout);
  await tabTo(page, /^The sawtooth$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^Step 1 of/ })).toBeFocused(longTimeout);
  // Watch: typing a time seeks to it.
  await tabTo(page, "Time in seconds");
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("You have watched it", { exact: false }).or(page.locator(".is-right")),
  ).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await tabTo(page, "Next step");
  await page.keyboard.press("Enter");
  // Predict: arrow keys draw.
  await expect(page.getByRole("heading", { name: /^Step 2 of/ })).toBeFocused();
  await tabTo(page, /Your drawing/);
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowDown");
  await tabTo(page, "Reveal");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Level: /)).toBeVisible(longTimeout);
  await tabTo(page, "Next step");
  await page.keyboard.press("Enter");
  // Number.
  await expect(page.getByRole("heading", { name: /^Step 3 of/ })).toBeFocused();
  await tabTo(page, /Answer in cuts/);
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await expect(page.locator(".lesson-verdict.is-right")).toBeVisible(longTimeout);
  await tabTo(page, "Next step");
  await page.keyboard.press("Enter");
  // Choose: the arrow keys move through the answers, and the space bar gives one.
  await expect(page.getByRole("heading", { name: /^Step 4 of/ })).toBeFocused();
  await tabTo(page, /About half|Nearly all|quarter/i);
  await page.keyboard.press("Space");
  for (let i = 0; i < 3 && (await page.locator(".lesson-verdict.is-right").count()) === 0; i++) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
  }
  await expect(page.locator(".lesson-verdict.is-right")).toBeVisible();
  await tabTo(page, "Next step");
  await page.keyboard.press("Enter");
  // Change: the control.
  await expect(page.getByRole("heading", { name: /^Step 5 of/ })).toBeFocused();
  await tabTo(page, /BDP/);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".lesson-verdict.is-right")).toBeVisible(longTimeout);
  await tabTo(page, "Next step");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Lesson finished" })).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the time of the playback bar and the notes of the charts are not cut", async ({ page }) => {
    await page.goto("./#/lessons/invent-aimd/half");
    const time = page.getByRole("textbox", { name: "Time in seconds" });
    await time.scrollIntoViewIfNeeded(longTimeout);
    await time.fill("160");
    await time.press("Enter");
    await expect(time).toHaveValue("160.0");
    const texts = page.locator(".time-box input, .lesson-stage .fs-chart-note");
    await expect.poll(() => texts.count()).toBeGreaterThan(1);
    const cut = await texts.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
    expect(cut).toEqual([]);
  });

  test("a whole lesson is played by touch", async ({ page }) => {
    const sideways = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const next = page.getByRole("button", { name: "Next step" });
    await page.goto("./#/lessons");
    await page.getByRole("link", { name: "The sawtooth" }).tap(longTimeout);
    await expect(page.getByRole("heading", { name: /^Step 1 of/ })).toBeVisible(longTimeout);
    await page.getByRole("button", { name: "Play", exact: true }).tap();
    await page.getByRole("button", { name: "Pause", exact: true }).tap();
    // A finger on the time line moves the playhead to its end.
    const line = page.locator(".lesson-transport .scrub");
    await line.scrollIntoViewIfNeeded();
    const track = await line.boundingBox();
    await page.touchscreen.tap(
      (track?.x ?? 0) + (track?.width ?? 0) - 2,
      (track?.y ?? 0) + (track?.height ?? 0) / 2,
    );
    await expect(next).toBeEnabled(longTimeout);
    await next.tap();
    const drawing = page.getByRole("slider", { name: /Your drawing/ });
    await drawing.scrollIntoViewIfNeeded();
    const box = await drawing.locator("svg").boundingBox();
    const [left, top, width, height] = [box?.x ?? 0, box?.y ?? 0, box?.width ?? 0, box?.height ?? 0];
    await page.touchscreen.tap(left + width * 0.97, top + height * 0.4);
    await expect(page.getByText("24 of 24 points drawn")).toBeVisible();
    expect(await sideways()).toBe(0);
    expect((await axe(page).analyze()).violations).toEqual([]);
    await page.getByRole("button", { name: "Reveal" }).tap();
    await expect(page.getByText(/^Level: /)).toBeVisible(longTimeout);
    await next.tap();
    const answer = page.getByRole("textbox", { name: "Answer in cuts" });
    await answer.tap();
    await answer.fill("6");
    await page.getByRole("button", { name: "Check" }).tap();
    await expect(page.locator(".lesson-verdict.is-right")).toBeVisible(longTimeout);
    await next.tap();
    await page.getByText("Nearly all").tap();
    await expect(page.locator(".lesson-verdict.is-right")).toBeVisible();
    await next.tap();
    await page.locator(".lesson-control label", { hasText: "0.25 BDP" }).tap();
    await expect(page.locator(".lesson-verdict.is-right")).toBeVisible(longTimeout);
    expect(await sideways()).toBe(0);
    await next.tap();
    await expect(page.getByRole("heading", { name: "Lesson finished" })).toBeVisible();
    // Buttons have the height of a finger.
    for (const button of await page.locator(".lesson-buttons .button").all())
      expect((await button.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
  });
});
