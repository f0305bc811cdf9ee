// Phones: controls keep their places while the settings open and while a run plays.
import { openLab, pause, seek } from "./lab.ts";
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
