// npm run screenshots: takes screenshots of the main views of the built site and writes them to docs/screenshots.
// `npm run screenshots -- lab compare` takes only the views `lab` and `compare`.
import { mkdirSync, statSync } from "node:fs";
import { knownBrowser } from "./lib/browser.mjs";
import { browserFlags } from "./lib/browser-flags.mjs";
import { inRoot, isMain } from "./lib/paths.mjs";
import { serve } from "./serve.mjs";

const folder = inRoot("docs", "screenshots");
const sizes = [
  { width: 640, height: 900 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];
const colourSchemes = /** @type {const} */ (["light", "dark"]);
/** The simulated time that all screenshots of the Lab show, in seconds. */
const screenshotTime = "12.3";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {"Examples" | "Share"} name */
const openDialog = (name) => async (/** @type {Page} */ page) => {
  await page.keyboard.press({ Examples: "e", Share: "s" }[name]);
  await page.getByRole("dialog", { name }).waitFor();
};

/**
 * A page of the section "Papers".
 * @param {string | null} address
 * @param {string} drawn the selector of what the page shows when it is complete
 */
const paperView =
  (address, drawn = ".paper-figure") =>
  async (/** @type {Page} */ page) => {
    await page.evaluate(
      (fragment) => {
        location.hash = fragment;
      },
      `#/papers${address === null ? "" : `/${address}`}`,
    );
    await page.locator(drawn).first().waitFor();
  };

/**
 * The views, each with the actions that lead to the view from the start page.
 * @type {Record<string, (page: Page) => Promise<void>>}
 */
const views = {
  lab: async () => undefined,
  compare: async (page) => {
    await page.getByRole("button", { name: "Halve the buffer" }).click();
    const sentence = page.getByRole("status").filter({ hasText: "Last change" });
    await sentence.filter({ hasNotText: "\u2026" }).waitFor();
    await sentence.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("table", { name: "Results" }).waitFor();
    await page.getByRole("region", { name: "Compare" }).scrollIntoViewIfNeeded();
  },
  share: openDialog("Share"),
  examples: async (page) => {
    await openDialog("Examples")(page);
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".example-picture")].every((picture) => picture.childElementCount > 0),
    );
  },
  papers: paperView(null, ".scheme-picture"),
  "paper-surface": paperView("tfwc/fig1b"),
  "paper-curves": paperView("ldaplus/fig11b"),
  "paper-series": paperView("tpba/fig10"),
  "paper-histogram": paperView("ldaplus/fig4b"),
  "paper-cases": paperView("tpba/fig29"),
  "paper-table": paperView("ldaplus/tab1", ".experiment-figure table"),
  /** The lesson as an audience sees it. */
  "presented-lesson": async (page) => {
    await page.evaluate(() => {
      location.hash = "#/lessons/buffer/read";
    });
    await page.getByRole("heading", { name: /^Step 2 of/ }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("radio").nth(1).check();
    await page.locator(".lesson-verdict.is-right, .lesson-verdict.is-wrong").waitFor();
  },
  algorithms: async (page) => {
    await page.getByRole("button", { name: "Algorithms" }).click();
    await page.getByRole("button", { name: "CUBIC", exact: true }).click();
    await page.locator(".article svg, .article canvas").first().waitFor();
  },
};

/**
 * Opens the page and seeks to `screenshotTime`.
 * @param {Page} page
 * @param {string} url
 */
async function open(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => location.hash.includes("&r="));
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const time = page.getByRole("textbox", { name: "Time in seconds" });
  await time.fill(screenshotTime);
  await time.press("Enter");
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.evaluate(async () => void (await document.fonts.ready));
}

/**
 * Waits until two successive screenshots are equal, which means that everything is drawn and nothing moves. Gives up after 20 attempts,
 * which take at least 6 s.
 * @param {Page} page
 */
async function waitUntilStill(page) {
  let before = await page.screenshot();
  for (let tries = 0; tries < 20; tries++) {
    await page.waitForTimeout(300);
    const now = await page.screenshot();
    if (now.equals(before)) return;
    before = now;
  }
}

/**
 * Whether to take a screenshot: of the Lab in every size and colour scheme, of what is presented in the size of a projector, and of the other
 * views in two combinations, because the files are committed.
 * @param {string} name
 * @param {number} width
 * @param {string} scheme
 */
const isWanted = (name, width, scheme) =>
  name === "lab" ||
  (name.startsWith("presented")
    ? width === 1920
    : `${width}-${scheme}` === "1280-light" || `${width}-${scheme}` === "640-dark");

/** @param {string[]} selected the views to take; all if empty */
async function main(selected) {
  mkdirSync(folder, { recursive: true });
  const { server, url } = await serve({ port: 0 });
  const executablePath = knownBrowser();
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  let bytes = 0;
  try {
    for (const viewport of sizes)
      for (const colorScheme of colourSchemes)
        for (const [name, prepare] of Object.entries(views)) {
          if (selected.length > 0 && !selected.includes(name)) continue;
          if (!isWanted(name, viewport.width, colorScheme)) continue;
          const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
          const page = await context.newPage();
          page.setDefaultTimeout(60_000);
          await open(page, url);
          await prepare(page);
          await waitUntilStill(page);
          const path = `${folder}/${name}-${viewport.width}-${colorScheme}.png`;
          await page.screenshot({ path });
          await context.close();
          bytes += statSync(path).size;
          console.log(
            `${name} ${viewport.width} ${colorScheme}: ${Math.round(statSync(path).size / 1000)} kB`,
          );
        }
  } finally {
    await browser.close();
    server.close();
  }
  console.log(`${(bytes / 1e6).toFixed(2)} MB in docs/screenshots`);
}

if (isMain(import.meta)) await main(process.argv.slice(2));
