// Compares congestion controllers with those of production code, for docs/validation.md. scripts/maintainers/production
// drives them with the packets of our runs.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plotFigure } from "./figures.mjs";
import { fairshare } from "./native.mjs";
import { inRoot, simulatorVersion } from "./paths.mjs";
import { run } from "./run.mjs";
import { inTemporaryFolder, mean, median, percent, storeRows, table } from "./tables.mjs";

const file = inRoot("sim-core", "simulation", "tests", "data", "production.json");
const figure = inRoot("docs", "validation", "production.svg");
const crate = inRoot("scripts", "maintainers", "production");
const packet = 1500;

/**
 * Time in seconds, our window and the production code's in bytes, and whether the run is in a recovery
 * period.
 * @typedef {[at: number, ours: number, production: number, inRecovery: number]} Sample
 */
/** @typedef {[ours: number, production: number]} Pair */
/** @typedef {{ at: number, before: Pair, after: Pair | null, regained: [number | null, number | null] }} Loss */
/** @typedef {{ packets: number, lost: number, losses: Loss[], samples: Sample[] }} Drive */
/** @typedef {{ id: string, name: string, controller: string, document: object }} Case */
/**
 * @typedef {{ case: string, name: string, controller: string, document: object, packets: number, lost: number, losses: number,
 *   factor: Pair, regained: Pair | null, windows: Pair, difference: number, median: number, samples: Sample[]
 *   }} Row
 */
/** @typedef {{ version: string, library: string, rows: Row[] }} ProductionResults */

const noAccess = { sender: 0, receiver: 0 };

/**
 * One flow on a dumbbell, whose window is compared, and other flows.
 * @param {{ algorithm: string, rate: number, rtt: number, buffer: object, duration: number, loss?: number, others?: object[] }} of
 */
function dumbbell({ algorithm, rate, rtt, buffer, duration, loss = 0, others = [] }) {
  const params = { stack: null, ...(algorithm === "cubic" ? { hystart: true } : {}) };
  const rules = loss > 0 ? [{ kind: "random", probability: loss, what: "data" }] : [];
  const forward = { rate, delay: rtt / 2, queue: { kind: "drop_tail", limit: buffer }, loss: rules };
  return {
    v: 1,
    seed: 1,
    duration,
    warmup: 10,
    network: { kind: "dumbbell", forward, reverse: { rate, delay: rtt / 2 } },
    flows: [{ id: "a", algorithm, params, packet, access: noAccess }, ...others],
  };
}

const oneBdp = { rate: 20e6, rtt: 0.04, buffer: { bdp: 1 } };
const fast = { rate: 1e9, buffer: { packets: 10_000 } };
const cubicFrom10s = {
  id: "b",
  algorithm: "cubic",
  params: { stack: null, hystart: false },
  packet,
  access: noAccess,
  start: 10,
};

/** @type {Case[]} */
const cases = [
  {
    id: "cubic-constant-rtt",
    name: "CUBIC, random loss of 0.02 %, constant RTT of 100 ms",
    controller: "s2n-cubic",
    document: dumbbell({ algorithm: "cubic", ...fast, rtt: 0.1, loss: 2e-4, duration: 80 }),
  },
  {
    id: "cubic-buffer",
    name: "CUBIC, drop-tail buffer of one BDP, 20 Mb/s and 40 ms",
    controller: "s2n-cubic",
    document: dumbbell({ algorithm: "cubic", ...oneBdp, duration: 60 }),
  },
  {
    id: "cubic-short-rtt",
    name: "CUBIC, random loss of 0.1 %, constant RTT of 10 ms",
    controller: "s2n-cubic",
    document: dumbbell({ algorithm: "cubic", ...fast, rtt: 0.01, loss: 1e-3, duration: 30 }),
  },
  {
    id: "bbr3-buffer",
    name: "BBR v3, drop-tail buffer of one BDP, 20 Mb/s and 40 ms",
    controller: "s2n-bbr",
    document: dumbbell({ algorithm: "bbr3", ...oneBdp, duration: 30 }),
  },
  {
    id: "bbr3-loss",
    name: "BBR v3, random loss of 1 %, 20 Mb/s and 40 ms",
    controller: "s2n-bbr",
    document: dumbbell({ algorithm: "bbr3", ...oneBdp, buffer: { bdp: 8 }, loss: 0.01, duration: 30 }),
  },
  {
    id: "bbr3-beside-cubic",
    name: "BBR v3, against CUBIC from 10 s on, buffer of one BDP",
    controller: "s2n-bbr",
    document: dumbbell({ algorithm: "bbr3", ...oneBdp, others: [cubicFrom10s], duration: 60 }),
  },
];

/**
 * The means of two values over all losses for which both values exist.
 * @param {([number | null, number | null] | null)[]} pairs
 */
