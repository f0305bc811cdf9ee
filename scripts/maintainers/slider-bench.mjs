// npm run bench -- --slider: measures the delay from a moved slider to the changed chart in the default scenario. The
// folders of other built sites can follow; the moves of all sites alternate, so that other load affects all equally.

import { launchChromium } from "../lib/browser.mjs";
import { site } from "../lib/paths.mjs";
import { serve } from "../serve.mjs";
import { percentile } from "./frame-bench.mjs";

/** Moves per site, after the moves that are not measured, and the time between two moves of one site. */
const MOVES = 100;
const WARM_UPS = 10;
const REST_MS = 250;

/** Frames in which a chart does not change after its last change. */
const STILL_FRAMES = 12;

/**
 * Milliseconds from the slider's event to the first frame with a changed chart, and to the last one.
 * @typedef {{ first: number, last: number }} Delay
 */

/**
 * Runs in the page: waits for the next event of a slider, and then looks at the first chart after each frame. The delay is the promise
 * `window.chartDelay`.
 * @param {number} stillFrames
 */
function watchChart(stillFrames) {
  const chart = document.querySelector("canvas.fs-base");
  if (!(chart instanceof HTMLCanvasElement)) throw new Error("The chart is not shown.");
  const copy = new OffscreenCanvas(chart.width, 60);
  const context = copy.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The chart cannot be read.");
  const look = () => {
    context.clearRect(0, 0, copy.width, copy.height);
    context.drawImage(chart, 0, 0, copy.width, copy.height);
    const pixels = new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
    return pixels.reduce((hash, pixel) => (Math.imul(hash, 31) + pixel) | 0, 0);
  };
  let shown = look();
  let [first, last, still] = [0, 0, 0];
  const { port1, port2 } = new MessageChannel();
  // A message that a frame sends arrives after everything that the frame draws.
  const nextFrame = () => requestAnimationFrame(() => port2.postMessage(null));
  const chartDelay = new Promise((resolve) => {
    addEventListener(
      "input",
      ({ timeStamp }) => {
        port1.onmessage = () => {
          const now = look();
          still += 1;
          if (now !== shown) {
            last = performance.now() - timeStamp;
            first ||= last;
            still = 0;
          }
          shown = now;
          if (first > 0 && still >= stillFrames) resolve({ first, last });
          else nextFrame();
        };
        nextFrame();
      },
      { capture: true, once: true },
    );
  });
  Object.assign(window, { chartDelay });
}

/**
 * Opens the Lab with its playhead at the end, and presses the pointer on the slider of the link's rate. The returned
 * function moves the slider and measures the delay.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @returns {Promise<(move: number) => Promise<Delay>>}
 */
async function dragRate(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}#p=near-far`);
  const slider = page.locator('[data-setting="network.forward.rate"] input.slider');
  await slider.waitFor();
  await page.waitForFunction(() =>
    /--computed:\s*1;/.test(document.querySelector(".scrub")?.getAttribute("style") ?? ""),
  );
  await page.getByRole("slider", { name: "Playback position" }).press("End");
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error("The slider of the link's rate is not visible.");
  /** Moves back and forth over the middle half of the slider. @param {number} move */
  const moveTo = (move) =>
    page.mouse.move(box.x + box.width * (0.25 + Math.abs(20 - (move % 40)) / 40), box.y + box.height / 2);
  await moveTo(0);
  await page.mouse.down();
  return async (move) => {
    await page.evaluate(watchChart, STILL_FRAMES);
    await moveTo(move + 1);
    const delay = await page.evaluate(() => Reflect.get(window, "chartDelay"));
    await page.waitForTimeout(REST_MS);
    return delay;
  };
}

/** @param {string[]} args */
export async function sliderBench(args) {
  const folders = [site, ...args.filter((arg) => !arg.startsWith("--"))];
  const browser = await launchChromium();
  /** @type {(() => Promise<void>)[]} */
  const closes = [];
  console.log(`\nMilliseconds from a moved slider to the changed chart, Chromium ${browser.version()}:\n`);
  try {
    /** @type {{ move: (move: number) => Promise<Delay>, delays: Delay[] }[]} */
    const sites = [];
    for (const folder of folders) {
      const { url, close } = await serve({ folder, port: 0 });
      closes.push(close);
      sites.push({ move: await dragRate(browser, url), delays: [] });
    }
    for (let move = 0; move < WARM_UPS + MOVES; move += 1)
      for (const one of sites) {
        const delay = await one.move(move);
        if (move >= WARM_UPS) one.delays.push(delay);
      }
    console.log("| site | moves | first change p50 | p95 | complete p50 | p95 |\n|---|---|---|---|---|---|");
    for (const [index, { delays }] of sites.entries()) {
      /** @param {keyof Delay} which @param {number} share */
      const share = (which, share) =>
        percentile(
          delays.map((delay) => delay[which]),
          share,
        ).toFixed(0);
      const cells = [share("first", 0.5), share("first", 0.95), share("last", 0.5), share("last", 0.95)];
      console.log(`| ${folders[index]} | ${delays.length} | ${cells.join(" | ")} |`);
    }
  } finally {
    await browser.close();
    for (const close of closes) await close();
  }
}
