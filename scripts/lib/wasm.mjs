// Builds the WebAssembly packages: the simulator (wasm/pkg), the whole simulator with all algorithms and the interpreter
// of programs (wasm/own/pkg), and the papers' experiments (wasm/papers/pkg). Cargo compiles a crate, tools/bindgen writes its JavaScript, and wasm-opt of the npm package binaryen makes it
// smaller, with the options that the file Cargo.toml of the crate lists. branchHints.mjs then adds which branches are rare.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addBranchHints } from "./branchHints.mjs";
import {
  inRoot,
  isMain,
  ownWasmPackage,
  papersWasmPackage,
  root,
  wasmPackage,
  wasmTarget,
} from "./paths.mjs";
import { nodeProgram, outputOf, run } from "./run.mjs";
import { bindgenCommand, compilerSettings, ensureBindgen } from "./rust.mjs";
import { filesUnder, fingerprint, isFresh, removeStamp, storeStamp } from "./stamps.mjs";
import { Failure, main, note, step } from "./steps.mjs";

/**
 * A WebAssembly package: the crate with its features and its folder, the name of the module, the folders and files
 * from which it is built, and the folder of the result.
 * @typedef {{ name: string, crate: string, features?: string, module: string, stamp: string, folder: string, sources: string[], excluded: string[], output: string }} Package
 */

/** The crates of all packages, and the crates that only the papers' package contains. */
const simulator = ["simulation", "document", "engine", "measures"].map((name) => `sim-core/${name}`);
const papers = ["papers", "assignments", "exports", "models", "race", "sweeps"].map(
  (name) => `sim-core/${name}`,
);
/** @param {string} folder */
const crate = (folder) => [`${folder}/Cargo.toml`, `${folder}/src`];
const workspace = [
  ...["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "tools/bindgen/Cargo.lock", "tools/bindgen/src"],
  ...simulator.flatMap(crate),
];

/** The simulator, which the page loads first. */
const simulatorPackage = {
  name: "the simulator",
  crate: "fairshare-wasm",
  module: "fairshare_wasm",
  stamp: "wasm",
  folder: "wasm",
  sources: [...workspace, "wasm"],
  excluded: ["wasm/pkg", "wasm/own", "wasm/tests", "wasm/papers"],
  output: wasmPackage,
};

/** The crate of the language of programs. */
const script = "sim-core/script";

/**
 * The whole simulator, with all algorithms and the interpreter of programs. The page loads it instead of the first one when a scenario has
 * code or an algorithm that the first one lacks.
 */
const ownPackage = {
  ...simulatorPackage,
  name: "the whole simulator",
  stamp: "wasm-own",
  sources: [...simulatorPackage.sources, ...crate(script), `${script}/examples`],
  output: ownWasmPackage,
  features: "script,further",
  module: "fairshare_own_wasm",
};

/** The papers' experiments and the checks of hand-ins with the simulator, which the page loads on demand. */
const papersPackage = {
  name: "the papers' experiments",
  crate: "fairshare-papers-wasm",
  module: "fairshare_papers_wasm",
  stamp: "wasm-papers",
  folder: "wasm/papers",
  sources: [
    ...workspace,
    ...papers.flatMap(crate),
    ...crate(script),
    `${script}/examples`,
    "sim-core/papers/papers",
    "sim-core/race/networks",
    "wasm/src/errors.rs",
    "wasm/papers",
  ],
  excluded: ["wasm/papers/pkg"],
  output: papersWasmPackage,
};

/**
 * Compiler settings for a small module, because visitors wait for its download. Functions are inlined and
 * loops are unrolled only if the result is short. The module is an eighth smaller than with the settings of
 * the native command, and equally fast (docs/performance.md, "WebAssembly").
 */
const sizeSettings = () => ({
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  ...compilerSettings("-Cllvm-args=-inline-threshold=60"),
});

/**
 * The path of the WebAssembly file of a package, or undefined if it does not exist.
 * @param {string} folder
 */
const wasmFile = (folder) => {
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith("_bg.wasm"));
  return name ? join(folder, name) : undefined;
};

/** The options of wasm-opt for a package. @param {Package} wanted */
export function wasmOptOptions({ folder }) {
  const text = readFileSync(inRoot(folder, "Cargo.toml"), "utf8");
  const list = /^wasm-opt = \[\n([^\]]*)\]/m.exec(text)?.[1];
  if (list === undefined) throw new Error(`${folder}/Cargo.toml does not list the options of wasm-opt`);
  return [...list.matchAll(/"([^"]*)"/g)].map(([, option = ""]) => option);
}

/** A fingerprint of everything that determines the bytes of a package. @param {Package} wanted @param {boolean} draft */
const inputsOf = (wanted, draft) =>
  fingerprint(
    filesUnder(wanted.sources, wanted.excluded),
    outputOf("rustc", ["-vV"]),
    readFileSync(inRoot("node_modules", "binaryen", "package.json"), "utf8"),
    readFileSync(inRoot("scripts", "lib", "branchHints.mjs"), "utf8"),
    process.env.RUSTFLAGS ?? "",
    JSON.stringify(sizeSettings()).replaceAll(root, ""),
    draft ? "draft" : "release",
  );

