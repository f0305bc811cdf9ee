// npm run release -- VERSION: makes a release from a clean tree: sets the version, runs all tests, builds the page and the
// command line, states their hashes, and tags the commit. docs/releases.md says what is left for a person.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inRoot, simulatorVersion, site, toolsDir } from "../lib/paths.mjs";
import { outputOf, run } from "../lib/run.mjs";
import { done, Failure, main, step } from "../lib/steps.mjs";
import { setup } from "../setup.mjs";
import { buildFiles } from "./release-files.mjs";
import { setVersion } from "./set-version.mjs";

/** @param {string[]} args */
const git = (...args) => run("git", args);
/** @param {string} file */
const read = (file) => readFileSync(inRoot(file), "utf8");
const NOTES = inRoot("CHANGELOG.md");

/** Throws unless a release can be made from the present tree. @param {string} version */
function checkTree(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Failure(`"${version}" is no version of a release.`, "Example: npm run release -- 1.0.0");
  if (outputOf("git", ["status", "--porcelain"]) !== "")
    throw new Failure("The tree has uncommitted changes.", "Commit them or put them aside (git stash).");
  if (outputOf("git", ["branch", "--show-current"]) !== "main")
    throw new Failure("Releases are made from the branch main.", "git switch main");
  if (outputOf("git", ["tag", "--list", `v${version}`]) !== "")
    throw new Failure(`The tag v${version} exists already.`, "Choose the next version.");
  if (!read("CHANGELOG.md").includes(`\n## ${version} (`))
    throw new Failure(`CHANGELOG.md has no section "## ${version} (in preparation)".`);
}

/** Sets the version and its date in all files. @param {string} version */
async function stateVersion(version) {
  if (simulatorVersion() !== version) await setVersion(version);
  const now = new Date();
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(now);
  writeFileSync(
    NOTES,
    read("CHANGELOG.md").replace(`## ${version} (in preparation)`, `## ${version} (${date})`),
  );
  const citation = read("CITATION.cff").replace(/^date-released: .*\n/m, "");
  const released = `date-released: "${now.toISOString().slice(0, 10)}"`;
  writeFileSync(
    inRoot("CITATION.cff"),
    citation.replace(/^version: .*$/m, (line) => `${line}\n${released}`),
  );
}

/** The hashes of all files of the page, as `sha256sum` writes them. */
function pageHashes() {
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  return files
    .filter((file) => statSync(join(site, file)).isFile())
    .sort()
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(site, file)))
          .digest("hex")}  ${file}\n`,
    )
    .join("");
}

await main(async () => {
  const [version = ""] = process.argv.slice(2);
  checkTree(version);
  await setup({ linters: true, browser: true });
  await step("Set the version", () => stateVersion(version));
  await step("Run all tests", () => run(process.execPath, [inRoot("scripts", "test.mjs")]));
  const folder = join(toolsDir, "release", version);
  await step("Build the page and the command line", () => buildFiles(folder));
  const hashes = inRoot("docs", "releases", `${version}.sha256`);
  mkdirSync(inRoot("docs", "releases"), { recursive: true });
  writeFileSync(hashes, pageHashes());
  copyFileSync(hashes, join(folder, basename(hashes)));
  const [, rest = ""] = read("CHANGELOG.md").split(
    new RegExp(`\n## ${version.replaceAll(".", "\\.")} \\(.*\n`),
  );
  writeFileSync(join(folder, "notes.md"), `${rest.split("\n## ")[0]?.trim()}\n`);
  await git("add", "--all");
  await git("commit", "--quiet", "--message", `Release ${version}`);
  await git("tag", "--annotate", `v${version}`, "--message", `Fairshare ${version}`);
  done(`${version} is built in ${folder} and tagged. docs/releases.md says how to publish it.`);
});
