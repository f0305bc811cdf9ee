// Programs in the WebAssembly: it computes what the native simulator computes, also in slices and from checkpoints.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { readGenerated } from "../../scripts/lib/generatedJson.mjs";
import { nativeResultIds } from "../../scripts/lib/parity.mjs";
import init, { compileProgram, open as openRun } from "../pkg/fairshare_wasm.js";

const { examples } = readGenerated("language.json");
const goldens = new URL("../../sim-core/simulation/tests/golden/documents.json", import.meta.url);
const golden = JSON.parse(readFileSync(goldens, "utf8"))["own-programs"];

/** A document in which each example competes with CUBIC. @type {{ name: string, text: string }[]} */
const documents = [
  { name: "golden own-programs", text: JSON.stringify(golden) },
  ...examples.map((/** @type {{ id: string, source: string }} */ { id, source }) => ({
    name: `example ${id}`,
    text: JSON.stringify({
      v: 1,
      duration: 20,
      flows: [
        { id: "mine", algorithm: "own", params: { code: source } },
        { id: "cubic", algorithm: "cubic" },
      ],
      timeline: [{ at: 8, set: "network.forward.rate", to: 4e6 }],
    }),
  })),
];

before(async () => {
  await init({
    module_or_path: readFileSync(new URL("../pkg/fairshare_wasm_bg.wasm", import.meta.url)),
  });
});

/** @param {string} text */
const open = (text) => openRun(text, undefined).simulation;

test("result IDs of documents with programs equal the native ones, in one piece and in slices", async () => {
  const expected = await nativeResultIds(documents);
  assert.equal(new Set(expected).size, documents.length);
  for (const [index, { name, text }] of documents.entries()) {
    for (const events of [1e6, 777]) {
      const sim = open(text);
      while (sim.stepUntil(sim.duration, events)[2] === 0);
      assert.equal(sim.failure(), null);
      assert.equal(sim.resultId(), expected[index], `${name} in slices of ${events} events`);
      sim.free();
    }
  }
});

test("a copy of a run with a program continues to the same result", () => {
  const sim = open(documents[4]?.text ?? "");
  sim.keepCheckpoints(1);
  sim.stepUntil(sim.duration, 1e9);
  const copy = sim.near(9.5);
  assert.ok(copy.now > 0 && copy.now <= 9.5);
  copy.stepUntil(copy.duration, 1e9);
  assert.equal(copy.resultId(), sim.resultId());
});

test("a program that cannot continue stops the run at a line and a column", () => {
  const code = "on_round {\n  cwnd = 1 / (round_rtt - round_rtt)\n}";
  const sim = open(JSON.stringify({ v: 1, flows: [{ id: "mine", algorithm: "own", params: { code } }] }));
  assert.equal(sim.stepUntil(sim.duration, 1e9)[2], 2);
  const { entity, code: place, message } = sim.failure();
  assert.deepEqual([entity, place.line, place.column > 9], ["mine", 2, true]);
  assert.match(message, /divided by 0/);
});

test("what a program says is a decision with its sentence", () => {
  const code = 'on_congestion { say("From {cwnd} <b>packets</b>") }\non_ack { cwnd += 1 }';
  const sim = open(
    JSON.stringify({ v: 1, duration: 10, flows: [{ id: "mine", algorithm: "own", params: { code } }] }),
  );
  sim.recordDecisions();
  sim.stepUntil(10, 1e9);
  const said = sim.decisions("mine").filter((/** @type {any} */ decision) => decision.said);
  assert.match(said[0].said, /^From [\d.]+ <b>packets<\/b>$/);
});

const HOSTILE = {
  "an endless loop": "on_ack { while true { } }",
  "deep recursion": "fn f(x) { return f(x) }\non_ack { cwnd = f(1) }",
  "a huge array": "var a[99999999] = 0",
  "a huge text": `on_ack { say("${"x".repeat(10_000)}") }`,
  "deep brackets": `on_ack { cwnd = ${"(".repeat(20_000)}1${")".repeat(20_000)} }`,
  "ten megabytes of code": `on_ack { cwnd = 1 }\n${"# comment\n".repeat(1_000_000)}`,
  "the name __proto__": "on_ack { __proto__ = 1 }",
  "the name constructor": "on_ack { cwnd = constructor }",
  "invisible characters": "on_ack { cw\u200bnd = 1 }",
  "a direction override": "on_ack { cwnd = 1 \u202e }",
  "letters that look alike": "on_ack { \u0441wnd = 1 }",
  "a lone surrogate": "on_ack { cwnd = \ud800 }",
  "a zero byte": "on_ack { cwnd = 1\0 }",
};

for (const [name, text] of Object.entries(HOSTILE))
  test(`the compiler or the run names a line and a column: ${name}`, () => {
    const { faults } = compileProgram(text);
    if (faults.length === 0) {
      const sim = open(
        JSON.stringify({ v: 1, flows: [{ id: "a", algorithm: "own", params: { code: text } }] }),
      );
      assert.equal(sim.stepUntil(sim.duration, 1e9)[2], 2, "the run stops");
      faults.push(sim.failure().code);
    }
    for (const { line, column, message } of faults) {
      assert.ok(line >= 1 && column >= 1);
      assert.ok(message.length > 10 && message.length < 1000, message);
    }
    // The compiler still works.
    assert.deepEqual(compileProgram("on_ack { cwnd += 1 }").faults, []);
  });

test("names of JavaScript objects are settings and signals like others", () => {
  const text =
    "setting constructor = 1 in 0..2\nsignal toString = cwnd\nsetting hasOwnProperty = true\non_ack { }";
  const { faults, settings, signals } = compileProgram(text);
  assert.deepEqual([faults, signals], [[], ["toString"]]);
  assert.deepEqual(
    settings.map((/** @type {any} */ { name }) => name),
    ["constructor", "hasOwnProperty"],
  );
});
