// npm run release -- VERSION [--from STEP] [--without STEP,STEP]: makes a release, up to the steps that need a person's
// keys. The tree must be clean. After a failure, --from continues with a step. --without leaves out steps, to try the others.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inRoot, simulatorVersion, wasmPackage } from "./lib/paths.mjs";
import { buildRelease, releaseFolder } from "./lib/releaseBuilds.mjs";
import {
  archiveEngine,
  citationOf,
  datedNotes,
  ENGINE_FILES,
  missingParts,
  notesOf,
  notesWithHashes,
  problemsBefore,
  withContents,
  withRelease,
} from "./lib/releaseFiles.mjs";
import { recordLinks } from "./lib/releaseLinks.mjs";
import { outputOf, run } from "./lib/run.mjs";
import { done, Failure, heading, main, note, printError, step } from "./lib/steps.mjs";
import { buildWasm } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

/** @param {string[]} args */
const git = (args) => run("git", args);
/** @param {...string} parts */
const read = (...parts) => readFileSync(inRoot(...parts), "utf8");
const changes = () => outputOf("git", ["status", "--porcelain"]) ?? "";
/** Commits what has changed. A step that is repeated may change nothing. @param {string} subject */
async function commit(subject) {
  if (changes() === "") return;
  await git(["add", "--all"]);
  await git(["commit", "--quiet", "--message", subject]);
}

/** @param {string} version @param {string[]} steps the names of the steps */
function checkState(version, steps) {
  const problems = problemsBefore({
    version,
    steps,
    stated: simulatorVersion(),
    status: changes(),
    committer: outputOf("git", ["var", "GIT_COMMITTER_IDENT"]),
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

/** How long random inputs are tried for the table of fuzzing. */
const FUZZ_MINUTES = 60;

/** Computes the stored figures and tables again. @param {string} version */
async function renewFigures(version) {
  await run(process.execPath, [inRoot("scripts", "validate.mjs")]);
  const fuzz = inRoot("scripts", "fuzz.mjs");
  await run(process.execPath, [fuzz, "--minutes", String(FUZZ_MINUTES)]);
  await run(process.execPath, [fuzz, "--write"]);
  await commit(`Renew the figures and tables for ${version}`);
}

/** Archives the engine, so that the links of the release are opened with it for ever. @param {string} version */
async function archive(version) {
  const folder = inRoot("public", "engines", version);
  // The version has no tag yet: what an earlier attempt archived may be incomplete or of other sources.
  rmSync(folder, { recursive: true, force: true });
  await buildWasm();
  const sources = {
    "fairshare_wasm.js": join(wasmPackage, "fairshare_wasm.js"),
    "fairshare_wasm_bg.wasm": join(wasmPackage, "fairshare_wasm_bg.wasm"),
    "catalogue.json": inRoot("web", "src", "generated", "catalogue.json"),
    "examples.json": inRoot("public", "examples.json"),
  };
  const contents = Object.fromEntries(ENGINE_FILES.map((name) => [name, readFileSync(sources[name])]));
  const hashes = archiveEngine(folder, contents);
  const engine = (/** @type {string} */ name) => inRoot("web", "src", "engine", name);
  const head = outputOf("git", ["rev-parse", "HEAD"]) ?? "";
  writeFileSync(engine("releases.ts"), withRelease(readFileSync(engine("releases.ts"), "utf8"), version));
  const list = readFileSync(engine("releaseContents.ts"), "utf8");
  writeFileSync(engine("releaseContents.ts"), withContents(list, version, head, hashes));
  const links = await recordLinks(version);
  writeFileSync(inRoot("e2e", `links-${version}.json`), `${JSON.stringify(links, null, 2)}\n`);
  await commit(`Archive the engine of ${version}, and record links of it`);
}

/** Builds the release, and writes its hashes and its notes. @param {string} version */
async function buildAll(version) {
  const hashes = await buildRelease(version);
  const missing = missingParts(hashes);
  if (missing.length > 0)
    throw new Failure(`The release lacks ${missing.join(", ")}.`, "The lines above give the reason.");
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
  [
    "tree",
    "Check the tree",
    (version) =>
      checkState(
        version,
        STEPS.map(([name]) => name),
      ),
  ],
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
  const chosen = steps.map(([name]) => name);
  checkState(version, chosen);
  if (changes() !== "") note(`The next commit contains these changes as well:\n${changes()}`);
  const tests = chosen.includes("suite") || chosen.includes("figures");
  await setup({ linters: tests, browser: tests });
  for (const [name, title, work] of steps) {
    try {
      await step(title, async () => void (await work(version)));
    } catch (error) {
      printError(error);
      const without = values.without === "" ? "" : ` --without ${values.without}`;
      throw new Failure(
        `The step "${name}" is not done.`,
        `Mend the cause, then continue: npm run release -- ${version} --from ${name}${without}`,
      );
    }
  }
  if (omitted.length > 0) note(`Not done: ${omitted.join(", ")}. This is no release.`);
  done(`${version} is built in ${releaseFolder(version)}`);
  printLastSteps(version);
});
