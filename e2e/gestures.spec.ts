// Gestures on a chart: dragging selects an interval and shows its statistics, and the wheel with Ctrl zooms.
// The code for gestures is loaded when the pointer first enters a chart.
import { openLab, pause } from "./lab.ts";
import { expect, test } from "./test.ts";

test("a chart supports selecting by drag and zooming by wheel", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const front = page.locator(".chart-rate svg.fs-front");
  const box = await front.boundingBox();
  if (!box) throw new Error("the chart has no size");
  const y = box.y + box.height / 2;
  const loaded = page.waitForResponse(/gestures-/);
  await page.mouse.move(box.x + box.width * 0.2, y);
  await loaded;
  await expect(front.locator(".fs-brush .overlay")).toHaveCount(1);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.4, y, { steps: 4 });
  await page.mouse.up();
  const selection = page.getByRole("region", { name: "Selected" });
  await expect(selection.getByRole("table")).toBeVisible();
  await page.getByRole("button", { name: "Zoom in here" }).first().click();
  await expect(selection).toHaveCount(0);
  const ticksBefore = await page.locator(".fs-x-axis text").allTextContents();
  await page.mouse.move(box.x + box.width * 0.5, y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await expect.poll(() => page.locator(".fs-x-axis text").allTextContents()).not.toEqual(ticksBefore);
});

test("a button resets the zoom", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const ticks = (): Promise<string[]> => page.locator(".fs-x-axis text").allTextContents();
  const chart = page.locator(".chart-rate svg.fs-front");
  const wholeRun = page.getByRole("button", { name: "Show the whole run" });
  const whole = await ticks();
  await expect(wholeRun).toHaveCount(0);
  for (const leave of [() => wholeRun.click(), () => wholeRun.press("Enter")]) {
    const box = await chart.boundingBox();
    if (!box) throw new Error("the chart has no size");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(chart.locator(".fs-brush .overlay")).toHaveCount(1);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -300);
    await page.keyboard.up("Control");
    await expect.poll(ticks).not.toEqual(whole);
    await leave();
    await expect.poll(ticks).toEqual(whole);
    await expect(wholeRun).toHaveCount(0);
  }
});
