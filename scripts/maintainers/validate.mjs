// npm run validate [NAME...]: compares the simulator with its references (closed forms, ns-2, the papers)
// over all seeds, in all browsers, and checks the pages of the papers. It takes hours (random actions in three browsers alone
// take 90 minutes) and does not run in CI. With names, runs only the validation tests whose names contain one of them. Without names, also writes
// the results to sim-core/simulation/tests/data, public/papers and docs. npm run validate -- --only
// PART[,PART]: runs only these parts, for example browsers or pages.
import { parseArgs } from "node:util";
import { build } from "../build.mjs";
import { storeControllers } from "../lib/controllers.mjs";
import { compareEngines, ensureEngine, firefox, webkit } from "../lib/engines.mjs";
import { checkExports } from "../lib/exports.mjs";
import { checkFeatures } from "../lib/features.mjs";
import { storeMatrix } from "../lib/matrix.mjs";
import { storeModels } from "../lib/models.mjs";
import { fairshare } from "../lib/native.mjs";
import { simulatorVersion } from "../lib/paths.mjs";
import { storeProduction } from "../lib/production.mjs";
import { validateClusters, validateNotebooks, validatePython } from "../lib/python.mjs";
import { run } from "../lib/run.mjs";
import { checkRustFeatures } from "../lib/rustFeatures.mjs";
import { storeSpeed } from "../lib/speed.mjs";
import { filesUnder, fingerprint, isFresh, removeStamp, storeStamp } from "../lib/stamps.mjs";
import { Failure, main, note, step } from "../lib/steps.mjs";
import { writeTestbed } from "../lib/testbed.mjs";
import { storeClosedForms, storeEngines, writeCasesPage, writeTables } from "../lib/validation.mjs";
import { writePictures } from "../lib/validationPictures.mjs";
import { buildWasm } from "../lib/wasm.mjs";
import { setup } from "../setup.mjs";
import { actInBrowsers, storeRunsInOneTab } from "./destruction.mjs";
import { checkFreezes } from "./freezes.mjs";

/**
 * Runs validation tests, whose names contain `validate`. They are marked #[ignore], because they take
 * minutes.
 * @param {string[]} names
 */
const validationTests = (names) =>
  run(
    "cargo",
    ["test", "--workspace", "--", "--ignored", "--nocapture", ...(names.length ? names : ["validate"])],
    {
      env: names.length ? {} : { NS2_WRITE: "1" },
      remedy:
        "The output above names each failing case and metric. docs/validation.md describes the references.",
    },
  );

/** Compares with all references, and tries all random inputs, of which `npm test` tries a third. */
async function references() {
  await validationTests([]);
  await run("cargo", ["test", "--package", "sim-core", "--test", "all"], {
    env: { FAIRSHARE_ALL_CASES: "1" },
  });
}

/** Tries millions of random inputs of all readers, others each time. */
async function inputs() {
  /** @param {string} cases @param {string[]} args */
  const tryInputs = (cases, ...args) =>
    run("cargo", ["test", "--profile", "fuzz", ...args], {
      env: { PROPTEST_CASES: cases, PROPTEST_RNG_SEED: String(Date.now()) },
      remedy: "The output above contains the input. Keep it as a test.",
    });
  const readers = ["--package", "fairshare-readers", "--"];
  await tryInputs("500000", ...readers, "--skip", "papers");
  // The files are long, and what is read of them stays in memory.
  await tryInputs("5000", ...readers, "papers");
  const texts = ["random_bytes", "random_documents_are", "random_links"].map((name) => `fuzz::${name}`);
  await tryInputs("500000", "--package", "sim-core", "--test", "all", "--", ...texts);
}

async function closedForms() {
  const tests = ["test", "--package", "sim-core", "--test", "all", "closed_forms::"];
  const { output } = await run("cargo", [...tests, "--", "--nocapture", "--test-threads=1"]);
  storeClosedForms(output, simulatorVersion());
}

async function browsers() {
  await buildWasm();
  const rows = await compareEngines();
  storeEngines(rows, simulatorVersion());
  writeTables();
  const differs = rows.some(({ skipped, documents, equal }) => !skipped && equal < documents);
  if (differs) throw new Failure("Result IDs differ between browsers.", "The lines above name them.");
}

/** Tries faults of the storage and of the start in Firefox and WebKit. */
async function faults() {
  await build();
  for (const [engine, folder] of /** @type {const} */ ([
    [firefox, "firefox"],
    [webkit, "webkit"],
  ])) {
    const missing = await ensureEngine(engine);
    if (missing.length > 0)
      note(`${engine.name} is skipped, because it is not installed: ${missing.join(", ")}`);
    else await run(process.execPath, ["--test", "--test-reporter=spec", `e2e/${folder}/faults.test.mjs`]);
  }
}

async function actions() {
  await build();
  await actInBrowsers();
  writeTables();
}

async function tab() {
  await build();
  await storeRunsInOneTab();
  writeTables();
}

/** Opens the documents that cost most. */
async function freezes() {
  await build();
  await checkFreezes();
}

