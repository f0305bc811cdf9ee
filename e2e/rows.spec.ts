// Rows of fixed height: the line about the last change, the row of switches below the charts, and the details
// below them.
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { lastChangeLine, longTimeout, openLab, pause, seek, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

const PARTS = [".title-text h1", ".tries", ".transport", ".overview", ".chart-rate .fs-plot"];

/** The distances of the parts of the page from its upper edge, in pixels. */
const placesOf = (page: Page): Promise<number[]> =>
  page.evaluate(
    (parts) => parts.map((part) => document.querySelector(part)?.getBoundingClientRect().y ?? Number.NaN),
    PARTS,
  );

for (const width of [390, 621, 725, 860, 861, 1000])
  test(`at ${width} pixels the first change moves nothing on the page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openLab(page);
    await pause(page);
    await expect(page.locator(".fs-network")).toBeVisible();
    const before = await placesOf(page);
    await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
    await waitForChange(page, /buffer/i);
    const after = await placesOf(page);
    expect(before.every(Number.isFinite)).toBe(true);
    for (const [i, y] of before.entries()) expect(after[i], PARTS[i]).toBeCloseTo(y, 0);
  });

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
      .toBeGreaterThanOrEqual(200);
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

  test("the list of events is in view when it opens", async ({ page }) => {
    await openLab(page);
    await pause(page);
    await seek(page, 1.7);
    await page.locator("summary", { hasText: "Events" }).click();
    const events = page.locator(".events li");
    await expect.poll(() => events.count(), longTimeout).toBeGreaterThan(50);
    await expect(page.locator("summary", { hasText: "Events" })).toBeInViewport({ ratio: 1 });
    await expect(events.first()).toBeInViewport({ ratio: 1 });
    const list = page.locator(".events");
    expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(events.last()).toBeInViewport({ ratio: 1 });
    // A selected event is marked, and the list keeps its later rows.
    const [first, third] = [await events.first().innerText(), events.nth(2)];
    await third.getByRole("button").click();
    await expect(page.getByRole("region", { name: "Why?" })).toBeVisible();
    await expect(third.getByRole("button")).toHaveAttribute("aria-current", "true");
    await expect(events.first()).toHaveText(first.replace(/\n/g, ""));
  });

  test("with the picture of a parking lot or a graph, the bars state rates", async ({ page }) => {
    for (const kind of ["parking_lot", "graph"]) {
      await openLab(page, `#p=near-far&network={"kind":"${kind}"}`);
      await pause(page);
      await seek(page, 12);
      await expect(page.locator(".fs-network [data-link]").first()).toBeVisible();
      await expect(page.locator(".shares-bars")).toContainText(/% ?[\d.]+\s?[Mk]b\/s/);
    }
  });
});

test("the menu of a flow leads to the number of equal flows", async ({ page }) => {
  await openLab(page);
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

test("an open menu follows its button when the page scrolls", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openLab(page);
  const button = page.getByRole("button", { name: "Save: Window" });
  await button.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  await button.click();
  const list = page.getByRole("menu", { name: "Save: Window" });
  /** The distance between the edges of the list and of its button that face each other. */
  const gap = async (): Promise<number> => {
    const [shown, origin] = [await list.boundingBox(), await button.boundingBox()];
    if (!shown || !origin) return Number.NaN;
    return shown.y > origin.y ? shown.y - origin.y - origin.height : origin.y - shown.y - shown.height;
  };
  await expect.poll(gap).toBeLessThan(10);
  await page.evaluate(() => window.scrollBy({ top: 60, behavior: "instant" }));
  await expect.poll(gap).toBeLessThan(10);
  await expect(list).toBeVisible();
  await page.evaluate(() => window.scrollBy({ top: -700, behavior: "instant" }));
  await expect(list).toHaveCount(0);
});

test("Ctrl+Z in the field of a setting undoes the change", async ({ page }) => {
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
});

test("the comparison over ten seeds fits its panel", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openLab(page);
  await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
  await waitForChange(page, /buffer/i);
  await lastChangeLine(page).getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: /10 seeds/ }).click();
  const table = page.getByRole("region", { name: /Mean over 10 seeds/ });
  await expect(table.getByText("significant").first()).toBeInViewport({ timeout: 45_000 });
  await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
});

test("between a phone and a laptop, the menu of the header has the actions without a button", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openLab(page);
  await page.getByRole("button", { name: "More actions" }).click();
  for (const name of ["New scenario", "Keyboard"])
    await expect(page.getByRole("menuitem", { name })).toBeInViewport({ ratio: 1 });
  await page.getByRole("menuitem", { name: /Present/ }).click();
  await expect(page.locator(".is-presenting")).toHaveCount(1);
});

test("the header has the same height in all sections", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openLab(page);
  const header = page.getByRole("banner");
  const height = (await header.boundingBox())?.height;
  for (const section of ["papers", "algorithms", "vary", "lessons"]) {
    await page.goto(`./#/${section}`);
    await expect(page.getByRole("heading").first()).toBeVisible(longTimeout);
    await expect.poll(async () => (await header.boundingBox())?.height).toBe(height);
  }
});

test("equal round trips are stated as a base RTT", async ({ page }) => {
  await openLab(page);
  await page.getByRole("button", { name: "Equal round trips" }).click();
  await waitForChange(page, /far: base RTT 80 \u2192 20\s?ms/);
});

test("a low chart names all of its lines", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const doc = { v: 1, duration: 10, flows: [{ id: "a" }, { id: "b" }, { id: "c" }] };
  await openLab(page, `#1.${deflateRawSync(JSON.stringify({ s: doc })).toString("base64url")}`);
  await expect(page.locator(".chart-window .fs-name")).toHaveCount(3);
  await page.goto("about:blank");
  await openLab(page, "#p=near-far&flows.near.algorithm=lda_plus");
  await expect(page.locator(".chart-window .fs-chart-note")).toContainText("no window: near", longTimeout);
});
