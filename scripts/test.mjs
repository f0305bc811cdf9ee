// npm test: runs all checks that a change must pass. The last line of the output is the number of tests in
// all suites.
import { buildPage } from "./build.mjs";
import { checkGenerated } from "./gen.mjs";
import * as checks from "./lib/checks.mjs";
import { firefox } from "./lib/engines.mjs";
import { pythonProblem, pythonTests } from "./lib/python.mjs";
import { Report } from "./lib/report.mjs";
import { checkSize } from "./lib/size.mjs";
import { main, note } from "./lib/steps.mjs";
import { startBuild } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

const browserSuite = "Browser tests on the built site";
const nodeSuite = "Tests of the WebAssembly in Node";

await main(async () => {
  await setup({ linters: true, browser: true });
  const report = new Report();
  // One processor is busy with this build for most of its time, so it runs next to the checks of the Rust code.
  const simulatorBuild = startBuild();
  await report.check("Rust format", checks.rustFormat);
  await report.check("TypeScript, JavaScript and CSS: format and lint", checks.lint);
  await report.check("Rust lint", checks.clippy);
  await report.check("Rust tests", checks.cargoTests);
  await report.check("Tests of the template for new algorithms", checks.templateTests);
  await report.check("Generated files are up to date", checkGenerated);
  const withoutPython = await pythonProblem();
  if (withoutPython === undefined) await report.check("Tests of the Python package", pythonTests);
  else note(`The Python package is not tested: ${withoutPython}.`);
  const wasmBuilt = await report.check("Build the simulator", simulatorBuild);
  if (wasmBuilt) {
    await report.check("TypeScript types", checks.types);
    await report.check(nodeSuite, checks.wasmInNode);
  } else {
    report.skip("TypeScript types", "the simulator was not built");
    report.skip(nodeSuite, "the simulator was not built");
  }
  await report.check("Unit tests of the page, the scripts and the documentation", checks.vitest);
  if (wasmBuilt && (await report.check("Build the page", async () => void (await buildPage())))) {
    await report.check("Size of a first visit", async () => checkSize());
    await report.check(browserSuite, checks.browserTests);
    const missing = firefox.missing();
    if (missing.length === 0) await report.check("Firefox on the built site", checks.firefoxTests);
    else note(`Firefox is not tested, because it is not installed: ${missing.join(", ")}`);
  } else {
    report.skip(browserSuite, "there is no built site");
  }
  report.finish();
});
