// Long random use of the built page: 30 minutes of random actions in each browser, and 2,000 runs in one tab. Stores what
// happened for the table of docs/validation.md.
import { readFileSync, writeFileSync } from "node:fs";
import { chromium, engines, ensureEngine, idsInNode } from "../lib/engines.mjs";
import { pageExamples } from "../lib/parity.mjs";
import { inRoot, simulatorVersion } from "../lib/paths.mjs";
import { Failure, note } from "../lib/steps.mjs";
import { serve } from "../serve.mjs";
import { actAtRandom, randomNumbers } from "./actions.mjs";

/** @typedef {import("../lib/engines.mjs").Session} Session */

/**
 * Random use of the page in one browser, or many runs in one tab. `memory` is in MiB, near the start and at the end.
 * @typedef {{ date: string, browser: string, seed?: number, minutes: number, inputs: number, problems: number, memory: [number, number] }} Use
 * @typedef {{ version: string, uses: Record<string, Use> }} Uses
 */

const SEED = 38;
const MINUTES = 30;
/** The memory in use is compared with that after this number of minutes. */
const WARM_UP_MINUTES = 5;
const RUNS = 2000;
/** The memory in use is compared with that after this number of runs. */
const WARM_UP_RUNS = 200;
/** The memory at the end may be larger by this share. */
const GROWTH = 0.2;

const usesFile = inRoot("docs", "validation", "uses.json");

/** @returns {Uses} */
export const readUses = () => JSON.parse(readFileSync(usesFile, "utf8"));

/** @param {string} name @param {Use} use */
function storeUse(name, use) {
  const version = simulatorVersion();
  const before = readUses();
  const uses = { ...(before.version === version ? before.uses : {}), [name]: use };
  writeFileSync(usesFile, `${JSON.stringify({ version, uses }, null, 1)}\n`);
}

/** The workers that do nothing end after 20 s. */
const REST_MS = 30_000;

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens an address in the page and waits for the result ID. */
const openAddress = `async (hash) => {
  location.hash = hash;
  for (let i = 0; i < 2400; i++) {
    const id = /[&]r=([0-9a-f]{16})/.exec(location.hash)?.[1];
    if (id !== undefined && location.hash.startsWith(hash)) return id;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return "no result";
}`;

/** The memory in use in MiB, when the page shows the first example and has nothing to do. @param {Session} session */
async function memoryAtRest(session) {
  await session.press(["Escape", "Escape", "Escape"]);
  for (const hash of ["#p=near-far&duration=19", "#p=near-far"]) await session.call(openAddress, hash);
  await wait(REST_MS);
  const samples = [];
  for (let i = 0; i < 5; i++) {
    samples.push(await session.memory());
    await wait(1000);
  }
  return samples.sort((a, b) => a - b)[2] ?? 0;
}

/** What is wrong with a use of the page. @param {string} name @param {Use} use */
function faultsOf(name, { problems, memory: [before, after] }) {
  const faults = problems > 0 ? [`${name}: the page had ${problems} errors.`] : [];
  if (after > before * (1 + GROWTH))
    faults.push(`${name}: the memory grew from ${before.toFixed(0)} to ${after.toFixed(0)} MiB.`);
  return faults;
}

const today = () => new Date().toISOString().slice(0, 10);

/**
 * Uses the page at random in one browser.
 * @param {import("../lib/engines.mjs").Engine} engine
 * @param {{ minutes?: number, seed?: number }} [options]
 */
