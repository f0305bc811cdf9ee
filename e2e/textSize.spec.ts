// No text is smaller than 12 pixels, apart from indices and exponents.
import type { Page } from "@playwright/test";
import { longTimeout, openLab, pause } from "./lab.ts";
import { expect, test } from "./test.ts";

/** The texts that are smaller than 12 pixels, with their sizes. A text in a picture that is shown smaller than drawn may lose 1 %. */
const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const text = texts.currentNode.textContent?.trim() ?? "";
      if (!element || text === "" || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      if (element.closest(".visually-hidden, .fs-hidden, option, math, sub, sup")) continue;
      const picture = element.closest("svg");
      const drawn = picture?.viewBox.baseVal.width ?? 0;
      const scale = picture && drawn > 0 ? picture.getBoundingClientRect().width / drawn : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      // A size of 0 hides the words of a button that shows its sign only.
      if (size > 0 && size < 11.88) found.push(`${text}: ${size} px`);
    }
    return found;
  });

for (const width of [390, 1280])
  test(`at ${width} pixels no text is smaller than 12 pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const fragment of ["", "#p=near-far&flows.near.count=50", '#p=near-far&network={"kind":"graph"}']) {
      await openLab(page, fragment);
      await pause(page);
      await expect(page.locator(".fs-network")).toBeVisible();
      expect(await smallTexts(page), fragment).toEqual([]);
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
      expect(await smallTexts(page), fragment).toEqual([]);
    }
  });
