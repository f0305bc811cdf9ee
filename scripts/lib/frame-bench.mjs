// npm run bench -- --frames: measures the work of the page's main thread between two frames while a run is computed and drawn,
// with 20 and with 200 flows, for the built site and for the engine alone. It only prints figures; nothing fails.
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { runnerImport } from "vite";
import { serve } from "../serve.mjs";
import { knownBrowser } from "./browser.mjs";
import { browserFlags } from "./browser-flags.mjs";
import { engineHost } from "./engine-page.mjs";
import { inRoot } from "./paths.mjs";

/** How long frames are measured. The scenario takes longer to compute, so the simulator is busy for all of this time. */
const WATCHED_MS = 4000;
/** A frame that follows the previous one by more than this has skipped one. */
const LATE_MS = 25;

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
    { id: "flow", count: flows, access: { sender: { min: 0.002, max: 0.03 } }, start: { min: 0, max: 1 } },
  ],
});

/**
 * The value below which a share of the values lies.
 * @param {number[]} values
 * @param {number} share from 0 to 1
 */
export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

/**
 * An event of Chromium's trace format, as far as it is used here. Times are in microseconds.
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number }} TraceEvent
 */

/**
 * The main thread's work between consecutive frames.
 * @typedef {object} FrameWork
 * @property {number[]} worked milliseconds of processor time where the system measures it, which excludes waiting for a core
 * @property {number[]} clock milliseconds on the clock
 * @property {number} late the number of frames that skipped one
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
  const fires = new Map();
  for (const { name, pid, tid } of events)
    if (name === "FireAnimationFrame") fires.set(`${pid} ${tid}`, (fires.get(`${pid} ${tid}`) ?? 0) + 1);
  // The page's main thread fires the most animation frames; a browser keeps idle renderers besides.
  const [main] = [...fires].sort((a, b) => b[1] - a[1])[0] ?? [""];
  const own = events.filter((e) => `${e.pid} ${e.tid}` === main);
  const begins = own
    .filter((e) => e.name === "FireAnimationFrame")
    .map((e) => e.ts)
    .sort((a, b) => a - b);
  // Callbacks of one frame fire together.
  const frames = begins.filter((ts, i) => i === 0 || ts - (begins[i - 1] ?? 0) > 2000);
  /** @type {number[]} */
  const worked = new Array(Math.max(0, frames.length - 1)).fill(0);
  const clock = [...worked];
  for (const task of own) {
    if (task.ph !== "X" || task.name !== "ThreadControllerImpl::RunTask") continue;
    const at = frames.findLastIndex((ts) => ts <= task.ts + (task.dur ?? 0));
    if (at < 0 || at >= worked.length) continue;
    worked[at] = (worked[at] ?? 0) + (task.tdur ?? task.dur ?? 0) / 1000;
    clock[at] = (clock[at] ?? 0) + (task.dur ?? 0) / 1000;
  }
  const gaps = frames.slice(1).map((ts, i) => (ts - (frames[i] ?? ts)) / 1000);
  return { worked, clock, late: gaps.filter((ms) => ms > LATE_MS).length };
}

/**
 * Opens a page, starts it, and measures its frames.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {(page: import("@playwright/test").Page) => Promise<void>} begin
 */
async function watch(browser, url, begin) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await begin(page);
  await page.waitForTimeout(1000);
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await page.waitForTimeout(WATCHED_MS);
  const trace = await browser.stopTracing();
  await page.close();
  return frameWork(trace.toString("utf8"));
}

/**
 * The Lab's address with a scenario.
 * @param {string} site
 * @param {import("../../web/src/generated/types.ts").ScenarioDocument} scenario
 */
export async function labAddress(site, scenario) {
  /** @type {{ module: typeof import("../../web/src/scenario/shareLink.ts") }} */
  const { module } = await runnerImport(inRoot("web", "src", "scenario", "shareLink.ts"), {
    configFile: false,
    logLevel: "error",
  });
  const engine = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).version;
  return site + (await module.encodeLink({ scenario, engine }));
}

export async function launch() {
  const executablePath = knownBrowser();
  return chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
}

export async function frameBench() {
  const browser = await launch();
  const engine = await engineHost();
  const { server, url: site } = await serve({ port: 0 });
  console.log(
    `\nMain-thread milliseconds between frames, Chromium ${browser.version()}, ${WATCHED_MS / 1000} s watched:\n`,
  );
  console.log(
    "| | flows | processor: median | p95 | most | clock: p95 | frames | left out |\n|---|---|---|---|---|---|---|---|",
  );
  /** @param {string} what @param {number} flows @param {FrameWork} work */
  const printRow = (what, flows, { worked, clock, late }) => {
    /** @param {number} share */
    const at = (share) => percentile(worked, share).toFixed(1);
    const cells = [at(0.5), at(0.95), at(1), percentile(clock, 0.95).toFixed(1), worked.length, late];
    console.log(`| ${what} | ${flows} | ${cells.join(" | ")} |`);
  };
  try {
    for (const flows of [20, 200]) {
      const doc = manyFlows(flows);
      const alone = await watch(browser, engine.url, (page) =>
        page.evaluate((text) => {
          // Request every frame, as a page that draws does.
          const tick = () => void requestAnimationFrame(tick);
          tick();
          window.engineUnderTest.load(text, "run");
        }, JSON.stringify(doc)),
      );
      printRow("engine alone", flows, alone);
      printRow("the page", flows, await watch(browser, await labAddress(site, doc), async () => undefined));
    }
  } finally {
    await browser.close();
    await engine.close();
    server.closeAllConnections();
    server.close();
  }
}
