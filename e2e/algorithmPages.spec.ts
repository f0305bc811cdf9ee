// The pages about algorithms: their texts stay where they are while the page is loaded, and the list shows
// the chosen algorithm.
import { longTimeout } from "./lab.ts";
import { expect, test } from "./test.ts";

test("a page with formulas moves nothing while it is loaded", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("./#/algorithms/cubic");
  await expect(page.getByRole("heading", { level: 1, name: "CUBIC" })).toBeVisible(longTimeout);
  await expect(page.locator(".article-picture .fs-plot").first()).toBeVisible(longTimeout);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
});

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`at ${viewport.width} pixels the list shows the chosen algorithm`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto("./#/algorithms/udp");
    const list = page.getByRole("navigation", { name: "Algorithms" });
    await expect(list.locator("a[aria-current]")).toBeInViewport({ ratio: 1, ...longTimeout });
    const [first, second] = await list
      .locator("ul a")
      .evaluateAll((links) =>
        links.slice(0, 2).map((link) => link.getBoundingClientRect().toJSON() as DOMRect),
      );
    expect(first?.height).toBeLessThan(50);
    // Neighbours do not overlap.
    const isBeside = (first?.right ?? 0) <= (second?.left ?? 0) + 0.5;
    const isAbove = (first?.bottom ?? 0) <= (second?.top ?? 0) + 0.5;
    expect(isBeside || isAbove).toBe(true);
  });
