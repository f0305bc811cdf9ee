// Phones: controls keep their places while the settings open and while a run plays.
import { openLab, pause, seek, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("the tabs of the settings stay at the lower edge when they open", async ({ page }) => {
  await openLab(page);
  const tab = page.getByRole("button", { name: "Flows", exact: true });
  const closed = await tab.boundingBox();
  await tab.tap();
  await expect(tab).toHaveAttribute("aria-expanded", "true");
  expect((await tab.boundingBox())?.y).toBeCloseTo(closed?.y ?? 0, 0);
});

test("the switch of the measured window keeps its place while times get longer", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const choice = page.getByText("whole run", { exact: true });
  await seek(page, 30);
  const atEnd = await choice.boundingBox();
  await seek(page, 7.4);
  expect(await choice.boundingBox()).toEqual(atEnd);
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
])
  test(`at ${viewport.width} pixels the first change moves nothing, and one row of playback stays`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await openLab(page);
    await pause(page);
    const playback = page.getByRole("region", { name: "Playback" });
    const before = await playback.boundingBox();
    await page.getByRole("button", { name: "Halve the buffer" }).tap();
    await waitForChange(page, /buffer/i);
    expect((await playback.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await expect(page.getByRole("button", { name: "Compare" })).toHaveCount(1);
    await page.getByRole("application", { name: "Window", exact: true }).scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        const box = await playback.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBeLessThan(110);
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeInViewport({ ratio: 1 });
  });

test("the menu of the header leads to Vary", async ({ page }) => {
  await openLab(page);
  await page.getByRole("button", { name: "More actions" }).tap();
  await page.getByRole("menuitem", { name: "Vary" }).tap();
  await expect(page).toHaveURL(/#\/vary/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
