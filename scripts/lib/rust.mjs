// Sets up Rust: the toolchain, its wasm32 target, and the tool that writes the JavaScript of WebAssembly packages.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { atLeast, inRoot, minimumRust, root, toolsDir, wasmTarget } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
import { filesUnder, fingerprint, isFresh, storeStamp } from "./stamps.mjs";
import { Failure, step } from "./steps.mjs";

const howToGetRust = `Rust comes with rustup: see https://rustup.rs, or run
  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh
then open a new terminal and try again.`;

/**
 * Checks that a recent version of Rust is installed. If only rustup is installed, first installs the
 * project's toolchain. The error explains how to install Rust.
 */
export async function ensureRust() {
  let version = outputOf("rustc", ["-vV"]);
  if (!version && outputOf("rustup", ["--version"])) {
    await step("Install the Rust toolchain that rust-toolchain.toml names", () =>
      run("rustup", ["toolchain", "install"], {
        remedy: "Check the network connection.",
      }),
    );
    version = outputOf("rustc", ["-vV"]);
  }
  if (!version || !outputOf("cargo", ["-V"]))
    throw new Failure("Rust (cargo and rustc) was not found.", howToGetRust);
  const release = /^release: (.*)$/m.exec(version)?.[1] ?? "0";
  if (!atLeast(release, minimumRust())) {
    throw new Failure(
      `Rust ${release} is too old; ${minimumRust()} or newer is needed.`,
      "Run `rustup update` and try again.",
    );
  }
}

function hasWasmTarget() {
  const folder = outputOf("rustc", ["--print", "target-libdir", "--target", wasmTarget]);
  return folder !== undefined && existsSync(folder);
}

export async function ensureWasmTarget() {
  if (hasWasmTarget()) return;
  if (!outputOf("rustup", ["--version"])) {
    throw new Failure(
      `This Rust has no ${wasmTarget} target and did not come from rustup, which could add it.`,
      `Install your system's package for it (for example libstd-rust-dev-wasm32), or use rustup.\n${howToGetRust}`,
    );
  }
  await step(`Add Rust's WebAssembly target (${wasmTarget})`, () =>
    run("rustup", ["target", "add", wasmTarget]),
  );
}

/** Installs rustfmt and clippy, which only the checks need. */
export async function ensureLinters() {
  const missing = ["fmt", "clippy"].filter((name) => !outputOf("cargo", [name, "--version"]));
  if (missing.length === 0) return;
  const components = missing.map((name) => (name === "fmt" ? "rustfmt" : name));
  const remedy = `Add ${components.join(" and ")} to this Rust: \`rustup component add ${components.join(" ")}\`.`;
  if (!outputOf("rustup", ["--version"])) throw new Failure(`${components.join(" and ")} not found.`, remedy);
  await step(`Add ${components.join(" and ")}`, () =>
    run("rustup", ["component", "add", ...components], { remedy }),
  );
}

/** Downloads the crates of the lock files, so that later builds need no network. */
export async function fetchCrates() {
  for (const folder of [root, inRoot("tools", "bindgen")])
    await run("cargo", ["fetch", "--locked", "--manifest-path", join(folder, "Cargo.toml")], {
      log: "crates",
    });
}

/** The folder in which the tool of tools/bindgen is built. */
const bindgenTarget = join(toolsDir, "bindgen");
/** The command that writes the JavaScript of a WebAssembly package. */
export const bindgenCommand = join(
  bindgenTarget,
  "release",
  process.platform === "win32" ? "fairshare-bindgen.exe" : "fairshare-bindgen",
);

/** Builds the tool that writes the JavaScript of WebAssembly packages, in the versions of its lock file. */
export async function ensureBindgen() {
  const sources = ["tools/bindgen/Cargo.toml", "tools/bindgen/Cargo.lock", "tools/bindgen/src"];
  const inputs = fingerprint(filesUnder(sources), outputOf("rustc", ["-vV"]));
  if (isFresh("bindgen", inputs, [bindgenCommand])) return;
  const manifest = inRoot("tools", "bindgen", "Cargo.toml");
  await run("cargo", ["build", "--release", "--locked", "--manifest-path", manifest], {
    // The settings of the page's crates do not apply to the tool.
    env: { CARGO_TARGET_DIR: bindgenTarget, CARGO_ENCODED_RUSTFLAGS: "" },
    log: "bindgen",
  });
  storeStamp("bindgen", inputs);
}

/**
 * The settings of the compiler by which files of the builder do not show in a program: the names of the builder's
 * folders, which panic messages state, are replaced. The sources of the standard library have the name that they have
 * where they are not installed.
 * @param {string[]} others further settings
 */
export function compilerSettings(...others) {
  const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const sources = join(outputOf("rustc", ["--print", "sysroot"]) ?? "", "lib", "rustlib", "src", "rust");
  const commit = /^commit-hash: (.*)$/m.exec(outputOf("rustc", ["-vV"]) ?? "")?.[1];
  const names = Object.entries({ [root]: "fairshare", [home]: "cargo", [sources]: `/rustc/${commit}` });
  const settings = names.map(([folder, name]) => `--remap-path-prefix=${folder}=${name}`);
  // Cargo reads this list instead of RUSTFLAGS. Its separator is no space, which names of folders may contain.
  return { CARGO_ENCODED_RUSTFLAGS: [...others, ...settings].join("\x1f") };
}
