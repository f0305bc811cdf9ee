// The laboratory gives the stored results of experiments, whose version and definition other tests verify, and reports
// invalid arguments.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { simulatorVersion } from "../../scripts/lib/paths.mjs";
import { storedPapers } from "../../scripts/lib/storedPapers.mjs";

/**
 * An experiment in the WebAssembly (wasm/laboratory/src/features/papers.rs).
 * @typedef {object} WasmExperiment
 * @property {() => string} outline
 * @property {(cell: string, seed: number) => string} document
 * @property {(cell: string, seed: number) => string} run
 * @property {(records: string) => string} results
 */
/**
 * @typedef {object} PapersScript
 * @property {(options: { module_or_path: BufferSource }) => Promise<unknown>} default
 * @property {() => string} version
 * @property {new (id: string, changes: string) => WasmExperiment} Experiment
 */

/** @type {PapersScript} */
const {
  default: init,
  version,
  Experiment,
} = await import(new URL("../laboratory/pkg/fairshare_laboratory_wasm.js", import.meta.url).href);
const binary = readFileSync(new URL("../laboratory/pkg/fairshare_laboratory_wasm_bg.wasm", import.meta.url));
await init({ module_or_path: binary });

/**
 * The stored results of an experiment, without what only the stored file has.
 * @param {string} id
 */
function storedResults(id) {
  const { definition, seconds, documents, ...results } = storedPapers(id);
  assert.ok(definition && seconds >= 0 && documents);
  return { definition, documents, results };
}

/** @param {WasmExperiment} experiment */
function runAll(experiment) {
  const outline = JSON.parse(experiment.outline());
  /** @param {string} cell */
  const records = (cell) =>
    Array.from({ length: outline.seeds }, (_, i) => experiment.run(cell, i + 1)).join(",");
  return `[${outline.cells.map((/** @type {{ id: string }} */ { id }) => `[${records(id)}]`).join(",")}]`;
}

test("the package has the version of the workspace", () => assert.equal(version(), simulatorVersion()));

for (const id of ["trabol-tcp-tcp", "tpba-fig3", "tpba-multi"]) {
  test(`${id} has the stored results, definition and documents`, () => {
    const stored = storedResults(id);
    const experiment = new Experiment(id, "[]");
    assert.equal(JSON.parse(experiment.outline()).definition, stored.definition);
    // Counter-runs and readings are separate experiments, which the command line runs as well.
    const { outcomes: _outcomes, further: _further, ...own } = stored.results;
    const { outcomes: _ofOwnRuns, ...computed } = JSON.parse(experiment.results(runAll(experiment)));
    assert.equal(JSON.stringify(computed), JSON.stringify(own));
    for (const { id: cell, document } of stored.documents)
      assert.deepEqual(JSON.parse(experiment.document(cell, 1)), document);
  });
}

test("a change changes the documents and is named in the results", () => {
  const experiment = new Experiment("trabol-tcp-tcp", '[{"path":"tcp","value":"reno"}]');
  const [first] = JSON.parse(experiment.outline()).cells;
  assert.match(experiment.document(first.id, 2), /"algorithm":"reno"/);
  const results = JSON.parse(experiment.results("[]"));
  assert.deepEqual(results.changes, [{ path: "tcp", value: "reno", cells: 3 }]);
});

test("invalid arguments are reported with their issues", () => {
  const issue = /** @param {RegExp} message */ (message) => (/** @type {Error} */ error) =>
    message.test(JSON.parse(error.message).issues[0].message);
  assert.throws(() => new Experiment("no-such-thing", "[]"), issue(/no experiment/));
  assert.throws(() => new Experiment("trabol-tcp-tcp", '[{"path":"tcp","value":"renu"}]'), issue(/reno/));
  const experiment = new Experiment("trabol-tcp-tcp", "[]");
  assert.throws(() => experiment.run("nowhere", 1), issue(/no cell/));
  assert.throws(() => experiment.results("[[{}]]"), issue(/result_id/));
});
