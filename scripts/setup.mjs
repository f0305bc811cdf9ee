// Checks the versions of Node and Rust, and installs everything else that is needed to build the project and,
// with --tests, to test it. Does nothing if everything is installed. `npm run setup` also downloads what only later builds
// need, so that they need no network.
import { ensureBrowser } from "./lib/browser.mjs";
import { arePackagesReady, checkNode, ensurePackages } from "./lib/packages.mjs";
import { isMain } from "./lib/paths.mjs";
import { pythonProblem } from "./lib/python.mjs";
import { ensureLinters, ensureRust, ensureWasmPack, ensureWasmTarget, fetchCrates } from "./lib/rust.mjs";
import { done, main, note, step } from "./lib/steps.mjs";
import { compilePackages } from "./lib/wasm.mjs";

/** @param {{ linters?: boolean, browser?: boolean, compiles?: boolean }} [options] */
export async function setup({ linters = false, browser = false, compiles = false } = {}) {
  checkNode();
  await ensureRust();
  await ensureWasmTarget();
  // In a fresh clone, the simulator is compiled while the npm packages are downloaded.
  await Promise.all([ensurePackages(), compiles && !arePackagesReady() ? compilePackages() : null]);
  if (linters) await ensureLinters();
  if (browser) await ensureBrowser();
}

if (isMain(import.meta)) {
  await main(async () => {
    const tests = process.argv.includes("--tests");
    await setup({ linters: tests, browser: tests });
    await step("Download the crates", fetchCrates);
    await step("Find or build wasm-pack", ensureWasmPack);
    const problem = await step("Prepare Python", pythonProblem);
    if (problem !== undefined) note(`The Python package cannot be built: ${problem}.`);
    done("everything is set up");
  });
}
