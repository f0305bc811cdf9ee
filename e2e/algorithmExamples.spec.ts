// The page about an algorithm lists the examples that use the algorithm, and opens them in the Lab.
import { longTimeout } from "./lab.ts";
import { expect, test } from "./test.ts";

test("an example opens from the page about its algorithm", async ({ page }) => {
  await page.goto("./#/algorithms/sack");
  const link = page.getByRole("link", { name: "Late is not lost" });
  await expect(link).toBeVisible(longTimeout);
  await expect(page.getByRole("link", { name: "Half the window without a silence" })).toBeVisible();
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Late is not lost", longTimeout);
  await expect(page.getByRole("button", { name: "RACK-TLP for both" })).toBeVisible(longTimeout);
});
