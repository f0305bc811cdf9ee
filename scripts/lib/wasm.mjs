// Builds the simulator for the page with wasm-pack (target `web`). wasm/Cargo.toml configures wasm-opt.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { inRoot, wasmBindgenVersion, wasmPackage, wasmPackVersion } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
import { filesUnder, fingerprint, forget, isFresh, remember } from "./stamps.mjs";
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
 * Compiler settings for a small module, because visitors wait for its download: functions are inlined and loops unrolled only where
 * the result is short. The module is an eighth smaller than with the native command's settings, and as fast
 * (docs/performance.md, "WebAssembly").
 */
const sizeSettings = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: "-C llvm-args=-inline-threshold=60",
};

const wasmFile = () => {
  const name = existsSync(wasmPackage) && readdirSync(wasmPackage).find((file) => file.endsWith("_bg.wasm"));
  return name ? join(wasmPackage, name) : undefined;
};

/**
 * Builds the package unless it is up to date; returns whether it was built. `draft` is for `npm run dev`: it takes a fraction
 * of the time, without link-time optimisation and wasm-opt.
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
      forget("wasm");
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
      remember("wasm", inputs);
    },
  );
  return true;
}

/** The files of the built package. */
export const wasmOutputs = () => filesUnder(["wasm/pkg"]);
export const rustSources = [inRoot("sim-core", "src"), inRoot("wasm", "src")];
