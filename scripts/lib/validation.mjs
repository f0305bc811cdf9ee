// Writes the tables and pictures of docs/validation.md, from the committed results and from runs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readUses } from "../maintainers/destruction.mjs";
import { controllerTables, readControllers } from "./controllers.mjs";
import { plotFigure, shareMap } from "./figures.mjs";
import { modelTables, readModels } from "./models.mjs";
import { fairshare } from "./native.mjs";
import { inRoot } from "./paths.mjs";
import { productionTable, readProduction } from "./production.mjs";
import { inTemporaryFolder, mean, median, percent, storeRows, table } from "./tables.mjs";

/**
 * Reference results of ns-2. Each case has metrics with their mean, their standard deviation, and the
 * accepted distance from the mean (`band`).
 * @typedef {object} Reference
 * @property {{ id: string, rate: number, loss: number, metrics: Record<string, { mean: number, sd: number, band: number }> }[]} cases
 */

/**
 * This simulator's results for the cases of a reference.
 * @typedef {object} Results
 * @property {string} version
 * @property {number[]} seeds
 * @property {Record<string, Record<string, { mean: number }>>} cases
 */

/**
 * Pairs of case and metric that are outside of their bands, and the reason (`why`).
 * @typedef {{ why: string, pairs: string[] }} Cause
 */

/**
 * The results of the closed-form tests.
 * @typedef {object} ClosedForms
 * @property {string} version
 * @property {{ what: string, ours: number, expected: number, tolerance: string }[]} figures
 */

/**
 * A pair of case and metric. `share` is the signed difference from the reference as a share of the band.
 * @typedef {{ id: string, name: string, share: number, isInside: boolean }} Pair
 */

/** @param {string} name */
const dataFile = (name) => inRoot("sim-core", "simulation", "tests", "data", name);
/** The results of checks in browsers. @param {string} name */
const browserFile = (name) => inRoot("docs", "validation", name);
/** @param {string} name */
const readText = (name) => readFileSync(dataFile(name), "utf8");
/** @returns {Reference} */
const readReference = () => JSON.parse(readText("ns2-reference.json"));
/** @returns {Results} */
const readResults = () => JSON.parse(readText("ns2-results.json"));
const pagePath = inRoot("docs", "validation.md");
const casesPagePath = inRoot("docs", "validation", "cases.md");

/**
 * A number with five significant digits, or a whole number.
 * @param {number} x
 */
const numberText = (x) => {
  if (Number.isInteger(x) && Math.abs(x) < 1e6) return String(x);
  const text = Math.abs(x) >= 1e5 ? x.toPrecision(5) : String(Number(x.toPrecision(5)));
  return String(Number(text));
};

/**
 * The mean of a metric of a case in this simulator's results.
 * @param {Results} results
 * @param {string} id
 * @param {string} name
 */
function meanOf(results, id, name) {
  const metric = results.cases[id]?.[name];
  if (metric === undefined) throw new Error(`there is no result for ${name} of case ${id}`);
  return metric.mean;
}

/** @param {Reference} reference @param {Results} results */
function ns2Table({ cases }, results) {
  const rows = cases.flatMap(({ id, metrics }) =>
    Object.entries(metrics).map(([name, { mean, sd, band }]) => {
      const ours = meanOf(results, id, name);
      return [id, name, ...[ours, mean, sd, band].map(numberText), percent((ours - mean) / band)];
    }),
  );
  return table("llrrrrr", ["case", "metric", "here", "ns-2", "s.d.", "band", "share of band"], rows);
}

