// The first face of the page: a visitor who opens the page without a link sees one question with its
// pictures, one control and one button.
import type { Locator, Page } from "@playwright/test";
import { LAYOUT_IDS } from "../web/src/examples/layouts.ts";
import { longTimeout, pause } from "./lab.ts";
import { expect, test } from "./test.ts";

// A visitor who has chosen nothing yet.
test.use({ wholeLab: false, viewport: { width: 1280, height: 720 } });

const answer = (page: Page) => page.getByRole("status", { name: "Answer" });

/** Opens the page and waits until the first run is complete. */
async function openFace(page: Page, address = "", question = "Who gets more?"): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible(longTimeout);
  await expect(answer(page)).not.toHaveText(/^\s*$/, longTimeout);
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/[&]r=[0-9a-f]{16}|^#s=/);
}

const resultOf = (page: Page): string | undefined =>
  /[&]r=([0-9a-f]{16})/.exec(new URL(page.url()).hash)?.[1];

/**
 * Remembers the visible elements of the first screen that the Tab key reaches, and returns their names.
 */
const focusable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const elements = [
      ...document.querySelectorAll<HTMLElement | SVGElement>("a[href], button, input, select, [tabindex]"),
    ].filter((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
      return (
        isInside &&
        width > 1 &&
        height > 1 &&
        element.tabIndex >= 0 &&
        !element.matches(":disabled") &&
        element.checkVisibility({ visibilityProperty: true })
      );
    });
    // Of several radio buttons, the Tab key reaches the chosen one.
    const reachable = elements.filter((element) => !element.matches("[type=radio]:not(:checked)"));
    Object.assign(globalThis, { notFocused: new Set(reachable) });
    return elements.map((element) => element.getAttribute("aria-label") ?? element.textContent ?? "");
  });

/** Removes the focused element from the remembered ones, and returns the names of those that are left. */
const notFocused = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { notFocused } = globalThis as unknown as { notFocused: Set<Element> };
    if (document.activeElement) notFocused.delete(document.activeElement);
    return [...notFocused].map((element) => element.getAttribute("aria-label") ?? element.textContent ?? "");
  });

/** The names of everything on the screen that can be focused or clicked, apart from the main part as a whole. */
const controls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isPointed = (element: Element | null): boolean =>
      element !== null && getComputedStyle(element).cursor === "pointer";
    return [...document.querySelectorAll<HTMLElement | SVGElement>("body *:not(main)")].flatMap((element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const isInside = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
      const isControl =
        element.matches("a[href], button, input, select, textarea, summary, [role=button], [tabindex]") ||
        (isPointed(element) && !isPointed(element.parentElement));
      return isControl &&
        isInside &&
        width > 1 &&
        height > 1 &&
        !element.matches(":disabled") &&
        element.checkVisibility({ visibilityProperty: true })
        ? [element.getAttribute("aria-label") ?? element.textContent ?? ""]
        : [];
    });
  });

/** What has the place of the chart: its name, and words that it gets from the run. */
const STAGES: Readonly<Record<string, readonly [name: string, words: RegExp]>> = {
  "call-download": ["The call", /Frozen [\d.]+\ss of/],
  "film-download": ["The video player", /Starts since 0\ss|Plays at .*mean bit rate [\d.]+\s[kM]b\/s/],
  "page-loss": ["The page as it loads", /Page 1: after [\d.]+\ss, .* Complete after [\d.]+\ss/],
};

test("every question has at most 20 controls", async ({ page }) => {
  await openFace(page);
  for (const id of LAYOUT_IDS) {
    await page.goto("about:blank");
    await page.goto(`./#p=${id}&l=face`);
    await expect(answer(page)).not.toHaveText(/^\s*$/, longTimeout);
    await expect(page.locator(".slow-motion")).toBeVisible();
    const [name, words] = STAGES[id] ?? [];
    if (name && words) await expect(page.getByRole("region", { name })).toContainText(words, longTimeout);
    // Twenty flows have no mark.
    else if (id !== "twenty") await expect(page.locator(".why-mark")).toBeVisible(longTimeout);
    const found = await controls(page);
    expect(found).toContain("Show everything");
    expect(found.length, `${id}: ${found.join(", ")}`).toBeLessThanOrEqual(20);
  }
});

