// npm run bench -- --frames: measures the work of the page's main thread between two frames while a run is
// computed and drawn, with 20 and with 200 flows, for the built site and for the engine alone, and for a
// large picture of the network with its packets in real time and in slow motion. It only prints the times and
// does not fail.
import { launchChromium } from "../lib/browser.mjs";
import { engineHost } from "../lib/engine-page.mjs";
import { pageCode } from "../lib/pageCode.mjs";
import { simulatorVersion } from "../lib/paths.mjs";
import { serve } from "../serve.mjs";

/**
 * The time during which frames are measured. Computing the scenario takes longer, so the simulator is always
 * busy.
 */
const MEASURED_MS = 4000;
/** If two frames are further apart than this, at least one frame was dropped between them. */
const DROPPED_FRAME_MS = 25;

/**
 * A long scenario with many flows on one link.
 * @param {number} flows
 * @returns {import("../../web/src/generated/types.ts").ScenarioDocument}
 */
export const manyFlows = (flows) => ({
  v: 1,
  duration: 3600,
  network: {
    kind: "dumbbell",
    forward: { rate: flows * 1e6, queue: { kind: "drop_tail", limit: { bdp: 1 } } },
  },
  flows: [
    {
      id: "flow",
      algorithm: "newreno",
      params: { stack: null, hystart: false },
      count: flows,
      access: { sender: { min: 0.002, max: 0.03 } },
      start: { min: 0, max: 1 },
    },
  ],
});

/**
 * The nearest-rank percentile: the smallest value such that at least the given share of the values is not
 * larger.
 * @param {number[]} values
 * @param {number} share from 0 to 1
 */
export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

/**
 * An event in Chromium's trace format, with only the properties that are used here. Times are in
 * microseconds.
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number }} TraceEvent
 */

/**
 * The main thread's work between consecutive frames.
 * @typedef {object} FrameWork
 * @property {number[]} processor milliseconds of processor time per frame (clock time if the system does not measure processor time)
 * @property {number[]} clock milliseconds of clock time per frame
 * @property {number} dropped the number of gaps with dropped frames
 */

/**
 * Reads the main thread's work from a trace.
 * @param {string} trace
 * @returns {FrameWork}
 */
function frameWork(trace) {
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents: events } = JSON.parse(trace);
  /** @type {Map<string, number>} */
  const frameCounts = new Map();
  for (const { name, pid, tid } of events)
    if (name === "FireAnimationFrame")
      frameCounts.set(`${pid} ${tid}`, (frameCounts.get(`${pid} ${tid}`) ?? 0) + 1);
  // The page's main thread is the thread with the most animation frames. Other renderers are idle.
  const [mainThread] = [...frameCounts].sort((a, b) => b[1] - a[1])[0] ?? [""];
  const mainEvents = events.filter((e) => `${e.pid} ${e.tid}` === mainThread);
  const callbackTimes = mainEvents
    .filter((e) => e.name === "FireAnimationFrame")
    .map((e) => e.ts)
    .sort((a, b) => a - b);
  // Animation-frame callbacks less than 2 ms apart belong to one frame.
  const frames = callbackTimes.filter((ts, i) => i === 0 || ts - (callbackTimes[i - 1] ?? 0) > 2000);
  /** @type {number[]} */
  const processor = new Array(Math.max(0, frames.length - 1)).fill(0);
  const clock = [...processor];
  for (const task of mainEvents) {
    if (task.ph !== "X" || task.name !== "ThreadControllerImpl::RunTask") continue;
    const at = frames.findLastIndex((ts) => ts <= task.ts + (task.dur ?? 0));
    if (at < 0 || at >= processor.length) continue;
    processor[at] = (processor[at] ?? 0) + (task.tdur ?? task.dur ?? 0) / 1000;
    clock[at] = (clock[at] ?? 0) + (task.dur ?? 0) / 1000;
  }
  const gaps = frames.slice(1).map((ts, i) => (ts - (frames[i] ?? ts)) / 1000);
  return { processor, clock, dropped: gaps.filter((ms) => ms > DROPPED_FRAME_MS).length };
}

/**
 * Opens a page, calls `startRun`, and measures frames from one second later.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {(page: import("@playwright/test").Page) => Promise<void>} startRun
 */
async function measureFrames(browser, url, startRun) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await startRun(page);
  await page.waitForTimeout(1000);
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await page.waitForTimeout(MEASURED_MS);
  const trace = await browser.stopTracing();
  await page.close();
  return frameWork(trace.toString("utf8"));
}

/**
 * The address that opens a scenario in the Lab.
 * @param {string} site
 * @param {import("../../web/src/generated/types.ts").ScenarioDocument} scenario
 */
export async function labAddress(site, scenario) {
  /** @type {typeof import("../../web/src/scenario/shareLink.ts")} */
  const { encodeLink } = await pageCode("scenario/shareLink.ts");
  return site + (await encodeLink({ scenario, engine: simulatorVersion() }));
}

/**
 * Makes the picture of the network large, and plays in slow motion if `slow` is set. Waits until single
 * packets are shown.
 * @param {import("@playwright/test").Page} page
 * @param {boolean} slow
 */
async function showPackets(page, slow) {
  await page.addStyleTag({ content: ".network { min-height: 360px } .overview-body { display: block }" });
  await page.setViewportSize({ width: 1281, height: 900 });
  const speed = page.locator(".speed input");
  for (let i = 0; slow && i < 6; i += 1) await speed.press("ArrowLeft");
  await page
    .locator(slow ? '.live-status[data-live="packets"]' : ".live-status")
    .waitFor({ timeout: 60_000 });
  // A run that is being computed is recorded only after some seconds.
  await page.waitForTimeout(slow ? 0 : 3500);
}

export async function frameBench() {
  const browser = await launchChromium();
  const engine = await engineHost();
  const { url: site, close } = await serve({ port: 0 });
  console.log(
    `\nMain-thread milliseconds between frames, Chromium ${browser.version()}, ${MEASURED_MS / 1000} s measured:\n`,
  );
  console.log(
    "| | flows | processor median | processor p95 | processor max | clock p95 | frames | dropped |\n|---|---|---|---|---|---|---|---|",
  );
  /** @param {string} what @param {number} flows @param {FrameWork} work */
  const printRow = (what, flows, { processor, clock, dropped }) => {
    /** @param {number} share */
    const at = (share) => percentile(processor, share).toFixed(1);
    const cells = [at(0.5), at(0.95), at(1), percentile(clock, 0.95).toFixed(1), processor.length, dropped];
    console.log(`| ${what} | ${flows} | ${cells.join(" | ")} |`);
  };
  try {
    for (const flows of [20, 200]) {
      const doc = manyFlows(flows);
      const engineAlone = await measureFrames(browser, engine.url, (page) =>
        page.evaluate((text) => {
          // Request every frame, as a page that draws does. Frames are counted by their animation-frame
          // callbacks.
          const tick = () => void requestAnimationFrame(tick);
          tick();
          window.engineUnderTest.open(text);
        }, JSON.stringify(doc)),
      );
      printRow("engine alone", flows, engineAlone);
      printRow(
        "the page",
        flows,
        await measureFrames(browser, await labAddress(site, doc), async () => undefined),
      );
      for (const slow of [false, true])
        printRow(
          slow ? "large picture, slow motion" : "large picture",
          flows,
          await measureFrames(browser, await labAddress(site, doc), (page) => showPackets(page, slow)),
        );
    }
  } finally {
    await browser.close();
    await engine.close();
    await close();
  }
}
