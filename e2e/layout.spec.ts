// Measures that hold for every part of the page, at four widths and in both colour schemes: nothing is wider than the
// screen, no text is too small, touch targets are large, nothing shifts while a page is loaded, and axe finds no problem.
import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import {
  expectTextsOf,
  lastChangeLine,
  longTimeout,
  openDetails,
  openLab,
  pause,
  setBuffer,
  waitForChange,
} from "./lab.ts";
import { expect, test } from "./test.ts";

interface View {
  readonly address: string;
  /** What is visible when the view is complete. */
  readonly shown: string;
  /** How much the view may shift while it is loaded. Views without a limit change when their results arrive. */
  readonly shift?: number;
  /** The smallest size of a text in pixels, if it is not 12. */
  readonly text?: number;
}

const VIEWS: Readonly<Record<string, View>> = {
  "the first face": { address: "#p=near-far&l=face", shown: ".face-answer > [role=status]", shift: 0.01 },
  "the Lab": { address: "#p=near-far", shown: ".fs-network", shift: 0.03 },
  "a group of flows": { address: "#p=near-far&flows.near.count=50", shown: ".fs-network" },
  "a graph": { address: '#p=near-far&network={"kind":"graph"}', shown: ".fs-network" },
  "an embedded view": {
    address: "?embed=fairness,network,controls,rate,queue#p=sawtooth",
    shown: ".chart-queue",
  },
  "the lessons": { address: "#/lessons", shown: "main h1" },
  "a lesson": { address: "#/lessons/sawtooth", shown: ".lesson-step" },
  "a prediction": { address: "#/lessons/copa/compete", shown: ".predict-curve text", text: 11 },
  "a lesson with a program": {
    address: "#/lessons/invent-aimd",
    shown: ".lesson-program .cm-content",
    text: 11,
  },
  "the algorithms": { address: "#/algorithms/cubic", shown: ".article-picture .fs-plot", shift: 0.05 },
  "which one wins": { address: "#/algorithms/which-one-wins?families=rate,report", shown: "[role=grid]" },
  "the race": { address: "#/algorithms/race", shown: ".program-state" },
  "the papers": { address: "#/papers", shown: ".verdict-bar" },
  "a paper": { address: "#/papers/tfwc", shown: ".paper-main .paper-figure" },
  "a surface": { address: "#/papers/tfwc/fig1b", shown: ".paper-figure" },
  "a histogram": { address: "#/papers/ldaplus/fig4a", shown: ".paper-figure" },
  "a table": { address: "#/papers/ldaplus/tab1", shown: "main table" },
  "an experiment without runs": { address: "#/papers/trabol/fig3", shown: "main h1" },
  "a sweep": { address: "#/vary", shown: "main h1" },
  "the assignments": { address: "#/assignments", shown: "main h1" },
  "the check of hand-ins": { address: "#/assignments/check", shown: "main h1" },
  "a line": { address: "#/line", shown: "main h1" },
  "a drive": { address: "#/drive", shown: "main h1" },
};

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Waits for the frames in which drawings follow the width of their places. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });

/** The problems that axe finds. */
async function problems(page: Page): Promise<readonly string[]> {
  const { violations } = await axe(page).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
  );
}

/** The controls that a finger cannot hit well. */
const smallTargets = (page: Page): Promise<readonly string[]> =>
  page
    .locator(
      ".header :is(button, select), .face :is(button, input), .transport button, .sheet-tabs button, .chart-rate .fs-chart-tools button, .lesson-buttons button",
    )
    .filter({ visible: true })
    .evaluateAll((targets) =>
      targets
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map((target) => target.getAttribute("aria-label") ?? target.textContent ?? ""),
    );

/** The margins of a plot above and below its axes, and what the time axis needs more, in pixels. */
const [MARGINS, TIME_AXIS] = [14, 16] as const;

/**
 * Expects that the first three charts have at least 110 pixels between their axes, that the chart of the rate is the
 * highest, and that a screen wide enough for the settings shows all three and the whole network without scrolling.
 */
async function expectReadableCharts(page: Page): Promise<void> {
  const plots = page.locator(".chart .fs-plot");
  await expect(plots).toHaveCount(3);
  const heights = await plots.evaluateAll((all) => all.map((plot) => plot.getBoundingClientRect().height));
  const drawn = heights.map((height, i) => height - MARGINS - (i === 2 ? TIME_AXIS : 0));
  expect.soft(Math.min(...drawn), `heights ${drawn.join(", ")}`).toBeGreaterThanOrEqual(110);
  expect.soft(drawn[0], `heights ${drawn.join(", ")}`).toBeGreaterThan(1.2 * (drawn[1] ?? 0));
  const picture = page.locator(".fs-network");
  const { width } = page.viewportSize() ?? { width: 0 };
  expect.soft((await picture.boundingBox())?.width).toBeGreaterThan(Math.min(600, width * 0.8));
  if (width < 1280) return;
  await expect(picture).toBeInViewport({ ratio: 1 });
  for (const plot of await plots.all()) await expect(plot).toBeInViewport({ ratio: 1 });
}

