// The project's folders, and the versions of its build tools.
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts);

/**
 * The folder for the tools that setup installs, for logs and for stamps. Git ignores it, and it can be
 * deleted.
 */
export const toolsDir = inRoot(".tools");
export const wasmPackage = inRoot("wasm", "pkg");
export const laboratoryWasmPackage = inRoot("wasm", "laboratory", "pkg");
/** The folder of the built site. */
export const site = inRoot("dist");

/** The pages and folders of the documentation that `npm run gen` writes and nobody commits (.gitignore). */
export const uncommitted = [
  "docs/algorithms",
  "docs/commands.md",
  "docs/papers",
  "docs/python-api",
  "docs/settings.md",
  "docs/validation/cases.md",
];

export const minimumNode = "20.19.0";
export const wasmTarget = "wasm32-unknown-unknown";

/** The oldest Rust that the workspace supports, from Cargo.toml. */
export function minimumRust() {
  return /^rust-version\s*=\s*"([\d.]+)"/m.exec(readFileSync(inRoot("Cargo.toml"), "utf8"))?.[1] ?? "1.88";
}

/** The simulator's version, from Cargo.toml. */
export function simulatorVersion() {
  const version = /^version = "(.*)"/m.exec(readFileSync(inRoot("Cargo.toml"), "utf8"))?.[1];
  if (!version) throw new Error("Cargo.toml has no version");
  return version;
}

/**
 * Whether the version `a` is `b` or newer.
 * @param {string} a
 * @param {string} b
 */
export function atLeast(a, b) {
  /** @param {string} version */
  const numbers = (version) => version.split(".").map((number) => Number.parseInt(number, 10));
  const left = numbers(a);
  for (const [i, needed] of numbers(b).entries()) {
    const difference = (left[i] ?? 0) - needed;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * Whether a module is the script that Node was started with.
 * @param {ImportMeta} meta
 */
export const isMain = (meta) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(meta.url);