/** The pairs of the comparison with a Linux kernel. */
function linuxTable() {
  /** @type {{ cases: { id: string, runs: object[], metrics: Record<string, { mean: number, band: number }> }[] }} */
  const { cases } = JSON.parse(readText("linux-reference.json"));
  /** @type {{ rows: { case: string, means: Record<string, number> }[] }} */
  const { rows } = JSON.parse(readText("linux-results.json"));
  const results = new Map(rows.map((row) => [row.case, row.means]));
  const lines = cases.flatMap(({ id, runs, metrics }) =>
    Object.entries(metrics).map(([name, { mean, band }]) => {
      const ours = results.get(id)?.[name] ?? Number.NaN;
      const numbers = [ours, mean, runs.length, band].map(numberText);
      return [id, name, ...numbers, percent((ours - mean) / band)];
    }),
  );
  return table("llrrrrr", ["case", "metric", "here", "kernel", "seeds", "band", "share of band"], lines);
}

/** @param {ClosedForms} forms */
const closedFormTable = ({ figures }) =>
  table(
    "lrrr",
    ["what", "here", "expected", "tolerance"],
    figures.map(({ what, ours, expected, tolerance }) => [
      what,
      numberText(ours),
      numberText(expected),
      tolerance,
    ]),
  );

/**
 * Compares every pair of case and metric with this simulator's results.
 * @param {Reference} reference
 * @param {Results} results
 * @returns {Pair[]}
 */
const comparedPairs = ({ cases }, results) =>
  cases.flatMap(({ id, metrics }) =>
    Object.entries(metrics).map(([name, { mean, band }]) => {
      const share = (meanOf(results, id, name) - mean) / band;
      return { id, name, share, isInside: Math.abs(share) <= 1 };
    }),
  );

/** @param {Reference} reference @param {Results} results */
function countText(reference, results) {
  const all = comparedPairs(reference, results);
  const inside = all.filter((pair) => pair.isInside).length;
  return `Simulator ${results.version}, seeds ${results.seeds.join(", ")}: ${inside} pairs inside their bands, ${all.length - inside} outside.`;
}

/**
 * The sets of cases in the order of the reference. The ids of a set's cases begin with its prefix.
 * @type {[prefix: string, what: string][]}
 */
const caseSets = [
  ["a1.", "one flow and its buffer"],
  ["a2.", "response to random loss"],
  ["b.", "TCP and TFRC on slow links (Choi and Handley 2007)"],
  ["c.", "TFRC with and without TCP (Nishantha and Hayashida 2009)"],
  ["d.", "RAP and TFRC with TCP (Sisalem and Wolisz 2000)"],
  ["e1.", "RED"],
  ["e2.", "web servers with TCP and TFRC (Sisalem and Wolisz 2000)"],
  ["f1.", "different round trips"],
  ["f2.", "several links in a row"],
  ["f3.", "lost acknowledgements"],
];

/** @param {Reference} reference @param {Results} results */
function setTable(reference, results) {
  const all = comparedPairs(reference, results);
  const groups = caseSets.flatMap(([prefix, what]) => {
    const members = all.filter(({ id }) => id.startsWith(prefix));
    const rfc5348 = members.filter(({ id }) => id.endsWith(".rfc5348"));
    const others = members.filter(({ id }) => !id.endsWith(".rfc5348"));
    const name = prefix.slice(0, -1);
    return [
      { name, what, members: others },
      {
        name,
        what: `${what}: TFRC according to RFC 5348, compared with ns-2's, whose timeout is at least four base round trips`,
        members: rfc5348,
      },
    ];
  });
  const rows = groups
    .filter(({ members }) => members.length > 0)
    .map(({ name, what, members }) => {
      const middle = median(members.map(({ share }) => Math.abs(share)));
      const inside = members.filter((pair) => pair.isInside).length;
      const signed = mean(members.map(({ share }) => share));
      const distances = [`${Math.round(middle * 100)} %`, `${signedText(signed * 100, 0)} %`];
      return [name, what, members.length, inside, ...distances];
    });
  const head = [
    "set",
    "what",
    "pairs",
    "inside",
    "median distance, share of band",
    "mean signed distance, share of band",
  ];
  return table("llrrrr", head, rows);
}

/**
 * A number with its sign.
 * @param {number} x
 * @param {number} digits
 */
const signedText = (x, digits) => `${x < 0 ? "\u2212" : "+"}${Math.abs(x).toFixed(digits)}`;

