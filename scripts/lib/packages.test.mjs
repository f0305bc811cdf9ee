// package-lock.json installs anywhere: it is complete for every platform, and names no registry's address.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "./paths.mjs";

const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));

/** Whether a package at `from` would find `name`, by Node's walk up the folders. */
function found(from, name) {
  for (let at = from; ; ) {
    if (packages[`${at}${at && "/"}node_modules/${name}`]) return true;
    if (!at) return false;
    at = at.includes("/node_modules/") ? at.slice(0, at.lastIndexOf("/node_modules/")) : "";
  }
}

// npm leaves out what a registry does not have, and `npm ci` then refuses the lock file on another machine.
test("every platform's optional packages are locked", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !found(path, name)),
  );
  expect(missing).toEqual([]);
});

test("every package has a version and a checksum, and none an address", () => {
  const odd = Object.entries(packages).filter(
    ([path, entry]) => path !== "" && (!entry.version || !entry.integrity || entry.resolved),
  );
  expect(odd.map(([path]) => path)).toEqual([]);
});
