// The built WebAssembly package: it loads in Node without the page, and is the release build that the page is meant to get.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import init, { version } from "../pkg/fairshare_wasm.js";

const binary = readFileSync(new URL("../pkg/fairshare_wasm_bg.wasm", import.meta.url));

test("it reports the workspace's version", async () => {
  await init({ module_or_path: binary });
  const manifest = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");
  const [, stated] = /\[workspace\.package\]\nversion = "([^"]+)"/.exec(manifest);
  assert.equal(version(), stated);
});

test("wasm-opt stripped names and producers", async () => {
  const module = await WebAssembly.compile(binary);
  for (const section of ["name", "producers"]) {
    assert.equal(
      WebAssembly.Module.customSections(module, section).length,
      0,
      `there is a ${section} section`,
    );
  }
});
