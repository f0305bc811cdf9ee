// Builds the WebAssembly packages: the simulator (wasm/pkg), which the page loads first, and the laboratory (wasm/laboratory/pkg), which
// it loads on demand. wasm-pack compiles a crate and writes its JavaScript, and wasm-opt of the npm package binaryen makes it smaller,
// with the options that the file Cargo.toml of the crate lists.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { inRoot, laboratoryWasmPackage, root, wasmPackage, wasmTarget } from "./paths.mjs";
import { nodeProgram, outputOf, run } from "./run.mjs";
import { compilerSettings, cratesOf, ensureWasmPack, wasmPack } from "./rust.mjs";
import { filesUnder, fingerprint, isFresh, removeStamp, storeStamp } from "./stamps.mjs";
import { Failure, note, step } from "./steps.mjs";

/**
 * A WebAssembly package: the crate and its folder, the folders and files from which it is built, and the folder of the result.
 * @typedef {{ name: string, crate: string, stamp: string, folder: string, sources: string[], excluded: string[], output: string }} Package
 */

const workspace = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"];

/**
 * What the package in a folder is built from.
 * @param {string} folder
 * @param {string[]} excluded
 * @param {string[]} [further]
 */
function filesOf(folder, excluded, further = []) {
  const crates = cratesOf(folder);
  return {
    sources: [...workspace, ...crates, ...further],
    excluded: [
      ...crates.flatMap((crate) => [`${crate}/pkg`, `${crate}/tests`, `${crate}/benches`]),
      ...excluded,
    ],
  };
}

/** The simulator: all algorithms, the language of programs, and the measures. */
const simulatorPackage = {
  name: "the simulator",
  crate: "fairshare-wasm",
  stamp: "wasm",
  folder: "wasm",
  ...filesOf("wasm", ["wasm/laboratory"]),
  output: wasmPackage,
};

/** The features. It contains the simulator, so that one module runs their scenarios. */
const laboratoryPackage = {
  name: "the laboratory",
  crate: "fairshare-laboratory-wasm",
  stamp: "wasm-laboratory",
  folder: "wasm/laboratory",
  ...filesOf("wasm/laboratory", [], ["wasm/src/errors.rs"]),
  output: laboratoryWasmPackage,
};

const packages = [simulatorPackage, laboratoryPackage];

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
 * Compiles packages for a release and makes sure that there is wasm-pack, both at once. wasm-pack then compiles nothing again. Linking
 * keeps one processor busy for each package, so they are compiled together.
 * @param {Package[]} packages
 */
const compile = (packages) =>
  Promise.all([
    run(
      "cargo",
      [
        ...["build", "--locked", "--lib", "--release", "--target", wasmTarget],
        ...packages.flatMap(({ crate }) => ["--package", crate]),
      ],
      {
        env: sizeSettings(),
        remedy:
          "The output above names the file and line. `cargo check --workspace` shows the errors faster.",
      },
    ),
    ensureWasmPack(),
  ]);

/**
 * Makes a package: its JavaScript, and the WebAssembly, which is optimised if it is no draft.
 * @param {Package} wanted
 * @param {boolean} draft
 */
async function makePackage(wanted, draft) {
  removeStamp(wanted.stamp);
  await wasmPack(wanted.folder, draft ? "quick" : "release", draft ? {} : sizeSettings());
  const file = wasmFile(wanted.output);
  if (!file) throw new Failure(`wasm-pack did not create a *_bg.wasm in ${wanted.output}`);
  if (!draft) {
    const [node, wasmOpt] = nodeProgram("binaryen", "wasm-opt");
    await run(node, [...wasmOpt, file, "-o", file, ...wasmOptOptions(wanted)]);
  }
  note(`${(statSync(file).size / 1024).toFixed(0)} KiB: ${file}`);
  storeStamp(wanted.stamp, inputsOf(wanted, draft));
}

/** @param {Package} wanted @param {boolean} draft */
const isStale = (wanted, draft) =>
  !isFresh(wanted.stamp, inputsOf(wanted, draft), [
    wasmFile(wanted.output) ?? join(wanted.output, "missing"),
  ]);

/** Global setup of Vitest: after the tests, says if the simulator that they ran is older than its sources. */
export default () => () => {
  if ([false, true].every((draft) => isStale(simulatorPackage, draft)))
    note("wasm/pkg is older than the Rust sources, and the tests ran it: `npm run build` builds it again");
};

/** Builds the packages that are out of date. Returns whether one was built. */
export async function buildWasm() {
  const stale = packages.filter((wanted) => isStale(wanted, false));
  if (stale.length === 0) return false;
  const names = stale.map(({ name }) => name).join(" and ");
  await step(`Build ${names} for the browser`, async () => {
    await compile(stale);
    await Promise.all(stale.map((wanted) => makePackage(wanted, false)));
  });
  return true;
}

/** Builds drafts of the packages that are out of date, for `npm run dev`: without much optimisation, the simulator first. */
export async function buildDrafts() {
  await ensureWasmPack();
  for (const wanted of packages)
    if (isStale(wanted, true))
      await step(`Build ${wanted.name} (quick build)`, () => makePackage(wanted, true));
}

/** Compiles what the page needs, so that the later build is short. Needs no npm packages. */
export const compilePackages = () => compile(packages);

/** The files of the built packages. */
export const wasmOutputs = () => filesUnder(["wasm/pkg", "wasm/laboratory/pkg"]);
/** The folders whose Rust files are compiled into the packages. */
export const rustSources = ["wasm", ...cratesOf("wasm/laboratory")].map((folder) => inRoot(folder, "src"));