export async function actForMinutes(engine, { minutes = MINUTES, seed = SEED } = {}) {
  const host = await serve({ base: "/any/path/", port: 0 });
  const session = await engine.start();
  /** @type {import("./actions.mjs").Counts} */
  const counts = { inputs: 0, accepted: 0, checks: 0, slowest: 0, refused: {}, problems: [] };
  const random = await randomNumbers(seed);
  const started = performance.now();
  const actUntil = (/** @type {number} */ minute) =>
    actAtRandom(session, random, host.url, counts, () => performance.now() - started > minute * 60_000);
  try {
    await session.open(`${host.url}#p=near-far`);
    await session.problems();
    await actUntil(Math.min(WARM_UP_MINUTES, minutes / 2));
    const before = await memoryAtRest(session);
    note(`${engine.name}: ${before.toFixed(1)} MiB after ${counts.inputs} actions`);
    await actUntil(minutes);
    const after = await memoryAtRest(session);
    note(`${engine.name}: ${after.toFixed(1)} MiB after ${counts.inputs} actions`);
    for (const { message, input } of counts.problems) note(`problem: ${message}\n after: ${input}`);
    const { accepted, checks, slowest, refused } = counts;
    note(JSON.stringify({ accepted, checks, slowest, refused }));
    /** @type {Use} */
    const use = {
      ...{
        date: today(),
        browser: `${engine.name} ${session.version}`,
        seed,
        minutes,
        inputs: counts.inputs,
      },
      ...{ problems: counts.problems.length, memory: [before, after] },
    };
    return use;
  } finally {
    await session.close().catch(() => undefined);
    await host.close();
  }
}

/** Runs many scenarios in one tab of Chromium, and compares their results with those of Node. @param {number} [runs] */
export async function runInOneTab(runs = RUNS) {
  const [{ doc = {} } = {}] = (await pageExamples()).filter(({ id }) => id === "near-far");
  // The seed of the example is 1.
  const seeds = Array.from({ length: runs }, (_, index) => index + 2);
  const documents = seeds.map((seed) => ({ name: "", text: JSON.stringify({ ...doc, duration: 5, seed }) }));
  const expected = await idsInNode(documents);
  const host = await serve({ base: "/any/path/", port: 0 });
  const session = await chromium.start();
  const started = performance.now();
  let problems = 0;
  let before = 0;
  try {
    await session.open(`${host.url}#p=near-far&duration=5`);
    await session.call(openAddress, "#p=near-far&duration=5");
    for (const [index, seed] of seeds.entries()) {
      const found = await session.call(openAddress, `#p=near-far&duration=5&seed=${seed}`);
      const messages = await session.problems();
      if (found !== expected[index]) messages.push(`seed ${seed} gives ${found}, not ${expected[index]}`);
      for (const message of messages) note(`problem: ${message}`);
      problems += messages.length;
      if (index + 1 === Math.min(WARM_UP_RUNS, runs)) before = await memoryAtRest(session);
    }
    const minutes = Math.round((performance.now() - started) / 60_000);
    /** @type {Use} */
    const use = {
      ...{ date: today(), browser: `Chromium ${session.version}`, minutes, inputs: runs },
      ...{ problems, memory: [before, await memoryAtRest(session)] },
    };
    return use;
  } finally {
    await session.close().catch(() => undefined);
    await host.close();
  }
}

/**
 * Uses the page in one browser and stores what happened. Returns what is wrong.
 * @param {import("../lib/engines.mjs").Engine} engine
 * @param {{ minutes?: number, seed?: number }} [options]
 */
export async function storeActions(engine, options) {
  const use = await actForMinutes(engine, options);
  storeUse(engine.name, use);
  return faultsOf(engine.name, use);
}

/** Uses the page in all browsers, one after another, and stores what happened. */
export async function actInBrowsers() {
  /** @type {string[]} */
  const faults = [];
  for (const engine of engines) {
    const missing = await ensureEngine(engine);
    if (missing.length > 0) {
      note(`${engine.name} is skipped, because it is not installed: ${missing.join(", ")}`);
      continue;
    }
    faults.push(...(await storeActions(engine)));
  }
  if (faults.length > 0) throw new Failure(faults.join(" "));
}

/** Runs many scenarios in one tab and stores what happened. */
export async function storeRunsInOneTab() {
  const use = await runInOneTab();
  storeUse("one tab", use);
  const faults = faultsOf("runs in one tab", use);
  if (faults.length > 0) throw new Failure(faults.join(" "));
}
