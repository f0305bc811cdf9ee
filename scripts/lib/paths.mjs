// Where things are, and which versions of the build tools this project is made with.
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const inRoot = (...parts) => join(root, ...parts);

/** What setup installs and remembers; ignored by git and safe to delete. */
export const toolsDir = inRoot(".tools");
export const toolsBin = join(toolsDir, "bin");
export const wasmPackage = inRoot("wasm", "pkg");
export const site = inRoot("dist");

export const minimumNode = "20.19.0";
export const wasmTarget = "wasm32-unknown-unknown";
export const wasmPackVersion = "0.15.1";

/** The oldest Rust that the workspace accepts, as Cargo.toml states it. */
export function minimumRust() {
  return /^rust-version\s*=\s*"([\d.]+)"/m.exec(readFileSync(inRoot("Cargo.toml"), "utf8"))?.[1] ?? "1.88";
}

/** The wasm-bindgen command must be of exactly the version of the crate, which Cargo.lock names. */
export function wasmBindgenVersion() {
  const lock = readFileSync(inRoot("Cargo.lock"), "utf8");
  const version = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock)?.[1];
  if (!version) throw new Error("Cargo.lock does not name wasm-bindgen");
  return version;
}

/** Whether dotted version `a` is at least `b`. */
export function atLeast(a, b) {
  const [left, right] = [a, b].map((version) => version.split(".").map((part) => Number.parseInt(part, 10)));
  for (let i = 0; i < right.length; i++) {
    const difference = (left[i] ?? 0) - right[i];
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Whether a module is the one that Node was started with. */
export const isMain = (meta) =>
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(meta.url);
