// Compares runs with models of the literature (docs/models.md), for docs/validation.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fairshare } from "./native.mjs";
import { inRoot, simulatorVersion } from "./paths.mjs";
import { inTemporaryFolder, percent, table } from "./tables.mjs";

const file = inRoot("docs", "validation", "models.json");

/**
 * @typedef {{ model: string, of: string, quantity: string, value: number | null, measured: number | null, ratio: number | null,
 *   validity: string }} Line
 * @typedef {{ name: string, model: string, quantity: string, value: number, measured: number, ratio: number, validity: string }} ModelRow
 * @typedef {{ others: number, share: number, measured: number, fair: number }} ShareRow
 * @typedef {{ width: number, queue: number[], rest: { queue: number } | null, departures: { queue: [number, number][] } }} Fluid
 * @typedef {{ flows: number, rest: number, measured: number, departs: number }} FluidRow
 * @typedef {{ version: string, laws: ModelRow[], shares: ShareRow[], fluid: FluidRow[] }} ModelResults
 */

const noAccess = { sender: 0, receiver: 0 };

/** The models describe senders without the additions of a stack. @param {string} algorithm */
const withoutStack = (algorithm) => {
  if (["tfrc", "gaimd"].includes(algorithm)) return {};
  return algorithm === "bbr" ? { stack: null } : { stack: null, hystart: false };
};

/**
 * A dumbbell.
 * @param {number} rate in bit/s
 * @param {number} rtt in seconds
 * @param {object} queue
 * @param {{ id: string, algorithm: string, count?: number, access?: object, start?: object, params?: object }[]} flows
 * @param {object} [more]
 */
const dumbbell = (rate, rtt, queue, flows, more = {}) => ({
  v: 1,
  duration: 200,
  warmup: 20,
  network: { forward: { rate, delay: rtt / 2, queue }, reverse: { delay: rtt / 2, rate } },
  flows: flows.map(({ params, ...flow }) => ({
    packet: 1500,
    access: noAccess,
    ...flow,
    params: { ...withoutStack(flow.algorithm), ...params },
  })),
  ...more,
});

/**
 * One flow on a fast link of 100 ms with random loss.
 * @param {string} algorithm
 * @param {number} p
 * @param {object} [params]
 */
const lossy = (algorithm, p, params = {}) => {
  const doc = dumbbell(1e9, 0.1, { limit: { packets: 10_000 } }, [{ id: "a", algorithm, params }]);
  Object.assign(doc.network.forward, { loss: [{ kind: "random", probability: p }] });
  return doc;
};

/**
 * The runs, each with the models with which it is compared.
 * @type {[name: string, document: object, models: string[]][]}
 */
const runs = [
  ...[0.1, 0.0333, 0.01, 0.001].map(
    (p) =>
      /** @type {[string, object, string[]]} */ ([
        `SACK, random loss of ${Number((p * 100).toPrecision(3))} %`,
        lossy("sack", p),
        ["mathis", "padhye"],
      ]),
  ),
  ["GAIMD(0.2, 1/8), random loss of 1 %", lossy("gaimd", 0.01, { alpha: 0.2, beta: 0.125 }), ["aimd"]],
  ["CUBIC, random loss of 0.01 %", lossy("cubic", 0.0001), ["cubic"]],
  ["TFRC, random loss of 1 %", lossy("tfrc", 0.01), ["own"]],
  [
    "one NewReno flow, buffer of 20 packets",
    dumbbell(10e6, 0.1, { limit: { packets: 20 } }, [{ id: "a", algorithm: "newreno" }]),
    ["sawtooth"],
  ],
  [
    "two DCTCP flows, marks from 20 packets on",
    dumbbell(
      1e9,
      0.0002,
      { kind: "step", threshold: 20, limit: { packets: 200 } },
      [{ id: "a", algorithm: "dctcp", count: 2, access: noAccess }],
      { duration: 5, warmup: 1 },
    ),
    ["dctcp_queue"],
  ],
];

const others = [1, 2, 4, 8, 16];
/**
 * BBR v1 in competition with CUBIC at 40 Mb/s and 40 ms, with a buffer of 16 bandwidth-delay products.
 * @param {number} count
 */
const competition = (count) =>
  dumbbell(
    40e6,
    0.04,
    { limit: { bdp: 16 } },
    [
      { id: "bbr", algorithm: "bbr" },
      { id: "cubic", algorithm: "cubic", count },
    ],
    { duration: 400, warmup: 150 },
  );

/**
 * NewReno at a RED queue whose settings and rate are proportional to the number of flows.
 * @param {number} count
 */
