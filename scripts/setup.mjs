// Gets everything that building (and, with --tests, testing) needs; quick when there is nothing to do.
import { ensureBrowser } from "./lib/browser.mjs";
import { checkNode, ensurePackages } from "./lib/packages.mjs";
import { isMain } from "./lib/paths.mjs";
import { ensureLinters, ensureWasmCommands, ensureWasmTarget, rustVersion } from "./lib/rust.mjs";
import { done, main } from "./lib/steps.mjs";

export async function setup({ linters = false, browser = false } = {}) {
  checkNode();
  await rustVersion();
  await ensurePackages();
  await ensureWasmTarget();
  await ensureWasmCommands();
  if (linters) await ensureLinters();
  if (browser) await ensureBrowser();
}

if (isMain(import.meta)) {
  await main(async () => {
    const tests = process.argv.includes("--tests");
    await setup({ linters: tests, browser: tests });
    done("everything is set up");
  });
}
