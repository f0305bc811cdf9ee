// Sets up Rust: the toolchain, its wasm32 target, and the commands wasm-bindgen and wasm-pack in fixed
// versions.
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  atLeast,
  minimumRust,
  toolsBin,
  toolsDir,
  wasmBindgenVersion,
  wasmPackVersion,
  wasmTarget,
} from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
import { Failure, note, step } from "./steps.mjs";

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

// Settings for building wasm-bindgen and wasm-pack. These commands run for seconds, but optimising them would
// take minutes.
const quickBuild = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_PROFILE_RELEASE_DEBUG: "0",
  CARGO_TARGET_DIR: join(toolsDir, "build"),
};

/**
 * Builds the given version of a command into .tools/bin, unless it exists there.
 * @param {string} command
 * @param {string} crate
 * @param {string} version
 * @param {string[]} options
 */
async function ensureCommand(command, crate, version, options) {
  const executable = join(toolsBin, command + (process.platform === "win32" ? ".exe" : ""));
  if (existsSync(executable) && outputOf(executable, ["--version"])?.split(/\s+/).includes(version)) return;
  await step(`Build ${command} ${version} into .tools (once; takes a minute or two)`, async () => {
    const install = ["install", crate, "--version", `=${version}`, "--root", toolsDir, "--force", ...options];
    const lockedBuild = await run("cargo", [...install, "--locked"], {
      env: quickBuild,
      log: command,
      mayFail: true,
    });
    if (lockedBuild.status === 0) return;
    note("the build with its own lock file failed; trying again with the latest compatible versions");
    await run("cargo", install, { env: quickBuild, log: command });
  });
}

export async function ensureWasmCommands() {
  // Only the binary wasm-bindgen without default features is built, because the other binaries and features
  // need a TLS library.
  const minimal = ["--bin", "wasm-bindgen", "--no-default-features"];
  await ensureCommand("wasm-bindgen", "wasm-bindgen-cli", wasmBindgenVersion(), minimal);
  await ensureCommand("wasm-pack", "wasm-pack", wasmPackVersion, []);
}
