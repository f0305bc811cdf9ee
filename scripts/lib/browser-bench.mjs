// npm run bench -- --browser: the dumbbells of `fairshare bench` as WebAssembly, in Chromium's worker and in Node, beside
// the native command. Kinds of run alternate, so that whatever else the machine does hits all of them alike. `--only graph`: the
// network of many links of `fairshare bench --graph` in Chromium, and how much faster than real time it runs.
import { readdirSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import init, { Simulation } from "../../wasm/pkg/fairshare_wasm.js";
import { knownBrowser } from "./browser.mjs";
import { browserFlags } from "./browser-flags.mjs";
import { engineHost } from "./engine-page.mjs";
import { fairshare } from "./native.mjs";
import { inRoot } from "./paths.mjs";

const GRAPH = "graph";

const nothing = JSON.stringify({ signals: [], events: false });

function option(args, name) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
const geometricMean = (values) => Math.exp(values.reduce((sum, x) => sum + Math.log(x), 0) / values.length);

/** Nanoseconds per hop, set-up left out. */
async function native(text, recorded, name) {
  // A graph's document is too long for an argument; the program knows it by name.
  const args = ["bench-one", name ?? text, ...(recorded ? ["--recorded"] : [])];
  const { output } = await fairshare(args, { log: "bench" });
  const { run_s, packet_hops, digest } = JSON.parse(output);
  return { ns: (run_s * 1e9) / packet_hops, digest };
}

function node(text, recorded) {
  const sim = new Simulation(text, recorded ? "{}" : nothing);
  const before = process.cpuUsage();
  while (sim.stepUntil(sim.duration, 200_000)[2] === 0) if (recorded) sim.readNew();
  const { user, system } = process.cpuUsage(before);
  const result = { ns: ((user + system) * 1e3) / sim.packetHops(), digest: sim.resultId() };
  sim.free();
  return result;
}

/** Processor time of all worker threads below a process, in ns; undefined where the system does not tell per thread. */
function workerTime(pids) {
  let sum;
  for (const pid of pids) {
    try {
      for (const task of readdirSync(`/proc/${pid}/task`)) {
        const folder = `/proc/${pid}/task/${task}`;
        if (!readFileSync(`${folder}/comm`, "utf8").startsWith("DedicatedWorker")) continue;
        sum = (sum ?? 0) + Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ")[0]);
      }
    } catch {
      // Not Linux, or a thread that has just ended.
    }
  }
  return sum;
}

/** Chromium with the engine's page; one worker at a time, so that its thread's time is the run's. */
async function browserRuns(url) {
  const executablePath = knownBrowser();
  const browser = await chromium.launch({
    args: browserFlags,
    ...(executablePath ? { executablePath } : {}),
  });
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate(() => globalThis.engine.ready());
  const session = await browser.newBrowserCDPSession();
  const renderers = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  };
  const once = (text, recorded) =>
    page.evaluate(
      ([text, recorded]) =>
        new Promise((resolve, reject) => {
          const { engine } = globalThis;
          if (!recorded) {
            engine.batch([{ id: "run", text }], (_id, result) =>
              "resultId" in result ? resolve(result) : reject(new Error(result.message)),
            );
            return;
          }
          const runId = `run-${performance.now()}`;
          const stop = engine.subscribe({
            done: (_id, outcome) => {
              stop();
              engine.drop(runId);
              resolve(outcome);
            },
            failed: (_id, failure) => reject(new Error(failure.message)),
          });
          engine.load(text, runId);
        }),
      [text, recorded],
    );
  /** Set-up is measured by a run of almost no time and taken off. */
  const run = async (text, recorded) => {
    const pids = await renderers();
    const times = [];
    let outcome;
    const document = JSON.parse(text);
    const flows = document.flows.map((flow) => ({ ...flow, start: 0 }));
    for (const part of [{ ...document, flows, duration: 1e-6, measure: { bins: [] } }, document]) {
      const before = workerTime(pids);
      outcome = await once(JSON.stringify(part), recorded);
      const after = workerTime(pids);
      times.push(before === undefined ? outcome.wallMs * 1e6 : after - before);
    }
    const spent = workerTime(pids) === undefined ? times[1] : times[1] - times[0];
    return {
      ns: spent / outcome.packetHops,
      packetHops: outcome.packetHops,
      digest: outcome.resultId,
      wallMs: outcome.wallMs,
    };
  };
  return { run, version: browser.version(), close: () => browser.close() };
}

