// Gestures on a chart: dragging selects an interval and shows its statistics, and the wheel with Ctrl zooms.
// The code for gestures is loaded when the pointer first enters a chart.
import { openLab, pause } from "./lab.ts";
import { expect, test } from "./test.ts";

test("a chart supports selecting by drag and zooming by wheel, and a button shows the whole run", async ({
  page,
}) => {
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
  const ticks = (): Promise<string[]> => page.locator(".fs-x-axis text").allTextContents();
  const wholeRun = page.getByRole("button", { name: "Show the whole run" });
  await wholeRun.click();
  await expect(wholeRun).toHaveCount(0);
  const whole = await ticks();
  await page.mouse.move(box.x + box.width * 0.5, y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await expect.poll(ticks).not.toEqual(whole);
  await wholeRun.press("Enter");
  await expect.poll(ticks).toEqual(whole);
  await expect(wholeRun).toHaveCount(0);
});
