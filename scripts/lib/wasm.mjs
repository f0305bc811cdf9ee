// Builds the WebAssembly packages with wasm-pack: the simulator (wasm/pkg), the same simulator with the interpreter
// of programs (wasm/own/pkg), and the papers' experiments (wasm/papers/pkg). The file Cargo.toml of each crate configures wasm-opt.
import { existsSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  inRoot,
  isMain,
  ownWasmPackage,
  papersWasmPackage,
  wasmBindgenVersion,
  wasmPackage,
  wasmPackVersion,
} from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
import { filesUnder, fingerprint, isFresh, removeStamp, storeStamp } from "./stamps.mjs";
import { Failure, main, note, step } from "./steps.mjs";

/**
 * A WebAssembly package: the crate's folder, the folders and files from which it is built, the folder of
 * the result, and further arguments of wasm-pack.
 * @typedef {{ name: string, stamp: string, folder: string, sources: string[], excluded: string[], output: string, args?: string[] }} Package
 */

/** The crates of the simulator, and those of which only the second package consists. */
const simulator = ["simulation", "document", "engine", "measures"].map((name) => `sim-core/${name}`);
const papers = ["papers", "assignments", "exports", "models", "race", "sweeps"].map(
  (name) => `sim-core/${name}`,
);
/** @param {string} folder */
const crate = (folder) => [`${folder}/Cargo.toml`, `${folder}/src`];
const workspace = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ...simulator.flatMap(crate)];

/** The simulator, which the page loads first. */
const simulatorPackage = {
  name: "the simulator",
  stamp: "wasm",
  folder: "wasm",
  sources: [...workspace, "wasm"],
  excluded: ["wasm/pkg", "wasm/own", "wasm/tests", "wasm/papers"],
  output: wasmPackage,
};

/** The crate of the language of programs. */
const script = "sim-core/script";

/** The simulator with the interpreter of programs, which the page loads instead of the first one when a scenario has code. */
const ownPackage = {
  ...simulatorPackage,
  name: "the simulator with programs",
  stamp: "wasm-own",
  sources: [...simulatorPackage.sources, ...crate(script), `${script}/examples`],
  output: ownWasmPackage,
  args: ["--out-name", "fairshare_own_wasm", "--out-dir", "own/pkg", "--", "--features", "script"],
};

/** The papers' experiments and the checks of hand-ins with the simulator, which the page loads on demand. */
const papersPackage = {
  name: "the papers' experiments",
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

/** The folder in which Cargo stores the sources of crates. */
export const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");

/**
 * The setting of the compiler by which panic messages name the files of crates without the builder's folders.
 * Settings are separated by spaces, so a setting cannot contain the name of a folder with a space.
 */
const withoutCargoHome = /\s/.test(cargoHome) ? "" : `--remap-path-prefix=${cargoHome}=cargo`;

/**
 * Compiler settings for a small module, because visitors wait for its download. Functions are inlined and
 * loops are unrolled only if the result is short. The module is an eighth smaller than with the settings of
 * the native command, and equally fast (docs/performance.md, "WebAssembly").
 */
const sizeSettings = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS:
    `-C llvm-args=-inline-threshold=60 ${withoutCargoHome}`.trim(),
};

/**
 * The path of the WebAssembly file of a package, or undefined if it does not exist.
 * @param {string} folder
 */
const wasmFile = (folder) => {
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith("_bg.wasm"));
  return name ? join(folder, name) : undefined;
};

/**
 * Builds a package if it is out of date. Returns whether it was built. All packages are built with the same
 * settings in the same target folder, so their common dependencies are compiled once.
 * @param {Package} wanted
 * @param {boolean} draft
 */
async function buildPackage(wanted, draft) {
  const inputs = fingerprint(
    filesUnder(wanted.sources, wanted.excluded),
    outputOf("rustc", ["-vV"]),
    wasmPackVersion,
    wasmBindgenVersion(),
    process.env.RUSTFLAGS ?? "",
    JSON.stringify(sizeSettings),
    draft ? "draft" : "release",
  );
  if (isFresh(wanted.stamp, inputs, [wasmFile(wanted.output) ?? join(wanted.output, "missing")]))
    return false;
  await step(
    draft ? `Build ${wanted.name} (quick build)` : `Build ${wanted.name} for the browser`,
    async () => {
      removeStamp(wanted.stamp);
      const args = ["build", wanted.folder, "--target", "web", "--release", "--no-pack"];
      if (draft) args.push("--no-opt");
      args.push(...(wanted.args ?? ["--out-dir", "pkg"]));
      const env = draft
        ? { CARGO_PROFILE_RELEASE_LTO: "off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16" }
        : sizeSettings;
      await run("wasm-pack", args, {
        env,
        remedy:
          "The output above names the file and line. `cargo check --workspace` shows the errors faster.",
      });
      const file = wasmFile(wanted.output);
      if (!file) throw new Failure(`wasm-pack did not create a *_bg.wasm in ${wanted.output}`);
      note(`${(statSync(file).size / 1024).toFixed(0)} KiB: ${file}`);
      storeStamp(wanted.stamp, inputs);
    },
  );
  return true;
}

/**
 * Builds the packages that are out of date. Returns whether one was built. A `draft`, for `npm run dev`,
 * is built faster, without link-time optimisation and wasm-opt.
 * @param {{ draft?: boolean }} [options]
 */
export async function buildWasm({ draft = false } = {}) {
  let isBuilt = false;
  for (const wanted of [simulatorPackage, ownPackage, papersPackage])
    isBuilt = (await buildPackage(wanted, draft)) || isBuilt;
  return isBuilt;
}

/**
 * Builds the packages that are out of date, next to other work. The result shows the output and the failure
 * of the build when it is called.
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
