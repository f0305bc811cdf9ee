// npm run validate [NAME...]: every reference, every seed (closed forms, ns-2, the papers). Minutes to an hour; not in CI.
import { run } from "./lib/run.mjs";
import { main, step } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

await main(async () => {
  await setup();
  // The one place that says what validation runs: the ignored tests whose names contain `validate`.
  const filters = process.argv.slice(2);
  await step("Validate against all references", () =>
    run(
      "cargo",
      [
        "test",
        "--release",
        "--workspace",
        "--",
        "--ignored",
        "--nocapture",
        ...(filters.length ? filters : ["validate"]),
      ],
      {
        todo: "Each failing (case, metric) is named above; docs/validation.md says where the references come from.",
      },
    ),
  );
});
