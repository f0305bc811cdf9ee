// npm run bench -- --papers: runs TFWC's whole surface (504 runs) on the page of its experiment, with one worker and with one worker for
// each core, and compares the time with the time of one worker, divided by the cores. On a machine with other load, the processor time
// shows the overhead of the workers better than the elapsed time.
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { serve } from "../serve.mjs";
import { knownBrowser } from "./browser.mjs";

const PAGE = "#/papers/tfwc/fig1b";
const SEEDS = 3;
const TIMEOUT_MS = 1_800_000;
/** The number of clock ticks per second in /proc, which is the same on all systems with this file. */
const TICKS = 100;

/**
 * The processor time of a process in seconds; NaN if the system does not report it.
 * @param {number} pid
 */
function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return Number.NaN;
  }
}

/**
 * Runs the experiment in a new browser, so that nothing is stored, and returns the times in seconds.
 * @param {string} url
 * @param {number | undefined} workers The number of workers; by default one for each core.
 * @param {string} button
 */
async function runSurface(url, workers, button) {
  const executablePath = knownBrowser();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    const page = await browser.newPage();
    if (workers !== undefined) {
      await page.addInitScript((count) => {
        Object.defineProperty(navigator, "hardwareConcurrency", { get: () => count });
      }, workers);
    }
    await page.goto(`${url}${PAGE}`);
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    const panel = page.getByRole("region", { name: "Run it here" });
    const session = await browser.newBrowserCDPSession();
    const processor = async () => {
      const { processInfo } = await session.send("SystemInfo.getProcessInfo");
      const renderers = processInfo.filter(({ type }) => type === "renderer");
      return renderers.reduce((sum, { id }) => sum + processorTime(id), 0);
    };
    const processorBefore = await processor();
    const before = performance.now();
    await panel.getByRole("button", { name: button }).click();
    await panel.getByText(/^(Equal to the stored results|All \d+ runs have the stored result ID)/).waitFor({
      timeout: TIMEOUT_MS,
    });
    return {
      cores,
      wall: (performance.now() - before) / 1000,
      processor: (await processor()) - processorBefore,
    };
  } finally {
    await browser.close();
  }
}

export async function papersBench() {
  const { server, url } = await serve({ port: 0 });
  try {
    const one = await runSurface(url, 1, "Run with one seed");
    const all = await runSurface(url, undefined, `Run all ${SEEDS} seeds`);
    const cells = 168;
    const runs = cells * SEEDS;
    const expected = (one.wall / cells) * (runs / all.cores);
    const expectedProcessor = (one.processor / cells) * runs;
    console.log(
      `\nOne worker, ${cells} runs: ${one.wall.toFixed(1)} s, processor ${one.processor.toFixed(1)} s`,
    );
    console.log(
      `${all.cores} workers, ${runs} runs: ${all.wall.toFixed(1)} s, processor ${all.processor.toFixed(1)} s`,
    );
    console.log(
      `Elapsed time over one worker's time per run x runs / cores: ${(all.wall / expected).toFixed(2)}`,
    );
    console.log(
      `Processor time over one worker's time per run x runs: ${(all.processor / expectedProcessor).toFixed(2)}`,
    );
  } finally {
    server.close();
  }
}
