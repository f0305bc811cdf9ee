// No text is smaller than 12 pixels, apart from indices and exponents.
import { longTimeout, openLab, pause, textsBelow } from "./lab.ts";
import { expect, test } from "./test.ts";

for (const width of [390, 1280])
  test(`at ${width} pixels no text is smaller than 12 pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const fragment of ["", "#p=near-far&flows.near.count=50", '#p=near-far&network={"kind":"graph"}']) {
      await openLab(page, fragment);
      await pause(page);
      await expect(page.locator(".fs-network")).toBeVisible();
      expect(await textsBelow(page, 12), fragment).toEqual([]);
      await page.goto("about:blank");
    }
    for (const [fragment, drawn] of [
      ["#/papers", ".verdict-bar"],
      ["#/algorithms/cubic", ".article .fs-chart-note"],
      ["#/lessons", "main h1"],
      ["#/vary", "main h1"],
    ] as const) {
      await page.goto(`./${fragment}`);
      await expect(page.locator(drawn).first()).toBeVisible(longTimeout);
      expect(await textsBelow(page, 12), fragment).toEqual([]);
    }
  });
