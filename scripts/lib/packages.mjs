// The npm side of set-up: node_modules as package-lock.json says.
import { existsSync, readFileSync } from "node:fs";
import { atLeast, inRoot, minimumNode } from "./paths.mjs";
import { run } from "./run.mjs";
import { Failure, step } from "./steps.mjs";

export function checkNode() {
  if (atLeast(process.versions.node, minimumNode)) return;
  throw new Failure(
    `Node.js ${process.versions.node} is too old; ${minimumNode} or newer is needed.`,
    "Get it from https://nodejs.org or from your package manager, then try again.",
  );
}

/** Whether what is installed is what the lock file names; optional packages may be absent (other platforms' binaries). */
function upToDate() {
  const installedFile = inRoot("node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const installed = packages(installedFile);
  return Object.entries(packages(inRoot("package-lock.json"))).every(([name, wanted]) => {
    if (name === "") return true;
    const got = installed[name];
    return got ? got.version === wanted.version : wanted.optional === true;
  });
}

export async function ensurePackages() {
  if (upToDate()) return;
  await step("Install npm packages", () =>
    run("npm", ["ci", "--no-audit", "--no-fund"], {
      log: "npm",
      todo: "No network connection? Or was package.json changed by hand? Then `npm install` brings package-lock.json in line.",
    }),
  );
}
