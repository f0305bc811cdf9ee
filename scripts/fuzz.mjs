// npm run fuzz [-- TARGET...] [--minutes N] [--pieces N] [--count N] [--folder PATH]: runs pieces of fuzzing,
// each with the next seed of its target, and adds their counts to PATH/state.json (default: .tools/fuzz),
// where a later call continues. npm run fuzz -- TARGET --seed N --count N: runs one piece. With --index I:
// repeats one of its inputs. npm run fuzz -- --write: stores the totals in
// sim-core/simulation/tests/data/fuzz.json and in docs/validation.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPage } from "./build.mjs";
import { fuzzCalls } from "./lib/fuzz/calls.mjs";
import { fuzzClicks } from "./lib/fuzz/clicks.mjs";
import { fuzzFiles } from "./lib/fuzz/files.mjs";
import { fuzzHandIns } from "./lib/fuzz/handIns.mjs";
import { fuzzLinks } from "./lib/fuzz/links.mjs";
import { fuzzNative } from "./lib/fuzz/native.mjs";
import { fuzzPrograms, rustPiece, rustTargets } from "./lib/fuzz/rust.mjs";
import { simulatorVersion, toolsDir } from "./lib/paths.mjs";
import { done, Failure, main, note, secondsSince, step } from "./lib/steps.mjs";
import { storeFuzz, writeTables } from "./lib/validation.mjs";
import { buildWasm } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

/**
 * A target: the number of inputs of a piece by default, and the function that runs a piece.
 * @typedef {import("./lib/fuzz/counts.mjs").Counts} Counts
 * @typedef {{ seed: number, count: number, index?: number | undefined, folder: string }} Piece
 * @typedef {{ count: number, run: (piece: Piece) => Promise<Counts> }} Target
 */

/** @type {Record<string, Target>} */
const targets = {
  ...Object.fromEntries(
    Object.entries(rustTargets).map(([name, count]) => [
      name,
      { count, run: (/** @type {Piece} */ piece) => rustPiece(name, piece) },
    ]),
  ),
  programs: { count: 100_000, run: fuzzPrograms },
  native: { count: 1000, run: fuzzNative },
  messages: { count: 500, run: fuzzCalls },
  files: { count: 20_000, run: fuzzFiles },
  "hand-ins": { count: 20_000, run: fuzzHandIns },
  "page-links": { count: 5000, run: fuzzLinks },
  clicks: { count: 300, run: fuzzClicks },
};

/**
 * The totals of a target.
 * @typedef {{ nextSeed: number, inputs: number, accepted: number, refused: Record<string, number>, problems: number, seconds: number }} Totals
 * @typedef {{ version: string, date?: string, targets: Record<string, Totals> }} State
 */

/** @param {string} file @returns {State} */
function readState(file) {
  const version = simulatorVersion();
  /** @type {State | undefined} */
  const state = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  // The totals belong to one version of the simulator.
  return state?.version === version ? state : { version, targets: {} };
}

/** @param {Totals} totals @param {Counts} counts @param {number} seconds */
function add(totals, counts, seconds) {
  totals.nextSeed += 1;
  totals.inputs += counts.inputs;
  totals.accepted += counts.accepted;
  totals.problems += counts.problems.length;
  totals.seconds = Math.round((totals.seconds + seconds) * 10) / 10;
  for (const [code, number] of Object.entries(counts.refused))
    totals.refused[code] = (totals.refused[code] ?? 0) + number;
}

/**
 * Prints the counts of a piece and saves its problems.
 * @param {string} name
 * @param {Piece} piece
 * @param {Counts} counts
 */
