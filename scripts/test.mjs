// npm test: everything a change must pass. Its last line counts the tests of all suites.
import { buildPage } from "./build.mjs";
import { checkGenerated } from "./gen.mjs";
import * as checks from "./lib/checks.mjs";
import { Report } from "./lib/report.mjs";
import { checkSize } from "./lib/size.mjs";
import { main } from "./lib/steps.mjs";
import { buildWasm } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

const browserSuite = "Browser tests on the built site";
const nodeSuite = "The WebAssembly in Node";

await main(async () => {
  await setup({ linters: true, browser: true });
  const report = new Report();
  await report.check("Rust format", checks.rustFormat);
  await report.check("TypeScript, JavaScript and CSS: format and lint", checks.lint);
  await report.check("Rust lint", checks.clippy);
  await report.check("Rust tests", checks.cargoTests);
  await report.check("Generated files are what the source says", checkGenerated);
  const wasm = await report.check("The simulator for the browser", async () => void (await buildWasm()));
  if (wasm) {
    await report.check("TypeScript types", checks.types);
    await report.check(nodeSuite, checks.wasmInNode);
  } else {
    report.skip("TypeScript types", "the simulator was not built");
    report.skip(nodeSuite, "the simulator was not built");
  }
  await report.check("Unit tests of the page and the scripts", checks.vitest);
  if (wasm && (await report.check("The page", async () => void (await buildPage())))) {
    await report.check("What a first visit loads", async () => checkSize());
    await report.check(browserSuite, checks.browserTests);
  } else {
    report.skip(browserSuite, "there is no built site");
  }
  report.finish();
});
