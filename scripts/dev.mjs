// npm run dev: serves the page with hot reload. When Rust files change, rebuilds the simulator without full
// optimisation.
import { watch } from "node:fs";
import { inRoot } from "./lib/paths.mjs";
import { main, note, printError } from "./lib/steps.mjs";
import { buildDrafts, rustSources } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

/**
 * Rebuilds the simulator 300 ms after the last of several changes. A change during a build causes another
 * build.
 */
function rebuildOnChange() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let lastBuild = Promise.resolve();
  const rebuild = async () => {
    try {
      await buildDrafts();
    } catch (error) {
      printError(error);
      note("the page keeps the previous simulator until the next successful build");
    }
  };
  for (const folder of rustSources) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.endsWith(".rs")) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        lastBuild = lastBuild.then(rebuild);
      }, 300);
    });
  }
}

await main(async () => {
  await setup();
  await buildDrafts();
  // Vite is an npm package, which setup installs.
  const { createServer } = await import("vite");
  const server = await createServer({ configFile: inRoot("vite.config.ts") });
  await server.listen();
  server.printUrls();
  rebuildOnChange();
});