test("a feature goes on where the answer ends", async ({ page }) => {
  for (const [id, link, heading] of [
    ["near-far", "Drive it by hand", /You are the controller/],
    ["bbr-cubic", "Which one wins?", /Which one wins/],
    ["random-loss", "The race on ten networks", /race/],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`./#p=${id}&l=face`);
    await page.getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible(longTimeout);
  }
});

test("the first face has high pictures, fits the screen, is reached by keys, and keeps its bars while presenting", async ({
  page,
}) => {
  await openFace(page);
  for (const picture of [page.getByRole("region", { name: "Network" }), page.locator("[data-chart=rate]")])
    await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThanOrEqual(240);
  await expect(page.getByRole("button", { name: "Show everything" })).toBeInViewport({ ratio: 1 });
  const main = page.locator("main");
  await expect
    .poll(() => main.evaluate((main) => main.scrollHeight - main.clientHeight))
    .toBeLessThanOrEqual(0);
  // The keyboard alone reaches every control.
  await pause(page);
  await focusable(page);
  await expect
    .poll(
      async () => {
        await page.keyboard.press("Tab");
        return notFocused(page);
      },
      { intervals: [0] },
    )
    .toEqual([]);
  // While the run is complete and paused, nothing is sampled.
  const bars = page.getByRole("img", { name: /^Share of fair share/ });
  const shares = await bars.getAttribute("aria-label");
  expect(shares).toMatch(/\d/);
  for (const isPresenting of [true, false]) {
    await page.keyboard.press("p");
    await expect(page.getByRole("banner")).toHaveCount(isPresenting ? 0 : 1);
    await expect(bars).toHaveAttribute("aria-label", shares ?? "");
  }
});

test("playback begins when packets are drawn one by one, and a screen reader is notified when it pauses and continues", async ({
  page,
}) => {
  // In each frame in which the playhead has moved: how the packets are drawn.
  await page.addInitScript(() => {
    const modes = new Set<string | undefined>();
    Object.assign(globalThis, { modes });
    const look = (): void => {
      const slider = document.querySelector<HTMLInputElement>(".scrub-slider");
      const status = document.querySelector<HTMLElement>(".live-status");
      if (Number(slider?.value) > 0.1) modes.add(status?.dataset["live"]);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await openFace(page);
  const state = page.getByRole("status", { name: "State of playback" });
  await expect
    .poll(() => page.locator(".scrub-slider").evaluate((slider: HTMLInputElement) => Number(slider.value)))
    .toBeGreaterThan(0.5);
  await expect(state).toHaveText("");
  expect(await page.evaluate(() => [...(globalThis as unknown as { modes: Set<string> }).modes])).toEqual([
    "queues",
  ]);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(state).toHaveText(/^Paused at [\d.]+\sm?s: near [\d.]+\s[kM]?b\/s, far [\d.]+\s[kM]?b\/s\.$/);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(state).toHaveText(/^Playing from [\d.]+\sm?s on\.$/);
  await page.getByRole("slider", { name: "Playback position" }).press("End");
  await expect(state).toHaveText(/^The end, 30\ss: near .*, far .*\.$/, longTimeout);
  // These rates are not those of the changed scenario.
  await page.getByRole("button", { name: "Try: Equal round trips" }).click();
  await expect(state).toHaveText("");
});

test("with reduced motion, nothing plays by itself, and the whole run is shown", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const slider = page.getByRole("slider", { name: "Playback position" });
  const isAtEnd = () => slider.evaluate((input: HTMLInputElement) => input.value === input.max);
  await openFace(page);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect(await isAtEnd()).toBe(true);
  // A longer run.
  await page.getByRole("button", { name: "Another question" }).click();
  await page.getByRole("menuitem", { name: "As fast as TCP, but smoother?" }).click();
  await expect(answer(page)).toContainText("TFRC", longTimeout);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect(await isAtEnd()).toBe(true);
});

/** Records how much the page shifts once it is opened. */
const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });

