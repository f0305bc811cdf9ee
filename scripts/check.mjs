// npm run check: runs the fast checks of the project.
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
  await report.check("Rust lint and unit tests", checks.cargoUnitTests);
  // Type checking needs the type declarations of the built wasm/pkg.
  if (await report.check("Build the simulator", async () => void (await buildWasm()))) {
    await report.check("TypeScript types", checks.types);
  } else {
    report.skip("TypeScript types", "the simulator was not built");
  }
  await report.check("Unit tests of the page, the scripts and the documentation", checks.vitest);
  report.finish();
});
