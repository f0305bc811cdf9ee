// Builds the simulator and the page into dist/. Skips each of them while its inputs are unchanged.
import { join } from "node:path";
import { isMain, site } from "./lib/paths.mjs";
import { nodeProgram, run } from "./lib/run.mjs";
import { filesUnder, fingerprint, forget, isFresh, remember } from "./lib/stamps.mjs";
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
];

/** Builds the page unless it is up to date; returns whether it was built. */
export async function buildPage() {
  const inputs = fingerprint(filesUnder(pageSources));
  if (isFresh("page", inputs, [join(site, "index.html")])) return false;
  await step("Build the page", async () => {
    forget("page");
    const [node, vite] = nodeProgram("vite", "vite");
    await run(node, [...vite, "build"], { remedy: "The output above names the file." });
    remember("page", inputs);
  });
  return true;
}

/** Builds everything that is out of date; returns whether anything was built. */
export async function build() {
  const wasm = await buildWasm();
  if (wasmOutputs().length === 0) throw new Error("the build of the simulator created no files");
  const page = await buildPage();
  return wasm || page;
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup();
    done((await build()) ? `built into ${site}` : `${site} is up to date`);
  });
}