const shiftedSoFar = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0));

test("the slider changes the answer while it is dragged, a small change may be chance, and another question opens", async ({
  page,
}) => {
  await openFace(page);
  const before = await answer(page).textContent();
  const slider = page.getByRole("slider", { name: "Round trip of \u201cfar\u201d", exact: true });
  const track = await boxOf(slider);
  await page.mouse.move(track.x + track.width * 0.45, track.y + track.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width * 0.8, track.y + track.height / 2, { steps: 4 });
  await expect(answer(page)).not.toHaveText(before ?? "");
  await expect(page.getByText(`Before: ${before}`)).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Start over" })).toBeEnabled();
  // With five seeds, near gets 3.2 to 5.8 times as much as far. With 84 ms, it gets about 4 times as much.
  const box = page.getByRole("textbox", { name: "Round trip of \u201cfar\u201d, exact value" });
  await box.fill("84");
  await box.press("Enter");
  await expect(page.locator(".face-before")).toContainText("Before: near gets 3.4 times", longTimeout);
  await expect(page.getByText("This may be chance")).toBeVisible(longTimeout);
  await page.getByRole("button", { name: "Try: Equal round trips" }).click();
  await expect(answer(page)).toHaveText("near and far get about the same", longTimeout);
  await expect(page.getByText("This may be chance")).toHaveCount(0);
  const summary = page.locator("[data-chart] p.fs-hidden");
  await expect(summary).toContainText("near", longTimeout);
  await page.getByRole("button", { name: "Another question" }).click();
  await page.getByRole("menuitem", { name: "BBR or CUBIC?" }).click();
  await expect(page.getByRole("heading", { name: "BBR or CUBIC?" })).toBeVisible(longTimeout);
  await expect(answer(page)).toContainText("CUBIC", longTimeout);
  await expect(summary).toContainText("CUBIC", longTimeout);
  await expect(summary).not.toContainText("near");
});

test("a click on the queue replaces the chart by that of the queue, and a button reverts this", async ({
  page,
}) => {
  // At this time, the queue is almost empty, so the click hits no packet.
  await openFace(page, "#p=near-far&l=face&t=8.12");
  await page.locator(".live-status").waitFor();
  await expect(page.locator("[data-chart=rate]")).toBeVisible();
  const box = await page.locator(".fs-network [data-link=forward] rect").first().boundingBox();
  if (!box) throw new Error("the picture has no queue");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator("[data-chart=queue]")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Who gets more?" })).toBeVisible();
  await page.getByRole("button", { name: "Back to \u201cRate\u201d" }).click();
  await expect(page.locator("[data-chart=rate]")).toBeVisible();
  await expect(page.locator("[data-chart=queue]")).toHaveCount(0);
});

