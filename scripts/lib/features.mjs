// Deletes each feature in a copy of the source tree, and checks that the rest builds without it (docs/architecture.md,
// "Features").
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot, root, toolsDir } from "./paths.mjs";
import { outputOf, run } from "./run.mjs";
import { Failure, step } from "./steps.mjs";

/** The features that can be deleted, with their folders. @type {readonly { name: string, folders: string[] }[]} */
export const features = [
  { name: "assignments", folders: ["web/src/features/assignments"] },
  { name: "compare", folders: ["web/src/features/compare"] },
  { name: "drive", folders: ["web/src/features/drive"] },
  { name: "embed", folders: ["web/src/features/embed"] },
  { name: "exports", folders: ["web/src/features/exports"] },
  { name: "kept", folders: ["web/src/features/kept"] },
  { name: "lessons", folders: ["web/src/features/lessons"] },
  { name: "measured", folders: ["web/src/features/measured"] },
  { name: "models", folders: ["web/src/features/models"] },
  { name: "papers", folders: ["web/src/features/papers"] },
  { name: "present", folders: ["web/src/features/present"] },
  { name: "program", folders: ["web/src/features/program"] },
  { name: "race", folders: ["web/src/features/race"] },
  { name: "reference", folders: ["web/src/features/reference"] },
  { name: "savedFile", folders: ["web/src/features/savedFile"] },
  { name: "scorm", folders: ["web/src/features/scorm"] },
  { name: "vary", folders: ["web/src/features/vary"] },
  { name: "wins", folders: ["web/src/features/wins"] },
];

/** The lists of features. A deleted feature loses the lines with its name. */
const registries = ["web/src/features/registry.ts"];

/** What a copy shares with the tree: programs, and what was built. */
const shared = ["node_modules", "wasm/pkg", "wasm/laboratory/pkg"];

/** The checks of a copy, each as a program with its arguments. @type {readonly (readonly [string, string[]])[]} */
const checks = [
  ["npx", ["tsc", "--noEmit", "-p", "."]],
  ["npx", ["vite", "build", "--logLevel", "error"]],
];

/** Deletes a feature in a copy of the tree. @param {string} copy @param {(typeof features)[number]} feature */
function deleteFeature(copy, { name, folders }) {
  for (const folder of folders) rmSync(join(copy, folder), { recursive: true });
  for (const registry of registries) {
    const path = join(copy, registry);
    const lines = readFileSync(path, "utf8").split("\n");
    const rest = lines.filter((line) => line.startsWith("//") || !new RegExp(`\\b${name}\\b`).test(line));
    if (rest.length === lines.length) throw new Failure(`${registry} does not name ${name}.`, "Add it.");
    writeFileSync(path, rest.join("\n"));
  }
}

/** Checks each feature, or those with these names. @param {readonly string[]} [names] */
export async function checkFeatures(names = features.map(({ name }) => name)) {
  const listed = outputOf("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"]);
  const files = (listed ?? "").split("\n").filter((file) => existsSync(inRoot(file)));
  for (const feature of features.filter(({ name }) => names.includes(name)))
    await step(`Delete ${feature.name}`, async () => {
      const copy = join(toolsDir, "without", feature.name);
      rmSync(copy, { recursive: true, force: true });
      for (const file of files) {
        mkdirSync(dirname(join(copy, file)), { recursive: true });
        cpSync(inRoot(file), join(copy, file), { verbatimSymlinks: true });
      }
      for (const folder of shared) symlinkSync(join(root, folder), join(copy, folder));
      deleteFeature(copy, feature);
      for (const [program, options] of checks) await run(program, options, { cwd: copy });
      rmSync(copy, { recursive: true });
    });
}
