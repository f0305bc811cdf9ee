// npm run bench -- --memory [MINUTES]: measures the page's memory while the page is used for 10 or the given
// number of minutes: edits, comparisons, runs with ten seeds, examples and dialogs. After each round,
// collects garbage and prints the memory in use.
import { serve } from "../serve.mjs";
import { launch } from "./frame-bench.mjs";
import { residentMemory } from "./residentMemory.mjs";

const DEFAULT_MINUTES = 10;

/**
 * Performs one round of actions in the page.
 * @param {import("@playwright/test").Page} page
 * @param {number} number the round's number, which varies the inputs
 */
async function round(page, number) {
  const longTimeout = { timeout: 60_000 };
  const buffer = page.getByRole("textbox", { name: "Buffer, exact value" });
  for (const packets of [12 + (number % 7), 40 + (number % 5), 25]) {
    await buffer.fill(String(packets), longTimeout);
    await buffer.press("Enter");
    await page.waitForTimeout(1500);
  }
  const change = page.locator("p.last-change");
  await change.getByRole("button", { name: "Compare" }).click(longTimeout);
  const panel = page.getByRole("region", { name: "Compare" });
  if (number % 4 === 0) {
    await panel.getByRole("button", { name: "Try 10 seeds" }).click(longTimeout);
    await page.waitForTimeout(4000);
  }
  await page.keyboard.press("c");
  await page.keyboard.press("s");
  await page.getByRole("dialog", { name: "Share" }).waitFor(longTimeout);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Algorithms" }).click(longTimeout);
  await page.waitForTimeout(1500);
  await page.getByRole("button", { name: "Lab", exact: true }).click(longTimeout);
  const examples = ["sawtooth", "near-far"];
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#p=${examples[number % 2]}`,
  );
  await page.waitForTimeout(3000);
}

/** @param {string[]} args */
export async function memoryBench(args) {
  const minutes = Number(args[args.indexOf("--memory") + 1]) || DEFAULT_MINUTES;
  const browser = await launch();
  const { server, url } = await serve({ port: 0 });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const system = await browser.newBrowserCDPSession();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  console.log(`\nChromium ${browser.version()}, ${minutes} minutes:\n`);
  console.log(
    "| round | minute | heap MiB | elements | listeners | workers | resident MiB |\n|---|---|---|---|---|---|---|",
  );
  try {
    await page.goto(`${url}#p=near-far`);
    await page.waitForTimeout(3000);
    const startTime = Date.now();
    for (let number = 0; Date.now() - startTime < minutes * 60_000; number++) {
      await round(page, number);
      await session.send("HeapProfiler.collectGarbage");
      await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      /** @param {string} name */
      const metric = (name) => metrics.find((candidate) => candidate.name === name)?.value ?? 0;
      const { processInfo } = await system.send("SystemInfo.getProcessInfo");
      // The renderers contain the page, its workers and their WebAssembly.
      const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
      const cells = [
        number + 1,
        ((Date.now() - startTime) / 60_000).toFixed(1),
        (metric("JSHeapUsedSize") / 2 ** 20).toFixed(1),
        metric("Nodes"),
        metric("JSEventListeners"),
        page.workers().length,
        residentMemory(pids).toFixed(0),
      ];
      console.log(`| ${cells.join(" | ")} |`);
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