test("the biggest fall has a mark that says why, with a pointer and with keys", async ({ page }) => {
  await openFace(page, "#p=near-far&l=face&t=12");
  const mark = page.getByRole("button", { name: /^near: why does the curve fall at [\d.]+\s?m?s\?$/ });
  await mark.click();
  const why = page.getByRole("region", { name: "Why?" });
  const sentence = "Buffer full, 47 packets dropped, so near halved its window from 94 to 47 packets.";
  await expect(why).toContainText(sentence);
  // One fall does not explain who gets more.
  await expect(why).toContainText("Who gets more? A shorter round trip lets a window grow faster");
  await expect(why).toContainText("D: next decision");
  await why.getByRole("button", { name: "Next decision" }).click();
  await expect(why).not.toContainText(sentence);
  await why.getByRole("button", { name: "Previous decision" }).click();
  await expect(why).toContainText(sentence);
  await page.keyboard.press("Escape");
  await expect(why).toHaveCount(0);
  await mark.focus();
  await page.keyboard.press("Enter");
  await expect(why).toContainText(sentence);
  await page.keyboard.press("Escape");
  await expect(why).toHaveCount(0);
  await expect(mark).toBeFocused();
  // A click on the curve only moves the playhead.
  const chart = await page.locator("[data-chart=rate] .fs-data").boundingBox();
  if (!chart) throw new Error("there is no chart");
  await page.mouse.click(chart.x + chart.width * 0.6, chart.y + chart.height * 0.5);
  await expect(why).toHaveCount(0);
  // The mark belongs to the shown run.
  await page.getByRole("button", { name: "Try: Equal round trips" }).click();
  await expect(answer(page)).toHaveText("near and far get about the same", longTimeout);
  await expect(page.getByRole("button", { name: /why does the curve fall/ })).toHaveCount(1);
});

test("the page remembers whether everything is shown, and an embedded view has the layout of its link", async ({
  page,
}) => {
  await openFace(page);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toBeVisible(longTimeout);
  await page.goto("about:blank");
  await page.goto("");
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toBeVisible(longTimeout);
  await page.getByRole("button", { name: "Simple" }).click();
  await expect(page.getByRole("heading", { name: "Who gets more?" })).toBeVisible();
  await page.goto("about:blank");
  await openFace(page);
  // An embedded view has the layout of its link.
  await page.goto("about:blank");
  await page.goto("./?embed#p=near-far&l=face");
  await expect(page.getByRole("heading", { level: 1, name: "Who gets more?" })).toBeVisible(longTimeout);
  await expect(answer(page)).toContainText("near gets", longTimeout);
  await expect(page.getByRole("link", { name: "Open in Fairshare" })).toHaveAttribute("href", /l=face/);
  await expect(page.getByRole("banner")).toHaveCount(0);
});

test("a reload keeps the question, the control and the button after every change", async ({ page }) => {
  await openFace(page);
  const first = page.url();
  const offered = page.locator(".face-try .button");
  for (const label of ["Equal round trips", "Buffer of 15 packets", "Add UDP at 2 Mb/s"])
    await page.getByRole("button", { name: `Try: ${label}` }).click();
  const before = page.locator(".face-before");
  await expect(page.locator(".face-changed")).toContainText("Reset: buffer back to 30");
  await expect(before).toContainText("Before: near gets 3.4 times", longTimeout);
  // UDP asks for less than the others.
  await expect(page.getByText("UDP gets all it asks for")).toBeVisible();
  await page.getByRole("button", { name: "About the fair share" }).click();
  await expect(page.getByText("no flow gets more than it asks for")).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/^#s=/);
  const link = page.url();
  await page.goto("about:blank");
  await openFace(page, link);
  await expect(before).toContainText("Before: near gets 3.4 times", longTimeout);
  await expect(
    page.getByRole("slider", { name: "Round trip of \u201cfar\u201d", exact: true }),
  ).toBeVisible();
  await expect(page.locator(".face-changed")).toContainText("Now: UDP added");
  await expect(offered).toHaveText("Start over");
  await offered.click();
  await expect(page.getByText("is four times as long as that of")).toBeVisible();
  await expect(offered).toHaveText("Try: Equal round trips");
  for (const [link, words] of [
    [first, "Same result as stated in the link"],
    [first.replace(/r=[0-9a-f]{16}/, "r=0000000000000000"), "The link states another result"],
  ] as const) {
    await page.goto("about:blank");
    await openFace(page, link);
    await expect(page.getByText(words)).toBeVisible(longTimeout);
  }
});

