// What validation found, as docs/validation.md shows it: tables from the committed results, pictures from runs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { heatmap } from "./heatmap.mjs";
import { fairshare } from "./native.mjs";
import { inRoot } from "./paths.mjs";
import { plot } from "./plot.mjs";

const data = (name) => inRoot("sim-core", "tests", "data", name);
const read = (name) => JSON.parse(readFileSync(data(name), "utf8"));
const page = inRoot("docs", "validation.md");
const casesPage = inRoot("docs", "validation", "ns2-cases.md");

const digits = (x) => {
  if (Number.isInteger(x) && Math.abs(x) < 1e6) return String(x);
  const text = Math.abs(x) >= 1e5 ? x.toPrecision(5) : String(Number(x.toPrecision(5)));
  return String(Number(text));
};

function ns2Table({ cases }, results) {
  const rows = [
    "| case | metric | here | ns-2 | s.d. | band | share of band |",
    "|---|---|--:|--:|--:|--:|--:|",
  ];
  for (const { id, metrics } of cases) {
    for (const [name, { mean, sd, band }] of Object.entries(metrics)) {
      const ours = results.cases[id][name].mean;
      const share = `${(((ours - mean) / band) * 100).toFixed(0)} %`;
      rows.push(
        `| ${id} | ${name} | ${digits(ours)} | ${digits(mean)} | ${digits(sd)} | ${digits(band)} | ${share} |`,
      );
    }
  }
  return rows.join("\n");
}

function closedFormTable({ figures }) {
  const rows = ["| what | here | expected | tolerance |", "|---|--:|--:|--:|"];
  for (const { what, ours, expected, tolerance } of figures)
    rows.push(`| ${what} | ${digits(ours)} | ${digits(expected)} | ${tolerance} |`);
  return rows.join("\n");
}

/** Every (case, metric) with what came out here. */
const pairs = ({ cases }, results) =>
  cases.flatMap(({ id, metrics }) =>
    Object.entries(metrics).map(([name, { mean, band }]) => {
      const share = (results.cases[id][name].mean - mean) / band;
      return { id, name, share, inside: Math.abs(share) <= 1 };
    }),
  );

/** Pairs inside and outside of their bands. */
function count(reference, results) {
  const all = pairs(reference, results);
  const inside = all.filter((pair) => pair.inside).length;
  return `Simulator ${results.version}, seeds ${results.seeds.join(", ")}: ${inside} pairs inside of their bands, ${all.length - inside} outside.`;
}

/** The sets of cases, in the order of the reference: the beginning of an id, and what they are. */
const sets = [
  ["a1.", "one flow and its buffer"],
  ["a2.", "response to random loss"],
  ["b.", "TCP and TFRC on slow links (Choi and Handley 2007)"],
  ["c.", "TFRC with and without TCP (Nishantha and Hayashida 2009)"],
  ["d.", "RAP, and TFRC, beside TCP (Sisalem and Wolisz 2000)"],
  ["e1.", "RED"],
  ["e2.", "web servers beside TCP and TFRC (Sisalem and Wolisz 2000)"],
  ["f1.", "different round trips"],
  ["f2.", "several links in a row"],
  ["f3.", "lost acknowledgements"],
];

function setTable(reference, results) {
  const rows = ["| set | what | pairs | inside | median distance, share of band |", "|---|---|--:|--:|--:|"];
  const all = pairs(reference, results);
  const groups = sets.flatMap(([start, what]) => {
    const own = all.filter(({ id }) => id.startsWith(start));
    const rfc = own.filter(({ id }) => id.endsWith(".rfc5348"));
    const rest = own.filter(({ id }) => !id.endsWith(".rfc5348"));
    return [
      [start.slice(0, -1), what, rest],
      [start.slice(0, -1), `${what}: RFC 5348 against ns-2 with a timeout of 4 R`, rfc],
    ];
  });
  for (const [name, what, of] of groups) {
    if (of.length === 0) continue;
    const distances = of.map(({ share }) => Math.abs(share)).sort((a, b) => a - b);
    const median = distances[Math.floor(distances.length / 2)];
    const inside = of.filter((pair) => pair.inside).length;
    rows.push(`| ${name} | ${what} | ${of.length} | ${inside} | ${Math.round(median * 100)} % |`);
  }
  return rows.join("\n");
}

