// On a phone, the labels of a predicted curve's axes are larger. None of them is cut off.
import { longTimeout } from "./lab.ts";
import { expect, test } from "./test.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("the labels of a predicted curve are complete on a phone", async ({ page }) => {
  await page.goto("./#/lessons/copa/compete");
  const labels = page.locator(".predict-curve text");
  await expect(labels).toHaveCount(6, longTimeout);
  await expect(labels.filter({ hasText: "10" }).first()).toBeVisible();
  const outside = await labels.evaluateAll((texts) =>
    texts.flatMap((text) => {
      const svg = text.closest("svg")?.getBoundingClientRect();
      const { left, right } = text.getBoundingClientRect();
      return svg && left >= svg.left && right <= svg.right ? [] : [text.textContent];
    }),
  );
  expect(outside).toEqual([]);
});
