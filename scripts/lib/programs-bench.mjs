// npm run bench -- --programs: what programs cost. Ten flows with the program `reno` are compared with ten flows of
// the built-in algorithm with the same rules, natively and in Chromium; the kinds alternate, so that other load
// affects all equally. Then the race of the program `aimd` is timed in the page, from the click to the last run.
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { serve } from "../serve.mjs";
import { knownBrowser } from "./browser.mjs";
import { browserRuns, median, runNatively } from "./browser-bench.mjs";
import { browserFlags } from "./browser-flags.mjs";
import { engineHost } from "./engine-page.mjs";
import { inRoot } from "./paths.mjs";
import { Failure } from "./steps.mjs";

/** The largest processor time relative to the built-in algorithm, natively and in Chromium. */
const NATIVE_LIMIT = 5;
const CHROMIUM_LIMIT = 8;
/** A minute of ten flows over 10 Mb/s takes at most this time in Chromium, and a race in the page this. */
const MINUTE_LIMIT_S = 1;
const RACE_LIMIT_S = 10;

/**
 * Ten flows over a link.
 * @param {object} flow
 * @param {number} rate
 * @param {number} duration
 */
const tenFlows = (flow, rate, duration) =>
  JSON.stringify({
    v: 3,
    duration,
    network: {
      kind: "dumbbell",
      forward: { rate, delay: 0.02, queue: { kind: "drop_tail", limit: { bdp: 1 } } },
    },
    flows: [{ id: "a", count: 10, ...flow }],
  });

/** The seconds of a race in the page, with the default number of workers. @param {number} rounds */
async function raceSeconds(rounds) {
  const { server, url } = await serve({ port: 0 });
  const executablePath = knownBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${url}#/algorithms/race`);
    const start = page.getByRole("button", { name: "Race", exact: true });
    const done = page.getByText(/^My program has [\d.]+ of 100 points/);
    const seconds = [];
    for (let round = 0; round <= rounds; round++) {
      await page.getByText("The program can be raced.").waitFor();
      const before = performance.now();
      await start.click();
      await done.waitFor({ timeout: 600_000 });
      // The first race also loads the workers' program.
      seconds.push((performance.now() - before) / 1000);
      await page.reload();
    }
    return { cores: await page.evaluate(() => navigator.hardwareConcurrency), seconds };
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** @param {string[]} args */
export async function programsBench(args) {
  const rounds = args.includes("--quick") ? 3 : 5;
  const code = readFileSync(inRoot("sim-core", "script", "examples", "reno.fair"), "utf8");
  const scripted = { algorithm: "own", params: { code } };
  const fast = [tenFlows({ algorithm: "sack" }, 1e8, 30), tenFlows(scripted, 1e8, 30)];
  const minute = tenFlows(scripted, 1e7, 60);
  const host = await engineHost();
  const browser = await browserRuns(host.url);
  /** @type {Record<"native" | "chromium", number[][]>} */
  const ns = { native: [[], []], chromium: [[], []] };
  /** @type {number[]} */
  const minutes = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [kind, text] of fast.entries()) {
        const native = await runNatively(text, false);
        const inBrowser = await browser.run(text, false);
        if (native.resultId !== inBrowser.resultId)
          throw new Failure(`The results differ: ${inBrowser.resultId}, native ${native.resultId}.`);
        if (round === 0) continue;
        ns.native[kind]?.push(native.ns);
        ns.chromium[kind]?.push(inBrowser.ns);
      }
      const { ns: perHop, packetHops } = await browser.run(minute, true);
      if (round > 0) minutes.push((perHop * packetHops) / 1e9);
    }
  } finally {
    await browser.close();
    await host.close();
  }
  const race = await raceSeconds(rounds);
  print(ns, minutes, race, browser.version);
}

/**
 * Prints the measurements, and fails if one exceeds its limit.
 * @param {Record<"native" | "chromium", number[][]>} ns
 * @param {number[]} minutes
 * @param {{ cores: number, seconds: number[] }} race
 * @param {string} version
 */
function print(ns, minutes, race, version) {
  /** @param {number[][]} kinds */
  const both = ([builtIn = [], scripted = []]) => [median(builtIn), median(scripted)];
  const [native = 0, nativeScripted = 0] = both(ns.native);
  const [browser = 0, browserScripted = 0] = both(ns.chromium);
  const [first = 0, ...others] = race.seconds;
  const rows = [
    [
      "ten flows, native",
      `${native.toFixed(1)} ns`,
      `${nativeScripted.toFixed(1)} ns`,
      nativeScripted / native,
      NATIVE_LIMIT,
      "times",
    ],
    [
      "ten flows, Chromium",
      `${browser.toFixed(1)} ns`,
      `${browserScripted.toFixed(1)} ns`,
      browserScripted / browser,
      CHROMIUM_LIMIT,
      "times",
    ],
    ["a minute of ten flows over 10 Mb/s, recorded", "", "", median(minutes), MINUTE_LIMIT_S, "s"],
    [`a race in the page, ${race.cores} cores`, "", "", median(others), RACE_LIMIT_S, "s"],
    ["the first race after the page opened", "", "", first, RACE_LIMIT_S, "s"],
  ];
  console.log(
    `\nChromium ${version}. Processor time per packet-hop for ten flows, median; elapsed time for races.\n`,
  );
  console.log("| what | built-in | program | measured | limit |\n|---|--:|--:|--:|--:|");
  for (const [what, builtIn, program, value, limit, unit] of rows)
    console.log(
      `| ${what} | ${builtIn} | ${program} | ${Number(value).toFixed(2)} ${unit} | ${limit} ${unit} |`,
    );
  const missed = rows.filter(([, , , value, limit]) => Number(value) > Number(limit)).map(([what]) => what);
  if (missed.length > 0) throw new Failure(`Above the limit: ${missed.join("; ")}.`);
}
