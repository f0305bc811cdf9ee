// npm run release -- VERSION [--from STEP] [--without STEP,STEP]: makes a release, up to the steps that need a person's
// keys. The tree must be clean. After a failure, --from continues with a step. --without leaves out steps, to try the others.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inRoot, ownWasmPackage, simulatorVersion } from "./lib/paths.mjs";
import { buildRelease, releaseFolder } from "./lib/releaseBuilds.mjs";
import {
  archiveEngine,
  citationOf,
  datedNotes,
  ENGINE_FILES,
  notesOf,
  notesWithHashes,
  problemsBefore,
  withContents,
  withRelease,
} from "./lib/releaseFiles.mjs";
import { outputOf, run } from "./lib/run.mjs";
import { done, Failure, heading, main, note, step } from "./lib/steps.mjs";
import { buildWasm } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

/** @param {string[]} args */
const git = (args) => run("git", args, { isSilent: true });
/** @param {...string} parts */
const read = (...parts) => readFileSync(inRoot(...parts), "utf8");
/** @param {string} subject */
async function commit(subject) {
  await git(["add", "--all"]);
  await git(["commit", "--quiet", "--message", subject]);
}

/** @param {string} version */
function checkTree(version) {
  const problems = problemsBefore({
    version,
    status: outputOf("git", ["status", "--porcelain"]) ?? "",
    branch: outputOf("git", ["branch", "--show-current"]) ?? "",
    tags: (outputOf("git", ["tag"]) ?? "").split("\n"),
    notes: read("docs", "releases.md"),
    archived: readdirSync(inRoot("public", "engines")),
  });
  if (problems.length > 0) throw new Failure(`No release can be made now:\n${problems.join("\n")}`);
}

/** Sets the version everywhere, if the stored results are still valid. @param {string} version */
async function stateVersion(version) {
  const date = new Date().toISOString().slice(0, 10);
  if (simulatorVersion() !== version)
    await run(process.execPath, [inRoot("scripts", "set-version.mjs"), version]);
  writeFileSync(inRoot("CITATION.cff"), citationOf(read("CITATION.cff"), version, date));
  writeFileSync(inRoot("docs", "releases.md"), datedNotes(read("docs", "releases.md"), version, date));
  await commit(`Set the version ${version}`);
}

/** Computes the stored figures and tables again. */
async function renewFigures(/** @type {string} */ version) {
  await run(process.execPath, [inRoot("scripts", "validate.mjs")]);
  if (outputOf("git", ["status", "--porcelain"])) await commit(`Renew the figures and tables for ${version}`);
}

/** Archives the engine, so that the links of the release are opened with it for ever. @param {string} version */
async function archive(version) {
  await buildWasm();
  const sources = {
    "fairshare_wasm.js": join(ownWasmPackage, "fairshare_own_wasm.js"),
    "fairshare_wasm_bg.wasm": join(ownWasmPackage, "fairshare_own_wasm_bg.wasm"),
    "catalogue.json": inRoot("web", "src", "generated", "catalogue.json"),
    "examples.json": inRoot("public", "examples.json"),
  };
  const contents = Object.fromEntries(ENGINE_FILES.map((name) => [name, readFileSync(sources[name])]));
  const hashes = archiveEngine(inRoot("public", "engines", version), contents);
  const engine = (/** @type {string} */ name) => inRoot("web", "src", "engine", name);
  const head = outputOf("git", ["rev-parse", "HEAD"]) ?? "";
  writeFileSync(engine("releases.ts"), withRelease(readFileSync(engine("releases.ts"), "utf8"), version));
  const list = readFileSync(engine("releaseContents.ts"), "utf8");
  writeFileSync(engine("releaseContents.ts"), withContents(list, version, head, hashes));
  await commit(`Archive the engine of ${version}`);
}

/** Builds the release, and writes its hashes and its notes. @param {string} version */
async function buildAll(version) {
  const hashes = await buildRelease(version);
  const folder = releaseFolder(version);
  const stated = inRoot("docs", "releases", `${version}.json`);
  mkdirSync(inRoot("docs", "releases"), { recursive: true });
  writeFileSync(stated, `${JSON.stringify(hashes, null, 1)}\n`);
  const notes = notesWithHashes(notesOf(read("docs", "releases.md"), version), hashes);
  writeFileSync(join(folder, "notes.md"), notes);
  await commit(`State the hashes of ${version}`);
}

/** @param {string} version */
function printLastSteps(version) {
  heading("What is left needs your keys");
  const folder = releaseFolder(version);
  console.log(`   git tag --sign v${version} --message "Fairshare ${version}"
   git push origin main v${version}
   Create the release of the tag, with ${join(folder, "notes.md")} as its text, and attach the files of ${folder}.
   Publish the wheels that the workflow "Wheels" builds for the tag.
   Then set the next version: npm run set-version -- NEXT-dev`);
}

/** The steps in their order. @type {[name: string, title: string, work: (version: string) => unknown][]} */
const STEPS = [
  ["tree", "Check the tree", checkTree],
  ["suite", "Run all tests", () => run(process.execPath, [inRoot("scripts", "test.mjs")])],
  ["version", "Set the version", stateVersion],
  ["figures", "Renew the figures and tables", renewFigures],
  ["engine", "Archive the engine", archive],
  ["builds", "Build the page, the command line and the wheel", buildAll],
];

await main(async () => {
  const options = /** @type {const} */ ({
    from: { type: "string", default: "tree" },
    without: { type: "string", default: "" },
  });
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const omitted = values.without.split(",").filter((name) => name !== "");
  const names = STEPS.map(([name]) => name);
  const unknown = [values.from, ...omitted].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Failure(`There is no step ${unknown.join(", ")}.`, `The steps are: ${names.join(", ")}.`);
  const steps = STEPS.slice(names.indexOf(values.from)).filter(([name]) => !omitted.includes(name));
  const [version = ""] = positionals;
  // Before anything is installed or built.
  if (steps[0]?.[0] === "tree") checkTree(version);
  const tests = steps.some(([name]) => name === "suite" || name === "figures");
  await setup({ linters: tests, browser: tests });
  for (const [, title, work] of steps) await step(title, async () => void (await work(version)));
  if (omitted.length > 0) note(`Not done: ${omitted.join(", ")}. This is no release.`);
  done(`${version} is built in ${releaseFolder(version)}`);
  printLastSteps(version);
});
