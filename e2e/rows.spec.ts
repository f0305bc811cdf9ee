import { longTimeout, openLab, pause, readShares, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

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

test("Ctrl+Z in a field undoes a change, and a flow is added, renamed, removed and multiplied", async ({
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
  const flows = page.getByRole("region", { name: "Flows" });
  await flows.getByRole("button", { name: "Other flow" }).click();
  await waitForChange(page, /added/);
  await expect(flows.getByRole("combobox", { name: /^Algorithm: / })).toHaveCount(3);
  await flows.getByRole("button", { name: "Actions for CUBIC" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name of the flow" }).fill("third");
  await page.keyboard.press("Enter");
  await expect.poll(async () => Object.keys(await readShares(page)), longTimeout).toContain("third");
  await flows.getByRole("button", { name: "Actions for third" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(flows.getByRole("combobox", { name: /^Algorithm: / })).toHaveCount(2);
  await waitForChange(page, /third removed/);
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
