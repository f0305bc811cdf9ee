// npm run gen: regenerates the files that are derived from the simulator's registry and schema (types, catalogue, reference
// pages).
import { fairshare } from "./lib/native.mjs";
import { isMain } from "./lib/paths.mjs";
import { filesUnder, fingerprint } from "./lib/stamps.mjs";
import { Failure, main, step } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

/** Folders that contain generated files. They may also contain other files. */
const generated = ["web/src/generated", "public", "docs"];

const snapshot = () => new Map(filesUnder(generated).map((file) => [file, fingerprint([file])]));

/**
 * The files that differ between two snapshots.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 */
function differences(before, after) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => before.get(name) !== after.get(name)).sort();
}

export async function gen() {
  await fairshare(["gen"], { profile: "test" });
}

/** Regenerates all files and fails if that changes any: generated files are committed and must match their sources. */
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
    await setup();
    await step("Generate files", gen);
  });
}
