// npm run set-version -- VERSION: sets the version of the page, the crates and the Python package, and of all
// stored results. `npm test` computes samples of the stored results again. A change of results needs
// `npm run validate` instead.
import { readFileSync, writeFileSync } from "node:fs";
import { gen } from "../gen.mjs";
import { inRoot, isMain, simulatorVersion } from "../lib/paths.mjs";
import { outputOf, run } from "../lib/run.mjs";
import { readSpeed, speedPage, withSpeed } from "../lib/speed.mjs";
import { done, Failure, main, note, step } from "../lib/steps.mjs";
import { rendered } from "../lib/validation.mjs";
import { setup } from "../setup.mjs";

const VERSION_PATTERN = /^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/;
/** The version that a file of results states at its top level, which is indented by at most two spaces. */
const STATED_VERSION = /^( {1,2}"version": ")[^"]*(")/m;
const MANIFESTS = ["Cargo.toml", "package.json", "package-lock.json", "CITATION.cff"];

/** @param {string} file */
const read = (file) => readFileSync(inRoot(file), "utf8");

/**
 * The text with the new version at the first match of `pattern`.
 * @param {string} file
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} version
 */
function replaceVersion(file, text, pattern, version) {
  if (!pattern.test(text)) throw new Failure(`${file} does not state the version`);
  return text.replace(pattern, (_, before, after) => `${before}${version}${after}`);
}

/**
 * A manifest with the new version.
 * @param {string} file
 * @param {string} text
 * @param {string} version
 */
function manifestText(file, text, version) {
  if (file === "Cargo.toml") return replaceVersion(file, text, /^(version = ")[^"]*(")/m, version);
  if (file === "CITATION.cff") return replaceVersion(file, text, /^(version: )\S+()$/m, version);
  const pattern = /^( {2}"version": ")[^"]*(")/m;
  const changed = replaceVersion(file, text, pattern, version);
  if (file === "package.json") return changed;
  // The lock file states the version of the package a second time, in the entry of the root.
  return replaceVersion(
    file,
    changed,
    /("": \{\n {6}"name": "fairshare",\n {6}"version": ")[^"]*(")/,
    version,
  );
}

/** Sets the version in the crates' dependencies on each other, which a published crate states. @param {string} version */
function setDependencies(version) {
  const files = outputOf("git", ["ls-files", "sim-core/*/Cargo.toml"])?.split("\n").filter(Boolean) ?? [];
  for (const file of files)
    writeFileSync(
      inRoot(file),
      read(file).replaceAll(/(version = ")[^"]*(", path = "\.\.\/)/g, `$1${version}$2`),
    );
}

/** Sets the year that citations state. */
function setYear() {
  const file = inRoot("sim-core", "simulation", "src", "simulation", "mod.rs");
  const year = String(new Date().getFullYear());
  writeFileSync(file, replaceVersion(file, readFileSync(file, "utf8"), /(const YEAR: u32 = )\d+(;)/, year));
}

/** The stored results: the JSON files in git that state the version at their top level. */
function storedResults() {
  const files = outputOf("git", ["ls-files", "*.json"])?.split("\n") ?? [];
  const others = (/** @type {string} */ file) =>
    file === "" || MANIFESTS.includes(file) || file.startsWith("web/");
  return files.filter((file) => !others(file) && STATED_VERSION.test(read(file)));
}

/** Sets the version in all files. @param {string} version */
export async function setVersion(version) {
  const before = simulatorVersion();
  const results = storedResults();
  const stale = results.filter((file) => !read(file).includes(`"version": ${JSON.stringify(before)}`));
  if (stale.length > 0) note(`Results of earlier versions stay as they are: ${stale.join(", ")}`);
  for (const file of MANIFESTS) writeFileSync(inRoot(file), manifestText(file, read(file), version));
  setDependencies(version);
  setYear();
  for (const file of results.filter((file) => !stale.includes(file)))
    writeFileSync(inRoot(file), replaceVersion(file, read(file), STATED_VERSION, version));
  await step("Write the examples of exported files", () =>
    run("cargo", ["test", "-p", "fairshare-exports", "--test", "exports"], { env: { EXPORTS_WRITE: "1" } }),
  );
  const page = inRoot("docs", "validation.md");
  writeFileSync(page, rendered(readFileSync(page, "utf8")));
  writeFileSync(inRoot("docs", "performance.md"), withSpeed(speedPage(), readSpeed()));
  await step("Generate files", gen);
}

if (isMain(import.meta))
  await main(async () => {
    const version = process.argv[2] ?? "";
    if (!VERSION_PATTERN.test(version) || version === simulatorVersion())
      throw new Failure(`"${version}" is no new version`, "Example: npm run set-version -- 1.0.0-dev");
    await setup();
    await setVersion(version);
    done(`the version is ${version}`);
  });
