// A presentation in two windows: the projected page, and the lecturer's window, which it opens. Both show the
// same at rest, whatever the order of the steps.

import type { Page } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { lastChangeLine, longTimeout, openLab } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

// Two windows compute all runs twice, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

const CONNECTED = "Both windows show the same.";

const panelOf = (lecturer: Page) => lecturer.getByRole("region", { name: "Presenter" });

/**
 * Opens the lecturer's window from the page, which shows the Lab or a lesson, and waits for the connection.
 */
async function present(page: Page): Promise<Page> {
  await page.getByRole("button", { name: "Present", exact: true }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Open the presenter window" }).click();
  const lecturer = await opened;
  await expect(panelOf(lecturer)).toContainText(CONNECTED, longTimeout);
  return lecturer;
}

async function openLesson(page: Page, id: string): Promise<void> {
  await page.goto(`./#/lessons/${id}`);
  await expect(page.getByRole("heading", { name: /^Step 1 of/ })).toBeVisible(longTimeout);
}

/** The part of the shared state that a window shows. */
async function shownBy(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const text = document.querySelector<HTMLElement>(".lesson-step")?.innerText ?? "";
    const inputs = [...document.querySelectorAll<HTMLInputElement>(".lesson-step input, .time-box input")];
    return {
      playing: document.querySelector(".play")?.textContent,
      text,
      inputs: inputs.map(({ type, checked, value }) => (type === "radio" ? checked : value)),
      drawing: document.querySelector("path.predict-you")?.getAttribute("d") ?? "",
      // Also what the run is compared with.
      hash: location.hash,
    };
  });
}

async function expectEqual(page: Page, lecturer: Page): Promise<void> {
  await expect
    .poll(async () => {
      const [a, b] = [await shownBy(page), await shownBy(lecturer)];
      return JSON.stringify(a) === JSON.stringify(b)
        ? "equal"
        : `${JSON.stringify(a)} | ${JSON.stringify(b)}`;
    }, longTimeout)
    .toBe("equal");
}

/** A generator of numbers from 0 to below 1, which gives the same numbers in each run (Mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A step of a presentation. `x` is a number from 0 to below 1. The step does nothing if the window does not
 * show what it needs.
 */
type Step = (window: Page, x: number) => Promise<void>;

const clickOneOf =
  (selector: string): Step =>
  (window, x) =>
    window.evaluate(
      ([found, share]) => {
        const all = [...document.querySelectorAll<HTMLElement>(found)].filter(
          (element) => !element.matches(":disabled, [aria-disabled=true]"),
        );
        all[Math.floor(share * all.length)]?.click();
      },
      [selector, x] as const,
    );

/** Enters a time, as a user does with the text box. */
const seek: Step = async (window, x) => {
  const box = window.getByRole("textbox", { name: "Time in seconds" });
  if ((await box.count()) === 0) return;
  await box.fill((30 * x).toFixed(1));
  await box.press("Enter");
};

const pressInDrawing: Step = async (window, x) => {
  const drawing = window.getByRole("slider", { name: /Your drawing/ });
  if ((await drawing.count()) === 1)
    await drawing.press(["End", "Home", "ArrowUp", "Shift+ArrowDown"][Math.floor(4 * x)] ?? "End");
};

const LESSON_STEPS: readonly Step[] = [
  seek,
  clickOneOf(".play"),
  clickOneOf(".lesson-buttons .button"),
  clickOneOf(".lesson-buttons .button"),
  clickOneOf(".lesson-options input, .lesson-control input"),
  clickOneOf(".lecturer-notes button"),
  pressInDrawing,
];

const LAB_STEPS: readonly Step[] = [
  seek,
  clickOneOf(".play"),
  async (window, x) => {
    const box = window.getByRole("textbox", { name: "Buffer, exact value" });
    if ((await box.count()) === 1) {
      await box.fill(String(10 + Math.floor(50 * x)));
      await box.press("Enter");
    }
  },
  async (window, x) => {
    // Keys that are pressed in a text box enter text and are no shortcuts.
    await window.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    );
    await window.keyboard.press(["u", "+", "0"][Math.floor(3 * x)] ?? "u");
  },
  clickOneOf(".chart-choice label input"),
];

async function playRandomly(page: Page, lecturer: Page, steps: readonly Step[], seed: number): Promise<void> {
  const random = randomNumbers(seed);
  const freeze = panelOf(lecturer).getByRole("button", { name: /Freeze/ });
  for (let i = 0; i < 25; i++) {
    if (random() < 0.15) await freeze.click();
    const step = steps[Math.floor(random() * steps.length)];
    await step?.(random() < 0.5 ? page : lecturer, random());
  }
  if ((await freeze.getAttribute("aria-pressed")) === "true") await freeze.click();
  for (const window of [page, lecturer])
    await window.evaluate(() => {
      const play = document.querySelector<HTMLElement>(".play");
      if (play?.textContent === "Pause") play.click();
    });
}

test("both windows show the same after any order of steps: a lesson", async ({ page }) => {
  await openLesson(page, "buffer");
  const lecturer = await present(page);
  for (const round of [1, 2]) {
    await playRandomly(page, lecturer, LESSON_STEPS, 100 + round);
    await expectEqual(page, lecturer);
  }
});

