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

test("the switch of the measured window does not move when the time label widens", async ({ page }) => {
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
  test(`at ${viewport.width} pixels the playback bar stays in place`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openLab(page);
    await pause(page);
    const playback = page.getByRole("region", { name: "Playback" });
    const before = await playback.boundingBox();
    await page.getByRole("button", { name: "Buffer of 15 packets" }).tap();
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

test("selects, buttons and fields of the settings are at least 44 pixels high", async ({ page }) => {
  await openLab(page);
  for (const tab of ["Link", "Flows", "Run"]) {
    await page.getByRole("button", { name: tab, exact: true }).tap();
    await expect(page.getByRole("button", { name: tab, exact: true })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
    const low = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          ".sheet .select, .sheet .button, .sheet .entry, .sheet .text-box",
        ),
      ]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ name: element.className, height: element.getBoundingClientRect().height }))
        .filter(({ height }) => height > 0 && height < 44),
    );
    expect(low).toEqual([]);
  }
});

test("a new flow is in view as soon as it is added", async ({ page }) => {
  await openLab(page);
  await page.getByRole("button", { name: "Flows", exact: true }).tap();
  for (const name of ["NewReno", "NewReno 2", "NewReno 3"]) {
    await page.getByRole("region", { name: "Flows" }).getByRole("button", { name: "Add", exact: true }).tap();
    await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test("the drawing does not move when the first node is moved", async ({ page }) => {
  await openLab(page);
  await page.getByRole("button", { name: "Link", exact: true }).tap();
  await page.getByLabel("Kind of network", { exact: true }).selectOption({ label: "Graph" });
  await page.getByRole("button", { name: "Draw the network" }).tap();
  const host = page.locator(".graph-host");
  const before = await host.boundingBox();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add node" }).tap();
  await expect(dialog.getByRole("button", { name: "Arrange" })).toBeVisible();
  const after = await host.boundingBox();
  expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test("there is one button to compare at 640 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 720 });
  await openLab(page);
  await pause(page);
  await page.getByRole("button", { name: "Buffer of 15 packets" }).tap();
  await waitForChange(page, /buffer/i);
  await expect(page.getByRole("button", { name: "Compare", exact: true })).toHaveCount(1);
});

test("the link can be sent to another program", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: (data: ShareData) => {
        document.title = data.url ?? "";
        return Promise.resolve();
      },
    });
  });
  await openLab(page);
  await page.getByRole("button", { name: "Share", exact: true }).tap();
  await page.getByRole("button", { name: "Send to" }).tap();
  await expect(page).toHaveTitle(/^http.*#p=near-far/);
});
