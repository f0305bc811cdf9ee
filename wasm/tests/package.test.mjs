// The built WebAssembly package loads in Node and is the optimised release build.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { simulatorVersion } from "../../scripts/lib/paths.mjs";
import init, { version } from "../pkg/fairshare_wasm.js";

const binary = readFileSync(new URL("../pkg/fairshare_wasm_bg.wasm", import.meta.url));

test("the package reports the version of the workspace", async () => {
  await init({ module_or_path: binary });
  assert.equal(version(), simulatorVersion());
});

test("wasm-opt removed the sections with names and producers", async () => {
  const module = await WebAssembly.compile(binary);
  for (const section of ["name", "producers"]) {
    assert.equal(
      WebAssembly.Module.customSections(module, section).length,
      0,
      `there is a ${section} section`,
    );
  }
});
