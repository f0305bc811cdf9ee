// Sets up Rust: the toolchain, its wasm32 target, and wasm-pack.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join, posix } from "node:path";
import { atLeast, inRoot, minimumRust, root, toolsDir, wasmTarget } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
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

/**
 * The folders of a crate and of the crates of the workspace on which it depends.
 * @param {string} folder
 * @returns {string[]}
 */
export function cratesOf(folder) {
  const [manifest = ""] = readFileSync(inRoot(folder, "Cargo.toml"), "utf8").split("[dev-dependencies]");
  const paths = [...manifest.matchAll(/path = "(\.[^"]*)"/g)].map(([, path = ""]) =>
    posix.join(folder, path),
  );
  return [...new Set([folder, ...paths.flatMap(cratesOf)])];
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

/**
 * With these variables, Cargo lints the crates of the workspace while it compiles them, and a finding is an error. Linting them apart
 * would read all crates twice. What is compiled without the variables is not used again.
 */
export const linted = {
  RUSTC_WORKSPACE_WRAPPER: "clippy-driver",
  // The form in which `cargo clippy` passes `-D warnings` to Clippy.
  CLIPPY_ARGS: "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
};

/** Advice after a finding. */
export const lintRemedy =
  "If a finding above names a rule of Clippy, clippy.toml gives the reasons for the project's own rules.";

/** Downloads the crates of the workspace, so that later builds need no network. */
export const fetchCrates = () => run("cargo", ["fetch", "--locked"], { log: "crates" });

const npmFolder = join(toolsDir, "wasm-pack");
const wasmPackVersion = "0.15.1";
/** The version of npm's package, which downloads the program of the same name. */
const wasmPackOfNpm = "0.15.0";

/** The version of wasm-bindgen in the workspace, which the program must have too. */
const bindgenVersion = () =>
  /^wasm-bindgen = "=(.*)"/m.exec(readFileSync(inRoot("wasm", "Cargo.toml"), "utf8"))?.[1] ?? "";

/** Whether a program of this or, for wasm-pack, a compatible version is on the PATH or in `.tools`. */
const hasBindgen = () => outputOf("wasm-bindgen", ["--version"])?.endsWith(` ${bindgenVersion()}`) === true;
const hasWasmPack = () => outputOf("wasm-pack", ["--version"])?.startsWith("wasm-pack 0.15.") === true;

/**
 * Settings by which Cargo builds the programs fast. They run for seconds, but optimising them would take minutes. The settings of the
 * page's crates do not apply.
 */
const quickBuild = {
  CARGO_ENCODED_RUSTFLAGS: "",
  CARGO_TARGET_DIR: join(toolsDir, "target"),
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_PROFILE_RELEASE_LTO: "off",
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "256",
};

/** Builds a program of crates.io into `.tools`. @param {string[]} args */
const install = (args) =>
  run("cargo", ["install", "--root", toolsDir, ...args], {
    env: quickBuild,
    log: "wasm-pack",
    remedy: `Check the network connection, or install wasm-pack ${wasmPackVersion} and wasm-bindgen-cli ${bindgenVersion()} yourself.`,
  });

/** Installs npm's wasm-pack, which downloads the program. Returns whether it could. */
async function npmHasWasmPack() {
  const args = ["install", "--no-audit", "--no-fund", "--prefix", npmFolder, `wasm-pack@${wasmPackOfNpm}`];
  const { status } = await run("npm", args, { log: "wasm-pack-npm", isSilent: true, mayFail: true });
  if (status === 0 && hasWasmPack()) return true;
  rmSync(npmFolder, { recursive: true, force: true });
  return false;
}

/**
 * Makes sure that there are wasm-pack and the wasm-bindgen that it calls: those on the PATH, else npm's wasm-pack, which downloads both,
 * else programs that Cargo builds into `.tools`.
 */
export async function ensureWasmPack() {
  if (!hasWasmPack() && (await npmHasWasmPack())) return;
  if (!hasBindgen() && !existsSync(npmFolder))
    await install([`wasm-bindgen-cli@${bindgenVersion()}`, "--bin", "wasm-bindgen", "--no-default-features"]);
  if (!hasWasmPack()) await install([`wasm-pack@${wasmPackVersion}`]);
}

/**
 * Runs `wasm-pack build`. It downloads wasm-bindgen only if there is none.
 * @param {string} folder the folder of the crate
 * @param {string} profile
 * @param {NodeJS.ProcessEnv} env
 */
export const wasmPack = (folder, profile, env) =>
  run(
    "wasm-pack",
    [
      ...["build", inRoot(folder), "--target", "web", "--mode", hasBindgen() ? "no-install" : "normal"],
      ...["--no-pack", "--profile", profile, "--", "--locked"],
    ],
    {
      env,
      remedy: "The output above names the file and line. `cargo check --workspace` shows the errors faster.",
    },
  );

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
