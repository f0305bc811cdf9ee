// npm run dev: the page with hot reload, and the simulator rebuilt (quickly, not fully optimised) whenever Rust changes.
import { watch } from "node:fs";
import { inRoot } from "./lib/paths.mjs";
import { explain, main, note } from "./lib/steps.mjs";
import { buildWasm, rustSources } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

/** Builds again a moment after the last change; changes during a build lead to one more. */
function rebuildOnChange() {
  let timer;
  let building = Promise.resolve();
  const rebuild = async () => {
    try {
      await buildWasm({ draft: true });
    } catch (error) {
      explain(error);
      note("the page keeps the simulator it has; waiting for the next change");
    }
  };
  for (const folder of rustSources) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.endsWith(".rs")) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        building = building.then(rebuild);
      }, 300);
    });
  }
}

await main(async () => {
  await setup();
  await buildWasm({ draft: true });
  // Only now: before set-up there may be no Vite to import.
  const { createServer } = await import("vite");
  const server = await createServer({ configFile: inRoot("vite.config.ts") });
  await server.listen();
  server.printUrls();
  rebuildOnChange();
});
