// Builds the WebAssembly packages: the simulator (wasm/pkg), which the page loads first, and the laboratory (wasm/laboratory/pkg), which
// it loads on demand. Cargo compiles a crate, tools/bindgen writes its JavaScript, and wasm-opt of the npm package binaryen makes it
// smaller, with the options that the file Cargo.toml of the crate lists.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inRoot, isMain, laboratoryWasmPackage, root, wasmPackage, wasmTarget } from "./paths.mjs";
import { nodeProgram, outputOf, run } from "./run.mjs";
import { bindgenCommand, compilerSettings, ensureBindgen } from "./rust.mjs";
import { filesUnder, fingerprint, isFresh, removeStamp, storeStamp } from "./stamps.mjs";
import { Failure, main, note, step } from "./steps.mjs";

/**
 * A WebAssembly package: the crate and its folder, the folders and files from which it is built, and the folder of the result.
 * @typedef {{ name: string, crate: string, stamp: string, folder: string, sources: string[], excluded: string[], output: string }} Package
 */

/** The crates of both packages, and the crates that only the laboratory contains. */
const simulator = ["simulation", "document", "engine", "measures", "script"].map(
  (name) => `sim-core/${name}`,
);
const laboratory = ["papers", "assignments", "exports", "models", "race", "sweeps"].map(
  (name) => `sim-core/${name}`,
);
/** @param {string} folder */
const crate = (folder) => [`${folder}/Cargo.toml`, `${folder}/src`];
const workspace = [
  ...["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "tools/bindgen/Cargo.lock", "tools/bindgen/src"],
  ...simulator.flatMap(crate),
  "sim-core/script/examples",
];

/** The simulator: all algorithms, the language of programs, and the measures. */
const simulatorPackage = {
  name: "the simulator",
  crate: "fairshare-wasm",
  stamp: "wasm",
  folder: "wasm",
  sources: [...workspace, "wasm"],
  excluded: ["wasm/pkg", "wasm/tests", "wasm/laboratory"],
  output: wasmPackage,
};

/** Papers, sweeps, assignments, exports, models and the race. It contains the simulator, so that one module runs their scenarios. */
const laboratoryPackage = {
  name: "the laboratory",
  crate: "fairshare-laboratory-wasm",
  stamp: "wasm-laboratory",
  folder: "wasm/laboratory",
  sources: [
    ...workspace,
    ...laboratory.flatMap(crate),
    "sim-core/papers/papers",
    "sim-core/race/networks",
    "wasm/src/errors.rs",
    "wasm/laboratory",
  ],
  excluded: ["wasm/laboratory/pkg"],
  output: laboratoryWasmPackage,
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
    process.env.RUSTFLAGS ?? "",
    JSON.stringify(sizeSettings()).replaceAll(root, ""),
    draft ? "draft" : "release",
  );

/**
 * Compiles a crate to WebAssembly and returns the path of the file. Both packages are compiled with the same settings in the same
 * target folder, so their common dependencies are compiled once.
 * @param {Package} wanted
 * @param {boolean} draft
 */
async function compileCrate({ crate }, draft) {
  const target = process.env.CARGO_TARGET_DIR ?? inRoot("target");
  await run(
    "cargo",
    ["build", "--locked", "--lib", "--release", "--target", wasmTarget, "--package", crate],
    {
      env: draft
        ? { CARGO_PROFILE_RELEASE_LTO: "off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16" }
        : sizeSettings(),
      remedy: "The output above names the file and line. `cargo check --workspace` shows the errors faster.",
    },
  );
  return join(target, wasmTarget, "release", `${crate.replaceAll("-", "_")}.wasm`);
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
  const stale = [simulatorPackage, laboratoryPackage].filter(
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
export const wasmOutputs = () => filesUnder(["wasm/pkg", "wasm/laboratory/pkg"]);
/** The folders whose Rust files are compiled into the packages. */
export const rustSources = [...simulator, ...laboratory, "wasm", "wasm/laboratory"].map((folder) =>
  inRoot(folder, "src"),
);

// `startBuild` runs this file as a program.
if (isMain(import.meta)) await main(async () => void (await buildWasm()));
