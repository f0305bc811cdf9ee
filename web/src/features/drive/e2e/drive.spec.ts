import type { Page } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { longTimeout } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

const slider = (page: Page) => page.getByRole("slider", { name: "Your window, in packets" });

const begin = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Start", exact: true }).click(longTimeout);
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
};

/** The time of the drive, in seconds. */
const timeOf = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator(".drive-readouts dd").first().textContent()) ?? "");

/** The result ID that the page shows with the score. */
const resultOf = async (page: Page): Promise<string> =>
  (await page.locator(".drive-share code").textContent(longTimeout)) ?? "";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("ten seconds by touch are shared as a link with the same result ID", async ({
    page,
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    await page.goto("#/drive");
    await begin(page);
    const box = await slider(page).boundingBox();
    if (!box) throw new Error("The slider is not shown.");
    expect(box.height).toBeGreaterThanOrEqual(44);
    const touch = await page.context().newCDPSession(page);
    const at = (share: number) => [{ x: box.x + share * box.width, y: box.y + box.height / 2 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.1) });
    for (let i = 0; (await timeOf(page)) < 10; i++) {
      const share = 0.15 + 0.25 * Math.abs(Math.sin(i / 4));
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(share) });
      await page.waitForTimeout(60);
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await page.getByRole("button", { name: "Finish" }).tap();
    await expect(page.getByRole("heading", { name: "Your drive", exact: true })).toBeFocused();
    await expect(page.getByText(/^\d\d+ moves$/)).toBeVisible();
    const result = await resultOf(page);
    expect(result).toMatch(/^[0-9a-f]{16}$/);
    await expect(page.getByRole("row", { name: /^BBR in your place/ })).toContainText("%", longTimeout);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const link = await page.getByRole("textbox", { name: "Link to your drive" }).inputValue();
    expect(link).toContain("#s=");

    const fresh = await browser.newContext({
      viewport: { width: 1280, height: 720 },
      ...(baseURL ? { baseURL } : {}),
    });
    const visitor = await fresh.newPage();
    await visitor.goto(link);
    await visitor.getByRole("banner").getByRole("button", { name: "Share" }).click(longTimeout);
    await expect(visitor.getByRole("dialog").locator(".result-id")).toHaveText(result, longTimeout);
    await expect(visitor.getByText(/states another result/)).toHaveCount(0);
    await fresh.close();
  });
});

test("the keyboard drives, pauses and ends with words and numbers", async ({ page }) => {
  await page.goto("#/drive");
  await begin(page);
  await page.keyboard.press("Shift+ArrowUp");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", "20 packets");
  await page.keyboard.press("ArrowLeft");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", "19 packets");
  await page.keyboard.press("h");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", "10 packets");
  await expect.poll(() => timeOf(page)).toBeGreaterThan(2);
  await slider(page).focus();
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Go on" })).toBeVisible();
  // The numbers are written four times a second.
  await page.waitForTimeout(500);
  const paused = await timeOf(page);
  await page.waitForTimeout(500);
  expect(await timeOf(page)).toBe(paused);
  const { violations } = await axe(page).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.locator(".drive-words li")).toHaveCount(4, longTimeout);
  await page.getByRole("button", { name: "Open in the Lab" }).click();
  await expect(page.getByText("Driven by hand against CUBIC").first()).toBeVisible(longTimeout);
});