/** What lies outside, by cause. */
function outsideList(reference, results, causes) {
  const shares = new Map(pairs(reference, results).map(({ id, name, share }) => [`${id} ${name}`, share]));
  return causes
    .map(({ why, pairs }) => {
      const items = pairs.map((pair) => `\`${pair}\` (${Math.round(shares.get(pair) * 100)} %)`);
      return `**${pairs.length} ${pairs.length === 1 ? "pair" : "pairs"}.** ${why}\n\n<details><summary>Which, and how far in shares of their bands</summary>\n\n${items.join(", ")}\n\n</details>`;
    })
    .join("\n\n");
}

/** The page's text with its generated parts put in anew; they stand between `<!-- NAME -->` and `<!-- end NAME -->`. */
export function rendered(text) {
  const [reference, results, causes, forms] = [
    "ns2-reference.json",
    "ns2-results.json",
    "ns2-outside.json",
    "closed-forms.json",
  ].map(read);
  const parts = {
    "ns2-count": count(reference, results),
    "ns2-sets": setTable(reference, results),
    "ns2-outside": outsideList(reference, results, causes),
    "closed-forms": `Simulator ${forms.version}.\n\n${closedFormTable(forms)}`,
  };
  return Object.entries(parts).reduce((page, [name, part]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
    const [from, to] = [page.indexOf(start), page.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/validation.md has no place for ${name}`);
    return `${page.slice(0, from + start.length)}\n${part}\n${page.slice(to)}`;
  }, text);
}

/** The page of all pairs. */
export function renderedCases() {
  const [reference, results] = ["ns2-reference.json", "ns2-results.json"].map(read);
  return `# Every pair held against ns-2\n\nMade from the committed results; [validation.md](../validation.md) says what they are.\n\n${ns2Table(reference, results)}\n`;
}

export const casesText = () => readFileSync(casesPage, "utf8");
export const pageText = () => readFileSync(page, "utf8");

/** Keeps the figures that the closed-form tests printed. */
export function keepClosedForms(output, version) {
  const figures = [...output.matchAll(/FIGURE\t([^\t]+)\t([^\t]+)\t([^\t]+)\t([^\t\r\n]+)/g)].map(
    (match) => ({
      what: match[1],
      ours: Number(match[2]),
      expected: Number(match[3]),
      tolerance: match[4],
    }),
  );
  figures.sort((a, b) => (a.what < b.what ? -1 : 1));
  const lines = figures.map((figure) => `    ${JSON.stringify(figure)}`).join(",\n");
  writeFileSync(
    data("closed-forms.json"),
    `{\n  "version": ${JSON.stringify(version)},\n  "figures": [\n${lines}\n  ]\n}\n`,
  );
}

const link = (rate, delay, packets, loss = []) => ({
  rate,
  delay,
  queue: { kind: "drop_tail", limit: { packets } },
  loss,
});

/** Runs a scenario and returns one signal of each flow as points. */
async function signal(scenario, name, bin) {
  const folder = mkdtempSync(join(tmpdir(), "fairshare-"));
  try {
    const file = join(folder, "scenario.json");
    writeFileSync(file, JSON.stringify(scenario));
    await fairshare(["run", file, "--csv", join(folder, "out"), "--bin", String(bin)], {
      profile: "test",
      log: "validate-run",
    });
    const rows = readFileSync(join(folder, "out", "flows.csv"), "utf8")
      .trim()
      .split("\n")
      .slice(1);
    const points = {};
    for (const row of rows) {
      const [t, , flow, what, value] = row.split(",");
      if (what !== name || value === "") continue;
      points[flow] ??= [];
      points[flow].push([Number(t), Number(value)]);
    }
    return points;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sawtooth() {
  const run = (packets) =>
    signal(
      {
        v: 1,
        duration: 60,
        network: { kind: "dumbbell", forward: link(1e7, 0.05, packets) },
        jitter: { mode: "off" },
        flows: [{ id: "f", algorithm: "sack", packet: 1500, access: { sender: 0, receiver: 0 } }],
      },
      "cwnd",
      0.05,
    );
  const [full, tenth] = [await run(82), await run(7)];
  // What pipe and buffer hold, and two: the packet in service and what is added until the loss is heard of.
  const peaks = [1e6 / 12e3 + 82 + 2, 1e6 / 12e3 + 7 + 2];
  const flat = (v) => [
    [10, v],
    [60, v],
  ];
  return plot({
    title: "One SACK flow on 10 Mb/s and 100 ms: its window with two buffers",
    x: { label: "time, s", range: [10, 60] },
    y: { label: "window, packets", range: [0, 220] },
    lines: [
      { label: "buffer of one BDP", points: full.f.filter(([t]) => t >= 10), colour: 0 },
      { label: "buffer of 0.1 BDP", points: tenth.f.filter(([t]) => t >= 10), colour: 1 },
      { label: "theory: what pipe and buffer hold, and half of it", points: flat(peaks[0]), kind: "theory" },
      ...[peaks[0] / 2, peaks[1], peaks[1] / 2].map((v) => ({ label: "", points: flat(v), kind: "theory" })),
    ],
  });
}

/** Packets per round trip after the full model of Padhye and others (1998), per packet acknowledged. */
function padhye(p, rtt, timeout) {
  const w = 1 + Math.sqrt((8 * (1 - p)) / (3 * p) + 1);
  const q = Math.min(
    1,
    ((1 - (1 - p) ** 3) * (1 + (1 - p) ** 3 * (1 - (1 - p) ** (w - 3)))) / (1 - (1 - p) ** w),
  );
  const f = 1 + p + 2 * p ** 2 + 4 * p ** 3 + 8 * p ** 4 + 16 * p ** 5 + 32 * p ** 6;
  const rate = ((1 - p) / p + w + q / (1 - p)) / (rtt * (w / 2 + 1) + (q * timeout * f) / (1 - p));
  return rate * rtt;
}

function lossResponse() {
  const [{ cases }, results] = [read("ns2-reference.json"), read("ns2-results.json")];
  const rates = Array.from({ length: 61 }, (_, i) => 10 ** (-4.1 + (i / 60) * 3));
  const points = (kind) =>
    cases
      .filter(({ id }) => id.startsWith(`a2.${kind}.`) && id.endsWith(".fine"))
      .map(({ id, loss }) => [loss, results.cases[id].pkts_per_rtt.mean]);
  return plot({
    title: "Response to random loss, 1 Gb/s and 100 ms",
    x: { label: "probability of loss", range: [7e-5, 0.08], log: true },
    y: { label: "packets delivered per round trip", range: [2, 200], log: true },
    lines: [
      {
        label: "theory: sqrt(3/2p), and Padhye's full model with T0 = 0.2 s",
        points: rates.map((p) => [p, Math.sqrt(1.5 / p)]),
        kind: "theory",
      },
      { label: "", points: rates.map((p) => [p, padhye(p, 0.1, 0.2)]), kind: "theory" },
      { label: "Reno", points: points("Reno"), kind: "dots", colour: 0 },
      { label: "NewReno", points: points("Newreno"), kind: "dots", colour: 1 },
      { label: "SACK", points: points("Sack1"), kind: "dots", colour: 2 },
    ],
  });
}

/** Response functions of the smooth protocols beside TCP's. */
function responses() {
  const { rows } = read("response.json");
  const points = (algorithm) =>
    rows.filter((row) => row.algorithm === algorithm).map((row) => [row.p, row.packets_per_rtt]);
  const rates = Array.from({ length: 61 }, (_, i) => 10 ** (-4.1 + (i / 60) * 3.2));
  const equation = (p) => 1 / (Math.sqrt((2 * p) / 3) + 12 * Math.sqrt((3 * p) / 8) * p * (1 + 32 * p * p));
  const dots = (label, algorithm, colour) => ({ label, points: points(algorithm), kind: "dots", colour });
  const thin = (label, algorithm, colour) => ({ label, points: points(algorithm), kind: "line", colour });
  return plot({
    title: "Response to random loss, 100 ms: the equation, its followers, RAP, IFP and TCP",
    x: { label: "probability of loss", range: [8e-5, 0.13], log: true },
    y: { label: "packets sent per round trip", range: [1, 400], log: true },
    lines: [
      {
        label: "theory: sqrt(3/2p), and TFRC's equation with 4 R",
        points: rates.map((p) => [p, Math.sqrt(1.5 / p)]),
        kind: "theory",
      },
      { label: "", points: rates.map((p) => [p, equation(p)]), kind: "theory" },
      dots("TFRC", "tfrc", 0),
      dots("TFWC", "tfwc", 1),
      dots("RAP", "rap", 2),
      dots("IFP", "ifp", 3),
      thin("Reno", "reno", 0),
      thin("SACK", "sack", 1),
      thin("CUBIC", "cubic", 2),
    ],
  });
}

function thetaSurface(surface, title) {
  const rows = read("theta.json").rows.filter((row) => row.surface === surface);
  return heatmap({
    title,
    x: { label: "bottleneck, Mb/s", values: [...new Set(rows.map((row) => row.mbps))] },
    y: { label: "flows of each kind", values: [...new Set(rows.map((row) => row.flows))] },
    value: (mbps, flows) => rows.find((row) => row.mbps === mbps && row.flows === flows)?.theta ?? null,
  });
}

async function recoveries() {
  const params = {
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
  const own = { newreno: { partial_timer: "impatient" }, sack: { sack_rule: "ns2" } };
  const names = { tahoe: "Tahoe", reno: "Reno", newreno: "NewReno", sack: "SACK" };
  const lines = [];
  for (const [algorithm, label] of Object.entries(names)) {
    const loss = [{ kind: "listed", packets: [30, 32, 34], what: "data" }];
    const { f } = await signal(
      {
        v: 1,
        duration: 6.5,
        network: { kind: "dumbbell", forward: link(8e5, 0.1, 100, loss), access_rate: 16e6 },
        jitter: { mode: "off" },
        flows: [
          {
            id: "f",
            algorithm,
            params: { ...params, ...own[algorithm] },
            packet: 1000,
            access: { sender: 0.0001, receiver: 0 },
            source: { kind: "finite", bytes: 200 * 960 },
          },
        ],
      },
      "delivered",
      0.02,
    );
    // A counter's values are what each bin added.
    let sum = 0;
    const points = f.map(([t, bytes]) => {
      sum += bytes / 1000;
      return [t, sum];
    });
    lines.push({ label, points: points.filter(([t]) => t >= 1), colour: lines.length });
  }
  return plot({
    title: "Three packets of one window lost: 200 packets with each recovery (Fall and Floyd 1996)",
    x: { label: "time, s", range: [1, 6.5] },
    y: { label: "packets delivered", range: [0, 210] },
    lines,
    legend: "left",
  });
}

/** Draws the pictures and writes the tables into docs/validation.md. */
export async function writeValidation() {
  const folder = inRoot("docs", "validation");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "sawtooth.svg"), await sawtooth());
  writeFileSync(join(folder, "loss-response.svg"), lossResponse());
  writeFileSync(join(folder, "recoveries.svg"), await recoveries());
  writeFileSync(join(folder, "responses.svg"), responses());
  const surfaces = {
    tfrc_ns2: "TCP's share beside TFRC with ns-2's clocks",
    tfrc_rfc5348: "TCP's share beside TFRC after RFC 5348",
    tfwc: "TCP's share beside TFWC",
    tfwc_authors: "TCP's share beside TFWC with its authors' integer rules",
  };
  for (const [name, title] of Object.entries(surfaces))
    writeFileSync(join(folder, `theta-${name.replace("_", "-")}.svg`), thetaSurface(name, title));
  writeFileSync(casesPage, renderedCases());
  writeFileSync(page, rendered(pageText()));
}