const red = (count) =>
  dumbbell(
    1e6 * count,
    0.09,
    { kind: "red", min_threshold: 2 * count, max_threshold: 14 * count, limit: { packets: 40 * count } },
    [{ id: "many", algorithm: "newreno", count, start: { min: 0, max: 2 } }],
    { duration: 120 },
  );

/**
 * Runs all cases and stores the results.
 * @param {(args: string[]) => Promise<{ output: string }>} [command] runs the command line
 */
export const storeModels = (command = fairshare) =>
  inTemporaryFolder((folder) =>
    measure(async (document) => {
      const path = join(folder, "scenario.json");
      writeFileSync(path, JSON.stringify(document));
      return JSON.parse((await command(["models", path, "--json"])).output);
    }),
  );

/** @param {(document: object) => Promise<{ lines: Line[], fluid: Fluid }>} report */
async function measure(report) {
  /** @type {ModelRow[]} */
  const laws = [];
  for (const [name, document, models] of runs) {
    const { lines } = await report(document);
    for (const { model, quantity, value, measured, ratio, validity } of lines)
      if (models.includes(model) && quantity !== "window" && value !== null && measured && ratio)
        laws.push({ name, model, quantity, value, measured, ratio, validity });
  }
  /** @type {ShareRow[]} */
  const shares = [];
  for (const count of others) {
    const { lines } = await report(competition(count));
    const line = lines.find(({ model }) => model === "bbr");
    if (!line?.value || !line.measured) throw new Error(`BBR's share against ${count} flows has no value`);
    shares.push({
      others: count,
      share: line.value / 40e6,
      measured: line.measured / 40e6,
      fair: 1 / (count + 1),
    });
  }
  /** @type {FluidRow[]} */
  const fluid = [];
  for (const flows of [5, 20, 64]) {
    const { lines, fluid: found } = await report(red(flows));
    const measured = lines.find(({ model }) => model === "md1")?.measured;
    if (!found.rest || !measured) throw new Error(`the fluid model of ${flows} flows has no queue at rest`);
    const departs = found.departures.queue.reduce(
      (sum, [from, to]) => sum + Math.max(0, to - Math.max(from, 20)),
      0,
    );
    fluid.push({ flows, rest: found.rest.queue, measured, departs: departs / 100 });
  }
  const results = { version: simulatorVersion(), laws, shares, fluid };
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
}

/** @returns {ModelResults} */
export const readModels = () => JSON.parse(readFileSync(file, "utf8"));

const names = /** @type {Record<string, string>} */ ({
  mathis: "Mathis",
  padhye: "Padhye",
  aimd: "AIMD(a, b)",
  cubic: "CUBIC's law",
  own: "own equation",
  sawtooth: "sawtooth",
  dctcp_queue: "K + N",
});

/** @param {number} value @param {string} quantity */
function shown(value, quantity) {
  if (quantity === "rate") return `${(value / 1e6).toPrecision(3)} Mb/s`;
  return quantity === "utilisation" ? percent(value, 1) : `${value.toPrecision(3)} packets`;
}

/** @param {ModelResults} results */
export function modelTables({ version, laws, shares, fluid }) {
  const lawRows = laws.map(({ name, model, quantity, value, measured, ratio, validity }) => [
    ...[name, names[model] ?? model, shown(value, quantity), shown(measured, quantity)],
    ...[ratio.toFixed(2), validity === "holds" ? "yes" : "no"],
  ]);
  const shareRows = shares.map(({ others, share, measured, fair }) => [
    others,
    ...[share, measured, fair].map((part) => percent(part, 1)),
  ]);
  const fluidRows = fluid.map(({ flows, rest, measured, departs }) => [
    ...[flows, rest.toFixed(1), measured.toFixed(1), (rest / measured).toFixed(2), percent(departs, 1)],
  ]);
  return `Simulator ${version}. One seed of each run.

${table("llrrrl", ["run", "model", "value", "measured", "ratio", "assumptions hold"], lawRows)}

BBR v1 in competition with CUBIC at 40 Mb/s and 40 ms, with a drop-tail buffer of 16 bandwidth-delay products, from 150 s to 400 s:

${table("rrrr", ["CUBIC flows", "BBR's share by the model", "measured", "equal share"], shareRows)}

NewReno at a RED queue whose rate and thresholds are proportional to the number of flows, from 20 s to 120 s:

${table("rrrrr", ["flows", "queue at rest in the fluid, packets", "measured mean", "ratio", "time with a deviation of more than 10 %"], fluidRows)}`;
}
