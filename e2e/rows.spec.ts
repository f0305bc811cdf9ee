import { lastChangeLine, longTimeout, openLab, pause, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test("a sentence about the last change that is too long for its row opens", async ({ page }) => {
    await openLab(page);
    await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
    await waitForChange(page, /buffer/i);
    const sentence = lastChangeLine(page).getByRole("button", { name: /^Last change/ });
    await expect(sentence).toHaveAttribute("aria-expanded", "false");
    await sentence.click();
    await expect(sentence).toHaveAttribute("aria-expanded", "true");
    await expect
      .poll(() => sentence.evaluate((text) => text.scrollHeight - text.clientHeight))
      .toBeLessThanOrEqual(1);
    await expect(sentence).toContainText(/near [\d.]+ \u2192 [\d.]+/);
  });
});

test.describe("at 1280 x 720", () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test("the switches of RED and groups fit in one row", async ({ page }) => {
    await openLab(page, '#p=near-far&network.forward.queue={"kind":"red"}&flows.near.count=50');
    await pause(page);
    await expect(page.getByText("flow by flow", { exact: true })).toBeInViewport({ ratio: 1 });
    const plot = (name: string) => page.getByRole("application", { name, exact: true });
    for (const name of ["Rate", "Queue", "Window"]) await expect(plot(name)).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => (await plot("Rate").boundingBox())?.height ?? 0)
      .toBeGreaterThanOrEqual(150);
    await expect
      .poll(async () => (await page.locator(".chart-choice").boundingBox())?.height)
      .toBeLessThan(34);
    // Every chart is offered once: in the row, or in the list.
    const row = page.locator(".chart-boxes");
    await expect(row.getByRole("checkbox", { name: "Rate" })).toBeInViewport({ ratio: 1 });
    await expect(row.getByRole("checkbox", { name: "Flow signals" })).toHaveCount(0);
    await page.getByRole("button", { name: /^Views \+\d/ }).click();
    const listed = page.getByRole("group", { name: "Views" }).getByRole("checkbox", { name: "Flow signals" });
    await listed.check();
    await expect(page.locator(".chart-inside")).toHaveCount(1);
  });
});

test("Ctrl+Z in a field undoes a change, and the menu of a flow leads to the number of equal flows", async ({
  page,
}) => {
  await openLab(page);
  const box = page.getByRole("textbox", { name: "Buffer, exact value" });
  await box.fill("120");
  await box.press("Enter");
  await waitForChange(page, /buffer 30 \u2192 120/i);
  await box.press("Control+z");
  await expect(box).toHaveValue("30");
  await expect(page.getByRole("banner").getByRole("button", { name: "Undo" })).toBeDisabled();
  await box.press("Tab");
  await expect(page.getByRole("banner").getByRole("button", { name: "Undo" })).toBeDisabled();
  await page.getByRole("button", { name: "Actions for near" }).click();
  await page.getByRole("menuitem", { name: "Number of equal flows" }).click();
  await expect(page.getByRole("textbox", { name: "Count, exact value" }).first()).toBeFocused(longTimeout);
  await page.keyboard.type("50");
  await page.keyboard.press("Enter");
  await expect(page.locator(".flow-count")).toHaveText(/50/);
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: /^Select / })).toHaveCount(2);
  for (const name of await page.locator(".flow-name").all())
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(0);
});
