// `npm ci` must be able to install package-lock.json on every platform and from any registry.
import { expect, test } from "vitest";
import { lockedPackages } from "./packages.mjs";
import { inRoot } from "./paths.mjs";

const packages = lockedPackages(inRoot("package-lock.json"));

/**
 * Whether Node finds the package `name` for a package at `from`: Node searches `node_modules` in the package's folder and all parent
 * folders.
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

// If a registry does not have an optional package, npm omits it from the lock file, and `npm ci` on another platform rejects the file.
test("the lock file contains the optional packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !resolves(path, name)),
  );
  expect(missing).toEqual([]);
});

test("every locked package has a version and a checksum, and not the address of a registry", () => {
  const wrong = Object.entries(packages).filter(
    ([path, entry]) => path !== "" && (!entry.version || !entry.integrity || entry.resolved),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
