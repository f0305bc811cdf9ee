// Builds what a release consists of: the page, the command line and the wheel, each the same for every builder.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "../build.mjs";
import { simulatorVersion, site, toolsDir } from "./paths.mjs";
import { buildWheel, pythonProblem } from "./python.mjs";
import { hashesBelow, sha256 } from "./releaseFiles.mjs";
import { outputOf, run } from "./run.mjs";
import { withoutFolders } from "./rust.mjs";
import { note, step } from "./steps.mjs";
import { buildWasm } from "./wasm.mjs";

/** The folder of the files of a release. @param {string} version */
export const releaseFolder = (version) => join(toolsDir, "release", version);

/**
 * Settings by which builds do not depend on the folders of the builder and on the time. The time that archives state is
 * that of the version's commit.
 */
export const repeatable = () => ({
  RUSTFLAGS: withoutFolders().join(" "),
  SOURCE_DATE_EPOCH: outputOf("git", ["log", "-1", "--format=%ct"]) ?? "0",
});

/** Builds the command line into `folder`. @param {string} folder */
async function buildCommand(folder) {
  const target = process.env.CARGO_TARGET_DIR ?? "target";
  await run("cargo", ["build", "--release", "--locked", "--package", "fairshare"], { env: repeatable() });
  const name = process.platform === "win32" ? "fairshare.exe" : "fairshare";
  copyFileSync(join(target, "release", name), join(folder, name));
}

/**
 * Builds everything from the present sources, and returns its hashes.
 * @param {string} version
 * @returns {Promise<import("./releaseFiles.mjs").Hashes>}
 */
export async function buildRelease(version) {
  const folder = releaseFolder(version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildWasm();
  await buildPage();
  await step("Build the command line", () => buildCommand(folder));
  const problem = await pythonProblem();
  if (problem === undefined) await step("Build the wheel", () => buildWheel(folder, repeatable()));
  else note(`The wheel is not built: ${problem}.`);
  const native = readdirSync(folder).sort();
  return {
    version: simulatorVersion(),
    rust: outputOf("rustc", ["-V"]) ?? "",
    node: process.version.slice(1),
    platform: `${process.platform}-${process.arch}`,
    page: hashesBelow(site),
    native: Object.fromEntries(native.map((name) => [name, sha256(readFileSync(join(folder, name)))])),
  };
}