/**
 * The signed error of TCP's share (theta) in one case: ours minus ns-2's.
 * @typedef {{ clocks: string, mbps: number, error: number }} ThetaError
 */

/**
 * The mean signed error of TCP's share for each clock setting and class of link rates, with twice the
 * standard error of the mean.
 * @param {ThetaError[]} cells
 */
function thetaBiasTable(cells) {
  /** @type {[name: string, contains: (mbps: number) => boolean][]} */
  const classes = [
    ["below 1 Mb/s", (mbps) => mbps < 1],
    ["1 and 2 Mb/s", (mbps) => mbps >= 1 && mbps < 5],
    ["5 to 20 Mb/s", (mbps) => mbps >= 5],
  ];
  const rows = [];
  for (const clocks of [...new Set(cells.map((cell) => cell.clocks))].sort()) {
    for (const [name, contains] of classes) {
      const selected = cells.filter((cell) => cell.clocks === clocks && contains(cell.mbps));
      const errors = selected.map(({ error }) => error);
      if (errors.length < 2) continue;
      const bias = mean(errors);
      const variance = errors.reduce((sum, error) => sum + (error - bias) ** 2, 0) / (errors.length - 1);
      const twice = 2 * Math.sqrt(variance / errors.length);
      rows.push([clocks, name, errors.length, signedText(bias, 3), twice.toFixed(3)]);
    }
  }
  return table(
    "llrrr",
    ["clocks", "link rate", "cases", "mean error of theta", "twice its standard error"],
    rows,
  );
}

/**
 * The errors in set b, whose delays each simulator draws by itself.
 * @param {Reference} reference
 * @param {Results} results
 * @returns {ThetaError[]}
 */
const errorsOfSetB = ({ cases }, results) =>
  cases.flatMap(({ id, rate, metrics }) => {
    const [set, clocks = ""] = id.split(".");
    const theta = metrics["theta_tcp_share"];
    if (set !== "b" || theta === undefined || id.endsWith(".rfc5348")) return [];
    return [{ clocks, mbps: rate / 1e6, error: meanOf(results, id, "theta_tcp_share") - theta.mean }];
  });

/**
 * The errors with equal delays and starts in both simulators (sim-core/simulation/tests/measured/paired.rs).
 * @returns {ThetaError[]}
 */
function pairedErrors() {
  /** @type {{ rows: { clocks: string, mbps: number, ours: number[], ns2: number[] }[] }} */
  const { rows } = JSON.parse(readText("ns2-paired-results.json"));
  return rows.map(({ clocks, mbps, ours, ns2 }) => ({ clocks, mbps, error: mean(ours) - mean(ns2) }));
}

/**
 * The causes of the pairs outside of their bands.
 * @param {Cause[]} causes
 */
const outsideList = (causes) =>
  causes
    .map(({ why, pairs: { length } }) => `**${length} ${length === 1 ? "pair" : "pairs"}.** ${why}`)
    .join("\n\n");

/**
 * The results of the comparison of result IDs.
 * @typedef {{ version: string, rows: import("./engines.mjs").EngineRow[] }} EngineResults
 */

/** @param {EngineResults} results */
function enginesTable({ version, rows }) {
  const lines = rows.map(({ name, version, documents, equal, skipped }) =>
    skipped ? [name, "", `not run: ${skipped} is missing`, ""] : [name, version, documents, equal],
  );
  const head = ["engine", "version", "scenarios and examples", "result IDs equal to the native result IDs"];
  return `Simulator ${version}.\n\n${table("llrr", head, lines)}`;
}

/**
 * The results of the check of all pages of experiments.
 * @typedef {{ version: string } & import("./page-matrix.mjs").MatrixResult} PageResults
 */

/** @param {PageResults} results */
function pagesText({ version, pages, checked, problems }) {
  const found = problems.length === 0 ? "No problem was found." : "These problems were found:";
  const list = problems.map((problem) => `\n- ${problem}`).join("");
  return `Simulator ${version}: ${pages} pages at ${checked.join("; ")}. ${found}${list && `\n${list}`}`;
}

