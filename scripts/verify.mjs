// npm run verify -- VERSION: builds a release again from the present sources, and compares every file with the hashes
// that the release states (docs/releases/VERSION.json).
import { existsSync, readFileSync } from "node:fs";
import { atLeast, inRoot, simulatorVersion } from "./lib/paths.mjs";
import { buildRelease, presentTools, releaseFolder } from "./lib/releaseBuilds.mjs";
import { compareHashes, differentTools, RELEASED, remedyOf } from "./lib/releaseFiles.mjs";
import { outputOf } from "./lib/run.mjs";
import { done, Failure, main, note } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

/** The largest number of differing files that are named. */
const MAX_NAMED = 20;

/** The hashes that a release states. @param {string} version @returns {import("./lib/releaseFiles.mjs").Hashes} */
function statedHashes(version) {
  if (!RELEASED.test(version))
    throw new Failure("State the version of a release.", "Example: npm run verify -- 1.0.0");
  if (!atLeast(version, "1.0.0"))
    throw new Failure(`${version} cannot be compared: releases before 1.0.0 state no hashes.`);
  const checkOut = `Check out the release first: git checkout v${version}`;
  if (simulatorVersion() !== version)
    throw new Failure(`These are the sources of ${simulatorVersion()}, not of ${version}.`, checkOut);
  const file = inRoot("docs", "releases", `${version}.json`);
  if (!existsSync(file))
    throw new Failure(`${file} is missing. It states the hashes of ${version}.`, checkOut);
  return JSON.parse(readFileSync(file, "utf8"));
}

await main(async () => {
  const [version = ""] = process.argv.slice(2);
  const expected = statedHashes(version);
  const isChanged = (outputOf("git", ["status", "--porcelain"]) ?? "") !== "";
  await setup();
  const tools = presentTools();
  // Before the builds, which take minutes.
  const notes = differentTools(expected, tools);
  if (isChanged) notes.push("The sources have changes (git status), so files can differ.");
  for (const text of notes) note(text);
  const found = await buildRelease(version, { isPageOnly: tools.platform !== expected.platform });
  const { differences, skipped } = compareHashes(expected, found);
  for (const name of skipped) note(`${name} is not compared here.`);
  const named = differences.slice(0, MAX_NAMED);
  if (differences.length > MAX_NAMED) named.push(`${differences.length - MAX_NAMED} more files differ.`);
  if (differences.length > 0)
    throw new Failure(
      `This build of ${version} differs from the release:\n${named.join("\n")}\nThe files of this build are in ${releaseFolder(version)} and dist.`,
      remedyOf(isChanged, notes.length > 0),
    );
  const what = skipped.length > 0 ? "every compared file" : "every file";
  const count = Object.keys(expected.page).length + Object.keys(expected.native).length - skipped.length;
  done(`${what} has the same bytes as the release ${version} (${count} files)`);
});