/**
 * Compiles a crate to WebAssembly and returns a copy of the file, because another package may be the same crate with
 * other features. All packages are compiled with the same settings in the same target folder, so their common
 * dependencies are compiled once.
 * @param {Package} wanted
 * @param {boolean} draft
 */
async function compileCrate({ crate, features, module }, draft) {
  const target = process.env.CARGO_TARGET_DIR ?? inRoot("target");
  await run(
    "cargo",
    [
      ...["build", "--locked", "--lib", "--release", "--target", wasmTarget, "--package", crate],
      ...(features ? ["--features", features] : []),
    ],
    {
      env: draft
        ? { CARGO_PROFILE_RELEASE_LTO: "off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16" }
        : sizeSettings(),
      remedy: "The output above names the file and line. `cargo check --workspace` shows the errors faster.",
    },
  );
  const folder = join(target, wasmTarget, "release");
  const copy = join(folder, "packages", `${module}.wasm`);
  mkdirSync(join(folder, "packages"), { recursive: true });
  copyFileSync(join(folder, `${crate.replaceAll("-", "_")}.wasm`), copy);
  return copy;
}

/**
 * Makes a package of a compiled crate: its JavaScript, and the optimised WebAssembly.
 * @param {Package} wanted
 * @param {string} compiled
 * @param {boolean} draft
 */
async function makePackage(wanted, compiled, draft) {
  rmSync(wanted.output, { recursive: true, force: true });
  mkdirSync(wanted.output, { recursive: true });
  await run(bindgenCommand, [compiled, wanted.output]);
  const file = wasmFile(wanted.output);
  if (!file) throw new Failure(`fairshare-bindgen did not create a *_bg.wasm in ${wanted.output}`);
  if (!draft) {
    const [node, wasmOpt] = nodeProgram("binaryen", "wasm-opt");
    await run(node, [...wasmOpt, file, "-o", file, ...wasmOptOptions(wanted)]);
    if (wanted.folder === simulatorPackage.folder)
      await addBranchHints(file, join(wanted.output, `${wanted.module}.js`));
  }
  note(`${(statSync(file).size / 1024).toFixed(0)} KiB: ${file}`);
  storeStamp(wanted.stamp, inputsOf(wanted, draft));
}

/**
 * Builds the packages that are out of date. Returns whether one was built. A `draft`, for `npm run dev`, is built
 * faster, without link-time optimisation and wasm-opt.
 * @param {{ draft?: boolean }} [options]
 */
export async function buildWasm({ draft = false } = {}) {
  const stale = [simulatorPackage, ownPackage, papersPackage].filter(
    (wanted) =>
      !isFresh(wanted.stamp, inputsOf(wanted, draft), [
        wasmFile(wanted.output) ?? join(wanted.output, "missing"),
      ]),
  );
  if (stale.length === 0) return false;
  const names = stale.map(({ name }) => name).join(" and ");
  await step(draft ? `Build ${names} (quick build)` : `Build ${names} for the browser`, async () => {
    for (const { stamp } of stale) removeStamp(stamp);
    /** @type {Promise<void>[]} */
    const packages = [];
    for (const wanted of stale) {
      // The tool that writes the JavaScript is built next to the first crate, and a package is made next to the
      // compilation of the next crate, because each waits for single steps.
      const [compiled] = await Promise.all([compileCrate(wanted, draft), ensureBindgen()]);
      packages.push(makePackage(wanted, compiled, draft));
    }
    await Promise.all(packages);
  });
  return true;
}

/** Compiles what the simulator needs, so that the later build is short. Needs no npm packages. */
export const compileSimulator = () => Promise.all([compileCrate(simulatorPackage, false), ensureBindgen()]);

/**
 * Starts to build the packages that are out of date, in another process. The returned function waits for
 * the build, shows its output, and throws a Failure if it failed.
 */
export function startBuild() {
  const build = run(process.execPath, [fileURLToPath(import.meta.url)], { isSilent: true, mayFail: true });
  return async () => {
    const { status, output } = await build;
    process.stdout.write(output);
    if (status !== 0) throw new Failure("the simulator was not built", "The output above gives the reason.");
  };
}

/** The files of the built packages. */
export const wasmOutputs = () => filesUnder(["wasm/pkg", "wasm/own/pkg", "wasm/papers/pkg"]);
/** The folders whose Rust files are compiled into the packages. */
export const rustSources = [...simulator, ...papers, script, "wasm", "wasm/papers"].map((folder) =>
  inRoot(folder, "src"),
);

// `startBuild` runs this file as a program.
if (isMain(import.meta)) await main(async () => void (await buildWasm()));
