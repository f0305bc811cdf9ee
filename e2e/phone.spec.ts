// Phones: controls keep their places while the settings open and while a run plays.
import { lastChangeLine, openLab, pause, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("the settings stay at the lower edge, have large controls, and show a new flow, and the link can be sent", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: (data: ShareData) => {
        document.title = data.url ?? "";
        return Promise.resolve();
      },
    });
  });
  await openLab(page);
  const tab = page.getByRole("button", { name: "Flows", exact: true });
  const closed = await tab.boundingBox();
  await tab.tap();
  await expect(tab).toHaveAttribute("aria-expanded", "true");
  expect((await tab.boundingBox())?.y).toBeCloseTo(closed?.y ?? 0, 0);
  for (const tab of ["Link", "Run", "Flows"]) {
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
  for (const name of ["CUBIC", "CUBIC 2", "CUBIC 3"]) {
    await page.getByRole("region", { name: "Flows" }).getByRole("button", { name: "Other flow" }).tap();
    await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole("button", { name: "Share", exact: true }).tap();
  await page.getByRole("button", { name: "Send to" }).tap();
  await expect(page).toHaveTitle(/^http.*#[ps]=/);
});

test("the playback bar stays in place, and a sentence about the last change that is too long for its row opens", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
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
  // A sentence that is too long for its row opens.
  const sentence = lastChangeLine(page).getByRole("button", { name: /^Last change/ });
  await expect(sentence).toHaveAttribute("aria-expanded", "false");
  await sentence.click();
  await expect(sentence).toHaveAttribute("aria-expanded", "true");
  await expect
    .poll(() => sentence.evaluate((text) => text.scrollHeight - text.clientHeight))
    .toBeLessThanOrEqual(1);
  await expect(sentence).toContainText(/near [\d.]+ \u2192 [\d.]+/);
});
