// An example can open at a moment, and with another run for comparison. Changing the scenario ends the
// comparison.
import { openLab, seek } from "./lab.ts";
import { expect, test } from "./test.ts";

test("an example about a moment opens zoomed and paused at this moment", async ({ page }) => {
  await openLab(page, "#p=generations");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("5.0");
  await expect.poll(() => new URL(page.url()).hash).toContain("&z=2.5_5");
  // A link to another view of the example opens with this view.
  await seek(page, 4);
  await expect.poll(() => new URL(page.url()).hash).toContain("&t=4");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("4.0");
});