const sawtooth = "./#p=sawtooth&l=face";
const why = (page: Page): Locator => page.getByRole("region", { name: "Why?" });

/** Moves the cursor to the first event of the chart with the keyboard. Returns its time and the place of its symbol. */
async function firstMark(page: Page, chart: Locator): Promise<{ t: string; x: number; y: number }> {
  await chart.press("Home");
  await page.keyboard.press(".");
  const spoken = page.locator("[data-chart]").getByRole("status");
  await expect(spoken).toContainText("drop");
  const t = /([\d.]+)\s*s,/.exec((await spoken.textContent()) ?? "")?.[1] ?? "";
  // The cursor is drawn in the next frame. A vertical line has no width, so it counts as invisible.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const x = await page
    .locator("[data-chart] .fs-cursor line")
    .first()
    .evaluate((line) => line.getBoundingClientRect().x);
  const plot = await boxOf(chart);
  for (let y = plot.y + 2; y < plot.y + plot.height; y += 3) {
    await page.mouse.move(x, y);
    // The symbol is in the middle of the positions at which the pointer hits it.
    if (await chart.evaluate((element) => element.classList.contains("fs-over-mark")))
      return { t, x, y: y + 7 };
  }
  throw new Error("The pointer finds no symbol.");
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("a tap on the symbol of a drop explains the drop", async ({ page }) => {
    await openFace(page, sawtooth, "How much buffer keeps a link busy?");
    await pause(page);
    const { t, x, y } = await firstMark(page, page.getByRole("application", { name: "Window" }));
    // A finger is less exact than a mouse.
    await page.touchscreen.tap(x, y + 14);
    await expect(why(page).locator(".why-answer")).toHaveText(
      /^Buffer full, \d+ packets? dropped, so one flow halved its window/,
      longTimeout,
    );
    const heading = (await why(page).getByRole("heading").textContent()) ?? "";
    expect(heading).toContain("one flow at ");
    expect(Number(/at ([\d.]+)/.exec(heading)?.[1])).toBeCloseTo(Number(t), 1);
  });
});

