// Measures the speed of the native command and writes the table of docs/performance.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fairshare } from "./native.mjs";
import { inRoot, simulatorVersion, toolsDir } from "./paths.mjs";
import { bin, withPython } from "./python.mjs";
import { outputOf, run } from "./run.mjs";
import { note } from "./steps.mjs";
import { table, withParts } from "./tables.mjs";

/** What `fairshare bench --json` states. @typedef {{ packet_hops: number, setup_ms: number, ns_per_hop: number, peak_mib: number, ratio_to_ns2: number | null }} Runs */
/**
 * A dumbbell. `instructions` are those per packet-hop, without and with recording, if valgrind is installed. `ratio_to_ns3` is that of the
 * time per packet-hop in ns-3 to the time in Fairshare.
 * @typedef {{ name: string, nothing_recorded: Runs, default_recording: Omit<Runs, "packet_hops" | "setup_ms">, ns2: { setup_ms: number, ns_per_hop: number } | null, instructions?: [number, number], ratio_to_ns3?: number }} Dumbbell
 * @typedef {{ version: string, date: string, runs: number, dumbbells: Dumbbell[] }} Speed
 */

const RUNS = 3;
const file = inRoot("docs", "validation", "speed.json");
const page = inRoot("docs", "performance.md");
export const speedFigureFile = inRoot("docs", "validation", "speed.svg");

/** @returns {Speed} */
export const readSpeed = () => JSON.parse(readFileSync(file, "utf8"));
export const speedPage = () => readFileSync(page, "utf8");

/** The text of docs/performance.md with the table of stored measurements. @param {string} text @param {Speed} speed */
export function withSpeed(text, { version, date, runs, dumbbells }) {
  const cell = (/** @type {number | null | undefined} */ value, digits = 1) => value?.toFixed(digits) ?? "";
  const rows = dumbbells.map(
    ({ name, nothing_recorded: bare, default_recording: recorded, ns2, instructions }) => [
      ...[name, cell(bare.packet_hops / 1e6, 2), cell(bare.setup_ms, 2)],
      ...[cell(bare.ns_per_hop), cell(1e3 / bare.ns_per_hop), cell(bare.peak_mib)],
      ...[cell(recorded.ns_per_hop), cell(1e3 / recorded.ns_per_hop), cell(recorded.peak_mib)],
      ...[cell(ns2?.ns_per_hop, 0), cell(ns2?.setup_ms, 0)],
      ...[cell(bare.ratio_to_ns2), cell(recorded.ratio_to_ns2)],
      ...[cell(instructions?.[0], 0), cell(instructions?.[1], 0)],
    ],
  );
  const head = [
    ...["", "hops (M)", "set-up ms", "ns/hop", "Mhop/s", "MiB", "recorded: ns/hop", "Mhop/s", "MiB"],
    ...["ns-2: ns/hop", "set-up ms", "ratio", "recorded", "instructions/hop", "recorded"],
  ];
  const speed = `Simulator ${version}, ${date}, ${runs} runs.\n\n${table("l".repeat(15), head, rows)}`;
  return withParts(text, { speed });
}