test("both windows compare with the same run, also after a reload, and show the same after any order of steps: the Lab", async ({
  page,
}) => {
  await openLab(page);
  const lecturer = await present(page);
  const change = (window: Page) => lastChangeLine(window).locator(".last-change-text");
  const box = lecturer.getByRole("textbox", { name: "Buffer, exact value" });
  for (const packets of ["20", "15"]) {
    await box.fill(packets);
    await box.press("Enter");
    await expect(change(page)).toContainText(`\u2192 ${packets} packets`, longTimeout);
  }
  await page.reload();
  await expect(panelOf(lecturer)).toContainText(CONNECTED, longTimeout);
  await expect(change(page)).toHaveText((await change(lecturer).textContent()) ?? "", longTimeout);
  await expect(change(page)).toContainText("20 \u2192 15 packets");
  await lecturer.getByRole("banner").getByRole("button", { name: "Undo" }).click();
  for (const window of [page, lecturer]) await expect(change(window)).toHaveCount(0);
  for (const round of [1, 2]) {
    await playRandomly(page, lecturer, LAB_STEPS, 7000 + round);
    await expectEqual(page, lecturer);
  }
});

test("the projected window shows the laser dot and the QR code, and each window works without the other", async ({
  page,
}) => {
  await openLesson(page, "buffer");
  const lecturer = await present(page);
  const panel = panelOf(lecturer);
  await panel.getByRole("button", { name: /Freeze/ }).click();
  await expect(panel).toContainText("The audience sees the picture from before.");
  await panel.getByRole("button", { name: "Show the next step to all" }).click();
  await panel.getByRole("button", { name: "Show the next step to all" }).click();
  await expect(lecturer.getByRole("heading", { name: /^Step 3 of/ })).toBeVisible();
  await panel.getByRole("button", { name: "Laser dot" }).click();
  const place = lecturer.locator(".lesson-text");
  const box = await place.boundingBox();
  await place.hover({ position: { x: (box?.width ?? 0) / 2, y: 60 } });
  // The dot is at the same place of the same part of the page.
  await expect
    .poll(async () => {
      const [dot, part] = [
        await page.locator(".laser").boundingBox(),
        await page.locator(".lesson-text").boundingBox(),
      ];
      return dot && part ? Math.abs(dot.x + dot.width / 2 - part.x - part.width / 2) : 1000;
    })
    .toBeLessThan(3);
  await expect(page.getByRole("heading", { name: /^Step 1 of/ })).toBeVisible();
  await panel.getByRole("button", { name: /Freeze/ }).click();
  await expect(page.getByRole("heading", { name: /^Step 3 of/ })).toBeVisible();

  // The code in the corner leaves the text visible; the one on the whole screen can be read from the last row.
  await panel.getByRole("button", { name: "QR code in the corner" }).click();
  const code = page.getByRole("dialog", { name: "QR code of the shown state" });
  await expect(code).toContainText("#/lessons/buffer/predict");
  const [small, text] = [await code.boundingBox(), await page.locator(".lesson-text").boundingBox()];
  expect(small?.x ?? 0).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
  await panel.getByRole("button", { name: "QR code on the whole screen" }).click();
  await expect
    .poll(async () => (await code.getByRole("img").boundingBox())?.height ?? 0)
    .toBeGreaterThan(500);
  expect((await axe(page).analyze()).violations).toEqual([]);
  await panel.getByRole("button", { name: "QR code on the whole screen" }).click();
  await expect(code).toHaveCount(0);
  // The link of the code opens the lesson at the step.
  const student = await page.context().newPage();
  await student.goto("./#/lessons/buffer/predict");
  await expect(student.getByRole("heading", { name: /^Step 3 of/ })).toBeVisible(longTimeout);
  // Each window works after the other window is closed.
  await panel.getByRole("button", { name: "QR code in the corner" }).click();
  await expect(code).toBeVisible();
  await lecturer.close();
  await expect(code).toHaveCount(0);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Open the presenter window" }).click();
  const second = await opened;
  await expect(panelOf(second)).toContainText(CONNECTED, longTimeout);
  await page.close();
  await expect(panelOf(second)).toContainText("The projected window was closed.");
  await expect(second.getByRole("button", { name: "Laser dot" })).toBeDisabled();
  await panelOf(second).getByRole("button", { name: "Show the next step to all" }).click();
  await expect(second.getByRole("heading", { name: /^Step 4 of/ })).toBeVisible();
});

test("a clicker leads through the steps, the lecturer sees what is expected, and a reload of a window interrupts nothing", async ({
  page,
}) => {
  await openLesson(page, "buffer");
  const lecturer = await present(page);
  await page.keyboard.press("PageDown");
  await expect(lecturer.getByRole("heading", { name: /^Step 2 of/ })).toBeVisible();
  await expect(panelOf(lecturer)).toContainText("Expected: Between 65 % and 90 %", longTimeout);
  await expect(page.getByText("Expected:")).toHaveCount(0);
  await lecturer.keyboard.press("PageDown");
  await expect(page.getByRole("heading", { name: /^Step 3 of/ })).toBeVisible();
  await lecturer.keyboard.press("PageUp");
  await expect(page.getByRole("heading", { name: /^Step 2 of/ })).toBeVisible();
  await lecturer.reload();
  await expect(panelOf(lecturer)).toContainText(CONNECTED, longTimeout);
  await expect(lecturer.getByRole("heading", { name: /^Step 2 of/ })).toBeVisible(longTimeout);
  await page.reload();
  await expect(panelOf(lecturer)).toContainText(CONNECTED, longTimeout);
  // The reloaded page is projected again: it shows "Stop presenting" instead of its header.
  await expect(page.getByRole("button", { name: "Stop presenting" })).toBeVisible(longTimeout);
  await expect(page.getByRole("heading", { name: /^Step 2 of/ })).toBeVisible(longTimeout);
  await panelOf(lecturer).getByRole("button", { name: "Show the next step to all" }).click();
  await expect(page.getByRole("heading", { name: /^Step 3 of/ })).toBeVisible();
  await expectEqual(page, lecturer);
});