/** Runs browser tests of a feature with all of its contents. @param {string} file @param {string} variable */
async function browserTests(file, variable) {
  await build();
  await run("npx", ["playwright", "test", `web/src/features/${file}`], { env: { [variable]: "all" } });
}

const pages = () => browserTests("papers/e2e/papers.spec.ts", "FAIRSHARE_PAPERS");
const lessons = () => browserTests("lessons/e2e/lessonWalk.spec.ts", "FAIRSHARE_LESSONS");

async function features() {
  await buildWasm();
  await checkFeatures();
  await checkRustFeatures();
}

async function controllers() {
  await buildWasm();
  await storeControllers();
  writeTables();
}

async function matrix() {
  await buildWasm();
  await storeMatrix();
}

async function models() {
  await storeModels();
  writeTables();
}

/** Runs the controllers of calls in the cases of RFC 8867 and next to downloads, and stores the results. */
const media = () =>
  run("cargo", [
    "test",
    "--package",
    "sim-core",
    "--test",
    "all",
    "--",
    "--ignored",
    "--nocapture",
    "write_all_media_cases",
  ]);

/** Fits files of random networks, and stores how often the fit is right. */
const fits = () =>
  run("cargo", [
    "test",
    "--package",
    "fairshare-fit",
    "--test",
    "study",
    "--",
    "--ignored",
    "--nocapture",
    "validate_fits",
  ]);

async function document() {
  await writePictures();
  writeCasesPage();
  writeTables();
}

async function production() {
  await storeProduction();
  writeTables();
}

/**
 * Runs all experiments of the papers and everything on which their lines are tried: counter-runs, other
 * readings, and the runs without a stated cause. Writes the outcomes and tests them, unless nothing of them has
 * changed since.
 */
async function papers() {
  const stamp = "paper-lines";
  const inputs = () =>
    fingerprint(
      filesUnder([
        "sim-core/engine",
        "sim-core/document",
        "sim-core/simulation/src",
        "sim-core/papers",
        "public/papers",
      ]),
    );
  if (isFresh(stamp, inputs(), [])) {
    note("the simulator, the papers and their results have not changed since the last runs");
    return;
  }
  removeStamp(stamp);
  await fairshare(["papers", "--all", "--seeds", "all", "--write"]);
  await run("cargo", ["test", "--package", "fairshare-papers"]);
  storeStamp(stamp, inputs());
}

/**
 * The parts in the order in which they run. @type {[name: string, title: string, work: () =>
 * Promise<unknown>][]}
 */
const parts = [
  ["references", "Validate against all references, and with all random inputs", references],
  ["inputs", "Try half a million random inputs for each reader", inputs],
  ["closed-forms", "Compare with closed forms", closedForms],
  ["browsers", "Compare result IDs in Node, Chromium, Firefox and WebKit", browsers],
  ["pages", "Check the pages of all experiments in all sizes and colours", pages],
  ["faults", "Try faults of the storage and of the start in Firefox and WebKit", faults],
  ["actions", "Act at random in the page for 30 minutes in each browser", actions],
  ["freezes", "Open documents at the limits of what is valid, and time the page", freezes],
  ["tab", "Run 2,000 scenarios in one tab", tab],
  ["lessons", "Walk all lessons to their ends", lessons],
  ["features", "Delete each feature in a copy, and build the rest", features],
  ["exports", "Open exported runs with flent, pyarrow, tshark, awk and qlog", checkExports],
  ["fit", "Fit files whose networks are known", fits],
  ["python", "Check the Python package: types, threads, memory over 100,000 runs", validatePython],
  ["notebooks", "Run the notebooks in Jupyter", validateNotebooks],
  ["clusters", "Run sweeps on Dask and Ray, and kill their processes", validateClusters],
  ["matrix", "Let every algorithm compete with every other one", matrix],
  ["controllers", "Run the tables about controllers", controllers],
  ["media", "Run the controllers of calls in the evaluation cases of RFC 8867", media],
  ["models", "Compare runs with models of the literature", models],
  ["production", "Compare windows with those of production code", production],
  ["testbed", "Let production code control flows of twenty networks", writeTestbed],
  ["speed", "Measure the speed of the native command, and count its instructions", storeSpeed],
  ["document", "Write docs/validation.md", document],
  [
    "papers",
    "Run all lines of the papers, with counter-runs, readings and causes, and write docs/papers",
    papers,
  ],
];

await main(async () => {
  const options = /** @type {const} */ ({ only: { type: "string" } });
  const { values, positionals: testNames } = parseArgs({ options, allowPositionals: true });
  const chosen = values.only?.split(",");
  const unknown = chosen?.filter((name) => !parts.some(([part]) => part === name)) ?? [];
  if (unknown.length > 0) {
    const known = parts.map(([name]) => name).join(", ");
    throw new Failure(`There is no part ${unknown.join(", ")}.`, `The parts are: ${known}.`);
  }
  await setup({ browser: true });
  if (testNames.length > 0) {
    await step("Validate against the chosen references", () => validationTests(testNames));
    return;
  }
  for (const [name, title, work] of parts)
    if (chosen === undefined || chosen.includes(name)) await step(title, work);
});
