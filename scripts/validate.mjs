// npm run validate [NAME...]: compares the simulator with all references (closed forms, ns-2, the papers) over all seeds. It
// takes minutes and does not run in CI. Without names it also stores the results: in sim-core/tests/data, public/papers, and
// the tables and pictures of docs.
import { fairshare } from "./lib/native.mjs";
import { simulatorVersion } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { main, step } from "./lib/steps.mjs";
import { storeClosedForms, writeValidation } from "./lib/validation.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup();
  // Validation runs the ignored tests whose names contain `validate`.
  const filters = process.argv.slice(2);
  await step("Validate against all references", () =>
    run(
      "cargo",
      ["test", "--workspace", "--", "--ignored", "--nocapture", ...(filters.length ? filters : ["validate"])],
      {
        env: filters.length ? {} : { NS2_WRITE: "1" },
        remedy:
          "The output above names each failing case and metric. docs/validation.md describes the references.",
      },
    ),
  );
  if (filters.length) return;
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
  await step("Write docs/validation.md", writeValidation);
  await step("Run all experiments of the papers and write docs/papers", () =>
    fairshare(["papers", "--all", "--seeds", "all", "--write"]),
  );
});
