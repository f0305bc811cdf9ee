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
/** A frame that comes this long after the one before has left one out. */
const LATE_MS = 25;

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

export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

/**
 * Milliseconds of main-thread tasks between consecutive frames, from a trace: processor time where the system measures it,
 * so that waiting for a core is not counted, and time on the clock.
 */
function frameWork(trace) {
  const { traceEvents: events } = JSON.parse(trace);
  const fires = new Map();
  for (const { name, pid, tid } of events)
    if (name === "FireAnimationFrame") fires.set(`${pid} ${tid}`, (fires.get(`${pid} ${tid}`) ?? 0) + 1);
  // The renderer that fires animation frames, among those that a browser keeps in store.
  const [main] = [...fires].sort((a, b) => b[1] - a[1])[0] ?? [""];
  const own = events.filter((e) => `${e.pid} ${e.tid}` === main);
  const begins = own
    .filter((e) => e.name === "FireAnimationFrame")
    .map((e) => e.ts)
    .sort((a, b) => a - b);
  // Callbacks of one frame fire together.
  const frames = begins.filter((ts, i) => i === 0 || ts - begins[i - 1] > 2000);
  const worked = new Array(Math.max(0, frames.length - 1)).fill(0);
  const clock = [...worked];
  for (const task of own) {
    if (task.ph !== "X" || task.name !== "ThreadControllerImpl::RunTask") continue;
    const at = frames.findLastIndex((ts) => ts <= task.ts + (task.dur ?? 0));
    if (at < 0 || at >= worked.length) continue;
    worked[at] += (task.tdur ?? task.dur ?? 0) / 1000;
    clock[at] += (task.dur ?? 0) / 1000;
  }
  const gaps = frames.slice(1).map((ts, i) => (ts - frames[i]) / 1000);
  return { worked, clock, late: gaps.filter((ms) => ms > LATE_MS).length };
}

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

/** The Lab's address with a scenario. */
export async function labAddress(site, scenario) {
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
  const row = (what, flows, { worked, clock, late }) => {
    const of = (share) => percentile(worked, share).toFixed(1);
    const cells = [of(0.5), of(0.95), of(1), percentile(clock, 0.95).toFixed(1), worked.length, late];
    console.log(`| ${what} | ${flows} | ${cells.join(" | ")} |`);
  };
  try {
    for (const flows of [20, 200]) {
      const doc = manyFlows(flows);
      const alone = await watch(browser, engine.url, (page) =>
        page.evaluate((text) => {
          // A page that draws asks for every frame.
          const tick = () => requestAnimationFrame(tick);
          tick();
          globalThis.engine.load(text, "run");
        }, JSON.stringify(doc)),
      );
      row("engine alone", flows, alone);
      row("the page", flows, await watch(browser, await labAddress(site, doc), async () => undefined));
    }
  } finally {
    await browser.close();
    await engine.close();
    server.closeAllConnections();
    server.close();
  }
}
