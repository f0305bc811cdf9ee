// The built site works below a sub-path, from a plain static host, and inside a frame.
import { expect, test } from "./test.ts";

test("the site opens below a sub-path without special headers", async ({ page }) => {
  const response = await page.goto("");
  expect(new URL(page.url()).pathname).toBe("/some/course/fairshare/");
  for (const header of [
    "cross-origin-opener-policy",
    "cross-origin-embedder-policy",
    "content-security-policy",
  ]) {
    expect(response?.headers()[header]).toBeUndefined();
  }
  await expect(page).toHaveTitle(/Fairshare/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the site opens in a frame of another site", async ({ page, baseURL }) => {
  await page.setContent(`<iframe src="${baseURL}" width="800" height="600"></iframe>`);
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeVisible();
});
