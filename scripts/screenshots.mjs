// npm run screenshots: pictures of the main views into docs/screenshots, from the built site, always of the same run at the
// same moment. `npm run screenshots -- lab compare` makes only those views.
import { mkdirSync, statSync } from "node:fs";
import { chromium } from "@playwright/test";
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
const schemes = ["light", "dark"];
/** The moment that all pictures of the Lab show, in seconds. */
const moment = "12.3";

const openDialog = (name) => async (page) => {
  await page.keyboard.press({ Examples: "e", Share: "s" }[name]);
  await page.getByRole("dialog", { name }).waitFor();
};

/** What is done before each picture is taken. */
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
  algorithms: async (page) => {
    await page.getByRole("button", { name: "Algorithms" }).click();
    await page.getByRole("button", { name: "CUBIC", exact: true }).click();
    await page.locator(".article svg, .article canvas").first().waitFor();
  },
};

async function open(page, url) {
  await page.goto(url);
  await page.waitForFunction(() => location.hash.includes("&r="));
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const time = page.getByRole("textbox", { name: "Time in seconds" });
  await time.fill(moment);
  await time.press("Enter");
  await page.evaluate(() => document.activeElement?.blur());
  await page.evaluate(() => document.fonts.ready);
}

/** Waits until two pictures in a row are the same: nothing moves or is still to be drawn. */
async function still(page) {
  let before = await page.screenshot();
  for (let tries = 0; tries < 20; tries++) {
    await page.waitForTimeout(300);
    const now = await page.screenshot();
    if (now.equals(before)) return;
    before = now;
  }
}

/** The Lab in every size and scheme; of the others two pictures are enough, and the repository stays small. */
const needed = (name, width, scheme) =>
  name === "lab" || `${width}-${scheme}` === "1280-light" || `${width}-${scheme}` === "640-dark";

async function main(wanted) {
  mkdirSync(folder, { recursive: true });
  const { server, url } = await serve({ port: 0 });
  const browser = await chromium.launch({ args: browserFlags, executablePath: knownBrowser() || undefined });
  let bytes = 0;
  try {
    for (const viewport of sizes)
      for (const colorScheme of schemes)
        for (const [name, prepare] of Object.entries(views)) {
          if (wanted.length > 0 && !wanted.includes(name)) continue;
          if (!needed(name, viewport.width, colorScheme)) continue;
          const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
          const page = await context.newPage();
          page.setDefaultTimeout(60_000);
          await open(page, url);
          await prepare(page);
          await still(page);
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
