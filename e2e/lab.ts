// Helpers for the tests of the Lab: they open the Lab, wait for a complete run, and read texts of the page.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Frame, Locator, Page } from "@playwright/test";
import { type LinkView, writeLink } from "../web/src/scenario/shareLink.ts";
import { expect } from "./test.ts";

/** A link to a scenario, with a view. */
export const linkTo = (doc: unknown, view: LinkView = {}): string =>
  writeLink(["s", deflateRawSync(JSON.stringify(doc)).toString("base64url")], [], { view });

/** The scenario in a link, as text. Empty if the link names an example. */
export function scenarioIn(fragment: string): string {
  const packed = /#s=([\w-]+)/.exec(fragment)?.[1];
  return packed === undefined ? "" : inflateRawSync(Buffer.from(packed, "base64url")).toString();
}

/**
 * For tests that wait for results of runs, which take long on a busy machine. With these intervals,
 * `expect.poll` checks ten times a second; by default, it waits for a second between later checks.
 */
export const longTimeout = { timeout: 30_000, intervals: [100] };

/** Opens the Lab and waits until the run is complete, so that it has a result ID and complete charts. */
export async function openLab(page: Page, fragment = ""): Promise<void> {
  await page.goto(fragment === "" ? "" : `./${fragment}`);
  await waitForCompleteRun(page);
}

/** Waits until the run is complete. */
export async function waitForCompleteRun(page: Page): Promise<void> {
  // `waitForFunction` checks within the page, in each frame. Each check of an expectation takes longer, and
  // the checks become less frequent.
  await page
    .waitForFunction(
      () =>
        /^#(p=.*&r=[0-9a-f]{16}|s=)/.test(location.hash) &&
        /--computed:\s*1;/.test(document.querySelector(".scrub")?.getAttribute("style") ?? ""),
      null,
      longTimeout,
    )
    .catch(() => undefined);
  // If something is missing, the expectations state what.
  await expect(page.getByRole("button", { name: "Undo" }).first()).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#(p=.*&r=[0-9a-f]{16}|s=)/);
  // A compressed link appears in the address before the run is complete, so check the progress as well.
  await expect(page.locator(".scrub")).toHaveAttribute("style", /--computed:\s*1;/);
}

/** Pauses playback, unless it has reached the end of the run meanwhile. */
export async function pause(page: Page): Promise<void> {
  // Between a look from outside of the page and a click, playback could reach the end.
  await page.locator(".play").evaluate((button: HTMLElement) => {
    if (button.textContent === "Pause") button.click();
  });
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
}

/** Seeks to a time with the text box. */
export async function seek(page: Page, seconds: number): Promise<void> {
  const box = page.getByRole("textbox", { name: "Time in seconds" });
  await box.fill(String(seconds));
  await box.press("Enter");
  await expect(box).toHaveValue(seconds.toFixed(1));
}

export async function setBuffer(page: Page, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: "Buffer, exact value" });
  await box.fill(text);
  await box.press("Enter");
}

export const lastChangeLine = (page: Page): Locator =>
  page.locator("p.last-change").filter({ hasText: "Last change" });

/** Waits until the line about the last change matches `summary` and contains the effect of the change. */
export async function waitForChange(page: Page, summary: RegExp): Promise<void> {
  await expect(lastChangeLine(page)).toContainText(summary, longTimeout);
  await expect(lastChangeLine(page)).not.toContainText("\u2026", longTimeout);
}

/** Waits until `read` gives the same value twice, a second apart, and returns this value. */
export async function whenStable<T>(read: () => T | Promise<T>): Promise<T> {
  let value = await read();
  let reads = 0;
  const isStable = async (): Promise<boolean> => {
    const before = JSON.stringify(value);
    value = await read();
    reads += 1;
    return reads > 1 && JSON.stringify(value) === before;
  };
  await expect.poll(isStable, { ...longTimeout, intervals: [1000] }).toBe(true);
  return value;
}

/** The shares of a run that has results: the bars of a question, or the line of the title of the Lab. */
export const shownShares = (where: Page | Frame): Locator =>
  where
    .getByRole("img", { name: /^Share of fair share: .*\d/ })
    .or(where.getByRole("region", { name: "Fair share" }).getByText(/\d\s?%/))
    .first();

/** The goodput of each flow in the line of the title, in per cent of the flow's fair share. */
export async function readShares(page: Page): Promise<Readonly<Record<string, number>>> {
  const shares = await page.locator(".shares-line > span:has(.shares-name)").allTextContents();
  const found = shares.map((text) => /^([\w-]+) ([\d.]+)\s?%/.exec(text));
  return Object.fromEntries(found.map((match) => [match?.[1], Number(match?.[2])]));
}

/** Opens one of the disclosures below the charts. */
export async function openDetails(page: Page, name: string | RegExp): Promise<Locator> {
  const details = page.locator("details").filter({ has: page.locator("summary", { hasText: name }) });
  await details.locator("summary").click();
  return details;
}

/** The number of finished runs that the page kept over a reload, as a part of the page states it. */
export const keptRuns = async (where: Locator): Promise<number> =>
  Number(/(\d+) finished runs are kept/.exec((await where.textContent()) ?? "")?.[1]);

/**
 * Parses a rate that the page shows. `value` is in bit/s. `maxRoundingError` is half of the unit of the last
 * digit.
 */
export function parseRate(text: string): { readonly value: number; readonly maxRoundingError: number } {
  const found = /^([\d.]+)\s*([kMG]?)b\/s$/.exec(text.trim());
  if (!found) throw new Error(`not a rate: ${text}`);
  const [, digits = "", prefix = ""] = found;
  const factor = { "": 1, k: 1e3, M: 1e6, G: 1e9 }[prefix] ?? 1;
  const decimals = digits.split(".")[1]?.length ?? 0;
  return { value: Number(digits) * factor, maxRoundingError: (factor * 10 ** -decimals) / 2 };
}

/**
 * The visible texts that are smaller than a number of pixels, with their sizes, except subscripts and
 * superscripts.
 */
const textsBelow = (page: Page, pixels: number): Promise<string[]> =>
  page.evaluate((pixels) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const text = texts.currentNode.textContent?.trim() ?? "";
      if (!element || text === "" || !element.checkVisibility({ visibilityProperty: true })) continue;
      // Texts that are only for screen readers are in elements of one pixel.
      const { width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      if (element.closest(".visually-hidden, .fs-hidden, option, math, sub, sup")) continue;
      const picture = element.closest("svg");
      const drawn = picture?.viewBox.baseVal.width ?? 0;
      const scale = picture && drawn > 0 ? picture.getBoundingClientRect().width / drawn : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      // Icon-only buttons hide their label with size 0. Scaling may round off 1 %.
      if (size > 0 && size < pixels * (scale < 1 ? 0.99 : 1)) found.push(`${text}: ${size} px`);
    }
    return found;
  }, pixels);

/** Expects that all texts have at least this size, once the charts are drawn again. */
export const expectTextsOf = (page: Page, pixels: number, message = "small texts"): Promise<void> =>
  expect
    .configure({ soft: true })
    .poll(() => textsBelow(page, pixels), { message })
    .toEqual([]);
