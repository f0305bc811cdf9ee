// package-lock.json must install on every platform and from any registry.
import { expect, test } from "vitest";
import { lockedPackages } from "./packages.mjs";
import { inRoot } from "./paths.mjs";

const packages = lockedPackages(inRoot("package-lock.json"));

/**
 * Whether a package at `from` would find `name` by Node's resolution, which walks up the folders.
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

// npm omits packages that a registry does not have, and `npm ci` then rejects the lock file on another machine.
test("the lock file contains the optional packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !resolves(path, name)),
  );
  expect(missing).toEqual([]);
});

test("every locked package has a version and a checksum, and no registry's address", () => {
  const wrong = Object.entries(packages).filter(
    ([path, entry]) => path !== "" && (!entry.version || !entry.integrity || entry.resolved),
  );
  expect(wrong.map(([path]) => path)).toEqual([]);
});
