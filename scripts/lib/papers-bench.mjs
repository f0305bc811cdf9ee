// npm run bench -- --papers: measures the waiting times for figures (figure-bench.mjs). Then it runs TFWC's
// whole surface (504 runs) on the page of its experiment, with one worker and with one worker for each core,
// and compares the time with the time of one worker, divided by the cores. Other load on the machine
// lengthens the elapsed time, so the time without the waits for a core is computed as well, from the times
// that Linux reports for the threads of the workers.
import { readdirSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { serve } from "../serve.mjs";
import { knownBrowser } from "./browser.mjs";
import { figureBench } from "./figure-bench.mjs";

const PAGE = "#/papers/tfwc/fig1b";
const SEEDS = 3;
const TIMEOUT_MS = 1_800_000;
/** The time between two samples of the workers' threads. */
const SAMPLE_MS = 200;

/**
 * Times of a thread from Linux, in seconds: its processor time, the time for which it waited for a core, and
 * the time of the sample.
 * @typedef {{ processor: number, waiting: number, at: number }} ThreadTimes
 */

/**
 * Adds the present times of all threads of workers to `threads`, which has the first and the last times of
 * each thread.
 * @param {number} pid
 * @param {Map<string, { first: ThreadTimes, last: ThreadTimes }>} threads
 */
function sampleWorkers(pid, threads) {
  try {
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const folder = `/proc/${pid}/task/${task}`;
      if (!readFileSync(`${folder}/comm`, "utf8").startsWith("DedicatedWorker")) continue;
      const [processor = 0, waiting = 0] = readFileSync(`${folder}/schedstat`, "utf8").split(" ").map(Number);
      const last = { processor: processor / 1e9, waiting: waiting / 1e9, at: performance.now() / 1000 };
      threads.set(task, { first: threads.get(task)?.first ?? last, last });
    }
  } catch {
    // The system is not Linux, or the thread has just ended.
  }
}

/**
 * Makes runs on a page in a new browser, so that nothing is stored, and returns the times in seconds.
 * @param {string} url
 * @param {number | undefined} workers The number of workers; by default one for each core.
 * @param {string} fragment The fragment of the page's address.
 * @param {(page: import("@playwright/test").Page) => Promise<void>} start
 * @param {(page: import("@playwright/test").Page) => Promise<void>} finished
 */
export async function timeRuns(url, workers, fragment, start, finished) {
  const executablePath = knownBrowser();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    const page = await browser.newPage();
    if (workers !== undefined) {
      await page.addInitScript((count) => {
        Object.defineProperty(navigator, "hardwareConcurrency", { get: () => count });
      }, workers);
    }
    await page.goto(`${url}${fragment}`);
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    /** @type {Map<string, { first: ThreadTimes, last: ThreadTimes }>} */
    const threads = new Map();
    const sampling = setInterval(() => {
      for (const pid of renderers) sampleWorkers(pid, threads);
    }, SAMPLE_MS);
    const before = performance.now();
    await start(page);
    await finished(page);
    const wall = (performance.now() - before) / 1000;
    clearInterval(sampling);
    // The worker that reduces the runs has the least processor time.
    const workerTimes = [...threads.values()]
      .sort((a, b) => b.last.processor - a.last.processor)
      .slice(0, cores);
    const sum = (/** @type {(times: { first: ThreadTimes, last: ThreadTimes }) => number} */ of) =>
      workerTimes.reduce((total, times) => total + of(times), 0);
    const waiting = sum(({ first, last }) => last.waiting - first.waiting);
    return {
      cores,
      wall,
      processor: sum(({ last }) => last.processor),
      // A worker that does not wait for a core either computes or has no work.
      withoutWaits: (sum(({ first, last }) => last.at - first.at + first.processor) - waiting) / cores,
    };
  } finally {
    await browser.close();
  }
}

/**
 * Runs the experiment and returns the times in seconds.
 * @param {string} url
 * @param {number | undefined} workers
 * @param {string} button
 */
function runSurface(url, workers, button) {
  const panel = (/** @type {import("@playwright/test").Page} */ page) =>
    page.getByRole("region", { name: "Run it here" });
  return timeRuns(
    url,
    workers,
    PAGE,
    (page) => panel(page).getByRole("button", { name: button }).click(),
    (page) =>
      panel(page)
        .getByText(/^(Equal to the stored results|All \d+ runs have the stored result ID)/)
        .waitFor({ timeout: TIMEOUT_MS }),
  );
}

/** @param {string[]} args with --quick, only the waiting times for figures are measured */
export async function papersBench(args) {
  await figureBench();
  if (args.includes("--quick")) return;
  const { server, url } = await serve({ port: 0 });
  try {
    const one = await runSurface(url, 1, "Run with one seed");
    const all = await runSurface(url, undefined, `Run all ${SEEDS} seeds`);
    const cells = 168;
    const runs = cells * SEEDS;
    const factor = runs / cells / all.cores;
    const print = (
      /** @type {typeof one} */ { cores, wall, processor, withoutWaits },
      /** @type {number} */ count,
    ) =>
      console.log(
        `${cores} workers, ${count} runs: ${wall.toFixed(1)} s; without waits for a core ${withoutWaits.toFixed(1)} s; processor ${processor.toFixed(1)} s`,
      );
    print(one, cells);
    print(all, runs);
    console.log("Compared with one worker's time per run x runs / cores:");
    console.log(`  elapsed ${(all.wall / (one.wall * factor)).toFixed(2)}`);
    console.log(`  without waits for a core ${(all.withoutWaits / (one.withoutWaits * factor)).toFixed(2)}`);
  } finally {
    server.close();
  }
}
