// npm run gen: regenerates what comes from the simulator's registry and schema (types, catalogue, reference pages).

import { fairshare } from "./lib/native.mjs";
import { isMain } from "./lib/paths.mjs";
import { filesUnder, fingerprint } from "./lib/stamps.mjs";
import { Failure, main, step } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

/** Where generated files are; a folder holds nothing else, or what is beside them does no harm. */
const generated = ["web/src/generated", "public", "docs"];

const snapshot = () => new Map(filesUnder(generated).map((file) => [file, fingerprint([file])]));

function differences(before, after) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => before.get(name) !== after.get(name)).sort();
}

export async function gen() {
  await fairshare(["gen"], { profile: "test" });
}

/** Generates, and fails when that changed anything: what is committed must be what the source says. */
export async function checkGenerated() {
  const before = snapshot();
  await gen();
  const changed = differences(before, snapshot());
  if (changed.length === 0) return;
  throw new Failure(
    `generated files were out of date:\n${changed.map((file) => `     ${file}`).join("\n")}`,
    "They have been regenerated: look at the change and commit it.",
  );
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup();
    await step("Generate files", gen);
  });
}
