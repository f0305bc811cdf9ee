// npm run bench -- --visit: how long a visitor waits: from a cold start to the first chart that moves, at full speed and on a
// processor a sixth as fast, and from a click on Pause to the next frame while 200 flows are computed. Judges nothing.
import { serve } from "../serve.mjs";
import { labAddress, launch, manyFlows, percentile } from "./frame-bench.mjs";

const ROUNDS = 5;
const CLICKS = 20;

/** Runs in the page: notes when lines are painted. */
function notePaints() {
  globalThis.paints = [];
  const { stroke } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.stroke = function (...args) {
    if (this.canvas.classList.contains("fs-base")) globalThis.paints.push(performance.now());
    return stroke.apply(this, args);
  };
}

/** Milliseconds from the navigation to the first chart that has moved: painted a second time. */
async function firstMovement(browser, url, slower) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(notePaints);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(url);
  const moved = await page.waitForFunction(() =>
    globalThis.paints.find((t) => t > globalThis.paints[0] + 10),
  );
  const ms = await moved.jsonValue();
  await context.close();
  return ms;
}

/** Milliseconds from a click on Pause or Play to the second frame after it: what it did can be seen. */
async function pauses(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  const button = page.getByRole("button", { name: "Pause", exact: true });
  await button.waitFor();
  await page.waitForTimeout(1000);
  const times = await page.evaluate(async (clicks) => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const times = [];
    for (let i = 0; i < clicks; i++) {
      const element = document.querySelector("button.play");
      const said = element.textContent;
      const begun = performance.now();
      element.click();
      do await frame();
      while (document.querySelector("button.play").textContent === said);
      await frame();
      times.push(performance.now() - begun);
      await new Promise((later) => setTimeout(later, 100));
    }
    return times;
  }, CLICKS);
  await page.close();
  return times;
}

export async function visitBench() {
  const browser = await launch();
  const { server, url } = await serve({ port: 0 });
  try {
    console.log(`\nMilliseconds on the clock, Chromium ${browser.version()}, median (most) of ${ROUNDS}:\n`);
    for (const slower of [1, 6]) {
      const times = [];
      for (let round = 0; round < ROUNDS; round++) times.push(await firstMovement(browser, url, slower));
      const what = slower === 1 ? "at full speed" : `${slower} times slower`;
      console.log(
        `first chart moves, ${what}: ${percentile(times, 0.5).toFixed(0)} (${percentile(times, 1).toFixed(0)})`,
      );
    }
    const times = await pauses(browser, await labAddress(url, manyFlows(200)));
    console.log(
      `Pause to the next frame, 200 flows computing: ${percentile(times, 0.5).toFixed(0)} (${percentile(times, 1).toFixed(0)})`,
    );
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
