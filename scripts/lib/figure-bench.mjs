// npm run bench -- --papers: measures how long a reader waits for the figure of an experiment, from opening
// its page to the frame after the figure was drawn, at full speed and on a processor that is slowed down by a
// factor of 6. Other load on the machine lengthens the elapsed time, so the processor time of the page's main
// thread is measured as well. It only prints the times and does not fail.
import { serve } from "../serve.mjs";
import { launch, percentile } from "./frame-bench.mjs";

/** Experiments that together cover every kind of figure and every paper. */
const PAGES = ["tfwc/fig1b", "ldaplus/fig11b", "ldaplus/fig4b", "trabol/fig7c", "taimd/fig7", "tpba/tab3"];
/** The number of times that each page is opened. */
const ROUNDS = 3;
const SLOWDOWNS = [1, 6];
const VIEWPORT = { width: 1280, height: 800 };

/**
 * Runs in the page: resolves with the time of the frame after the first figure, or table of results, has been
 * drawn.
 */
function figureTime() {
  const isDrawn = () =>
    document.querySelector(".papers-loading") === null &&
    document.querySelector(".paper-figure > *, .experiment-figure table td") !== null;
  return /** @type {Promise<number>} */ (
    new Promise((resolve) => {
      const look = () => {
        if (isDrawn()) requestAnimationFrame(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      look();
    })
  );
}

/**
 * Starts to count the processor time of a page's main thread. Returns a function that returns it in
 * milliseconds.
 * @param {import("@playwright/test").CDPSession} session
 */
async function threadClock(session) {
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const start = await read();
  return async () => (await read()) - start;
}

/**
 * The elapsed time and the processor time from the opening of an experiment's page to its figure, in
 * milliseconds. The page is opened in two ways: by its address, in a new browser context without stored
 * files, and from the Lab, before the section Papers was opened.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {string} name
 * @param {number} slowdown the factor by which the processor is slowed down
 */
async function waitingTimes(browser, url, name, slowdown) {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: "block" });
  const address = `#/papers/${name}`;
  /** @param {string} where */
  const open = async (where) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const processorTime = await threadClock(session);
    await page.goto(where);
    return { page, session, processorTime };
  };
  const { page: direct, processorTime } = await open(`${url}${address}`);
  const byAddress = { elapsed: await direct.evaluate(figureTime), processor: await processorTime() };
  await direct.close();
  const { page: lab, session } = await open(url);
  await lab.getByRole("button", { name: "Pause", exact: true }).click();
  const processorTimeFromLab = await threadClock(session);
  const start = await lab.evaluate((fragment) => {
    location.hash = fragment;
    return performance.now();
  }, address);
  const elapsed = (await lab.evaluate(figureTime)) - start;
  const fromLab = { elapsed, processor: await processorTimeFromLab() };
  await context.close();
  return { byAddress, fromLab };
}

export async function figureBench() {
  const browser = await launch();
  const { server, url } = await serve({ port: 0 });
  try {
    console.log(
      `\nMilliseconds from opening an experiment's page to its figure, Chromium ${browser.version()}, median (maximum) of ${PAGES.length} pages, ${ROUNDS} times each:\n`,
    );
    console.log(
      "| processor | page opened | elapsed | processor time of the main thread |\n|---|---|--:|--:|",
    );
    for (const slowdown of SLOWDOWNS) {
      /** @type {Awaited<ReturnType<typeof waitingTimes>>[]} */
      const all = [];
      for (let round = 0; round < ROUNDS; round++)
        for (const name of PAGES) all.push(await waitingTimes(browser, url, name, slowdown));
      /** @param {number[]} times */
      const text = (times) => `${percentile(times, 0.5).toFixed(0)} (${Math.max(...times).toFixed(0)})`;
      const speed = slowdown === 1 ? "full speed" : `slowed down by ${slowdown}`;
      for (const [how, opened] of /** @type {const} */ ([
        ["by its address", "byAddress"],
        ["from the Lab", "fromLab"],
      ])) {
        const times = all.map((one) => one[opened]);
        const elapsed = text(times.map((one) => one.elapsed));
        const processor = text(times.map((one) => one.processor));
        console.log(`| ${speed} | ${how} | ${elapsed} | ${processor} |`);
      }
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
