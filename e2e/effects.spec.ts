// The effect of an edit: drawn in full colours over the run before, measured after the time of the edit,
// announced, and never out of view.
import { deflateRawSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import {
  lastChangeLine,
  longTimeout,
  openLab,
  pause,
  readShares,
  seek,
  setBuffer,
  waitForChange,
  waitForCompleteRun,
  whenStable,
} from "./lab.ts";
import { expect, test } from "./test.ts";

const rate = (page: Page): Locator => page.locator(".chart-rate");
const mask = (page: Page): Promise<string> =>
  rate(page)
    .locator(".fs-data")
    .evaluate((data) => getComputedStyle(data).maskImage);
const linkTo = (scenario: object): string =>
  `#1.${deflateRawSync(Buffer.from(JSON.stringify({ s: scenario }))).toString("base64url")}`;

/**
 * Records the tick labels of a chart's value axis whenever they change, without the values of the labels at
 * the right.
 */
async function recordTicks(page: Page, chart: string): Promise<() => Promise<readonly string[]>> {
  await page.evaluate((selector) => {
    const seen: string[] = [];
    const record = (): void => {
      const ticks = [...document.querySelectorAll(`${selector} .fs-y-axis text`)].map((t) => t.textContent);
      const top = ticks.at(-1) ?? "";
      if (seen.at(-1) !== top) seen.push(top);
      requestAnimationFrame(record);
    };
    record();
    Object.assign(window, { seenTicks: seen });
  }, chart);
  return () => page.evaluate(() => (window as unknown as { seenTicks: string[] }).seenTicks);
}

test("an edit shows its effect on the whole run", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await seek(page, 12);
  await expect.poll(() => mask(page)).toContain("linear-gradient");
  const region = page.locator("#change-status");
  await expect(region).toHaveAttribute("role", "status");
  await expect(region).toBeEmpty();
  // The bars are drawn a few times a second.
  await expect(page.locator(".shares-window")).toContainText(/to 12\.0\ss/);
  const before = await whenStable(() => readShares(page));
  await setBuffer(page, "3");
  await waitForChange(page, /buffer/);
  await expect.poll(() => mask(page)).toBe("none");
  await expect(rate(page).locator(".fs-chart-note")).toContainText("goodput, pale: before");
  await expect(page.locator(".fs-bar-before")).toHaveCount(2);
  const label = page.getByRole("img", { name: /^Share of fair share/ });
  await expect(label).toHaveAccessibleName(new RegExp(`\\(before: ${before["near"]}\\s%\\)`));
  await expect(region).toContainText(/^Last change: buffer 30\s*.\s*3\s*packets; whole run: far 2\.24/);
  await lastChangeLine(page).getByRole("button", { name: "Close the line" }).click();
  await expect(page.locator(".fs-bar-before")).toHaveCount(0);
  await expect.poll(() => mask(page)).toContain("linear-gradient");
});

test("an edit from 12 s on is measured from 12 s on", async ({ page, context }) => {
  await openLab(page);
  await pause(page);
  await seek(page, 12);
  await page.locator(".edit-mode .segment").nth(1).click();
  await setBuffer(page, "3");
  await waitForChange(page, /from 12/);
  const covered = page.locator(".shares-window");
  await expect(covered).toHaveText(/12\ss to 30\.0\ss/);
  await expect(page.locator(".fs-bar-before")).toHaveCount(2);
  await waitForCompleteRun(page);
  // The address shows the view when it has not changed for a while.
  await expect.poll(() => page.url(), longTimeout).toMatch(/[&]t=12\b/);
  const other = await context.newPage();
  await other.goto(page.url());
  await waitForCompleteRun(other);
  await expect(other.locator(".shares-window")).toHaveText(/12\ss to 30\.0\ss/);
  await expect.poll(() => mask(other)).toBe("none");
  // Later, the window begins at the edit and ends at the playhead.
  await seek(page, 20);
  await expect(covered).toHaveText(/12\ss to 20\.0\ss/);
});

test.describe("on half a screen", () => {
  test.use({ viewport: { width: 640, height: 720 } });

  test("the chart of rates stays above the open settings after an edit", async ({ page }) => {
    await openLab(page);
    await pause(page);
    await page.keyboard.press("End");
    await page.locator(".sheet-tabs").getByRole("button", { name: "Link" }).click();
    const plot = rate(page).locator(".fs-plot");
    const sheet = page.locator(".sheet");
    const isClear = async (): Promise<boolean> => {
      const [chart, top] = [await plot.boundingBox(), (await sheet.boundingBox())?.y ?? 0];
      return chart !== null && chart.y + chart.height <= top;
    };
    await expect.poll(isClear).toBe(true);
    await setBuffer(page, "3");
    await waitForChange(page, /buffer/);
    await expect.poll(isClear).toBe(true);
    await expect(rate(page).locator(".fs-label", { hasText: "far" })).toBeInViewport({ ratio: 1 });
  });
});

test("the axis of rates changes once after an edit", async ({ page }) => {
  await openLab(page, linkTo({ v: 1, duration: 20, flows: [{ id: "web", count: 20 }] }));
  await pause(page);
  await page.keyboard.press("End");
  await whenStable(() => rate(page).locator(".fs-y-axis").textContent());
  const ticks = await recordTicks(page, ".chart-rate");
  await page.getByRole("combobox", { name: "Queue discipline" }).selectOption("fq_codel");
  await waitForChange(page, /queue/i);
  await waitForCompleteRun(page);
  await whenStable(ticks);
  // At most one growth for values that arrive, and one settling.
  expect((await ticks()).length).toBeLessThanOrEqual(3);
});

