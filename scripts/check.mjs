// npm run check: the fast tier, for every few minutes of work.
import * as checks from "./lib/checks.mjs";
import { Report } from "./lib/report.mjs";
import { main } from "./lib/steps.mjs";
import { buildWasm } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup({ linters: true });
  const report = new Report();
  await report.check("Rust format", checks.rustFormat);
  await report.check("TypeScript, JavaScript and CSS: format and lint", checks.lint);
  await report.check("Rust lint", checks.clippy);
  await report.check("Rust unit tests", checks.cargoUnitTests);
  // The page's code is typed against the built package.
  if (await report.check("The simulator, up to date", async () => void (await buildWasm()))) {
    await report.check("TypeScript types", checks.types);
  } else {
    report.skip("TypeScript types", "the simulator was not built");
  }
  await report.check("Unit tests of the page and the scripts", checks.vitest);
  report.finish();
});
