// npm run validate [NAME...]: every reference, every seed (closed forms, ns-2, the papers). Minutes; not in CI.
// Without names it also keeps what it found: sim-core/tests/data, public/papers, the tables and pictures of docs.
import { readFileSync } from "node:fs";
import { fairshare } from "./lib/native.mjs";
import { inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { main, step } from "./lib/steps.mjs";
import { keepClosedForms, writeValidation } from "./lib/validation.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup();
  // The one place that says what validation runs: the ignored tests whose names contain `validate`.
  const filters = process.argv.slice(2);
  await step("Validate against all references", () =>
    run(
      "cargo",
      ["test", "--workspace", "--", "--ignored", "--nocapture", ...(filters.length ? filters : ["validate"])],
      {
        env: filters.length ? {} : { NS2_WRITE: "1" },
        todo: "Each failing (case, metric) is named above; docs/validation.md says where the references come from.",
      },
    ),
  );
  if (filters.length) return;
  await step("Hold against closed forms", async () => {
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
    const version = readFileSync(inRoot("Cargo.toml"), "utf8").match(/^version = "(.*)"/m)?.[1];
    keepClosedForms(output, version);
  });
  await step("Write docs/validation.md", writeValidation);
  await step("Run every experiment of the papers, and write docs/papers", () =>
    fairshare(["papers", "--all", "--seeds", "all", "--write"]),
  );
});