/** Records from the start of each page how much it shifts. */
const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });

const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0));

for (const { width, height, scheme } of [
  { width: 390, height: 844, scheme: "light" },
  { width: 640, height: 900, scheme: "dark" },
  { width: 1280, height: 720, scheme: "dark" },
  { width: 1920, height: 1080, scheme: "light" },
] as const)
  test.describe(() => {
    const isPhone = width === 390;
    test.use({
      viewport: { width, height },
      colorScheme: scheme,
      hasTouch: isPhone,
      isMobile: isPhone,
    });

    test(`every part of the page keeps the measures at ${width} pixels`, async ({ page }) => {
      test.setTimeout(240_000);
      await recordShifts(page);
      const headers = new Set<number | undefined>();
      for (const [name, { address, shown, shift, text = 12 }] of Object.entries(VIEWS)) {
        await page.goto("about:blank");
        await page.goto(`./${address}`);
        await expect(page.locator(shown).first(), name).toBeVisible(longTimeout);
        await page.evaluate(() => document.fonts.ready);
        await settle(page);
        if (shift !== undefined) expect.soft(await shifted(page), `${name}: shift`).toBeLessThan(shift);
        expect.soft(await overflow(page), `${name}: overflow`).toBeLessThanOrEqual(0);
        await expectTextsOf(page, text, `${name}: small texts`);
        if (name === "the Lab") await expectReadableCharts(page);
        if (isPhone) expect.soft(await smallTargets(page), `${name}: small targets`).toEqual([]);
        if (isPhone || width === 1280) {
          await page.emulateMedia({ reducedMotion: "reduce" });
          expect.soft(await problems(page), `${name}: axe`).toEqual([]);
          await page.emulateMedia({ reducedMotion: "no-preference" });
        }
        const banner = page.getByRole("banner");
        if ((await banner.count()) > 0 && !address.includes("l=face"))
          headers.add((await banner.boundingBox())?.height);
      }
      expect.soft([...headers], "heights of the header").toHaveLength(1);
    });
  });

test("the Lab with its panels, and its dialogs, have no problem", async ({ page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await openLab(page);
    await pause(page);
    await setBuffer(page, "15");
    await waitForChange(page, /15/);
    await lastChangeLine(page).getByRole("button", { name: "Compare" }).click();
    await openDetails(page, "Numbers");
    await openDetails(page, "In words");
    expect.soft(await problems(page), colorScheme).toEqual([]);
    for (const title of ["Examples", "Share", "Keyboard"]) {
      await page.getByRole("banner").getByRole("button", { name: title }).click();
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      expect.soft(await problems(page), `${title}, ${colorScheme}`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  }
});

test("no width is too small for the longest names, in the Lab, in Compare and while presenting", async ({
  page,
}) => {
  const expectFits = async (what: string): Promise<void> => {
    for (const width of [1920, 1280, 861, 800, 725, 640, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await settle(page);
      expect.soft(await overflow(page), `${what} at ${width}`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await openLab(page, `#p=near-far&title=${"x".repeat(200)}&flows.near.label=${"y".repeat(80)}`);
  await pause(page);
  await expectFits("the Lab");
  await page.keyboard.press("c");
  await expect(page.getByRole("region", { name: "Compare" })).toBeVisible();
  await expectFits("Compare");
  await page.keyboard.press("p");
  await expect(page.locator(".is-presenting")).toHaveCount(1);
  await expectFits("presenting");
  // Suggestions and the line about the last change are not on top of each other.
  await openLab(page);
  await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
  await page.keyboard.press("p");
  await expect(page.locator(".is-presenting .last-change")).toBeVisible(longTimeout);
  await expect(page.locator(".is-presenting .tries")).toBeHidden();
});

const PARTS = [
  ".title-text h1",
  ".tries",
  ".transport",
  ".overview",
  ".chart-rate .fs-plot",
  "[data-setting='network.forward.queue.limit']",
];

/** The distances of the visible parts of the Lab from the upper edge, in pixels. */
const placesOf = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate(
    (parts) =>
      Object.fromEntries(
        parts.flatMap((part) => {
          const element = document.querySelector(part);
          return element?.checkVisibility() ? [[part, Math.round(element.getBoundingClientRect().y)]] : [];
        }),
      ),
    PARTS,
  );

test("the first change moves nothing, at any width", async ({ page }) => {
  test.setTimeout(180_000);
  for (const width of [390, 621, 725, 861, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("about:blank");
    await openLab(page, "#p=near-far");
    await pause(page);
    await expect(page.locator(".fs-network")).toBeVisible();
    const before = await placesOf(page);
    expect(Object.keys(before).length).toBeGreaterThanOrEqual(5);
    await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
    await waitForChange(page, /buffer/i);
    expect.soft(await placesOf(page), `at ${width} pixels`).toEqual(before);
  }
});
