// The layout of the Lab: heights of charts, panels next to the charts, moved and resized charts, long names,
// presenting, and phones.
import type { Locator, Page } from "@playwright/test";
import { expectTextsOf, lastChangeLine, longTimeout, openLab, pause, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

const CHARTS = ["Rate", "Queue", "Window"] as const;

const plot = (page: Page, name: string): Locator => page.getByRole("application", { name, exact: true });

const heightOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.height ?? 0;

/** Checks that the charts, their time axis, their switches and the picture of the network are completely visible. */
async function expectChartsFirst(page: Page): Promise<void> {
  await expect.poll(() => heightOf(plot(page, "Rate"))).toBeGreaterThanOrEqual(150);
  for (const name of CHARTS) await expect(plot(page, name)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("group", { name: "Charts" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Save picture of all charts" })).toBeInViewport({ ratio: 1 });
  const picture = page.locator(".fs-network");
  await expect(picture).toBeInViewport({ ratio: 1 });
  expect((await picture.boundingBox())?.width).toBeGreaterThan(600);
  await expect(page.locator(".shares-line")).toHaveText(/near.*%.*far.*%/);
  // No other element covers the middle of the time axis.
  const isFree = await page
    .locator(".fs-x-axis")
    .last()
    .evaluate((axis) => {
      const { left, top, width, height } = axis.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit?.closest(".fs-plot")?.contains(axis) ?? false;
    });
  expect(isFree).toBe(true);
}

test.describe("on a laptop", () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test("all charts are visible without scrolling, and get the space of the network and the settings", async ({
    page,
  }) => {
    await openLab(page);
    await pause(page);
    const before = await plot(page, "Rate").boundingBox();
    await page.getByRole("button", { name: "Hide the network" }).click();
    await expect(page.locator(".fs-network")).toHaveCount(0);
    await page.getByRole("button", { name: "Hide the settings" }).click();
    await expect(page.getByRole("complementary", { name: "Settings" })).toHaveCount(0);
    await expect.poll(() => heightOf(plot(page, "Rate"))).toBeGreaterThan((before?.height ?? 0) + 5);
    expect((await plot(page, "Rate").boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) + 200);
    await page.reload();
    await expect(page.getByRole("button", { name: "Show the settings" })).toBeVisible(longTimeout);
    for (const name of ["Show the settings", "Show the network"])
      await page.getByRole("button", { name }).click();
    await expectChartsFirst(page);
    await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
    await waitForChange(page, /buffer/i);
    await lastChangeLine(page).getByRole("button", { name: "Compare" }).click();
    await expect(page.getByRole("table", { name: "Results" })).toBeInViewport();
    await expectChartsFirst(page);
    await page.getByRole("button", { name: "Compare", exact: true }).first().click();
    await page.locator("summary", { hasText: "Events" }).click();
    await page
      .getByRole("button", { name: /(near|far).*drop/i })
      .first()
      .click();
    await expect(page.getByRole("region", { name: "Why?" })).toBeInViewport();
    await page.locator("summary", { hasText: "Events" }).click();
    await page.locator(".stage").evaluate((stage) => stage.scrollTo(0, 0));
    await expectChartsFirst(page);
    // The button of the views stays in view.
    const views = page.getByRole("button", { name: "Views" });
    await expect(views).toBeInViewport({ ratio: 1 });
    await views.click();
    await expect(page.getByRole("checkbox", { name: /phase/i })).toBeInViewport();
  });

  test("the link keeps the order and the heights of the charts", async ({ page }) => {
    await openLab(page);
    await pause(page);
    const order = (): Promise<string[]> => page.locator(".fs-chart-title").allTextContents();
    // By pointer: the window chart to the top, and the separator below it down.
    const grip = page.getByRole("button", { name: /^Move .*Window/ });
    await grip.hover();
    await page.mouse.down();
    const rate = await page.locator(".chart-rate").boundingBox();
    await page.mouse.move(200, (rate?.y ?? 0) + 4, { steps: 5 });
    await expect.poll(order).toEqual(["Window", "Rate", "Queue"]);
    await page.mouse.up();
    const line = page.getByRole("separator").first();
    const height = await heightOf(page.locator(".chart-window"));
    await line.hover();
    await page.mouse.down();
    const at = await line.boundingBox();
    await page.mouse.move((at?.x ?? 0) + 200, (at?.y ?? 0) + 50, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => heightOf(page.locator(".chart-window"))).toBeGreaterThan(height + 20);
    // By keys: the queue chart up, and the last separator down.
    await page.getByRole("button", { name: /^Move .*Queue/ }).press("ArrowUp");
    await expect.poll(order).toEqual(["Window", "Queue", "Rate"]);
    await page.getByRole("separator").last().press("ArrowDown");
    await expect.poll(() => new URL(page.url()).hash).toMatch(/c=window\*\d+~queue\*\d+~rate\*\d+/);
    const heights = await Promise.all(
      ["window", "queue", "rate"].map((id) => heightOf(page.locator(`.chart-${id}`))),
    );
    const link = page.url();
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(link);
    await expect.poll(order, longTimeout).toEqual(["Window", "Queue", "Rate"]);
    for (const [i, id] of ["window", "queue", "rate"].entries())
      await expect
        .poll(async () => Math.abs((await heightOf(page.locator(`.chart-${id}`))) - (heights[i] ?? 0)))
        .toBeLessThan(4);
  });
});

test.describe("on a projector", () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test("the Lab is legible while presenting", async ({ page }) => {
    await openLab(page);
    await pause(page);
    await page.keyboard.press("p");
    await expect(page.getByRole("slider", { name: /buffer/i })).toBeInViewport({ ratio: 1 });
    for (const name of CHARTS) await expect(plot(page, name)).toBeInViewport({ ratio: 1 });
    const bottom = (await plot(page, "Window").boundingBox()) ?? { y: 0, height: 0 };
    expect(bottom.y + bottom.height).toBeGreaterThan(1040);
    await expectTextsOf(page, 28);
    // The swatches in the legend have the width of the lines.
    const widths = await page
      .locator(".chart-rate .fs-label line, .chart-rate .fs-label path")
      .evaluateAll((lines) => lines.map((line) => Number.parseFloat(getComputedStyle(line).strokeWidth)));
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(4);
  });
});
