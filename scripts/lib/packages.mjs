// Checks Node's version and installs the npm packages of package-lock.json.
import { existsSync, readFileSync } from "node:fs";
import { atLeast, inRoot, minimumNode } from "./paths.mjs";
import { run } from "./run.mjs";
import { Failure, step } from "./steps.mjs";

/**
 * The properties that the scripts read from an entry of a lock file.
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [optional]
 * @property {boolean} [dev]
 * @property {string} [license]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

export function checkNode() {
  if (atLeast(process.versions.node, minimumNode)) return;
  throw new Failure(
    `Node.js ${process.versions.node} is too old; ${minimumNode} or newer is needed.`,
    "Install it from https://nodejs.org or with your package manager, then try again.",
  );
}

/**
 * The packages of a lock file, by their paths.
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
export function lockedPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/**
 * Whether the installed packages match the lock file. Optional packages, such as binaries for other
 * platforms, may be absent.
 */
export function arePackagesReady() {
  const installedFile = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const installed = lockedPackages(installedFile);
  return Object.entries(lockedPackages(inRoot("package-lock.json"))).every(([path, wanted]) => {
    if (path === "") return true;
    const found = installed[path];
    return found ? found.version === wanted.version : wanted.optional === true;
  });
}

export async function ensurePackages() {
  if (arePackagesReady()) return;
  await step("Install npm packages", () =>
    run("npm", ["ci", "--no-audit", "--no-fund"], {
      log: "npm",
      remedy:
        "Check the network connection. If package.json was edited by hand, run `npm install` to update package-lock.json.",
    }),
  );
}
