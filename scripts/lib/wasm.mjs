// Builds the simulator for the page: wasm-pack, target `web`, optimised by wasm-opt as wasm/Cargo.toml says.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { inRoot, wasmBindgenVersion, wasmPackage, wasmPackVersion } from "./paths.mjs";
import { ask, run } from "./run.mjs";
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
const notInTheWasm = ["wasm/pkg", "wasm/tests"];

/**
 * A visitor waits for the module: functions are copied into others, and loops unrolled, only where that is short. An eighth smaller
 * than as the native command is built, and no slower (docs/performance.md, "WebAssembly").
 */
const small = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: "-C llvm-args=-inline-threshold=60",
};

const wasmFile = () => {
  const name = existsSync(wasmPackage) && readdirSync(wasmPackage).find((file) => file.endsWith("_bg.wasm"));
  return name ? join(wasmPackage, name) : undefined;
};

/** `draft` builds in a fraction of the time, for `npm run dev`: no link-time optimisation, no wasm-opt. */
export async function buildWasm({ draft = false } = {}) {
  const inputs = fingerprint(
    filesUnder(sources, notInTheWasm),
    ask("rustc", ["-vV"]),
    wasmPackVersion,
    wasmBindgenVersion(),
    process.env.RUSTFLAGS ?? "",
    JSON.stringify(small),
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
        : small;
      await run("wasm-pack", args, {
        env,
        todo: "The lines above say where. `cargo check --workspace` is a quick way to try again.",
      });
      const file = wasmFile();
      if (!file) throw new Failure(`wasm-pack left no *_bg.wasm in ${wasmPackage}`);
      note(`${(statSync(file).size / 1024).toFixed(0)} KiB: ${file}`);
      remember("wasm", inputs);
    },
  );
  return true;
}

/** What the built package consists of, as input of the page's build. */
export const wasmOutputs = () => filesUnder(["wasm/pkg"]);
export const rustSources = [inRoot("sim-core", "src"), inRoot("wasm", "src")];
