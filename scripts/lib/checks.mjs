// The checks of the project, each as a function. check.mjs runs the fast checks, test.mjs all of them.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { serve } from "../serve.mjs";
import { buildForTests } from "./native.mjs";
import { root, toolsDir } from "./paths.mjs";
import { countCargo, countNode, countPlaywright, countVitest } from "./report.mjs";
import { nodeProgram, run } from "./run.mjs";
import { linted, lintRemedy } from "./rust.mjs";
import { filesUnder } from "./stamps.mjs";
import { outputTo } from "./steps.mjs";

/**
 * Runs a program of an npm package.
 * @param {string} packageName
 * @param {string} bin
 * @param {string[]} args
 * @param {import("./run.mjs").RunOptions} [options]
 */
function runProgram(packageName, bin, args, options) {
  const [node, file] = nodeProgram(packageName, bin);
  return run(node, [...file, ...args], options);
}

/**
 * Runs a test program that writes a JSON report to the file that is passed to `work`, and counts the tests in
 * the report.
 * @template T
 * @param {string} name
 * @param {(report: T) => import("./report.mjs").Counts} count
 * @param {(file: string) => ReturnType<typeof run>} work
 */
async function withJsonReport(name, count, work) {
  const file = join(toolsDir, "reports", `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const { status } = await work(file);
  return { status, ...count(JSON.parse(readFileSync(file, "utf8"))) };
}

/** The Rust files of the project. `cargo fmt` would omit files whose modules a macro declares. */
const rustFiles = () =>
  filesUnder(["sim-core", "scripts", "wasm"])
    .map((file) => relative(root, file))
    .filter((file) => file.endsWith(".rs") && !file.split(sep).includes("target"));

export const rustFormat = () =>
  run("rustfmt", ["--check", ...rustFiles()], { remedy: "`npm run format` formats all files." });

/** Formats all files, and fixes what the linter can fix. */
export async function formatAll() {
  await run("rustfmt", rustFiles());
  await runProgram("@biomejs/biome", "biome", ["check", "--write", "."]);
}

/**
 * Lints and compiles test programs, with Cargo's arguments for it.
 * @param {string[]} args
 * @returns {Promise<{ program: string, name: string, folder: string }[]>}
 */
async function testPrograms(args) {
  const build = ["test", "--no-run", "--message-format=json-render-diagnostics", "--workspace", ...args];
  const { printed } = await run("cargo", build, { env: linted, log: "rust-tests", remedy: lintRemedy });
  /** @type {{ executable?: string, manifest_path: string, profile?: { test: boolean }, target: { name: string } }[]} */
  const messages = printed.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  return messages.flatMap(({ executable, manifest_path, profile, target }) =>
    executable && profile?.test
      ? [{ program: executable, name: target.name, folder: dirname(manifest_path) }]
      : [],
  );
}

/** The seed of property tests. Cargo sets it only for programs that it starts itself. */
const rngSeed = () =>
  readFileSync(join(root, ".cargo/config.toml"), "utf8").match(/^PROPTEST_RNG_SEED = "(\d+)"$/m)?.[1];

/**
 * Runs as many test programs at once as there are processors, and counts the tests. Cargo would run one after the other, and the last
 * test of each keeps one processor busy.
 * @param {{ program: string, folder: string, names?: string[], env?: NodeJS.ProcessEnv }[]} programs `names` are parts of the names of the tests that run
 */
async function runTests(programs) {
  let [status, output] = [/** @type {number | string | null} */ (0), ""];
  const waiting = programs.values();
  const write = outputTo(process.stdout);
  const work = async () => {
    for (const { program, folder, names = [], env = {} } of waiting) {
      const options = {
        cwd: folder,
        env: { CARGO_MANIFEST_DIR: folder, PROPTEST_RNG_SEED: rngSeed(), ...env },
      };
      const ended = await run(program, names, { ...options, isSilent: true, mayFail: true });
      write(ended.output);
      output += ended.output;
      if (ended.status !== 0) status = ended.status;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return { status, ...countCargo(output) };
}

/** Lints Rust, and runs the unit tests of the libraries and the command. */
export const cargoUnitTests = async () =>
  runTests(await testPrograms(["--lib", "--bins", "--test", "engine"]));

/**
 * Lints Rust, runs unit tests and integration tests, and the conformance tests a second time with the template of
 * `fairshare new-protocol`, which the catalogue has only for them.
 */
export async function cargoTests() {
  const programs = await testPrograms([]);
  const conformance = programs
    .filter(({ name }) => name === "all")
    .map((program) => ({ ...program, names: ["conformance"], env: { FAIRSHARE_TEMPLATE: "1" } }));
  return runTests([...programs, ...conformance]);
}

/** Checks the types of the page, the tests and the scripts. */
export const types = () => runProgram("typescript", "tsc", ["--project", "."]);

export const lint = () =>
  runProgram("@biomejs/biome", "biome", ["check", "--error-on-warnings", "."], {
    remedy: "`npm run format` fixes format and import order. The other findings name their rules.",
  });

export const vitest = () =>
  withJsonReport("vitest", countVitest, (file) =>
    runProgram(
      "vitest",
      "vitest",
      ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
      {
        mayFail: true,
      },
    ),
  );

/** Tests the built WebAssembly package in Node: its contents, its interface, and its result IDs. */
export async function wasmInNode() {
  const { status, output } = await run(process.execPath, ["--test", "--test-reporter=spec", "wasm/tests/"], {
    mayFail: true,
  });
  return { status, ...countNode(output) };
}

/** Tests the built site in Firefox, which must be installed. */
export async function firefoxTests() {
  const { status, output } = await run(
    process.execPath,
    ["--test", "--test-reporter=spec", "e2e/firefox/firefox.test.mjs"],
    { mayFail: true },
  );
  return { status, ...countNode(output) };
}

/** Tests the built site in a browser, below a sub-path and without special response headers. */
export async function browserTests() {
  await buildForTests();
  // Find a free port, because another server may use the default port.
  const { url, close } = await serve({ port: 0 });
  const port = new URL(url).port;
  await close();
  return withJsonReport("playwright", countPlaywright, (file) =>
    runProgram("@playwright/test", "playwright", ["test", "--reporter=list,json"], {
      mayFail: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, FAIRSHARE_PORT: port },
    }),
  );
}
