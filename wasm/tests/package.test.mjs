// The built WebAssembly package loads in Node and is the optimised release build.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readGenerated, sentencesOf } from "../../scripts/lib/generatedJson.mjs";
import { laboratoryWasmPackage, root, simulatorVersion, wasmPackage } from "../../scripts/lib/paths.mjs";
import init, { version } from "../pkg/fairshare_wasm.js";

const binary = readFileSync(new URL("../pkg/fairshare_wasm_bg.wasm", import.meta.url));

test("the package reports the version of the workspace", async () => {
  await init({ module_or_path: binary });
  assert.equal(version(), simulatorVersion());
});

test("the package contains no sentences of decisions, which the page has", () => {
  const decisions = sentencesOf(readGenerated("catalogue.json"));
  const text = binary.toString("latin1");
  const beginnings = Object.values(decisions)
    .flat()
    .map(({ template }) => template.split("{")[0] ?? "")
    .filter((beginning) => beginning.length > 12);
  assert.ok(beginnings.length > 50);
  for (const beginning of beginnings) assert.ok(!text.includes(beginning), beginning);
});

test("the packages do not contain the folders of their builder", () => {
  for (const folder of [wasmPackage, laboratoryWasmPackage]) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".wasm")))
      for (const own of [root, homedir(), process.env.CARGO_HOME ?? homedir()])
        assert.ok(!readFileSync(join(folder, file)).includes(own), `${file} contains ${own}`);
  }
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

/**
 * The sizes in bytes of all functions of a WebAssembly module.
 * @param {Uint8Array} bytes
 */
function functionSizes(bytes) {
  let at = 8;
  const number = () => {
    let [value, factor, byte] = [0, 1, 0];
    do {
      byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128);
    return value;
  };
  for (;;) {
    const [kind, size] = [bytes[at++], number()];
    const isCode = kind === 10;
    if (!isCode) at += size;
    assert.ok(at < bytes.length, "there is no code section");
    if (!isCode) continue;
    return Array.from({ length: number() }, () => {
      const functionSize = number();
      at += functionSize;
      return functionSize;
    });
  }
}

// Browsers optimise a function as a whole, and run the event loop slowly until its function is optimised.
test("wasm-opt did not move rare code into the event loop", () => {
  const largest = Math.max(...functionSizes(binary));
  assert.ok(largest < 40_000, `the largest function has ${largest} bytes`);
});
