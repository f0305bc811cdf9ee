// Builds and runs the native `fairshare` command.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, site } from "./paths.mjs";
import { run } from "./run.mjs";
import { linted } from "./rust.mjs";
import { inTemporaryFolder } from "./tables.mjs";

/**
 * The profiles of Cargo: "test" is the program that the tests of the command line run, from the crates that all tests use. Use "release"
 * for commands that are timed or take long, and "quick" for a program that must be there soon.
 * @typedef {"test" | "quick" | "release"} Profile
 */
/** @type {Record<Profile, { folder: string, build: string[], env?: NodeJS.ProcessEnv }>} */
const profiles = {
  test: { folder: "debug", build: ["test", "--no-run", "--workspace", "--test", "cli"], env: linted },
  quick: { folder: "quick", build: ["build", "--profile", "quick", "--locked", "--package", "fairshare"] },
  release: { folder: "release", build: ["build", "--release", "--locked", "--package", "fairshare"] },
};

/** The path of the built program. @param {Profile} profile */
export const programPath = (profile) =>
  join(
    process.env.CARGO_TARGET_DIR ?? inRoot("target"),
    profiles[profile].folder,
    process.platform === "win32" ? "fairshare.exe" : "fairshare",
  );

/** @type {Map<Profile, ReturnType<typeof run>>} */
const built = new Map();

/** The next call builds the programs again. */
export const sourcesChanged = () => built.clear();

/**
 * Builds the program, once in each process unless its sources change.
 * @param {Profile} profile
 * @param {NodeJS.ProcessEnv} [env]
 */
export function buildProgram(profile, env = {}) {
  const build =
    built.get(profile) ??
    run("cargo", profiles[profile].build, {
      env: { ...profiles[profile].env, ...env },
      log: "build-fairshare",
    });
  built.set(profile, build);
  return build;
}

/**
 * Packs the page for the program: with this environment, a build of `fairshare` contains it (sim-core/classroom/build.rs).
 * @param {string} archive the path of the zip file that is written
 */
export async function packPage(archive) {
  const { zipSync } = await import("fflate");
  const paths = readdirSync(site, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(site, path)).isFile());
  const entries = files.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(site, path))]);
  // The same time in each archive: the same page gives the same program.
  writeFileSync(archive, zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(2000, 0, 1) }));
  return { FAIRSHARE_PAGE: archive };
}

/** Builds `fairshare` as the tests run it. Tests call this function first, so that none of them waits for a build. */
export const buildForTests = () => buildProgram("test");

/**
 * Builds and runs `fairshare`.
 * @param {string[]} args
 * @param {import("./run.mjs").RunOptions & { profile?: Profile }} [options]
 */
export async function fairshare(args, { profile = "release", ...others } = {}) {
  await buildProgram(profile);
  return run(programPath(profile), args, others);
}

/**
 * Runs a document with the program of the tests, and returns the rows of a file of `fairshare run --csv`.
 * @param {object} document
 * @param {"flows.csv" | "links.csv"} file
 * @param {number} bin the width of the bins in seconds
 */
export const csvRows = (document, file, bin) =>
  inTemporaryFolder(async (folder) => {
    const path = join(folder, "scenario.json");
    writeFileSync(path, JSON.stringify(document));
    await fairshare(["run", path, "--csv", folder, "--bin", String(bin)], { profile: "test", log: "csv" });
    const lines = readFileSync(join(folder, file), "utf8").trim().split("\n").slice(1);
    return lines.map((line) => line.split(","));
  });
