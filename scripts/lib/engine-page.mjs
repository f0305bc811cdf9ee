// Builds and serves a page that contains only the engine (e2e/engine), with the build settings of the real
// page.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../serve.mjs";
import { inRoot, toolsDir } from "./paths.mjs";

/** The number of hosts started by this process, which makes their folders different. */
let hostCount = 0;

/**
 * Starts a server for the engine's page. With `plain`, the server does not know the MIME type of WebAssembly.
 * @param {{ plain?: boolean }} [options]
 */
export async function engineHost({ plain = false } = {}) {
  hostCount += 1;
  const folder = join(toolsDir, `engine-page-${process.pid}-${hostCount}`);
  // Packages of npm are imported where they are used: they exist only after setup.
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: inRoot("e2e", "engine"),
    base: "./",
    logLevel: "warn",
    worker: { format: "es" },
    build: { outDir: folder, emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  });
  const site = await serve({
    folder,
    base: "/any/path/",
    port: 0,
    ...(plain ? { types: { ".wasm": "application/octet-stream" } } : {}),
  });
  const close = async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: site.url, close };
}
