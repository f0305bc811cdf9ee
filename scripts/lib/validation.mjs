// Writes the tables of docs/validation.md from the committed results.
import { readFileSync, writeFileSync } from "node:fs";
import { readUses } from "../maintainers/destruction.mjs";
import { callTables, readCalls } from "./calls.mjs";
import { controllerTables, readControllers } from "./controllers.mjs";
import { modelTables, readModels } from "./models.mjs";
import { inRoot } from "./paths.mjs";
import { productionTable, readProduction } from "./production.mjs";
import { mean, median, percent, storeRows, table, withParts } from "./tables.mjs";

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
export const readText = (name) => readFileSync(dataFile(name), "utf8");
/** @returns {Reference} */
export const readReference = () => JSON.parse(readText("ns2-reference.json"));
/** @returns {Results} */
export const readResults = () => JSON.parse(readText("ns2-results.json"));
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
export function meanOf(results, id, name) {
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
  /** @type {{ cases: { id: string, runs?: object[], metrics: Record<string, { mean: number, band: number }> }[] }} */
  const { cases } = JSON.parse(readText("linux-reference.json"));
  /** @type {{ rows: { case: string, means: Record<string, number> }[] }} */
  const { rows } = JSON.parse(readText("linux-results.json"));
  const results = new Map(rows.map((row) => [row.case, row.means]));
  const lines = cases.flatMap(({ id, runs, metrics }) =>
    Object.entries(runs ? metrics : {}).map(([name, { mean, band }]) => {
      const ours = results.get(id)?.[name] ?? Number.NaN;
      const numbers = [ours, mean, runs?.length ?? 0, band].map(numberText);
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
        what: `the same: TFRC of RFC 5348`,
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

/** Writes the tables of docs/validation.md from the committed results, without running anything. */
export const writeTables = () => writeFileSync(pagePath, rendered(pageText()));

/** The text of docs/validation.md with current generated parts. @param {string} text */
export function rendered(text) {
  const reference = readReference();
  const results = readResults();
  return withParts(text, {
    "ns2-count": countText(reference, results),
    "ns2-sets": setTable(reference, results),
    engines: enginesTable(JSON.parse(readFileSync(browserFile("engines.json"), "utf8"))),
    uses: usesTable(readUses()),
  });
}

/** The text of the page that lists all compared figures. */
export function renderedCases() {
  /** @type {ClosedForms} */
  const forms = JSON.parse(readText("closed-forms.json"));
  const [reference, results] = [readReference(), readResults()];
  /** @param {string} name @returns {Cause[]} */
  const causes = (name) => JSON.parse(readText(name));
  const sections = {
    "Closed forms": closedFormTable(forms),
    "ns-2": ns2Table(reference, results),
    "Pairs of ns-2 outside their bands": outsideList(causes("ns2-outside.json")),
    "Pairs of ns-3 outside their tolerances": outsideList(causes("ns3-outside.json")),
    "TCP's share on links with small buffers (set b of ns-2)": thetaBiasTable(
      errorsOfSetB(reference, results),
    ),
    "The same with equal delays and starts": thetaBiasTable(pairedErrors()),
    "The Linux kernel": linuxTable(),
    "Production code": productionTable(readProduction()),
    "Controllers at first sight": controllerTables(readControllers()),
    Models: modelTables(readModels()),
    Calls: callTables(readCalls()),
  };
  const texts = Object.entries(sections).map(([title, text]) => `## ${title}\n\n${text}\n`);
  return `# All compared figures\n\nGenerated from the committed results. [validation.md](../validation.md) explains them, and [calls.md](../calls.md) those of calls.\n\n${texts.join("\n")}`;
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
