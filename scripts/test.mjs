// npm test: runs all checks that a change must pass. The last line of the output is the number of tests in
// all suites.
import { buildPage } from "./build.mjs";
import { checkGenerated } from "./gen.mjs";
import * as checks from "./lib/checks.mjs";
import { firefox } from "./lib/engines.mjs";
import { checkNode } from "./lib/packages.mjs";
import { pythonProblem, pythonTests } from "./lib/python.mjs";
import { Report } from "./lib/report.mjs";
import { ensureLinters, ensureRust } from "./lib/rust.mjs";
import { checkSize } from "./lib/size.mjs";
import { main, note } from "./lib/steps.mjs";
import { buildWasm } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

/** Waits for a stage whose failure does not matter. @param {Promise<boolean>} stage */
const after = (stage) => stage.then(() => true);

/**
 * The stages for Rust and those for the page run next to each other, because many of them keep only one processor busy. Stages that use
 * the same folder of Cargo's wait for each other.
 * @param {Report} report
 */
async function stages(report) {
  const ready = report.stage("Set up", () => setup({ browser: true, compiles: true }));
  const wasm = report.stage("Build the simulator", async () => void (await buildWasm()), ready);
  const format = report.stage("Rust format", checks.rustFormat);
  const rustTests = report.stage("Rust lint and tests", checks.cargoTests, after(format));
  const types = report.stage("TypeScript types", checks.types, wasm);
  const lint = report.stage("TypeScript, JavaScript and CSS: format and lint", checks.lint, after(types));
  // Generated files are written again, so nothing else may read them meanwhile.
  const generated = report.stage(
    "Generated files are up to date",
    checkGenerated,
    ready,
    after(rustTests),
    after(lint),
  );
  const site = report.stage("Build the page", async () => void (await buildPage()), wasm, after(generated));
  const size = report.stage("Size of a first visit", async () => checkSize(), site);
  const python = report.stage(
    "Tests of the Python package",
    async () => {
      const problem = await pythonProblem();
      if (problem === undefined) return pythonTests();
      return note(`The Python package is not tested: ${problem}.`);
    },
    after(generated),
  );
  const node = report.stage("Tests of the WebAssembly in Node", checks.wasmInNode, wasm, after(generated));
  const units = report.stage(
    "Unit tests of the page, the scripts and the documentation",
    checks.vitest,
    ready,
    after(node),
  );
  await Promise.all([size, python, units]);
  // Two browsers at once keep both processors busy.
  if (!(await report.stage("Browser tests on the built site", checks.browserTests, site))) return;
  const missing = firefox.missing();
  if (missing.length === 0) await report.stage("Firefox on the built site", checks.firefoxTests, site);
  else note(`Firefox is not tested, because it is not installed: ${missing.join(", ")}`);
}

await main(async () => {
  checkNode();
  await ensureRust();
  await ensureLinters();
  const report = new Report();
  await stages(report);
  report.finish();
});
