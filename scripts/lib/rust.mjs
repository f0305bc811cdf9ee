// The Rust side of set-up: the toolchain, its wasm32 target and the two pinned WebAssembly commands.
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
import { ask, run } from "./run.mjs";
import { Failure, note, step } from "./steps.mjs";

const getRust = `Rust comes with rustup: see https://rustup.rs, or run
  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh
then open a new terminal and try again.`;

/** The compiler's full version text; explains how to get Rust when there is none or it is too old. */
export async function rustVersion() {
  let version = ask("rustc", ["-vV"]);
  if (!version && ask("rustup", ["--version"])) {
    await step("Install the Rust toolchain that rust-toolchain.toml names", () =>
      run("rustup", ["toolchain", "install"], {
        todo: "rustup could not install it; is there a network connection?",
      }),
    );
    version = ask("rustc", ["-vV"]);
  }
  if (!version || !ask("cargo", ["-V"])) throw new Failure("Rust (cargo and rustc) was not found.", getRust);
  const release = /^release: (.*)$/m.exec(version)?.[1] ?? "0";
  if (!atLeast(release, minimumRust())) {
    throw new Failure(
      `Rust ${release} is too old; ${minimumRust()} or newer is needed.`,
      "Run `rustup update` and try again.",
    );
  }
  return version;
}

function hasWasmTarget() {
  const folder = ask("rustc", ["--print", "target-libdir", "--target", wasmTarget]);
  return folder !== undefined && existsSync(folder);
}

export async function ensureWasmTarget() {
  if (hasWasmTarget()) return;
  if (!ask("rustup", ["--version"])) {
    throw new Failure(
      `This Rust has no ${wasmTarget} target and did not come from rustup, which could add it.`,
      `Install your system's package for it (for example libstd-rust-dev-wasm32), or use rustup.\n${getRust}`,
    );
  }
  await step(`Add Rust's WebAssembly target (${wasmTarget})`, () =>
    run("rustup", ["target", "add", wasmTarget]),
  );
}

/** rustfmt and clippy, which only the checks need. */
export async function ensureLinters() {
  const missing = ["fmt", "clippy"].filter((name) => !ask("cargo", [name, "--version"]));
  if (missing.length === 0) return;
  const components = missing.map((name) => (name === "fmt" ? "rustfmt" : name));
  const todo = `Add ${components.join(" and ")} to this Rust: \`rustup component add ${components.join(" ")}\`.`;
  if (!ask("rustup", ["--version"])) throw new Failure(`${components.join(" and ")} not found.`, todo);
  await step(`Add ${components.join(" and ")}`, () =>
    run("rustup", ["component", "add", ...components], { todo }),
  );
}

// These commands take seconds of machine time in all, and minutes to optimise: build them fast rather than make them fast.
const quickBuild = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  CARGO_PROFILE_RELEASE_DEBUG: "0",
  CARGO_TARGET_DIR: join(toolsDir, "build"),
};

/** Builds a command of exactly this version into .tools/bin, unless it is there already. */
async function ensureCommand(command, crate, version, options) {
  const executable = join(toolsBin, command + (process.platform === "win32" ? ".exe" : ""));
  if (existsSync(executable) && ask(executable, ["--version"])?.split(/\s+/).includes(version)) return;
  await step(`Build ${command} ${version} into .tools (once; takes a minute or two)`, async () => {
    const install = ["install", crate, "--version", `=${version}`, "--root", toolsDir, "--force", ...options];
    const locked = await run("cargo", [...install, "--locked"], {
      env: quickBuild,
      log: command,
      mayFail: true,
    });
    if (locked.status === 0) return;
    note("with the versions of its own lock file it did not build; once more with those that are to be had");
    await run("cargo", install, { env: quickBuild, log: command });
  });
}

export async function ensureWasmCommands() {
  // Without default features and the other binaries there is no TLS library to compile; nothing here downloads with it.
  const lean = ["--bin", "wasm-bindgen", "--no-default-features"];
  await ensureCommand("wasm-bindgen", "wasm-bindgen-cli", wasmBindgenVersion(), lean);
  await ensureCommand("wasm-pack", "wasm-pack", wasmPackVersion, []);
}
