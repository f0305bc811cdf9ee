// Builds what a release consists of: the page, the command line and the wheel, each the same for every builder.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "../build.mjs";
import { billOfMaterials } from "./parts.mjs";
import { inRoot, simulatorVersion, site, toolsDir } from "./paths.mjs";
import { buildWheel, pythonProblem } from "./python.mjs";
import { hashesBelow, releaseTime, sha256, tarOf } from "./releaseFiles.mjs";
import { outputOf, run } from "./run.mjs";
import { compilerSettings } from "./rust.mjs";
import { note, step } from "./steps.mjs";
import { buildWasm } from "./wasm.mjs";

/** The folder of the files of a release. @param {string} version */
export const releaseFolder = (version) => join(toolsDir, "release", version);

/** Settings of the builder's environment that change what the compiler makes. */
export const BUILDER_SETTINGS =
  /^CARGO_PROFILE_|^CARGO_(BUILD_)?INCREMENTAL$|^CARGO_BUILD_TARGET$|^CARGO_TARGET_\w+_LINKER$/;

const time = () => releaseTime(readFileSync(inRoot("CITATION.cff"), "utf8"));

/**
 * Settings by which builds do not depend on the folders of the builder and on the time. Archives state the day of the
 * release.
 */
const repeatable = () => ({
  ...compilerSettings(),
  SOURCE_DATE_EPOCH: String(time()),
});

/** The programs of the system that link the command line and the wheel. */
const linker = () =>
  [outputOf("cc", ["--version"]), outputOf("ld", ["--version"]), outputOf("ldd", ["--version"])]
    .map((text) => text?.split("\n")[0])
    .filter((line) => line !== undefined)
    .join("; ");

/** Builds the command line into `folder`. @param {string} folder */
async function buildCommand(folder) {
  const target = process.env.CARGO_TARGET_DIR ?? inRoot("target");
  await run("cargo", ["build", "--release", "--locked", "--package", "fairshare"], { env: repeatable() });
  const name = process.platform === "win32" ? "fairshare.exe" : "fairshare";
  copyFileSync(join(target, "release", name), join(folder, name));
}

/**
 * With what this machine builds.
 * @returns {import("./releaseFiles.mjs").Tools}
 */
export const presentTools = () => ({
  rust: outputOf("rustc", ["-V"]) ?? "",
  node: process.version.slice(1),
  platform: `${process.platform}-${process.arch}`,
  linker: linker(),
});

/** Builds the command line, the wheel and the bill of materials into a folder. @param {string} version @param {string} folder */
async function buildNative(version, folder) {
  await step("Build the command line", () => buildCommand(folder));
  const bill = join(folder, "parts.cdx.json");
  writeFileSync(bill, `${JSON.stringify(billOfMaterials(version), null, 1)}\n`);
  const problem = await pythonProblem();
  if (problem === undefined) await step("Build the wheel", () => buildWheel(folder, bill, repeatable()));
  else note(`The wheel is not built: ${problem}.`);
}

/**
 * Builds the page from the present sources, and, unless `isPageOnly`, what runs on one platform only. Returns the hashes.
 * @param {string} version
 * @param {{ isPageOnly?: boolean }} [options]
 * @returns {Promise<import("./releaseFiles.mjs").Hashes>}
 */
export async function buildRelease(version, { isPageOnly = false } = {}) {
  for (const name of Object.keys(process.env)) if (BUILDER_SETTINGS.test(name)) delete process.env[name];
  const folder = releaseFolder(version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildWasm();
  await buildPage();
  const archived = `fairshare-${version}-page`;
  writeFileSync(join(folder, `${archived}.tar.gz`), tarOf(site, archived, time()));
  if (!isPageOnly) await buildNative(version, folder);
  const native = readdirSync(folder).sort();
  return {
    version: simulatorVersion(),
    ...presentTools(),
    page: hashesBelow(site),
    native: Object.fromEntries(native.map((name) => [name, sha256(readFileSync(join(folder, name)))])),
  };
}
