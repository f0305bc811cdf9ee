// npm run bench -- --browser: runs the dumbbells of `fairshare bench` as WebAssembly in a worker of Chromium
// and in Node, and compares the times with those of the native command. The kinds of runs alternate, so that
// other load affects all kinds equally.
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import init, { open } from "../../wasm/pkg/fairshare_wasm.js";
import { launchChromium } from "../lib/browser.mjs";
import { engineHost } from "../lib/engine-page.mjs";
import { fairshare } from "../lib/native.mjs";
import { inRoot } from "../lib/paths.mjs";
import { median } from "../lib/tables.mjs";

/**
 * The number of runs before the first measured one. In a new page, the first run of a tenth of dumbbell b takes three times as long as the
 * fourth, the second 1.4 times and the third 1.1 times, because V8 optimises the code meanwhile.
 */
const WARM_UPS = 3;

/** The number of runs without duration whose median is the time of the set-up. */
const SET_UPS = 3;

/**
 * One measured run: nanoseconds per packet-hop, without the time for set-up, and the result ID.
 * @typedef {{ ns: number, resultId: string }} Timing
 */

/** @param {number[]} values */
const geometricMean = (values) => Math.exp(values.reduce((sum, x) => sum + Math.log(x), 0) / values.length);

/**
 * Runs a document natively.
 * @param {string} document
 * @param {boolean} isRecorded
 * @returns {Promise<Timing>}
 */
async function runNatively(document, isRecorded) {
  const args = ["bench-one", document, ...(isRecorded ? ["--recorded"] : [])];
  const { output } = await fairshare(args, { log: "bench" });
  const { run_s, packet_hops, result_id: resultId } = JSON.parse(output);
  return { ns: (run_s * 1e9) / packet_hops, resultId };
}

/**
 * Runs a document as WebAssembly in Node.
 * @param {string} text
 * @param {boolean} isRecorded
 * @returns {Timing}
 */
function runInNode(text, isRecorded) {
  const sim = open(text, isRecorded ? {} : undefined).simulation;
  const before = process.cpuUsage();
  while (sim.stepUntil(sim.duration, 200_000)[2] === 0) if (isRecorded) sim.readNew();
  const { user, system } = process.cpuUsage(before);
  const result = { ns: ((user + system) * 1e3) / sim.packetHops(), resultId: sim.resultId() };
  sim.free();
  return result;
}

/**
 * The processor time in ns of each worker thread of the given processes. Empty if the system does not report times
 * per thread.
 * @param {number[]} pids
 */
function workerTimes(pids) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const pid of pids) {
    try {
      for (const task of readdirSync(`/proc/${pid}/task`)) {
        const folder = `/proc/${pid}/task/${task}`;
        if (!readFileSync(`${folder}/comm`, "utf8").startsWith("DedicatedWorker")) continue;
        times.set(folder, Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ")[0]));
      }
    } catch {
      // The system is not Linux, or the thread has just ended.
    }
  }
  return times;
}

/**
 * The processor time between two results of `workerTimes`. Threads that ended in between do not count: the engine
 * ends a worker of its pool that has been idle for some time, and such a worker has done nothing.
 * @param {Map<string, number>} before
 * @param {Map<string, number>} after
 */
const timeBetween = (before, after) =>
  [...after].reduce((sum, [thread, time]) => sum + time - (before.get(thread) ?? 0), 0);

/**
 * Runs a document in the page.
 * @param {import("@playwright/test").Page} page
 * @param {string} text
 * @param {boolean} isRecorded
 * @returns {Promise<import("../../web/src/engine/types.ts").RunOutcome>}
 */
const runOnce = (page, text, isRecorded) =>
  page.evaluate(
    ({ text, isRecorded }) =>
      new Promise((resolve, reject) => {
        const engine = window.engineUnderTest;
        if (!isRecorded) {
          engine.batch([{ id: "run", text }], (_id, result) =>
            "resultId" in result ? resolve(result) : reject(new Error(result.message)),
          );
          return;
        }
        const run = engine.open(text);
        run.end.then((end) => {
          run.dispose();
          if (end && "resultId" in end) resolve(end);
          else reject(new Error(end?.message));
        });
      }),
    { text, isRecorded },
  );

/**
 * Starts Chromium with a page that contains only the engine. The page runs one worker at a time, so the
 * processor time of the run is the sum over the worker threads of all renderers.
 * @param {string} url
 */