/** @param {import("../maintainers/destruction.mjs").Uses} results */
function usesTable({ version, uses }) {
  const lines = Object.entries(uses).map(
    ([name, { date, browser, seed, minutes, inputs, problems, memory }]) => {
      const what = name === "one tab" ? "runs in one tab" : "random actions";
      const sizes = memory.map((size) => size.toFixed(0));
      return [what, browser, date, seed ?? "", minutes, inputs, problems, ...sizes];
    },
  );
  const head = [
    "use",
    "browser",
    "date",
    "seed",
    "minutes",
    "inputs",
    "errors on the console",
    "MiB early",
    "MiB at the end",
  ];
  return `Simulator ${version}.\n\n${table("lllrrrrrr", head, lines)}`;
}

/**
 * Stores the results of the comparison of browsers.
 * @param {EngineResults["rows"]} rows
 * @param {string} version
 */
export const storeEngines = (rows, version) =>
  writeFileSync(browserFile("engines.json"), `${JSON.stringify({ version, rows }, null, 1)}\n`);

/**
 * Stores the results of the check of pages.
 * @param {import("./page-matrix.mjs").MatrixResult} result
 * @param {string} version
 */
export const storePages = (result, version) =>
  writeFileSync(browserFile("pages.json"), `${JSON.stringify({ version, ...result }, null, 1)}\n`);

/** Writes the tables of docs/validation.md from the committed results, without running anything. */
export const writeTables = () => writeFileSync(pagePath, rendered(pageText()));

/**
 * Returns the text of docs/validation.md with current generated parts, which are between `<!-- NAME -->` and
 * `<!-- end NAME -->`.
 * @param {string} text
 */
export function rendered(text) {
  const reference = readReference();
  const results = readResults();
  /** @type {Cause[]} */
  const causes = JSON.parse(readText("ns2-outside.json"));
  const parts = {
    "ns2-count": countText(reference, results),
    "ns2-sets": setTable(reference, results),
    "ns2-bias": thetaBiasTable(errorsOfSetB(reference, results)),
    "ns2-paired": thetaBiasTable(pairedErrors()),
    "ns2-outside": outsideList(causes),
    engines: enginesTable(JSON.parse(readFileSync(browserFile("engines.json"), "utf8"))),
    pages: pagesText(JSON.parse(readFileSync(browserFile("pages.json"), "utf8"))),
    models: modelTables(readModels()),
    production: productionTable(readProduction()),
    controllers: controllerTables(readControllers()),
    uses: usesTable(readUses()),
  };
  return Object.entries(parts).reduce((current, [name, part]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
    const [from, to] = [current.indexOf(start), current.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/validation.md has no markers for ${name}`);
    return `${current.slice(0, from + start.length)}\n${part}\n${current.slice(to)}`;
  }, text);
}

/** The text of the page that lists all compared figures. */
function renderedCases() {
  /** @type {ClosedForms} */
  const forms = JSON.parse(readText("closed-forms.json"));
  return `# All compared figures\n\nGenerated from the committed results. [validation.md](../validation.md) explains them.\n\n## Closed forms\n\n${closedFormTable(forms)}\n\n## ns-2\n\n${ns2Table(readReference(), readResults())}\n\n## The Linux kernel\n\n${linuxTable()}\n`;
}

/** Writes the page of all figures, which is not committed. */
export const writeCasesPage = () => writeFileSync(casesPagePath, renderedCases());
export const pageText = () => readFileSync(pagePath, "utf8");

/**
 * Stores the results that the closed-form tests printed.
 * @param {string} output
 * @param {string} version
 */
export function storeClosedForms(output, version) {
  const figures = [...output.matchAll(/FIGURE\t([^\t]+)\t([^\t]+)\t([^\t]+)\t([^\t\r\n]+)/g)].map(
    ([, what = "", ours, expected, tolerance]) => ({
      what,
      ours: Number(ours),
      expected: Number(expected),
      tolerance,
    }),
  );
  figures.sort((a, b) => (a.what < b.what ? -1 : 1));
  storeRows(dataFile("closed-forms.json"), { version }, "figures", figures);
}

/**
 * A link direction with a drop-tail queue. The rate is in bit/s, the delay in seconds, and the limit of the
 * queue in packets.
 * @param {number} rate
 * @param {number} delay
 * @param {number} packets
 * @param {import("../../web/src/generated/types.ts").JsonObject[]} [loss]
 */
const link = (rate, delay, packets, loss = []) => ({
  rate,
  delay,
  queue: { kind: "drop_tail", limit: { packets } },
  loss,
});

/**
 * Runs a scenario and returns the values of one signal of its flow `f`, by time.
 * @param {object} scenario
 * @param {string} name
 * @param {number} bin the width of the bins in seconds
 */
const signalPoints = (scenario, name, bin) =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, "scenario.json");
    writeFileSync(file, JSON.stringify(scenario));
    const args = ["run", file, "--csv", folder, "--bin", String(bin)];
    await fairshare(args, { profile: "test", log: "validate-run" });
    /** @type {[t: number, value: number][]} */
    const points = [];
    for (const row of readFileSync(join(folder, "flows.csv"), "utf8").trim().split("\n").slice(1)) {
      const [t, , flow, what, value] = row.split(",");
      if (flow === "f" && what === name && value !== "") points.push([Number(t), Number(value)]);
    }
    return points;
  });

