// npm run bench -- --packets: measures how long a user waits for a view of single packets at 55 s of a
// minute's run with 20 flows: for the first view, which downloads the program and computes the run up to this
// time, and for the second view. It only prints the times and does not fail.
import { deflateRawSync } from "node:zlib";
import { serve } from "../serve.mjs";
import { launch, manyFlows, percentile } from "./frame-bench.mjs";

const ROUNDS = 5;
const FLOWS = 20;

/**
 * Runs in the page: milliseconds from a click until a view shows packets, one frame included.
 * @param {{ button: string, view: string }} what the selectors of the clicked button and of the view
 */
async function waitFor({ button, view }) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const clicked = document.querySelector(button);
  if (!(clicked instanceof HTMLElement)) throw new Error(`there is no ${button}`);
  const textOf = () => document.querySelector(`${view} .fs-labels, ${view} .fs-front`)?.textContent ?? "";
  const before = textOf();
  const start = performance.now();
  clicked.click();
  while (document.querySelector(`${view} .fs-plot:not(.fs-is-empty)`) === null || textOf() === before)
    await frame();
  await frame();
  return performance.now() - start;
}

/**
 * The times of one visit.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} site
 */
async function visit(browser, site) {
  const doc = { ...manyFlows(FLOWS), duration: 60 };
  const content = JSON.stringify({ s: doc, w: { t: 55, z: [54.5, 55.5], c: ["rate"] } });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site}#1.${deflateRawSync(Buffer.from(content)).toString("base64url")}`);
  await page.locator(".scrub[style*='--computed: 1']").waitFor();
  await page.getByRole("button", { name: "Views", exact: true }).click();
  const box = (/** @type {string} */ name) => page.getByRole("checkbox", { name }).first();
  await box("Time-sequence").waitFor();
  /** @type {number[]} */
  const times = [];
  for (const [name, view] of /** @type {const} */ ([
    ["Time-sequence", ".chart-sequence"],
    ["Queue, packet by packet", ".chart-packets"],
  ])) {
    await box(name).evaluate((element) => element.setAttribute("data-measured", ""));
    times.push(await page.evaluate(waitFor, { button: "[data-measured]", view }));
    await page.evaluate(() => document.querySelector("[data-measured]")?.removeAttribute("data-measured"));
    await page.waitForTimeout(1000);
  }
  await context.close();
  return times;
}

export async function packetsBench() {
  const browser = await launch();
  const { server, url } = await serve({ port: 0 });
  try {
    const visits = [];
    for (let i = 0; i < ROUNDS; i++) visits.push(await visit(browser, url));
    console.log(`\nMilliseconds, ${FLOWS} flows, Chromium ${browser.version()}, ${ROUNDS} visits:\n`);
    console.log("| | median | maximum |\n|---|---|---|");
    for (const [i, name] of ["first view", "second view"].entries()) {
      const times = visits.map((each) => each[i] ?? Number.NaN);
      console.log(`| ${name} | ${percentile(times, 0.5).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`);
    }
  } finally {
    await browser.close();
    server.close();
  }
}
