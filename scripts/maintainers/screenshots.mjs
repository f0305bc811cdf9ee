// npm run screenshots: takes the screenshots of the documentation (docs/screenshots) from the built site. `npm run
// screenshots -- class` takes those whose names begin with `class`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installFromApt, launchChromium } from "../lib/browser.mjs";
import { classPictures } from "../lib/classViews.mjs";
import { inRoot, isMain } from "../lib/paths.mjs";
import { quickStartPictures } from "../lib/quickStartViews.mjs";
import { outputOf, run } from "../lib/run.mjs";
import { inTemporaryFolder } from "../lib/tables.mjs";
import { serve } from "../serve.mjs";

const folder = inRoot("docs", "screenshots");

/**
 * A picture: its name, the width of the screen, the address, and the actions that lead from there to the view. Without `take`, the
 * picture is one screenshot, of the whole screen unless there is `shot`. The Lab is whole, unless the address
 * names a layout or the picture is of a first visit.
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {(page: Page) => Promise<Buffer>} Shot
 * @typedef {{ name: string, width: 390 | 1280 | 1920, quality?: number, shot?: Shot, isFirstVisit?: boolean, address?: string, prepare: (page: Page) => Promise<void>, take?: Shot }} Picture
 */

/** The heights of the screens of a phone, a laptop and a projector, by their widths. */
const HEIGHTS = { 390: 844, 1280: 900, 1920: 1080 };

const screenshot = (/** @type {Page} */ page) => page.screenshot();

/** Waits until single packets are drawn in the picture of the network. */
const packetsDrawn = async (/** @type {Page} */ page) =>
  page.locator('.live-status[data-live="packets"]').waitFor();

/** In the first example, a packet was dropped shortly before this time, in seconds. */
const DROP = 8;
/** The animation: its start and its step in seconds of the run, the number of frames, and the time that each is shown, in ms. */
const moving = { from: DROP - 0.026, step: 0.002, frames: 24, duration: 160 };

/**
 * Moves the playhead by the slider, which accepts any time.
 * @param {Page} page
 * @param {number} t in seconds
 */
async function seek(page, t) {
  await page.locator(".scrub-slider").evaluate((slider, time) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    set?.call(slider, String(time));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, t);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Joins screenshots to an animation, with a program of Debian's package webp.
 * @param {readonly Buffer[]} screenshots
 * @param {number} duration of each of them, in ms
 */
async function animate(screenshots, duration) {
  if (outputOf("img2webp", ["-version"]) === undefined) await installFromApt("webp");
  return inTemporaryFolder(async (folder) => {
    const files = screenshots.map((picture, number) => {
      writeFileSync(join(folder, `${number}.png`), picture);
      return join(folder, `${number}.png`);
    });
    const result = join(folder, "animation.webp");
    const quality = ["-lossy", "-q", "70", "-d", String(duration)];
    await run("img2webp", ["-loop", "0", ...quality, ...files, "-o", result], { isSilent: true });
    return readFileSync(result);
  });
}

/** Packets wait, one falls out, acknowledgements return. @param {Page} page */
async function takeMovingPackets(page) {
  /** @type {Buffer[]} */
  const screenshots = [];
  for (let i = 0; i < moving.frames; i++) {
    await seek(page, moving.from + i * moving.step);
    screenshots.push(await page.screenshot());
  }
  return animate(screenshots, moving.duration);
}

/** The first face in slow motion, at a time in seconds. */
const slowly = (/** @type {number} */ t) => async (/** @type {Page} */ page) => {
  await page.getByRole("button", { name: "Slow motion" }).click();
  await seek(page, t);
  await packetsDrawn(page);
};

const face = `#p=near-far&l=face&t=${DROP}`;

/** @type {readonly Picture[]} */
const pictures = [
  { name: "slow-1280-light", width: 1280, address: face, prepare: slowly(DROP) },
  { name: "face-moving", width: 1280, address: face, prepare: slowly(moving.from), take: takeMovingPackets },
  ...classPictures,
  ...quickStartPictures,
];

/**
 * Waits until two successive screenshots are equal, which means that everything is drawn and nothing moves.
 * Gives up after 20 attempts, which take at least 6 s.
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
 * A picture in the format WebP, which takes a third of the space of PNG.
 * @param {Page} page any page, which the browser does not show afterwards
 * @param {Buffer} png
 * @param {number} quality from 0 to 1
 */
async function toWebp(page, png, quality) {
  await page.goto("about:blank");
  const base64 = await page.evaluate(
    async ({ source, quality }) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality });
      let text = "";
      for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
      return btoa(text);
    },
    { source: `data:image/png;base64,${png.toString("base64")}`, quality },
  );
  return Buffer.from(base64, "base64");
}

/** @param {string} prefix of the names of the pictures */
async function main(prefix = "") {
  mkdirSync(folder, { recursive: true });
  const { url, close } = await serve({ port: 0 });
  const browser = await launchChromium();
  try {
    for (const {
      name,
      width,
      shot = screenshot,
      quality = 0.5,
      isFirstVisit,
      address = "",
      prepare,
      take,
    } of pictures) {
      if (!name.startsWith(prefix)) continue;
      const touch = width === 390 ? { hasTouch: true, isMobile: true } : {};
      const viewport = { width, height: take ? 720 : HEIGHTS[width] };
      const page = await browser.newPage({ viewport, reducedMotion: "reduce", ...touch });
      page.setDefaultTimeout(60_000);
      if (!isFirstVisit)
        await page.addInitScript(() => localStorage.setItem("fairshare.setting.layout", '"all"'));
      await page.goto(url + address);
      await page.locator('.scrub[style*="--computed: 1;"]').waitFor();
      await prepare(page);
      await waitUntilStill(page);
      const picture = take ? await take(page) : await toWebp(page, await shot(page), quality);
      await page.close();
      writeFileSync(join(folder, `${name}.webp`), picture);
      console.log(`${name}: ${Math.round(picture.length / 1000)} kB`);
    }
  } finally {
    await browser.close();
    await close();
  }
}

if (isMain(import.meta)) await main(process.argv[2]);
