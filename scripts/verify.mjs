// npm run verify -- VERSION: builds a release again from the present sources, and compares every file with the hashes
// that the release states (docs/releases/VERSION.json).
import { existsSync, readFileSync } from "node:fs";
import { inRoot, simulatorVersion } from "./lib/paths.mjs";
import { buildRelease } from "./lib/releaseBuilds.mjs";
import { compareHashes } from "./lib/releaseFiles.mjs";
import { done, Failure, main, note } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  const [version = ""] = process.argv.slice(2);
  const file = inRoot("docs", "releases", `${version}.json`);
  if (!existsSync(file))
    throw new Failure(`There are no hashes of "${version}".`, "Example: npm run verify -- 1.0.0");
  if (simulatorVersion() !== version)
    throw new Failure(
      `The sources are those of ${simulatorVersion()}.`,
      `Run \`git checkout v${version}\` first.`,
    );
  await setup();
  const { differences, notes } = compareHashes(
    JSON.parse(readFileSync(file, "utf8")),
    await buildRelease(version),
  );
  for (const text of notes) note(text);
  if (differences.length > 0)
    throw new Failure(`This build of ${version} is another one:\n${differences.join("\n")}`);
  done(`this build of ${version} has the same bytes as the release`);
});