/** Plots the congestion window of one flow with two limits of the queue. */
async function sawtooth() {
  /** @param {number} packets the limit of the queue */
  const run = (packets) =>
    signalPoints(
      {
        v: 1,
        duration: 60,
        network: { kind: "dumbbell", forward: link(1e7, 0.05, packets) },
        jitter: { mode: "off" },
        flows: [
          {
            id: "f",
            algorithm: "sack",
            params: { stack: null, hystart: false },
            packet: 1500,
            access: { sender: 0, receiver: 0 },
          },
        ],
      },
      "cwnd",
      0.05,
    );
  const oneBdp = await run(82);
  const tenthOfBdp = await run(7);
  // The limits are one BDP and a tenth of a BDP (83 and 8 packets), minus the packet in service. The window's
  // peak is the BDP plus the limit plus two packets: the packet in service, and the growth until the sender
  // detects the loss. The BDP is 1e6 bits, and a packet has 12e3 bits.
  const oneBdpPeak = 1e6 / 12e3 + 82 + 2;
  const tenthOfBdpPeak = 1e6 / 12e3 + 7 + 2;
  /** @type {(v: number) => [number, number][]} */
  const flat = (v) => [
    [10, v],
    [60, v],
  ];
  return plotted({
    title: "One SACK flow on 10 Mb/s and 100 ms: its window with two buffers",
    x: { label: "time, s", range: [10, 60] },
    y: { label: "window, packets", range: [0, 220] },
    lines: [
      { label: "buffer of one BDP", points: oneBdp.filter(([t]) => t >= 10), colour: 0 },
      { label: "buffer of 0.1 BDP", points: tenthOfBdp.filter(([t]) => t >= 10), colour: 1 },
      { label: "theory: BDP plus buffer, and half of it", points: flat(oneBdpPeak), kind: "theory" },
      { label: "", points: flat(oneBdpPeak / 2), kind: "theory" },
      { label: "", points: flat(tenthOfBdpPeak), kind: "theory" },
      { label: "", points: flat(tenthOfBdpPeak / 2), kind: "theory" },
    ],
  });
}

/**
 * The packets per round trip that models of TCP allow at a loss rate `p`, if every packet is acknowledged.
 * @typedef {{ p: number, square_root: number, padhye: number, tfrc: number }} ModelRow
 */

/**
 * Computes the models of TCP for a round-trip time of 0.1 s and a first timeout of 0.2 s.
 * @param {number[]} probabilities of loss
 * @returns {Promise<ModelRow[]>}
 */