test("the line of the capacity follows a delivery trace", async ({ page }) => {
  // In every two seconds, the rate is 1 Mb/s for one second and 11 Mb/s for the next.
  const times = [
    ...Array.from({ length: 84 }, (_, k) => Math.ceil((k + 1) * 11.9)),
    ...Array.from({ length: 917 }, (_, k) => 1000 + Math.ceil((k + 1) * 1.09)),
  ];
  const trace = `${times.join("\n")}\n`;
  const scenario = {
    v: 1,
    duration: 10,
    network: { kind: "dumbbell", forward: { impairments: { trace } } },
    flows: [{ id: "a" }],
  };
  await openLab(page, linkTo(scenario));
  const outline = await rate(page).locator(".fs-references path").first().getAttribute("d");
  const heights = new Set([...(outline ?? "").matchAll(/[ ,](\d+\.5)/g)].map(([, y]) => y));
  expect(heights.size).toBeGreaterThan(3);
});

test("undo and redo work across a reload", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const buffer = page.getByRole("textbox", { name: "Buffer, exact value" });
  await setBuffer(page, "12");
  await waitForChange(page, /buffer/);
  await setBuffer(page, "9");
  await waitForChange(page, /12\s*.\s*9/);
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Undo" }).click();
  await expect(buffer).toHaveValue("12");
  await expect.poll(() => page.url(), longTimeout).toMatch(/packets%22%3A12.*&r=/);
  await page.reload();
  await waitForCompleteRun(page);
  await expect(buffer).toHaveValue("12");
  await header.getByRole("button", { name: "Redo" }).click();
  await expect(buffer).toHaveValue("9");
  await header.getByRole("button", { name: "Undo" }).click();
  await header.getByRole("button", { name: "Undo" }).click();
  await expect(buffer).toHaveValue("30");
  await expect(header.getByRole("button", { name: "Undo" })).toBeDisabled();
});

test("results are called the same only if every number is equal", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await page.locator("summary, button").filter({ hasText: "More settings" }).last().click();
  const warmup = page.getByRole("textbox", { name: /^Warm-up/ }).first();
  await warmup.fill("10");
  await warmup.press("Enter");
  await waitForChange(page, /warm-up/i);
  await expect(lastChangeLine(page)).toContainText("the packets are the same, but other times are measured");
  await expect(lastChangeLine(page)).not.toContainText("the results are the same");
});

test("the selected interval accepts typed times", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const front = page.locator(".chart-rate svg.fs-front");
  const box = await front.boundingBox();
  if (!box) throw new Error("the chart has no size");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.2, y);
  await expect(front.locator(".fs-brush .overlay")).toHaveCount(1);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.4, y, { steps: 4 });
  await page.mouse.up();
  const panel = page.getByRole("region", { name: "Selected" }).first();
  await expect(panel.getByRole("table")).toBeVisible(longTimeout);
  const fits = await panel
    .locator(".table-scroll")
    .evaluate((scroll) => scroll.scrollWidth <= scroll.clientWidth);
  expect(fits).toBe(true);
  await expect(panel.getByRole("button", { name: /Zoom in/ })).toHaveCount(0);
  const from = panel.getByRole("textbox", { name: "Beginning of the selected interval" });
  const to = panel.getByRole("textbox", { name: "End of the selected interval" });
  await from.fill("10");
  await from.press("Enter");
  await to.fill("20");
  await to.press("Enter");
  await expect(to).toHaveValue("20");
  await expect(from).toHaveValue("10");
  await from.fill("25");
  await from.press("Enter");
  await expect(panel.locator(".field-error")).toContainText("20");
});

test("the texts of the network do not touch each other if the reverse path is drawn", async ({ page }) => {
  const doc = {
    v: 1,
    duration: 5,
    network: {
      kind: "dumbbell",
      forward: { rate: 1e7, delay: 0.02, queue: { kind: "drop_tail", limit: { packets: 30 } } },
      reverse: { rate: 1e6, delay: 0.02, queue: { kind: "drop_tail", limit: { packets: 4 } } },
    },
    flows: [{ id: "near" }, { id: "far" }],
  };
  for (const size of [
    { width: 1280, height: 720 },
    { width: 640, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("about:blank");
    await openLab(page, linkTo(doc));
    await pause(page);
    await seek(page, 2.7);
    const touching = await page.locator(".fs-network text").evaluateAll((texts) => {
      const boxes = texts
        .map((text) => ({ name: text.textContent ?? "", box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter(
            (b) =>
              a.box.left < b.box.right - 1 &&
              b.box.left < a.box.right - 1 &&
              a.box.top < b.box.bottom - 3 &&
              b.box.top < a.box.bottom - 3,
          )
          .map((b) => `${a.name} | ${b.name}`),
      );
    });
    expect(touching, `at ${size.width} pixels`).toEqual([]);
  }
});

test("the chart of queues follows the link that was edited", async ({ page }) => {
  await openLab(page, "#p=parking-lot");
  const shown = page.getByRole("combobox", { name: "Which queue" }).first();
  await page.getByRole("checkbox", { name: "Queue", exact: true }).check();
  await page.locator("summary", { hasText: "Link b" }).click();
  await expect(shown).toHaveValue("b.forward");
  await shown.selectOption("a.forward");
  const buffer = page
    .locator("details", { hasText: "Link b" })
    .getByRole("textbox", { name: "Buffer, exact value" });
  await buffer.fill("20");
  await buffer.press("Enter");
  await expect(shown).toHaveValue("b.forward");
});
