// Stamps, by which build steps with unchanged inputs are skipped. A stamp is the fingerprint of the inputs
// with which a step last succeeded.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root, toolsDir } from "./paths.mjs";

/**
 * Lists all files below the given files and folders, sorted. `paths` and `excluded` are relative to the root.
 * @param {string[]} paths
 * @param {string[]} [excluded]
 */
export function filesUnder(paths, excluded = []) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} path */
  const visit = (path) => {
    const name = relative(root, path);
    if (!existsSync(path) || excluded.includes(name)) return;
    if (statSync(path).isDirectory()) for (const entry of readdirSync(path)) visit(join(path, entry));
    else found.push(path);
  };
  for (const path of paths) visit(join(root, path));
  return found.sort();
}

/**
 * A hash of the names and contents of files, and of further strings.
 * @param {string[]} files
 * @param {...(string | undefined)} others
 */
export function fingerprint(files, ...others) {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  for (const other of others) hash.update(`\0${other}`);
  return hash.digest("hex");
}

/** @param {string} name */
const stampFile = (name) => join(toolsDir, "stamps", name);

/**
 * Whether the stamp of a step equals `value` and all outputs of the step exist.
 * @param {string} name
 * @param {string} value
 * @param {string[]} outputs
 */
export function isFresh(name, value, outputs) {
  const file = stampFile(name);
  return (
    existsSync(file) && readFileSync(file, "utf8") === value && outputs.every((output) => existsSync(output))
  );
}

/**
 * Stores the stamp of a step that has succeeded.
 * @param {string} name
 * @param {string} value
 */
export function storeStamp(name, value) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), value);
}

/**
 * Does the work of a step, unless it is fresh. Returns whether it did.
 * @param {string} name
 * @param {string} inputs
 * @param {string[]} outputs
 * @param {() => Promise<unknown>} work
 */
export async function unlessFresh(name, inputs, outputs, work) {
  if (isFresh(name, inputs, outputs)) return false;
  removeStamp(name);
  await work();
  storeStamp(name, inputs);
  return true;
}

/**
 * Removes the stamp of a step, before the step runs again.
 * @param {string} name
 */
export function removeStamp(name) {
  rmSync(stampFile(name), { force: true });
}
