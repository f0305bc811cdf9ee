// What today's stacks change in the table "Which one wins", and which part of a stack causes it: the mean shares before
// and now, and those with one part switched off.
import { readFileSync, writeFileSync } from "node:fs";
import { readGenerated } from "./generatedJson.mjs";
import { cellDocument, NETWORKS } from "./matrixCells.mjs";
import { valuesOf } from "./matrixRuns.mjs";
import { inRoot } from "./paths.mjs";

/** @typedef {import("./matrix.mjs").Competitor} Competitor */
/** @typedef {(network: string, a: string, b: string) => { share: number }} CellOf */

/** The mean shares of the algorithms before TCP had today's stacks by default. */
const earlierFile = inRoot("docs", "validation", "matrix-format-1.json");
const causesFile = inRoot("docs", "validation", "matrix-causes.json");

/** A smaller change of a mean share is not listed. */
const LISTED_CHANGE = 0.05;
/** The number of seeds of the runs that show the cause. All columns have the same seeds. */
const SEEDS = 8;

/**
 * The columns that show the cause: a name, a format of the document, and settings of both flows.
 * @type {readonly (readonly [string, 1 | 3, Readonly<Record<string, number | boolean | string>>])[]}
 */
const VARIANTS = [
  ["format 1", 1, {}],
  ["today's stacks", 3, {}],
  ["without delayed acknowledgements", 3, { ack_every: 1 }],
  ["without HyStart++", 3, { hystart: false }],
  ["without RACK-TLP and PRR", 3, { rack: false, prr: false }],
  ["GCC by the draft's rules", 3, { rules: "draft" }],
];

/**
 * The changes of the mean share against the algorithms of the earlier table that are listed, the largest first.
 * @param {readonly Competitor[]} names
 * @param {CellOf} cellOf
 */
function changes(names, cellOf) {
  /** @type {{ means: Record<string, Record<string, number>> }} */
  const { means } = JSON.parse(readFileSync(earlierFile, "utf8"));
  const all = NETWORKS.flatMap((network) => {
    const earlier = means[network.id] ?? {};
    const old = names.filter(({ id }) => id in earlier);
    return old.map(({ id, name }) => {
      const opponents = old.filter((other) => other.id !== id).map((other) => other.id);
      const now = opponents.reduce((sum, b) => sum + cellOf(network.id, id, b).share / opponents.length, 0);
      return { network, id, name, opponents, before: earlier[id] ?? now, now };
    });
  });
  const listed = all.filter(({ before, now }) => Math.abs(now - before) >= LISTED_CHANGE);
  return listed.sort((x, y) => Math.abs(y.now - y.before) - Math.abs(x.now - x.before));
}

/**
 * The names of the settings of each algorithm.
 * @returns {Map<string, Set<string>>}
 */
function settingNames() {
  /** @type {{ algorithms: { id: string, fields: { name: string }[] }[] }} */
  const { algorithms } = readGenerated("catalogue.json");
  return new Map(algorithms.map(({ id, fields }) => [id, new Set(fields.map(({ name }) => name))]));
}

/**
 * Computes the columns that show the cause of each listed change, and stores them.
 * @param {readonly Competitor[]} names
 * @param {CellOf} cellOf
 */
export async function storeCauses(names, cellOf) {
  const known = settingNames();
  /** @type {Record<string, number[]>} */
  const causes = {};
  for (const { network, id, opponents } of changes(names, cellOf)) {
    const means = [];
    for (const [, v, settings] of VARIANTS) {
      let sum = 0;
      for (const opponent of opponents)
        for (let seed = 1; seed <= SEEDS; seed++) {
          const document = cellDocument(network, id, opponent, seed);
          const flows = (document.flows ?? []).map((flow) => {
            const own = Object.entries(settings).filter(([name]) =>
              known.get(flow.algorithm ?? "")?.has(name),
            );
            return { ...flow, params: { ...flow.params, ...Object.fromEntries(own) } };
          });
          sum += (await valuesOf({ ...document, v, flows })).share;
        }
      means.push(Number((sum / opponents.length / SEEDS).toFixed(3)));
    }
    causes[`${network.id} ${id}`] = means;
  }
  const lines = Object.entries(causes).map(
    ([key, means]) => ` ${JSON.stringify(key)}: ${JSON.stringify(means)}`,
  );
  writeFileSync(causesFile, `{\n${lines.join(",\n")}\n}\n`);
}

/** @param {string[]} cells */
const row = (cells) => `| ${cells.join(" | ")} |`;
const percent = (/** @type {number} */ x) => `${(100 * x).toFixed(0)}`;

/**
 * The section about the changes.
 * @param {readonly Competitor[]} names
 * @param {CellOf} cellOf
 */
export function changesText(names, cellOf) {
  /** @type {Record<string, number[]>} */
  const causes = JSON.parse(readFileSync(causesFile, "utf8"));
  const rows = changes(names, cellOf).map(({ network, id, name, before, now }) => {
    const columns = causes[`${network.id} ${id}`];
    if (!columns) throw new Error(`No causes for ${id}: run npm run validate -- --only matrix`);
    return row([network.title, name, percent(before), percent(now), ...columns.map(percent)]);
  });
  return [
    "## What today's stacks change",
    "",
    "Format 1 of the document acknowledges each packet, has no HyStart++, RACK-TLP and PRR, and GCC by the draft's rules. The earlier table used it, with two seeds. The",
    "mean share against the algorithms of that table differs by at least 5 points in these cases. The last columns show the cause: they have",
    `the same ${SEEDS} seeds, format 1, today's stacks, and these with one part switched off in both flows. The same seeds of different pairs have the`,
    "same start times, so a mean of few seeds is less exact than the number of pairs suggests. Where format 1 and today's stacks are about equal,",
    "the difference comes from the two seeds of the earlier table.",
    "",
    row(["network", "algorithm", "before, %", "now, %", ...VARIANTS.map(([name]) => `${name}, %`)]),
    `|---|---|--:|--:|${"--:|".repeat(VARIANTS.length)}`,
    ...rows,
    "",
  ].join("\n");
}
