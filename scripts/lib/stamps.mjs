// Remembers what a build step was made from, so that it is skipped while its inputs are unchanged.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root, toolsDir } from "./paths.mjs";

/** All files under the given files and folders, sorted; folders named in `without` (relative to the root) are left out. */
export function filesUnder(paths, without = []) {
  const found = [];
  const visit = (path) => {
    const name = relative(root, path);
    if (!existsSync(path) || without.includes(name)) return;
    if (statSync(path).isDirectory()) for (const entry of readdirSync(path)) visit(join(path, entry));
    else found.push(path);
  };
  for (const path of paths) visit(join(root, path));
  return found.sort();
}

/** One hash over names and contents of files, and over any other strings that matter. */
export function fingerprint(files, ...others) {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  for (const other of others) hash.update(`\0${other}`);
  return hash.digest("hex");
}

const stampFile = (name) => join(toolsDir, "stamps", name);

/** Whether `name` was last made from `value` and everything it made is still there. */
export function isFresh(name, value, outputs) {
  const file = stampFile(name);
  return (
    existsSync(file) && readFileSync(file, "utf8") === value && outputs.every((output) => existsSync(output))
  );
}

export function remember(name, value) {
  mkdirSync(dirname(stampFile(name)), { recursive: true });
  writeFileSync(stampFile(name), value);
}

export function forget(name) {
  rmSync(stampFile(name), { force: true });
}