async function tcpModels(probabilities) {
  const { printed } = await fairshare(
    ["model", "--rtt", "0.1", "--timeout", "0.2", "--p", probabilities.join(",")],
    {
      profile: "test",
      log: "validate-model",
    },
  );
  return JSON.parse(printed);
}

/**
 * A figure with one plot.
 * @param {import("./figures.mjs").Plot} plot
 */
const plotted = (plot) => plotFigure(plot.title, [plot]);

/** Plots TCP's response to random loss, and the response in theory. */
async function lossResponse() {
  const { cases } = readReference();
  const results = readResults();
  const models = await tcpModels(Array.from({ length: 61 }, (_, i) => 10 ** (-4.1 + (i / 60) * 3)));
  /** @type {(kind: string) => [number, number][]} */
  const points = (kind) =>
    cases
      .filter(({ id }) => id.startsWith(`a2.${kind}.`) && id.endsWith(".fine"))
      .map(({ id, loss }) => [loss, meanOf(results, id, "pkts_per_rtt")]);
  return plotted({
    title: "Response to random loss, 1 Gb/s and 100 ms",
    x: { label: "probability of loss", range: [7e-5, 0.08], log: true },
    y: { label: "packets delivered per round trip", range: [2, 200], log: true },
    lines: [
      {
        label: "theory: sqrt(3/2p), and Padhye's full model with T0 = 0.2 s",
        points: models.map(({ p, square_root }) => [p, square_root]),
        kind: "theory",
      },
      { label: "", points: models.map(({ p, padhye }) => [p, padhye]), kind: "theory" },
      { label: "Reno", points: points("Reno"), kind: "dots", colour: 0 },
      { label: "NewReno", points: points("Newreno"), kind: "dots", colour: 1 },
      { label: "SACK", points: points("Sack1"), kind: "dots", colour: 2 },
    ],
  });
}

/** Plots TFRC's equation and the response functions of TFRC, TFWC, RAP, IFP and TCP. */
async function responses() {
  /** @type {{ rows: { algorithm: string, p: number, packets_per_rtt: number }[] }} */
  const { rows } = JSON.parse(readText("response.json"));
  /** @type {(algorithm: string) => [number, number][]} */
  const points = (algorithm) =>
    rows.filter((row) => row.algorithm === algorithm).map((row) => [row.p, row.packets_per_rtt]);
  const models = await tcpModels(Array.from({ length: 61 }, (_, i) => 10 ** (-4.1 + (i / 60) * 3.2)));
  /** @typedef {(label: string, algorithm: string, colour: number) => import("./figures.mjs").Line} MakeLine */
  /** @type {MakeLine} */
  const dots = (label, algorithm, colour) => ({ label, points: points(algorithm), kind: "dots", colour });
  /** @type {MakeLine} */
  const lineOf = (label, algorithm, colour) => ({ label, points: points(algorithm), kind: "line", colour });
  return plotted({
    title: "Response to random loss, 100 ms: TFRC's equation, TFRC, TFWC, RAP, IFP and TCP",
    x: { label: "probability of loss", range: [8e-5, 0.13], log: true },
    y: { label: "packets sent per round trip", range: [1, 400], log: true },
    lines: [
      {
        label: "theory: sqrt(3/2p), and TFRC's equation with a timeout of four round trips",
        points: models.map(({ p, square_root }) => [p, square_root]),
        kind: "theory",
      },
      { label: "", points: models.map(({ p, tfrc }) => [p, tfrc]), kind: "theory" },
      dots("TFRC", "tfrc", 0),
      dots("TFWC", "tfwc", 1),
      dots("RAP", "rap", 2),
      dots("IFP", "ifp", 3),
      lineOf("Reno", "reno", 0),
      lineOf("SACK", "sack", 1),
      lineOf("CUBIC", "cubic", 2),
    ],
  });
}

/**
 * Draws the share of the throughput that the TCP flows get (theta of Choi and Handley 2007), for each rate of
 * the bottleneck and number of flows.
 * @param {string} surface
 * @param {string} title
 */
