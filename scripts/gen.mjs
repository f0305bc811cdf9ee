// npm run gen [-- texts|python]: regenerates the types, the catalogue and the reference pages from the simulator's registry and
// schema, the list of the page's examples, the built-in rates over time, and the figures of the documentation. With `texts`,
// only the declarations of the texts of the page; with `python`, only the reference of the Python package.
import { writeFileSync } from "node:fs";
import { writeAlgorithmFigures, writePaperFigures } from "./lib/figures.mjs";
import { fairshare } from "./lib/native.mjs";
import { pageExamples } from "./lib/parity.mjs";
import { inRoot, isMain, uncommitted } from "./lib/paths.mjs";
import { writePythonReference } from "./lib/python.mjs";
import { writeRateTraces } from "./lib/rateTraces.mjs";
import { filesUnder, fingerprint } from "./lib/stamps.mjs";
import { Failure, main, step } from "./lib/steps.mjs";
import { writeTextDeclarations } from "./lib/texts.mjs";
import { writeCasesPage } from "./lib/validation.mjs";
import { setup } from "./setup.mjs";

/** Generated files, and folders that contain generated files and may also contain other files. */
const generatedFolders = [
  "web/src/generated",
  "web/src/features/lab/settings/rates",
  "public",
  "docs",
  "sim-core/document/examples.json",
  "sim-core/python/python/fairshare/build.py",
];

/** The fingerprint of every other file in these folders. */
const snapshot = () =>
  new Map(filesUnder(generatedFolders, uncommitted).map((file) => [file, fingerprint([file])]));

/**
 * The files that differ between two snapshots.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 */
function differences(before, after) {
  const files = [...new Set([...before.keys(), ...after.keys()])];
  return files.filter((file) => before.get(file) !== after.get(file)).sort();
}

/** Writes the examples of the page for the crate that reads links, which can name them. */
async function writeExamples() {
  const lines = (await pageExamples()).map((example) => JSON.stringify(example));
  writeFileSync(inRoot("sim-core", "document", "examples.json"), `[\n${lines.join(",\n")}\n]\n`);
}

export async function gen() {
  await writeTextDeclarations();
  writeRateTraces();
  await writeExamples();
  await fairshare(["gen"], { profile: "test" });
  await writePaperFigures();
  await writeAlgorithmFigures();
  writeCasesPage();
}

/** Regenerates all generated files, and fails if a committed one was out of date. */
export async function checkGenerated() {
  const before = snapshot();
  await gen();
  const changed = differences(before, snapshot());
  if (changed.length === 0) return;
  throw new Failure(
    `generated files were out of date:\n${changed.map((file) => `     ${file}`).join("\n")}`,
    "They have been regenerated. Review and commit the changes.",
  );
}

if (isMain(import.meta)) {
  await main(async () => {
    if (process.argv[2] === "texts") return writeTextDeclarations();
    if (process.argv[2] === "python") return step("Write docs/python-api", writePythonReference);
    await setup();
    await step("Generate files", gen);
  });
}
