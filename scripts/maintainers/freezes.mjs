// Opens documents at the limits of what is valid in the Lab of the built page, and measures how long the page is busy.
// The times are processor time, so that other load does not count.
import { deflateRawSync } from "node:zlib";
import { launchChromium } from "../lib/browser.mjs";
import { extremes } from "../lib/extremes.mjs";
import { Failure, note } from "../lib/steps.mjs";
import { serve } from "../serve.mjs";

/** The longest task in ms, at full speed and four times slower, and the most elements. */
const LONGEST = { 1: 200, 4: 500 };
const MAX_ELEMENTS = 5000;
/** The time in ms in which the first chart appears. */
const FIRST_CHART = 3000;
/** How long the page is watched after the first chart, in ms. */
const WATCHED = 6000;

/**
 * Records the processor time of the longest task of the page's main thread until the returned function is called.
 * @param {import("@playwright/test").CDPSession} session
 */
async function watchTasks(session) {
  /** @type {{ name: string, pid: number, tid: number, tdur?: number, args?: { name?: string } }[]} */
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    const wanted = /** @type {typeof events} */ (/** @type {unknown} */ (value));
    events.push(...wanted.filter(({ name, tdur = 0 }) => name === "thread_name" || tdur > 1e4));
  });
  const traceConfig = { includedCategories: ["toplevel", "disabled-by-default-devtools.timeline"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  return async () => {
    const isComplete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await isComplete;
    const isMain = events.filter(({ args }) => args?.name === "CrRendererMain");
    const main = new Set(isMain.map(({ pid, tid }) => `${pid} ${tid}`));
    const tasks = events.filter(({ name, pid, tid }) => /RunTask$/.test(name) && main.has(`${pid} ${tid}`));
    return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
  };
}

/** @param {import("@playwright/test").Browser} browser @param {string} address @param {1 | 4} slower */
async function openOne(browser, address, slower) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const longest = await watchTasks(session);
  const started = performance.now();
  await page.goto(address);
  await page.locator("canvas.fs-base").first().waitFor();
  const firstChart = performance.now() - started;
  let elements = 0;
  while (performance.now() - started < firstChart + WATCHED) {
    elements = Math.max(elements, await page.evaluate(() => document.querySelectorAll("*").length));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const task = await longest();
  await page.close();
  return { task, elements, firstChart };
}

/** Opens all documents at both speeds. */
export async function checkFreezes() {
  const { url, close } = await serve({ port: 0 });
  const browser = await launchChromium();
  /** @type {string[]} */
  const faults = [];
  try {
    for (const [name, document] of Object.entries(extremes))
      for (const slower of /** @type {const} */ ([1, 4])) {
        const packed = deflateRawSync(JSON.stringify(document)).toString("base64url");
        const { task, elements, firstChart } = await openOne(browser, `${url}#s=${packed}`, slower);
        const text = `${name}, ${slower} times slower: longest task ${task.toFixed(0)} ms, ${elements} elements, first chart after ${firstChart.toFixed(0)} ms`;
        note(text);
        const isLate = slower === 1 && firstChart > FIRST_CHART;
        if (task > LONGEST[slower] || elements > MAX_ELEMENTS || isLate) faults.push(text);
      }
  } finally {
    await browser.close();
    close();
  }
  if (faults.length > 0) throw new Failure(`The page froze or drew too much:\n${faults.join("\n")}`);
}
