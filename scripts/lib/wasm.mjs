// Builds the simulator as a WebAssembly package (wasm/pkg) with wasm-pack. wasm/Cargo.toml configures wasm-opt.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { inRoot, wasmBindgenVersion, wasmPackage, wasmPackVersion } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
import { filesUnder, fingerprint, isFresh, removeStamp, storeStamp } from "./stamps.mjs";
import { Failure, note, step } from "./steps.mjs";

const sources = [
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain.toml",
  "sim-core/Cargo.toml",
  "sim-core/src",
  "wasm",
];
const excluded = ["wasm/pkg", "wasm/tests"];

/**
 * Compiler settings for a small module, because visitors wait for its download. Functions are inlined and loops are unrolled only if the
 * result is short. The module is an eighth smaller than with the settings of the native command, and equally fast
 * (docs/performance.md, "WebAssembly").
 */
const sizeSettings = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: "-C llvm-args=-inline-threshold=60",
};

/** The path of the built WebAssembly file, or undefined if it does not exist. */
const wasmFile = () => {
  const name = existsSync(wasmPackage) && readdirSync(wasmPackage).find((file) => file.endsWith("_bg.wasm"));
  return name ? join(wasmPackage, name) : undefined;
};

/**
 * Builds the package if it is out of date. Returns whether it was built. A `draft`, for `npm run dev`, is built faster, without link-time
 * optimisation and wasm-opt.
 * @param {{ draft?: boolean }} [options]
 */
export async function buildWasm({ draft = false } = {}) {
  const inputs = fingerprint(
    filesUnder(sources, excluded),
    outputOf("rustc", ["-vV"]),
    wasmPackVersion,
    wasmBindgenVersion(),
    process.env.RUSTFLAGS ?? "",
    JSON.stringify(sizeSettings),
    draft ? "draft" : "release",
  );
  if (isFresh("wasm", inputs, [wasmFile() ?? join(wasmPackage, "missing")])) return false;
  await step(
    draft ? "Build the simulator (quick build)" : "Build the simulator for the browser",
    async () => {
      removeStamp("wasm");
      const args = ["build", "wasm", "--target", "web", "--release", "--out-dir", "pkg", "--no-pack"];
      if (draft) args.push("--no-opt");
      const env = draft
        ? { CARGO_PROFILE_RELEASE_LTO: "off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16" }
        : sizeSettings;
      await run("wasm-pack", args, {
        env,
        remedy:
          "The output above names the file and line. `cargo check --workspace` shows the errors faster.",
      });
      const file = wasmFile();
      if (!file) throw new Failure(`wasm-pack did not create a *_bg.wasm in ${wasmPackage}`);
      note(`${(statSync(file).size / 1024).toFixed(0)} KiB: ${file}`);
      storeStamp("wasm", inputs);
    },
  );
  return true;
}

/** The files of the built package. */
export const wasmOutputs = () => filesUnder(["wasm/pkg"]);
/** The folders whose Rust files are compiled into the package. */
export const rustSources = [inRoot("sim-core", "src"), inRoot("wasm", "src")];