function tcpShareSurface(surface, title) {
  /** @type {{ rows: { surface: string, mbps: number, flows: number, theta: number | null }[] }} */
  const theta = JSON.parse(readText("theta.json"));
  const rows = theta.rows.filter((row) => row.surface === surface);
  return shareMap({
    title,
    unit: "TCP's share",
    x: { label: "bottleneck, Mb/s", values: [...new Set(rows.map((row) => row.mbps))] },
    y: { label: "flows of each kind", values: [...new Set(rows.map((row) => row.flows))] },
    value: (mbps, flows) => rows.find((row) => row.mbps === mbps && row.flows === flows)?.theta ?? null,
  });
}

/** The settings of ns-2's senders. */
const NS2_PARAMS = {
  initial_window: 1,
  initial_ssthresh: 28,
  receive_window: 28,
  idle_restart: false,
  grow_only_when_limited: false,
  growth: "acks",
  timestamps: false,
  rto_rule: "ns2",
  initial_rto: 3,
  halve: "window",
  limited_transmit: false,
  min_rto: 1,
  tick: 0.1,
};

/** Plots how four variants of TCP recover from three losses in one window (Fall and Floyd 1996). */
async function recoveries() {
  const variants = [
    { algorithm: "tahoe", label: "Tahoe", params: {} },
    { algorithm: "reno", label: "Reno", params: {} },
    { algorithm: "newreno", label: "NewReno", params: { partial_timer: "impatient" } },
    { algorithm: "sack", label: "SACK", params: { sack_rule: "ns2" } },
  ];
  /** @type {import("./figures.mjs").Line[]} */
  const lines = [];
  for (const { algorithm, label, params } of variants) {
    const loss = [{ kind: "listed", packets: [30, 32, 34], what: "data" }];
    const increments = await signalPoints(
      {
        v: 1,
        duration: 6.5,
        network: { kind: "dumbbell", forward: link(8e5, 0.1, 100, loss), access_rate: 16e6 },
        jitter: { mode: "off" },
        flows: [
          {
            id: "f",
            algorithm,
            params: { stack: null, hystart: false, ...NS2_PARAMS, ...params },
            packet: 1000,
            access: { sender: 0.0001, receiver: 0 },
            source: { kind: "finite", bytes: 200 * 960 },
          },
        ],
      },
      "delivered",
      0.02,
    );
    // The CSV file contains the increase of a counter in each bin.
    let sum = 0;
    /** @type {[number, number][]} */
    const points = increments.map(([t, bytes]) => {
      sum += bytes / 1000;
      return [t, sum];
    });
    lines.push({ label, points: points.filter(([t]) => t >= 1), colour: lines.length });
  }
  return plotted({
    title: "Three packets of one window lost: 200 packets with each recovery (Fall and Floyd 1996)",
    x: { label: "time, s", range: [1, 6.5] },
    y: { label: "packets delivered", range: [0, 210] },
    lines,
  });
}

/** Draws the pictures of docs/validation.md and writes its tables. */
export async function writeValidation() {
  const folder = inRoot("docs", "validation");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "sawtooth.svg"), await sawtooth());
  writeFileSync(join(folder, "loss-response.svg"), await lossResponse());
  writeFileSync(join(folder, "recoveries.svg"), await recoveries());
  writeFileSync(join(folder, "responses.svg"), await responses());
  const surfaces = {
    tfrc_ns2: "TCP's share with TFRC and ns-2's timer resolution",
    tfrc_rfc5348: "TCP's share with TFRC according to RFC 5348",
    tfwc: "TCP's share with TFWC",
    tfwc_authors: "TCP's share with TFWC and its authors' integer rules",
  };
  for (const [name, title] of Object.entries(surfaces))
    writeFileSync(join(folder, `theta-${name.replace("_", "-")}.svg`), await tcpShareSurface(name, title));
  writeCasesPage();
  writeFileSync(pagePath, rendered(pageText()));
}