/** A bar for each dumbbell and simulator: the packet-hops in a second, on a white background. @param {Speed} speed */
export function speedFigure({ dumbbells }) {
  const rate = (/** @type {number | undefined} */ time) => (time ? 1e3 / time : 0);
  const groups = dumbbells.map(({ name, nothing_recorded: bare, ns2, ratio_to_ns3: ns3 }) => [
    { name, label: "Fairshare", value: rate(bare.ns_per_hop), colour: "#2a6fb0" },
    { name: "", label: "ns-2", value: rate(ns2?.ns_per_hop), colour: "#8a8f98" },
    ...(ns3 ? [{ name: "", label: "ns-3", value: rate(bare.ns_per_hop * ns3), colour: "#8a8f98" }] : []),
  ]);
  const [left, width, bar, gap] = [90, 430, 14, 12];
  const most = Math.max(...groups.flat().map(({ value }) => value));
  let next = 40 - gap;
  const rows = groups.flatMap((group) => {
    next += gap;
    return group.map(({ name, label, value, colour }) => {
      const y = next;
      next += bar;
      const text = (/** @type {number} */ x, /** @type {string} */ words, anchor = "start") =>
        `<text x="${x}" y="${y + 11}" text-anchor="${anchor}">${words}</text>`;
      const end = left + (width * value) / most;
      return `${text(8, name)}${text(left - 6, label, "end")}<rect x="${left}" y="${y}" width="${(end - left).toFixed(1)}" height="${bar - 2}" fill="${colour}"/>${text(Math.round(end) + 6, value.toFixed(value < 1 ? 2 : 1))}`;
    });
  });
  const height = next + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 ${height}" width="600" height="${height}" font-family="sans-serif" font-size="11" role="img" aria-label="Million packet-hops in a second, on five networks"><rect width="600" height="${height}" fill="#fff"/><text x="8" y="20" font-size="13">Million packet-hops in a second, one core, on five networks (a to e)</text>${rows.join("")}</svg>\n`;
}

/** Measures dumbbells in ns-3's package on PyPI, right after Fairshare. The windows of d and e take it minutes. @param {Dumbbell[]} dumbbells */
async function measureNs3(dumbbells) {
  const folder = outputOf(bin("python"), ["-I", "-c", "import ns3; print(ns3.__path__[0])"])?.trim() ?? "";
  const [source, program] = [
    inRoot("sim-core/simulation/benches/ns3/dumbbell.cc"),
    join(toolsDir, "ns3-dumbbell"),
  ];
  const modules = ["core", "network", "internet", "point-to-point", "applications", "traffic-control"];
  const libraries = [`-L${folder}/lib64`, `-Wl,-rpath,${folder}/lib64,-rpath-link,${folder}/lib64`];
  libraries.push(...modules.map((name) => `-lns3.44-${name}`));
  await run("g++", ["-O2", "-std=c++20", `-I${folder}/include`, source, "-o", program, ...libraries]);
  /** @type {Record<string, string[]>} */
  const networks = {
    a: ["10", "10e6", "0.05", "60", "sack"],
    b: ["32", "15e6", "0.04", "60", "reno"],
    c: ["200", "20e6", "0.012", "20", "sack"],
  };
  for (const dumbbell of dumbbells) {
    const network = networks[dumbbell.name];
    if (network === undefined) continue;
    const times = Array.from({ length: RUNS }, () => JSON.parse(outputOf(program, network) ?? "").ns_per_hop);
    const median = times.sort((a, b) => a - b)[1];
    dumbbell.ratio_to_ns3 = Math.round(median / dumbbell.nothing_recorded.ns_per_hop);
  }
}

/** Measures all dumbbells, also in ns-2, in ns-3 and under valgrind if these are installed. */
export async function storeSpeed() {
  const times = JSON.parse((await fairshare(["bench", "--json", "--runs", String(RUNS)])).printed);
  /** @type {Dumbbell[]} */
  const dumbbells = times.cases;
  if (outputOf("valgrind", ["--version"])) {
    const counts = JSON.parse((await fairshare(["bench", "--instructions", "--json"])).printed);
    for (const { name, instructions_per_hop, recorded_instructions_per_hop } of counts.cases) {
      const measured = dumbbells.find((dumbbell) => dumbbell.name === name);
      if (measured) measured.instructions = [instructions_per_hop, recorded_instructions_per_hop];
    }
  } else note("valgrind is not installed, so instructions are not counted");
  await withPython("ns-3 is not measured", { ns3: "ns3==3.44.post0" }, () => measureNs3(dumbbells));
  /** @type {Speed} */
  const speed = {
    version: simulatorVersion(),
    date: new Date().toISOString().slice(0, 10),
    runs: RUNS,
    dumbbells,
  };
  writeFileSync(file, `${JSON.stringify(speed, null, 1)}\n`);
  writeFileSync(page, withSpeed(speedPage(), speed));
  writeFileSync(speedFigureFile, speedFigure(speed));
}
