// In Node, the WebAssembly checks hand-ins as the command line does: both write the same CSV.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { fairshare } from "../../scripts/lib/native.mjs";
import { simulatorVersion, toolsDir } from "../../scripts/lib/paths.mjs";

/**
 * The functions of wasm/laboratory/src/features/assignments.rs.
 * @typedef {object} Script
 * @property {(options: { module_or_path: BufferSource }) => Promise<unknown>} default
 * @property {new (text: string) => { check(file: string, text: string): string, compare(reports: string): string, csv(reports: string): string }} Assignment
 * @property {(file: string, bytes: Uint8Array) => string} unpack
 * @property {(file: string, path: string) => string} skipped
 */
/** @type {Script} */
const {
  default: init,
  Assignment,
  unpack,
  skipped,
} = await import(new URL("../laboratory/pkg/fairshare_laboratory_wasm.js", import.meta.url).href);
await init({
  module_or_path: readFileSync(
    new URL("../laboratory/pkg/fairshare_laboratory_wasm_bg.wasm", import.meta.url),
  ),
});

const scenario = {
  v: 1,
  title: "Parity",
  duration: 4,
  network: { forward: { rate: 2e6 } },
  flows: [{ id: "a" }],
};
const assignment = JSON.stringify({
  fairshare: "assignment",
  v: 1,
  id: "parity",
  title: "Parity",
  scenario,
  seed: "student",
  settings: [],
  questions: [
    { id: "busy", kind: "number", ask: "", unit: "%", tolerance: 0.05 },
    { id: "why", kind: "text", ask: "" },
  ],
  key: { busy: { measure: { kind: "utilisation" }, factor: 100 } },
});

/** @param {string} name @param {number} busy */
const handIn = (name, busy) =>
  JSON.stringify({
    fairshare: "hand-in",
    v: 1,
    assignment: "parity",
    name,
    version: simulatorVersion(),
    scenario: { ...scenario, seed: 5 },
    result: "0123456789abcdef",
    answers: { busy, why: '=1+1, "quoted"' },
    spent: 61,
    log: [
      { t: 1000 * busy, answer: "busy", value: busy },
      { t: 2000 * busy, answer: "why", value: '=1+1, "quoted"' },
    ],
  });

test("the page and the command line write the same CSV", async () => {
  const folder = join(toolsDir, `assignments-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const key = join(folder, "key.json");
    writeFileSync(key, assignment);
    const texts = [handIn("@one", 90), handIn("two", 10.5), handIn("copy", 90), "{", "\u0000"];
    const files = texts.map((text, i) => {
      const file = join(folder, `${i}.json`);
      writeFileSync(file, text);
      return file;
    });
    const { output } = await fairshare(["check", key, ...files, "--csv"], { profile: "test", log: "check" });
    const opened = new Assignment(assignment);
    const reports = files.flatMap((file) =>
      /** @type {{ file: string, text?: string, report?: object }[]} */ (
        JSON.parse(unpack(file, readFileSync(file)))
      ).map(({ file: name, text, report }) => report ?? JSON.parse(opened.check(name, text ?? ""))),
    );
    const csv = opened.csv(opened.compare(JSON.stringify(reports)));
    assert.match(csv, /'@one/);
    assert.match(csv, /Its log is the same/);
    assert.equal(output.replaceAll("\r\n", "\n").trim(), csv.replaceAll("\r\n", "\n").trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a file of a folder that is no hand-in is listed with the reason", () => {
  /** @param {string} path */
  const reason = (path) => skipped(`class/${path}`, path) && JSON.parse(skipped(`class/${path}`, path));
  for (const path of ["eva.json", "./eva.json", "../up.json", "a/b.zip"]) assert.equal(reason(path), "");
  for (const path of [".hid.json", "a/.b/fay.json", "__MACOSX/jan.json", "a/Thumbs.db"]) {
    const report = reason(path);
    assert.equal(report.file, `class/${path}`);
    assert.equal(report.findings[0].kind, "skipped");
  }
});

test("a hand-in with any changed value is listed with its text, and the text has a report", () => {
  const base = JSON.parse(handIn("one", 90));
  const names = fc.constantFrom(...Object.keys(base));
  const checker = new Assignment(assignment);
  let checked = 0;
  fc.assert(
    fc.property(names, fc.jsonValue({ maxDepth: 2 }), fc.option(fc.nat(400)), (name, value, end) => {
      const text = JSON.stringify({ ...base, [name]: value }).slice(0, end ?? undefined);
      const found = JSON.parse(unpack("file", Buffer.from(text)));
      assert.equal(found.length, 1);
      const [{ file, text: kept, report }] = found;
      assert.ok(kept !== undefined || report !== undefined);
      if (kept === undefined) return;
      const { findings, answers } = JSON.parse(checker.check(file, kept));
      assert.ok(findings.length + answers.length > 0);
      checked += answers.length > 0 ? 1 : 0;
    }),
    { numRuns: 300, seed: 7 },
  );
  assert.ok(checked > 5, `${checked} hand-ins were checked`);
});