async function browserRuns(url) {
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate(() => window.engineUnderTest.ready());
  const session = await browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  };
  /**
   * Times a run. Runs with almost no duration measure the set-up, which is subtracted. The first of them is not
   * measured, because it may start a worker.
   * @param {string} text
   * @param {boolean} isRecorded
   */
  const run = async (text, isRecorded) => {
    const pids = await renderers();
    /** @type {import("../../web/src/generated/types.ts").ScenarioDocument} */
    const document = JSON.parse(text);
    const flows = (document.flows ?? []).map((flow) => ({ ...flow, start: 0 }));
    const setUp = JSON.stringify({ ...document, flows, duration: 1e-6, measure: { bins: [] } });
    /** @param {string} text */
    const timed = async (text) => {
      const before = workerTimes(pids);
      const outcome = await runOnce(page, text, isRecorded);
      const after = workerTimes(pids);
      return { outcome, time: after.size > 0 ? timeBetween(before, after) : outcome.wallMs * 1e6 };
    };
    await runOnce(page, setUp, isRecorded);
    const setUps = [];
    for (let i = 0; i < SET_UPS; i++) setUps.push((await timed(setUp)).time);
    const { outcome, time } = await timed(text);
    return {
      ns: (time - median(setUps)) / outcome.packetHops,
      packetHops: outcome.packetHops,
      resultId: outcome.resultId,
      wallMs: outcome.wallMs,
    };
  };
  return { run, version: browser.version(), close: () => browser.close() };
}

const kindsOfRatio = /** @type {const} */ (["notRecorded", "recorded", "node"]);

/**
 * Runs a dumbbell in Chromium, in Node and natively. Returns the ratios to native and the cells of a row.
 * @param {string} name
 * @param {string} text
 * @param {Awaited<ReturnType<typeof browserRuns>>} browser
 * @param {number} rounds
 */
async function measureDumbbell(name, text, browser, rounds) {
  const kinds = {
    native: () => runNatively(text, false),
    chromium: () => browser.run(text, false),
    node: () => runInNode(text, false),
    nativeRecorded: () => runNatively(text, true),
    chromiumRecorded: () => browser.run(text, true),
  };
  /** @type {Map<string, number[]>} */
  const ns = new Map(Object.keys(kinds).map((kind) => [kind, []]));
  const resultIds = new Set();
  for (let i = 0; i < WARM_UPS; i++) {
    for (const measure of [kinds.chromium, kinds.node, kinds.chromiumRecorded]) await measure();
  }
  for (let round = 0; round < rounds; round++) {
    for (const [kind, measure] of Object.entries(kinds)) {
      const { ns: time, resultId } = await measure();
      resultIds.add(resultId);
      ns.get(kind)?.push(time);
    }
  }
  if (resultIds.size !== 1)
    throw new Error(`dumbbell ${name}: the results differ: ${[...resultIds].join(", ")}`);
  /** @param {keyof typeof kinds} kind */
  const nsOf = (kind) => median(ns.get(kind) ?? []);
  const notRecorded = nsOf("chromium") / nsOf("native");
  const recorded = nsOf("chromiumRecorded") / nsOf("nativeRecorded");
  const inNode = nsOf("node") / nsOf("native");
  const cells = [
    nsOf("native").toFixed(1),
    nsOf("chromium").toFixed(1),
    notRecorded.toFixed(2),
    nsOf("node").toFixed(1),
    inNode.toFixed(2),
    nsOf("nativeRecorded").toFixed(1),
    nsOf("chromiumRecorded").toFixed(1),
    recorded.toFixed(2),
  ];
  return { ratios: { notRecorded, recorded, node: inNode }, cells };
}

/** @param {string[]} args */
export async function browserBench(args) {
  const options = /** @type {const} */ ({
    browser: { type: "boolean" },
    quick: { type: "boolean" },
    runs: { type: "string" },
    only: { type: "string" },
  });
  const { quick, runs, only } = parseArgs({ args, options }).values;
  const rounds = Number(runs ?? (quick ? 3 : 5));
  const selection = only === undefined ? [] : ["--only", only];
  const listing = ["bench", "--documents", ...(quick ? ["--quick"] : []), ...selection];
  /** @type {{ name: string, document: object }[]} */
  const dumbbells = JSON.parse((await fairshare(listing, { log: "bench" })).output);
  await init({ module_or_path: readFileSync(inRoot("wasm", "pkg", "fairshare_wasm_bg.wasm")) });
  const host = await engineHost();
  const browser = await browserRuns(host.url);
  console.log(
    `\nns per packet-hop, medians of ${rounds} after ${WARM_UPS} warm-ups; processor time of the simulating thread.`,
  );
  console.log(`Node ${process.versions.node}, Chromium ${browser.version}. Ratios are to native.\n`);
  console.log(
    "|   | nothing recorded: native | Chromium | ratio | Node | ratio | recorded as in the page: native | Chromium | ratio |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  /** @type {{ notRecorded: number[], recorded: number[], node: number[] }} */
  const ratios = { notRecorded: [], recorded: [], node: [] };
  try {
    for (const { name, document } of dumbbells) {
      const measured = await measureDumbbell(name, JSON.stringify(document), browser, rounds);
      for (const kind of kindsOfRatio) ratios[kind].push(measured.ratios[kind]);
      console.log(`| ${name} | ${measured.cells.join(" | ")} |`);
    }
    /** @param {keyof typeof ratios} kind */
    const mean = (kind) => geometricMean(ratios[kind]).toFixed(2);
    console.log(
      `\nGeometric means: Chromium ${mean("notRecorded")}, recorded as in the page ${mean("recorded")}, Node ${mean("node")}.`,
    );
  } finally {
    await browser.close();
    await host.close();
  }
}