test("names of flows in an example are translated, and its link stays the same", async ({ browser }) => {
  const found: string[] = [];
  for (const [locale, name] of [
    ["de-AT", "fern"],
    ["fr-CA", "lointain"],
  ] as const) {
    const context = await browser.newContext({ locale, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.goto("./#p=near-far&l=face");
    await expect(page.locator(".face-answer > [role=status]")).toContainText(name, longTimeout);
    await expect(page.locator(".fs-network")).toContainText(name);
    await expect(page.locator(".shares-bars")).toContainText(name);
    await expect(page.locator("[data-chart] .fs-labels")).toContainText(name);
    await expect(page.locator(".face")).not.toContainText("far");
    await expect.poll(() => resultOf(page), longTimeout).toMatch(/./);
    found.push(resultOf(page) ?? "");
    await context.close();
  }
  expect(found[0]).toBe(found[1]);
});

type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

async function boxOf(locator: Locator): Promise<Box> {
  await expect(locator).toBeVisible(longTimeout);
  const box = await locator.boundingBox();
  if (!box) throw new Error("The element has no box.");
  return box;
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Follows a packet in slow motion, with the colours of kinds. */
async function followPacket(page: Page, press: (locator: Locator) => Promise<void>): Promise<void> {
  await press(page.getByRole("button", { name: "Slow motion" }));
  await press(page.getByRole("group", { name: "Colours of packets" }).getByText("Kind"));
  await press(page.getByRole("button", { name: "Follow a packet" }));
  await expect(page.getByRole("region", { name: "The packet that is followed" })).toContainText("sent");
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("opening a question neither shifts the page nor makes it higher than the screen", async ({ page }) => {
    await recordShifts(page);
    await openFace(page);
    for (const [question, last] of [
      ["BBR or CUBIC?", "CUBIC"],
      ["How much buffer keeps a link busy?", "%"],
      ["Can a flood be held back?", "flood"],
    ] as const) {
      const before = await shiftedSoFar(page);
      await page.getByRole("button", { name: "Another question" }).tap();
      await page.getByRole("menuitem", { name: question }).tap();
      await expect(page.getByRole("heading", { name: question })).toBeVisible(longTimeout);
      await expect(answer(page)).toContainText(last, longTimeout);
      await expect(page.getByRole("button", { name: "Show everything" })).toBeInViewport({ ratio: 1 });
      const scrolls = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(scrolls).toBeLessThanOrEqual(0);
      expect((await shiftedSoFar(page)) - before, question).toBeLessThan(0.03);
    }
  });

  test("taps hit the controls of packets, which stay in the row of the network", async ({ page }) => {
    await openFace(page);
    // A tap fails if another element is at its place.
    await followPacket(page, (locator) => locator.tap({ timeout: 10_000 }));
    const network = await boxOf(page.getByRole("region", { name: "Network" }));
    const controls = await boxOf(page.locator(".live-bar"));
    expect(controls.y + controls.height).toBeLessThanOrEqual(network.y + network.height);
    const card = await boxOf(page.getByRole("region", { name: "The packet that is followed" }));
    // The card is a sheet over the answer, and covers neither the picture nor the chart.
    expect(overlap(card, network)).toBe(false);
    for (const part of [page.getByRole("region", { name: "Playback" }), page.locator(".face-chart")])
      expect(overlap(card, await boxOf(part))).toBe(false);
    await page.getByRole("button", { name: "Follow no packet" }).tap();
    await expect(page.locator("[data-chart=rate]")).toBeVisible();
    await page.getByRole("button", { name: "Follow a packet" }).tap();
    await page.getByRole("button", { name: "Show its time sequence" }).tap();
    await expect(page.locator("[data-chart=sequence]")).toBeVisible(longTimeout);
    await page.getByRole("button", { name: "Back to \u201cRate\u201d" }).tap();
    await expect(page.locator("[data-chart=rate]")).toBeVisible();
  });

  /** The visible elements that reach beyond an edge of the screen. */
  const beyondEdges = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll(".header *, .face, .face *")]
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return (left < -0.5 || right > innerWidth + 0.5) && element.checkVisibility();
        })
        .filter((element) => !element.closest(".visually-hidden, .fs-hidden"))
        .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
    );

  test.describe(() => {
    // Its words are the longest.
    test.use({ locale: "de-AT" });
    test(`no question is wider than a phone, nor higher than one of 844 pixels`, async ({ page }) => {
      await page.goto("./#p=near-far&l=face");
      // Slow motion shows all controls of packets.
      await page.locator(".slow-motion").tap();
      const found: string[] = [];
      const heading = page.getByRole("heading", { level: 1 });
      for (const id of LAYOUT_IDS) {
        const former = await heading.textContent();
        await page.evaluate((hash) => location.assign(hash), `#p=${id}&l=face`);
        if (id !== "near-far") await expect(heading).not.toHaveText(former ?? "", longTimeout);
        await expect(page.locator(".live-controls .segmented")).toBeVisible(longTimeout);
        await expect(page.locator(".face-answer > [role=status]")).not.toHaveText(/^\s*$/, longTimeout);
        for (const width of [390, 360, 320]) {
          await page.setViewportSize({ width, height: 844 });
          // Drawings follow the width in the frame after its report.
          await page.evaluate(async () => {
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
          });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (wide > 0) found.push(`${id} at ${width}: ${wide}`);
          found.push(...(await beyondEdges(page)).map((element) => `${id} at ${width}: ${element}`));
        }
        await page.setViewportSize({ width: 390, height: 844 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight), {
            message: id,
          })
          .toBeLessThanOrEqual(0);
      }
      expect(found).toEqual([]);
    });
  });
});
