// npm run validate [NAME...]: compares the simulator with its references (closed forms, ns-2, the papers) over all seeds. It takes
// minutes and does not run in CI. With names, runs only the validation tests whose names contain one of them. Without names, also
// writes the results to sim-core/tests/data, public/papers and docs.
import { compareEngines } from "./lib/engines.mjs";
import { fairshare } from "./lib/native.mjs";
import { simulatorVersion } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { Failure, main, step } from "./lib/steps.mjs";
import { storeClosedForms, storeEngines, writeValidation } from "./lib/validation.mjs";
import { buildWasm } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup();
  await buildWasm();
  // The names of all validation tests contain `validate`. They are marked #[ignore], because they take minutes.
  const testNames = process.argv.slice(2);
  await step("Validate against all references", () =>
    run(
      "cargo",
      [
        "test",
        "--workspace",
        "--",
        "--ignored",
        "--nocapture",
        ...(testNames.length ? testNames : ["validate"]),
      ],
      {
        env: testNames.length ? {} : { NS2_WRITE: "1" },
        remedy:
          "The output above names each failing case and metric. docs/validation.md describes the references.",
      },
    ),
  );
  if (testNames.length) return;
  await step("Compare with closed forms", async () => {
    const { output } = await run("cargo", [
      "test",
      "--package",
      "sim-core",
      "--test",
      "closed_forms",
      "--",
      "--nocapture",
      "--test-threads=1",
    ]);
    storeClosedForms(output, simulatorVersion());
  });
  await step("Compare result IDs in Firefox and WebKit", async () => {
    const rows = await compareEngines();
    storeEngines(rows, simulatorVersion());
    const differs = rows.some(({ skipped, documents, equal }) => !skipped && equal < documents);
    if (differs) throw new Failure("Result IDs differ between browsers.", "The lines above name them.");
  });
  await step("Write docs/validation.md", writeValidation);
  await step("Run all experiments of the papers and write docs/papers", () =>
    fairshare(["papers", "--all", "--seeds", "all", "--write"]),
  );
});
