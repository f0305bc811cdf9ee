// The main tasks can be done with the keyboard alone.
import type { Page } from "@playwright/test";
import { longTimeout, openLab, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

/** Presses `key` until the control with this name has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, name: string, key = "Tab"): Promise<void> {
  const hasFocus = (): Promise<boolean> =>
    page.evaluate((name) => {
      const focused = document.activeElement;
      const label = focused?.getAttribute("aria-label") ?? focused?.textContent?.trim() ?? "";
      return label === name;
    }, name);
  for (let presses = 0; presses < 80; presses++) {
    if (await hasFocus()) break;
    await page.keyboard.press(key);
  }
  expect(await hasFocus(), `${key} reaches ${name}`).toBe(true);
  const isFocusVisible = await page.evaluate(() => {
    const focused = document.activeElement as Element;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
    return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  });
  expect(isFocusVisible, `the focus on ${name} is visible`).toBe(true);
}

test("the Lab works without a mouse", async ({ page }) => {
  await openLab(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the simulation" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const time = page.getByRole("textbox", { name: "Time in seconds" });
  await page.keyboard.press("Home");
  await expect(time).toHaveValue("0.0");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(time).toHaveValue("1.1");
  await page.keyboard.press("ArrowLeft");
  await expect(time).toHaveValue("1.0");

  await tabTo(page, "Buffer", "Shift+Tab");
  await page.keyboard.press("ArrowLeft");
  await waitForChange(page, /buffer/i);
  await page.keyboard.press("u");
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("30");

  await tabTo(page, "Rate");
  const rate = page.getByRole("application", { name: "Rate" });
  await expect(rate).toBeFocused();
  await expect(rate).toHaveAccessibleDescription(/near averages .* far averages/);
  // Enter on a point of a line explains that flow.
  const why = page.getByRole("region", { name: "Why?" });
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(why).toContainText(/far at \d/);
  await why.getByRole("button", { name: "Close" }).press("Enter");
  await expect(why).toHaveCount(0);
  // In the chart of the window, full stop moves to the next event, and Enter explains it.
  await page.getByRole("application", { name: "Window" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press(".");
  await page.keyboard.press("Enter");
  await expect(why.locator(".why-answer")).toBeVisible(longTimeout);
  await why.getByRole("button", { name: "Close" }).press("Enter");
  await tabTo(page, "Events");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").getByRole("button", { name: /drop/ }).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(why.locator(".why-answer")).toBeVisible(longTimeout);

  await page.keyboard.press("s");
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
  await tabTo(page, "Link");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Single-key shortcuts can be switched off.
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard" });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Use single keys").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Keyboard" }).click();
  await expect(dialog).toBeVisible();
});
