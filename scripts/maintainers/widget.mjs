// npm run widget: builds the charts of notebooks into the Python package. `pip install ./sim-core/python`
// then includes them.
import { buildNotebookWidget } from "../lib/notebookWidget.mjs";
import { checkNode, ensurePackages } from "../lib/packages.mjs";
import { main, note, step } from "../lib/steps.mjs";

await main(async () => {
  checkNode();
  await ensurePackages();
  const built = await step("Build the charts of notebooks", buildNotebookWidget);
  if (!built) note("they have not changed");
});
