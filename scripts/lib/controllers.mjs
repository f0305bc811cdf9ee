// Runs that someone who builds congestion controllers tries first, as tables of docs/validation.md: one CUBIC flow by path
// and buffer, BBR by the packets per acknowledgement, Copa on a long path, and the queue disciplines at 100 Mb/s. All settings
// are defaults. `npm run validate -- --only controllers` computes and stores them.
import { readFileSync } from "node:fs";
import { summaryOf } from "./matrixRuns.mjs";
import { inRoot, simulatorVersion } from "./paths.mjs";
import { percent, rounded, storeRows, table } from "./tables.mjs";

const resultsFile = inRoot("docs", "validation", "controllers.json");

/**
 * Means over the seeds. Waits are in ms; `marks` and `drops` are those of the link.
 * @typedef {{ timeouts: number, utilisation: number, wait: number, p95: number, drops: number, marks: number }} ControllerValues
 */
/** @typedef {{ id: string } & ControllerValues} ControllerRow */
/** @typedef {{ version: string, rows: ControllerRow[] }} ControllerResults */
/** @typedef {{ rate: number, rtt: number }} ControllerPath the rate in Mb/s, the round-trip time in ms */
/** @typedef {{ id: string, seeds?: number, document: object }} ControllerCase */

/** The four paths and the four buffers of the review, of which a run has 10 s. */
const PATHS = [
  { rate: 10, rtt: 40 },
  { rate: 50, rtt: 40 },
  { rate: 100, rtt: 20 },
  { rate: 100, rtt: 100 },
];
const BUFFERS = [0.25, 0.5, 1, 2];
const ACKS = [1, 2, 4, 8, 16];
const BBR = /** @type {const} */ (["bbr", "bbr3"]);
const DISCIPLINES = {
  drop_tail: "drop-tail",
  red: "RED",
  codel: "CoDel",
  fq_codel: "FQ-CoDel",
  pie: "PIE",
  fq_pie: "FQ-PIE",
  pi2: "PI2",
  dual_pi2: "DualPI2",
};

/**
 * @param {ControllerPath} path
 * @param {object} queue
 * @param {object[]} flows
 */
const dumbbell = ({ rate, rtt }, queue, flows) => ({
  network: {
    kind: "dumbbell",
    access_rate: 20e6 * rate,
    forward: { rate: 1e6 * rate, delay: rtt / 2000, queue },
  },
  flows: flows.map((flow) => ({ access: { sender: 0, receiver: 0 }, ...flow })),
});

/** @param {number} bdp */
const dropTail = (bdp) => ({ kind: "drop_tail", limit: { bdp } });

/** @type {(algorithm: string, path: ControllerPath, bdp: number) => string} */
const idOf = (algorithm, { rate, rtt }, bdp) => `${algorithm} ${rate} ${rtt} ${bdp}`;

/** @type {ControllerCase[]} */
export const CASES = [
  ...["cubic", "copa"].flatMap((algorithm) =>
    PATHS.flatMap((path) =>
      BUFFERS.map((bdp) => ({
        id: idOf(algorithm, path, bdp),
        seeds: algorithm === "copa" ? 5 : 1,
        document: {
          v: 1,
          duration: 10,
          ...dumbbell(path, dropTail(bdp), [{ id: "a", algorithm }]),
        },
      })),
    ),
  ),
  ...BBR.flatMap((algorithm) =>
    [50, 200].flatMap((rate) =>
      ACKS.map((acks) => ({
        id: `${algorithm} ${rate} acks ${acks}`,
        document: {
          v: 1,
          duration: 30,
          warmup: 10,
          ...dumbbell({ rate, rtt: 40 }, dropTail(1), [{ id: "a", algorithm, params: { ack_every: acks } }]),
        },
      })),
    ),
  ),
  ...Object.keys(DISCIPLINES).map((kind) => ({
    id: kind,
    document: {
      v: 1,
      duration: 60,
      warmup: 10,
      ...dumbbell({ rate: 100, rtt: 40 }, { kind }, [
        { id: "a", algorithm: "cubic", count: 4, start: { min: 0, max: 1 }, params: { ecn: true } },
      ]),
    },
  })),
];