function meanPair(pairs) {
  /** @type {Pair[]} */
  const complete = [];
  for (const pair of pairs)
    if (pair && pair[0] !== null && pair[1] !== null) complete.push([pair[0], pair[1]]);
  /** @type {Pair} */
  const means = [mean(complete.map(([ours]) => ours)), mean(complete.map(([, production]) => production))];
  return complete.length > 0 ? means : null;
}

/**
 * The samples outside of recovery and after the warm-up.
 * @param {Sample[]} samples
 */
const compared = (samples) => samples.filter(([at, , , inRecovery]) => at >= 10 && !inRecovery);

/** @param {Case} of @param {Drive} drive @returns {Row} */
function summarised({ id, name, controller, document }, { packets, lost, losses, samples }) {
  const outside = compared(samples);
  const differences = outside.map(([, ours, production]) => Math.abs(production / ours - 1));
  const factors = losses.map(
    ({ before, after }) =>
      /** @type {[number | null, number | null]} */ ([
        after && after[0] / before[0],
        after && after[1] / before[1],
      ]),
  );
  return {
    case: id,
    name,
    controller,
    document,
    packets,
    lost,
    losses: losses.length,
    factor: meanPair(factors) ?? [Number.NaN, Number.NaN],
    regained: meanPair(losses.map(({ regained }) => regained)),
    windows: [mean(outside.map(([, ours]) => ours)), mean(outside.map(([, , production]) => production))],
    difference: mean(differences),
    median: median(differences),
    samples,
  };
}

/** The version of a library that scripts/maintainers/production uses. @param {string} library */
function versionOf(library) {
  const lock = readFileSync(join(crate, "Cargo.lock"), "utf8");
  const version = lock.match(new RegExp(`name = "${library}"\nversion = "(.*)"`))?.[1];
  if (version === undefined) throw new Error(`${crate} does not use ${library}`);
  return `${library} ${version}`;
}

/** Runs the package with production code. @param {string[]} args */
export const runProduction = (args) =>
  run(
    "cargo",
    [
      ...["run", "--quiet", "--manifest-path", join(crate, "Cargo.toml")],
      ...["--target-dir", inRoot("target", "production"), "--", ...args],
    ],
    { log: "production" },
  );

/**
 * Runs all cases and stores the results and their picture.
 * @param {(args: string[]) => Promise<unknown>} [command] runs the command line
 */
export async function storeProduction(command = fairshare) {
  const rows = await inTemporaryFolder(async (folder) => {
    /** @type {Row[]} */
    const rows = [];
    for (const one of cases) {
      const [document, log] = [join(folder, "scenario.json"), join(folder, "flow.sqlog")];
      writeFileSync(document, JSON.stringify(one.document));
      await command(["export", document, "--as", "qlog", "--flow", "a", "--output", log]);
      const { output } = await runProduction([one.controller, String(packet), log]);
      rows.push(summarised(one, JSON.parse(output)));
    }
    return rows;
  });
  storeRows(file, { version: simulatorVersion(), library: versionOf("s2n-quic-core") }, "rows", rows);
  writeFileSync(figure, await windows(rows));
}

/** @returns {ProductionResults} */
export const readProduction = () => JSON.parse(readFileSync(file, "utf8"));

/** Plots both windows of each case. @param {Row[]} rows */
function windows(rows) {
  const panels = rows.map(({ name, samples }) => {
    /** @type {(column: 1 | 2) => [number, number][]} */
    const points = (column) => compared(samples).map((sample) => [sample[0], sample[column] / packet]);
    return {
      title: name,
      x: { label: "time, s" },
      y: { label: "window, packets" },
      lines: [
        { label: "Fairshare", points: points(1), colour: 0 },
        { label: "s2n-quic", points: points(2), colour: 1 },
      ],
    };
  });
  return plotFigure("Windows of Fairshare and of s2n-quic for the same packets", panels);
}

/** @param {ProductionResults} results */
export function productionTable({ version, library, rows }) {
  /** @type {(pair: Pair, digits: number) => string[]} */
  const cells = (pair, digits) => pair.map((value) => value.toFixed(digits));
  const lines = rows.map(
    ({ name, controller, losses, factor, regained, windows: [ours, production], difference, median }) => [
      ...[name, losses],
      // BBR has no factor at a loss.
      ...(controller === "s2n-cubic" && regained
        ? [...cells(factor, 2), ...cells(regained, 2)]
        : "\u2013\u2013\u2013\u2013"),
      ...cells([ours / packet, production / packet], 1),
      ...[percent(difference, 1), percent(median, 1)],
    ],
  );
  const head = [
    "run",
    "losses",
    "factor at a loss, ours",
    "theirs",
    "seconds to regain the window, ours",
    "theirs",
  ];
  head.push("window in packets, ours", "theirs", "difference, mean", "median");
  return `Simulator ${version}, ${library}. "Theirs" is the library. Windows are means from 10 s on, outside of recovery.

${table("lrrrrrrrrr", head, lines)}`;
}
