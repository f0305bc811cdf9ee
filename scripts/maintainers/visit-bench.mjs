// npm run bench -- --visit: measures how long a visitor waits from opening the page to the first moving chart
// and the first moving packet, at full speed and on a processor that is slowed down by a factor of 6, and
// from a click on Pause to the next frame while 200 flows are computed. It only prints the times and does not
// fail.
import { launchChromium } from "../lib/browser.mjs";
import { serve } from "../serve.mjs";
import { labAddress, manyFlows, percentile } from "./frame-bench.mjs";

/** The number of measurements of the first movement. */
const ROUNDS = 5;
/** The number of clicks on Pause or Play. */
const CLICKS = 20;

/**
 * The moving parts of the page: name, class of the canvas, and the method that draws the part.
 * @type {readonly (readonly [name: string, canvas: string, method: "stroke" | "fill"])[]}
 */
const MOVING = [
  ["first chart moves", "fs-base", "stroke"],
  ["first packet moves", "fs-packets", "fill"],
];

/**
 * Runs in the page: records the times at which canvases are drawn, by class.
 * @param {typeof MOVING} moving
 */
function recordPaintTimes(moving) {
  /** @type {Record<string, number[]>} */
  const paintTimes = {};
  Object.assign(window, { paintTimes });
  for (const [, name, method] of moving) {
    /** @type {number[]} */
    const times = [];
    paintTimes[name] = times;
    const draw = CanvasRenderingContext2D.prototype[method];
    /** @this {CanvasRenderingContext2D} @param {[]} args */
    function recordingDraw(...args) {
      const { canvas } = this;
      if (canvas instanceof HTMLCanvasElement && canvas.classList.contains(name))
        times.push(performance.now());
      return Reflect.apply(draw, this, args);
    }
    CanvasRenderingContext2D.prototype[method] = recordingDraw;
  }
}

/**
 * Milliseconds from the navigation to the first movement of each of `MOVING`: the first time that it is drawn
 * more than 10 ms after it was first drawn.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} slowdown the factor by which the processor is slowed down
 */
async function firstMovements(browser, url, slowdown) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(recordPaintTimes, MOVING);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url);
  /** @type {number[]} */
  const times = [];
  for (const [, canvas] of MOVING) {
    const moved = await page.waitForFunction((name) => {
      const { paintTimes } = /** @type {{ paintTimes?: Record<string, number[]> }} */ (window);
      const [first = Number.POSITIVE_INFINITY, ...later] = paintTimes?.[name] ?? [];
      return later.find((t) => t > first + 10);
    }, canvas);
    times.push((await moved.jsonValue()) ?? 0);
  }
  await context.close();
  return times;
}

/**
 * Milliseconds from each click on Pause or Play until its effect is visible, which is one frame after the
 * button has changed.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function pauseTimes(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  const button = page.getByRole("button", { name: "Pause", exact: true });
  await button.waitFor();
  await page.waitForTimeout(1000);
  const times = await page.evaluate(async (clicks) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    /** @type {number[]} */
    const times = [];
    for (let i = 0; i < clicks; i++) {
      const element = document.querySelector("button.play");
      if (!(element instanceof HTMLButtonElement)) throw new Error("there is no button to pause");
      const label = element.textContent;
      const start = performance.now();
      element.click();
      do await frame();
      while (document.querySelector("button.play")?.textContent === label);
      await frame();
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return times;
  }, CLICKS);
  await page.close();
  return times;
}

export async function visitBench() {
  const browser = await launchChromium();
  const { url, close } = await serve({ port: 0 });
  try {
    console.log(
      `\nMilliseconds of wall-clock time, Chromium ${browser.version()}, median (maximum) of ${ROUNDS} measurements:\n`,
    );
    for (const slowdown of [1, 6]) {
      /** @type {number[][]} */
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await firstMovements(browser, url, slowdown));
      const speed = slowdown === 1 ? "at full speed" : `${slowdown} times slower`;
      for (const [i, [what]] of MOVING.entries()) {
        const times = rounds.map((round) => round[i] ?? 0);
        console.log(
          `${what}, ${speed}: ${percentile(times, 0.5).toFixed(0)} (${percentile(times, 1).toFixed(0)})`,
        );
      }
    }
    const times = await pauseTimes(browser, await labAddress(url, manyFlows(200)));
    console.log(
      `Pause to the next frame, 200 flows computing: ${percentile(times, 0.5).toFixed(0)} (${percentile(times, 1).toFixed(0)})`,
    );
  } finally {
    await browser.close();
    await close();
  }
}
