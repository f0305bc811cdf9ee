// Builds the WebAssembly packages (wasm/pkg, wasm/laboratory/pkg) and the page (dist). Each is built only if its
// inputs have changed.
import { join } from "node:path";
import { buildDocs } from "./lib/docsSite.mjs";
import { isMain, site } from "./lib/paths.mjs";
import { nodeProgram, run } from "./lib/run.mjs";
import { filesUnder, fingerprint, unlessFresh } from "./lib/stamps.mjs";
import { done, main, step } from "./lib/steps.mjs";
import { buildWasm, wasmOutputs } from "./lib/wasm.mjs";
import { setup } from "./setup.mjs";

const pageSources = [
  "web",
  "public",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "wasm/pkg",
  "wasm/laboratory/pkg",
  "docs/validation",
];

/** Builds the page and the site of its documentation, if they are out of date. Returns whether the page was built. */
export async function buildPage() {
  const inputs = fingerprint(filesUnder(pageSources));
  const isBuilt = await unlessFresh("page", inputs, [join(site, "index.html")], () =>
    step("Build the page", () => {
      const [node, vite] = nodeProgram("vite", "vite");
      const remedy = "The output above names the file.";
      return run(node, [...vite, "build"], { env: { NODE_ENV: "production" }, remedy });
    }),
  );
  await buildDocs();
  return isBuilt;
}

/** Builds the simulator and the page if they are out of date. Returns whether anything was built. */
export async function build() {
  const builtWasm = await buildWasm();
  if (wasmOutputs().length === 0) throw new Error("the build of the simulator created no files in wasm/pkg");
  const builtPage = await buildPage();
  return builtWasm || builtPage;
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup({ compiles: true });
    done((await build()) ? `built into ${site}` : `${site} is up to date`);
  });
}
