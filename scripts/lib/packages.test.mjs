// `npm ci` must be able to install package-lock.json on every platform and from any registry.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { lockedPackages } from "./packages.mjs";
import { inRoot } from "./paths.mjs";

const packages = lockedPackages(inRoot("package-lock.json"));

/**
 * Whether Node finds the package `name` for a package at `from`: Node searches `node_modules` in the
 * package's folder and all parent folders.
 * @param {string} from
 * @param {string} name
 */
function resolves(from, name) {
  for (let at = from; ; ) {
    if (packages[`${at}${at && "/"}node_modules/${name}`]) return true;
    if (!at) return false;
    at = at.includes("/node_modules/") ? at.slice(0, at.lastIndexOf("/node_modules/")) : "";
  }
}

// If a registry does not have an optional package, npm omits it from the lock file, and `npm ci` on another
// platform rejects the file.
test("the lock file contains the optional packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !resolves(path, name)),
  );
  expect(missing).toEqual([]);
});

test("every locked package has a version and a checksum", () => {
  const wrong = Object.entries(packages).filter(
    ([path, entry]) => path !== "" && (!entry.version || !entry.integrity || entry.resolved),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});

/**
 * The npm packages that Node loads before it runs the first line of `file`: those in its static imports, and
 * in the static imports of the files that it imports.
 * @param {string} file
 * @param {Set<string>} [visited]
 * @returns {string[]}
 */
function packagesBeforeStart(file, visited = new Set()) {
  if (visited.has(file)) return [];
  visited.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)\s(?:[^;"]*?\sfrom\s+)?"([^"]+)"/gm);
  return [...imports].flatMap(([, specifier = ""]) => {
    if (specifier.startsWith("node:")) return [];
    if (!specifier.startsWith(".")) return [`${file} imports ${specifier}`];
    return packagesBeforeStart(join(dirname(file), specifier), visited);
  });
}

// In a fresh clone, the commands install the packages themselves. A static import of a package would end a
// command before that.
test("every command starts without installed packages", () => {
  /** @type {{ scripts: Record<string, string> }} */
  const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const files = Object.values(scripts).flatMap((command) => command.match(/^node (\S+\.mjs)$/)?.[1] ?? []);
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap((file) => packagesBeforeStart(inRoot(file)))).toEqual([]);
});
