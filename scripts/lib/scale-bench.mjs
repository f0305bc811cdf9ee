// npm run bench -- --scale: measures the cost of the runs of a sweep, for docs/at-scale.md: processor time
// per simulated minute and bytes per result by flows and rate, from the store that `fairshare sweep` writes.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { fairshare } from "./native.mjs";
import { run } from "./run.mjs";

const FLOWS = [1, 2, 10, 100, 1000];
/** Rates of the bottleneck in Mb/s. */
const RATES = [1, 10, 100, 1000];
const QUICK_RATES = [1, 10];
/**
 * The largest number of packets that a run simulates. Longer runs have the same cost per simulated second.
 */
const PACKETS = 2_000_000;
const MINUTE = 60;
const PACKET_BITS = 8000;

/**
 * A dumbbell with a round-trip time of 50 ms and a buffer of one bandwidth-delay product.
 * @param {number} flows
 * @param {number} rate in Mb/s
 */
function scenario(flows, rate) {
  const perSecond = (rate * 1e6) / PACKET_BITS;
  const duration = Math.max(5, Math.min(MINUTE, Math.round(PACKETS / perSecond)));
  return {
    v: 1,
    duration,
    warmup: 1,
    network: {
      forward: { rate: rate * 1e6, delay: 0.02, queue: { kind: "drop_tail", limit: { bdp: 1 } } },
    },
    flows: [{ id: "a", algorithm: "cubic", count: flows, access: { sender: 0.0025, receiver: 0.0025 } }],
  };
}

/**
 * The means over the runs of a store, which contains the duration (`.seconds`) and the result (`.json`) of
 * each run.
 * @param {string} store
 */
function measured(store) {
  const files = existsSync(store) ? readdirSync(store, { recursive: true, encoding: "utf8" }) : [];
  const read = (/** @type {string} */ file) => readFileSync(join(store, file));
  const ending = (/** @type {string} */ end) => files.filter((file) => file.endsWith(end));
  const seconds = ending(".seconds").map((file) => Number(read(file).toString()));
  const results = ending(".json").map(read);
  const mean = (/** @type {number[]} */ values) => values.reduce((a, b) => a + b, 0) / values.length;
  return {
    seconds: mean(seconds),
    bytes: mean(results.map((result) => result.length)),
    compressed: mean(results.map((result) => deflateRawSync(result).length)),
  };
}

/** @param {number} x */
const digits = (x) => x.toPrecision(2).replace(/e.*/, "");

/**
 * Makes runs of one scenario and returns their cost.
 * @param {string} folder
 * @param {(args: string[]) => Promise<unknown>} command
 * @param {number} flows
 * @param {number} rate
 */
async function costOf(folder, command, flows, rate) {
  const document = scenario(flows, rate);
  const name = join(folder, `${flows}-${rate}`);
  writeFileSync(`${name}.json`, JSON.stringify(document));
  const vary = ["--vary", `duration=${document.duration}`, "--seeds", "3"];
  await command(["sweep", `${name}.json`, ...vary, "--jobs", "1", "--csv", "--store", name]);
  const { seconds, bytes, compressed } = measured(name);
  return { perMinute: (seconds * MINUTE) / document.duration, bytes, compressed };
}

/** @param {string[]} args */
export async function scaleBench(args) {
  const folder = mkdtempSync(join(tmpdir(), "fairshare-scale-"));
  // A command that exists already can be measured with `--command FILE`.
  const file = args[args.indexOf("--command") + 1];
  const command =
    args.includes("--command") && file !== undefined
      ? (/** @type {string[]} */ rest) => run(file, rest, { log: "scale" })
      : (/** @type {string[]} */ rest) => fairshare(rest, { log: "scale" });
  const rates = args.includes("--quick") ? QUICK_RATES : RATES;
  try {
    console.log(`| flows | ${rates.map((rate) => `${rate} Mb/s`).join(" | ")} | bytes | compressed |`);
    for (const flows of FLOWS) {
      const costs = [];
      for (const rate of rates) costs.push(await costOf(folder, command, flows, rate));
      const last = costs.at(-1);
      const times = costs.map(({ perMinute }) => `${digits(perMinute)} s`).join(" | ");
      console.log(`| ${flows} | ${times} | ${last?.bytes.toFixed(0)} | ${last?.compressed.toFixed(0)} |`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
