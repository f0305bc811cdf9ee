// npm run bench -- --frames: how long the page's main thread works between two frames while a run is computed and drawn,
// with 20 and with 200 flows: the built site, and beside it the engine alone. Prints figures and judges none.
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { runnerImport } from "vite";
import { serve } from "../serve.mjs";
import { knownBrowser } from "./browser.mjs";
import { browserFlags } from "./browser-flags.mjs";
import { engineHost } from "./engine-page.mjs";
import { inRoot } from "./paths.mjs";

/** Long enough to be computing for all of the time that is looked at. */
const WATCHED_MS = 4000;

const scenario = (flows) => ({
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

const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;

/** Milliseconds of main-thread tasks between consecutive frames, from a trace. */
function frameWork(trace) {
  const { traceEvents: events } = JSON.parse(trace);
  const main = events.find(
    (e) => e.name === "thread_name" && e.args?.name === "CrRendererMain" && busy(events, e),
  );
  const own = events.filter((e) => e.pid === main?.pid && e.tid === main?.tid);
  const begins = own
    .filter((e) => e.name === "FireAnimationFrame")
    .map((e) => e.ts)
    .sort((a, b) => a - b);
  // Callbacks of one frame fire together.
  const frames = begins.filter((ts, i) => i === 0 || ts - begins[i - 1] > 2000);
  const work = new Array(Math.max(0, frames.length - 1)).fill(0);
  for (const task of own) {
    if (task.ph !== "X" || !/RunTask$/.test(task.name)) continue;
    const at = frames.findLastIndex((ts) => ts <= task.ts + (task.dur ?? 0));
    if (at >= 0 && at < work.length) work[at] += (task.dur ?? 0) / 1000;
  }
  const gaps = frames.slice(1).map((ts, i) => (ts - frames[i]) / 1000);
  return { work: work.sort((a, b) => a - b), late: gaps.filter((ms) => ms > 25).length, frames: work.length };
}

/** The renderer that fires animation frames, among those that a browser keeps in store. */
const busy = (events, thread) =>
  events.some((e) => e.pid === thread.pid && e.tid === thread.tid && e.name === "FireAnimationFrame");

async function watch(browser, url, begin) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await begin(page);
  await page.waitForTimeout(500);
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await page.waitForTimeout(WATCHED_MS);
  const trace = await browser.stopTracing();
  await page.close();
  return frameWork(trace.toString("utf8"));
}

export async function frameBench() {
  const { module } = await runnerImport(inRoot("web", "src", "scenario", "link.ts"), {
    configFile: false,
    logLevel: "error",
  });
  const executablePath = knownBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  const engine = await engineHost();
  const { server, url: site } = await serve({ port: 0 });
  const version = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).version;
  console.log(
    `\nMain-thread milliseconds between frames, Chromium ${browser.version()}, ${WATCHED_MS / 1000} s watched:\n`,
  );
  console.log("| | flows | median | p95 | most | frames | later than 25 ms |\n|---|---|---|---|---|---|---|");
  const row = (what, flows, { work, late, frames }) => {
    const of = (share) => percentile(work, share).toFixed(1);
    console.log(`| ${what} | ${flows} | ${of(0.5)} | ${of(0.95)} | ${of(1)} | ${frames} | ${late} |`);
  };
  try {
    for (const flows of [20, 200]) {
      const doc = scenario(flows);
      const alone = await watch(browser, engine.url, (page) =>
        page.evaluate((text) => {
          // A page that draws asks for every frame.
          const tick = () => requestAnimationFrame(tick);
          tick();
          globalThis.engine.load(text, "run");
        }, JSON.stringify(doc)),
      );
      row("engine alone", flows, alone);
      const link = await module.encodeLink({ scenario: doc, version });
      const whole = await watch(browser, `${site}#${link.replace(/^.*#/, "")}`, async () => undefined);
      row("the page", flows, whole);
    }
  } finally {
    await browser.close();
    await engine.close();
    server.closeAllConnections();
    server.close();
  }
}
