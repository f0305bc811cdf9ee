// Deletes each feature of the page in a copy of the source tree, and checks that the rest builds without it
// (docs/architecture.md, "Features").
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot, root, toolsDir } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
import { step } from "./steps.mjs";

/** The list of features. A feature is a folder next to it, and a deleted feature loses the lines with its name. */
const registry = "web/src/features/registry.ts";

/** What a copy shares with the tree: programs, and what was built. */
const shared = ["node_modules", "wasm/pkg", "wasm/laboratory/pkg"];

/** The checks of a copy, each as a program with its arguments. @type {readonly (readonly [string, string[]])[]} */
const checks = [
  ["npx", ["tsc", "--noEmit", "-p", "."]],
  ["npx", ["vite", "build", "--logLevel", "error"]],
];

/** The files of the tree, without those that git ignores. */
export const treeFiles = () =>
  (outputOf("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"]) ?? "")
    .split("\n")
    .filter((file) => file !== "" && existsSync(inRoot(file)));

/** Copies files of the tree. @param {string} copy @param {readonly string[]} files */
export function copyFiles(copy, files) {
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(inRoot(file), join(copy, file), { preserveTimestamps: true, verbatimSymlinks: true });
  }
}

/** Checks each feature. */
export async function checkFeatures() {
  const list = readFileSync(inRoot(registry), "utf8");
  const files = treeFiles();
  for (const [, name = ""] of list.matchAll(/from "\.\/(\w+)\/manifest\.ts"/g))
    await step(`Delete ${name}`, async () => {
      const copy = join(toolsDir, "without", name);
      rmSync(copy, { recursive: true, force: true });
      copyFiles(copy, files);
      for (const folder of shared) symlinkSync(join(root, folder), join(copy, folder));
      rmSync(join(copy, dirname(registry), name), { recursive: true });
      const isOther = (/** @type {string} */ line) =>
        line.startsWith("//") || !new RegExp(`\\b${name}\\b`).test(line);
      writeFileSync(join(copy, registry), list.split("\n").filter(isOther).join("\n"));
      for (const [program, options] of checks) await run(program, options, { cwd: copy });
      rmSync(copy, { recursive: true });
    });
}