function report(name, { seed, folder }, counts) {
  const refused = Object.entries(counts.refused).sort(([, a], [, b]) => b - a);
  const codes = refused.slice(0, 8).map(([code, number]) => `${code} ${number}`);
  note(
    `${name}, seed ${seed}: ${counts.inputs} inputs, ${counts.accepted} accepted, ${counts.problems.length} problems; refused: ${codes.join(", ") || "none"}`,
  );
  for (const { index, message, input, file } of counts.problems) {
    const saved = file ?? join(folder, `${name}-${seed}-${index}.txt`);
    if (!file) writeFileSync(saved, `${message}\n${input ?? ""}\n`);
    note(
      `problem: ${message.slice(0, 300)}\n   saved: ${saved}\n   repeat: npm run fuzz -- ${name} --seed ${seed} --index ${index}`,
    );
  }
}

/**
 * Runs pieces of all targets in turn, one of each target or until the time is over, and adds their counts to
 * the totals.
 * @param {string[]} names
 * @param {{ pieces?: string | undefined, minutes?: string | undefined }} values
 * @param {{ state: ReturnType<typeof readState>, stateFile: string }} totals
 * @param {(name: string, seed: number) => Promise<Counts>} runPiece
 */
async function runPieces(names, values, { state, stateFile }, runPiece) {
  const started = performance.now();
  const hasTime = () => performance.now() - started < Number(values.minutes ?? 0) * 60_000;
  const pieces = Number(values.pieces ?? (values.minutes === undefined ? 1 : Number.POSITIVE_INFINITY));
  for (let piece = 0; piece < pieces && (piece === 0 || values.minutes === undefined || hasTime()); piece++) {
    for (const name of names) {
      state.targets[name] ??= { nextSeed: 1, inputs: 0, accepted: 0, refused: {}, problems: 0, seconds: 0 };
      const totals = state.targets[name];
      const pieceStarted = performance.now();
      const counts = await runPiece(name, totals.nextSeed);
      add(totals, counts, (performance.now() - pieceStarted) / 1000);
      state.date = new Date().toISOString().slice(0, 10);
      // The state is written after every piece, so that an interrupted call loses at most one piece.
      writeFileSync(stateFile, `${JSON.stringify(state, null, 1)}\n`);
    }
  }
  done(`${secondsSince(started)}; the totals are in ${stateFile}`);
}

await main(async () => {
  const number = /** @type {const} */ ({ type: "string" });
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    options: {
      minutes: number,
      pieces: number,
      count: number,
      seed: number,
      index: number,
      folder: { type: "string", default: join(toolsDir, "fuzz") },
      write: { type: "boolean", default: false },
    },
  });
  const { folder } = values;
  const stateFile = join(folder, "state.json");
  const state = readState(stateFile);
  if (values.write) {
    storeFuzz(state);
    writeTables();
    return;
  }
  const unknown = positionals.find((name) => !Object.hasOwn(targets, name));
  if (unknown)
    throw new Failure(`There is no target ${unknown}.`, `Targets: ${Object.keys(targets).join(", ")}`);
  const names = positionals.length > 0 ? positionals : Object.keys(targets);
  const inBrowser = names.includes("clicks");
  await setup({ browser: inBrowser });
  if (names.some((name) => !Object.hasOwn(rustTargets, name))) await buildWasm();
  if (inBrowser) await buildPage();
  mkdirSync(folder, { recursive: true });
  let problems = 0;

  /** Runs a piece and returns its counts. @param {string} name @param {number} seed */
  const runPiece = async (name, seed) => {
    const target = /** @type {Target} */ (targets[name]);
    const index = values.index === undefined ? undefined : Number(values.index);
    const piece = { seed, count: Number(values.count ?? target.count), index, folder };
    const counts = await target.run(piece);
    report(name, piece, counts);
    problems += counts.problems.length;
    return counts;
  };

  if (values.seed !== undefined) {
    for (const name of names) await step(`Fuzz ${name}`, () => runPiece(name, Number(values.seed)));
  } else await runPieces(names, values, { state, stateFile }, runPiece);
  if (problems > 0) throw new Failure(`${problems} inputs are problems.`);
});