/** The graph of many links, in Chromium: seconds of the worker's processor for one run, and simulated seconds for each. */
async function graphBench(rounds) {
  const document = JSON.parse(
    (await fairshare(["bench", "--graph", "--documents"], { log: "bench" })).output,
  );
  const { network, flows, duration } = document;
  const text = JSON.stringify(document);
  const host = await engineHost();
  const browser = await browserRuns(host.url);
  const many = flows.reduce((sum, flow) => sum + (flow.count ?? 1), 0);
  console.log(
    `\n${network.nodes.length} nodes, ${network.links.length} links, ${many} flows, ${duration} s, Chromium ${browser.version}: medians of ${rounds} after one warm-up.\n`,
  );
  console.log("| recording | ns/hop | native | ratio | s of the worker | faster than real time |");
  console.log("|---|---|---|---|---|---|");
  try {
    for (const recorded of [false, true]) {
      const [inBrowser, natively, seconds] = [[], [], []];
      for (let round = 0; round <= rounds; round++) {
        const there = await browser.run(text, recorded);
        const here = await native(text, recorded, GRAPH);
        if (there.digest !== here.digest)
          throw new Error(`the graph's results differ: ${there.digest}, native ${here.digest}`);
        if (round === 0) continue;
        inBrowser.push(there.ns);
        natively.push(here.ns);
        seconds.push((there.ns * there.packetHops) / 1e9);
      }
      const [ns, own, run] = [median(inBrowser), median(natively), median(seconds)];
      const cells = [
        recorded ? "as the page does" : "nothing",
        ns.toFixed(0),
        own.toFixed(0),
        (ns / own).toFixed(2),
        run.toFixed(1),
        (duration / run).toFixed(1),
      ];
      console.log(`| ${cells.join(" | ")} |`);
    }
  } finally {
    await browser.close();
    await host.close();
  }
}

export async function browserBench(args) {
  const quick = args.includes("--quick");
  const rounds = Number(option(args, "--runs") ?? (quick ? 3 : 5));
  if (option(args, "--only") === GRAPH) {
    await graphBench(rounds);
    return;
  }
  const chosen = args.includes("--only") ? ["--only", option(args, "--only")] : [];
  const listing = ["bench", "--documents", ...(quick ? ["--quick"] : []), ...chosen];
  const dumbbells = JSON.parse((await fairshare(listing, { log: "bench" })).output);
  await init({ module_or_path: readFileSync(inRoot("wasm", "pkg", "fairshare_wasm_bg.wasm")) });
  const host = await engineHost();
  const browser = await browserRuns(host.url);
  console.log(
    `\nns per packet-hop, medians of ${rounds} after one warm-up; processor time of the working thread.`,
  );
  console.log(`Node ${process.versions.node}, Chromium ${browser.version}. Ratios are to native.\n`);
  console.log(
    "|   | nothing recorded: native | Chromium | ratio | Node | ratio | as the page records: native | Chromium | ratio |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  const ratios = { bare: [], recorded: [], node: [] };
  try {
    for (const { name, document } of dumbbells) {
      const text = JSON.stringify(document);
      const kinds = {
        native: () => native(text, false),
        chromium: () => browser.run(text, false),
        node: () => node(text, false),
        nativeRecorded: () => native(text, true),
        chromiumRecorded: () => browser.run(text, true),
      };
      const ns = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
      const digests = new Set();
      for (let round = 0; round <= rounds; round++) {
        for (const [kind, measure] of Object.entries(kinds)) {
          const { ns: time, digest } = await measure();
          digests.add(digest);
          if (round > 0) ns[kind].push(time);
        }
      }
      if (digests.size !== 1)
        throw new Error(`dumbbell ${name}: the results differ: ${[...digests].join(", ")}`);
      const of = (kind) => median(ns[kind]);
      const bare = of("chromium") / of("native");
      const recorded = of("chromiumRecorded") / of("nativeRecorded");
      const inNode = of("node") / of("native");
      ratios.bare.push(bare);
      ratios.recorded.push(recorded);
      ratios.node.push(inNode);
      const cells = [
        of("native").toFixed(1),
        of("chromium").toFixed(1),
        bare.toFixed(2),
        of("node").toFixed(1),
        inNode.toFixed(2),
        of("nativeRecorded").toFixed(1),
        of("chromiumRecorded").toFixed(1),
        recorded.toFixed(2),
      ];
      console.log(`| ${name} | ${cells.join(" | ")} |`);
    }
    const mean = (kind) => geometricMean(ratios[kind]).toFixed(2);
    console.log(
      `\nGeometric means: Chromium ${mean("bare")}, as the page records ${mean("recorded")}, Node ${mean("node")}.`,
    );
  } finally {
    await browser.close();
    await host.close();
  }
}