/** Computes a case. @param {ControllerCase} of @returns {Promise<ControllerRow>} */
export async function computeController({ id, document, seeds = 1 }) {
  /** @type {ControllerValues} */
  const sums = { timeouts: 0, utilisation: 0, wait: 0, p95: 0, drops: 0, marks: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const { flows, links } = await summaryOf({ ...document, seed });
    const [link] = links;
    if (!link) throw new Error("The run has no link.");
    sums.timeouts += flows.reduce((sum, flow) => sum + flow.timeouts, 0) / seeds;
    sums.utilisation += link.utilisation / seeds;
    sums.wait += (link.queue_delay_ms?.mean ?? 0) / seeds;
    sums.p95 += (link.queue_delay_ms?.p95 ?? 0) / seeds;
    sums.drops += link.drops / seeds;
    sums.marks += link.marks / seeds;
  }
  const { timeouts, utilisation, wait, p95, drops, marks } = sums;
  return {
    id,
    timeouts: rounded(timeouts, 1),
    utilisation: rounded(utilisation, 3),
    wait: rounded(wait, 2),
    p95: rounded(p95, 2),
    drops: rounded(drops, 1),
    marks: rounded(marks, 1),
  };
}

/** Computes all cases and stores them. */
export async function storeControllers() {
  /** @type {ControllerRow[]} */
  const rows = [];
  for (const one of CASES) rows.push(await computeController(one));
  storeRows(resultsFile, { version: simulatorVersion() }, "rows", rows);
}

/** @returns {ControllerResults} */
export const readControllers = () => JSON.parse(readFileSync(resultsFile, "utf8"));

/** The tables of docs/validation.md. @param {ControllerResults} results */
export function controllerTables({ version, rows }) {
  const of = (/** @type {string} */ id) => {
    const found = rows.find((one) => one.id === id);
    if (!found) throw new Error(`There is no result of ${id}.`);
    return found;
  };
  const single = (/** @type {string} */ algorithm, /** @type {string} */ name) =>
    table(
      "lrrrr",
      [`${name}, timeouts and utilisation`, ...BUFFERS.map((bdp) => `${bdp} BDP`)],
      PATHS.map((path) => [
        `${path.rate} Mb/s, ${path.rtt} ms`,
        ...BUFFERS.map((bdp) => {
          const { timeouts, utilisation } = of(idOf(algorithm, path, bdp));
          return `${timeouts}, ${percent(utilisation)}`;
        }),
      ]),
    );
  const acks = BBR.flatMap((algorithm) =>
    [50, 200].map((rate) => [
      `BBR v${algorithm === "bbr" ? 1 : 3}, ${rate} Mb/s`,
      ...ACKS.map((acks) => percent(of(`${algorithm} ${rate} acks ${acks}`).utilisation)),
    ]),
  );
  const queues = Object.entries(DISCIPLINES).map(([kind, name]) => {
    const { utilisation, wait, p95, drops, marks } = of(kind);
    return [name, percent(utilisation), wait.toFixed(1), p95.toFixed(1), drops, marks];
  });
  return [
    `Simulator ${version}.`,
    single("cubic", "One CUBIC flow, 10 s"),
    single("copa", "One Copa flow, 10 s, means of five seeds"),
    table("lrrrrr", ["Utilisation, 40 ms, 1 BDP", ...ACKS.map((acks) => `\`ack_every\` ${acks}`)], acks),
    table(
      "lrrrrr",
      [
        "Four CUBIC flows with ECN, 100 Mb/s, 40 ms",
        "utilisation",
        "wait, ms",
        "95 % below, ms",
        "drops",
        "marks",
      ],
      queues,
    ),
  ].join("\n\n");
}
