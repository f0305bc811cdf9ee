// The interface of the WebAssembly package in JavaScript: shapes of values, incremental reading, errors, checkpoints.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { readGenerated, sentencesOf } from "../../scripts/lib/generatedJson.mjs";
import init, { check, compareAll, maxMinRates, open } from "../pkg/fairshare_wasm.js";

const sentences = sentencesOf(readGenerated("catalogue.json"));

const text = JSON.stringify({
  v: 1,
  duration: 10,
  network: { kind: "dumbbell", forward: { queue: { kind: "drop_tail", limit: { packets: 20 } } } },
  flows: [{ id: "near" }, { id: "far", access: { sender: 0.02 } }],
});

before(async () => {
  await init({
    module_or_path: readFileSync(new URL("../pkg/fairshare_wasm_bg.wasm", import.meta.url)),
  });
});

/** Runs the scenario to its end and returns the simulation. */
function finishedRun(recording = {}) {
  const sim = open(text, recording).simulation;
  const [now, events = 0, state] = sim.stepUntil(10, 1e9);
  assert.deepEqual([now, state], [10, 1]);
  assert.ok(events > 10_000);
  return sim;
}

/**
 * An entry of the directory of series.
 * @typedef {{ key: number, entity: string, signal: string, kind: "counter" | "gauge" }} SeriesEntry
 */

/**
 * Splits the result of `readNew` into its blocks, as the page does.
 * @param {Float64Array} values
 * @param {SeriesEntry[]} directory
 */
function blocks(values, directory) {
  const found = [];
  for (let at = 0; at < values.length; ) {
    const [key = 0, rev, width, bins = 0, first = 0] = values.subarray(at, at + 5);
    const length = (bins - first) * (directory[key]?.kind === "gauge" ? 3 : 1);
    found.push({ key, rev, width, bins, first, values: [...values.slice(at + 5, at + 5 + length)] });
    at += 5 + length;
  }
  return found;
}

test("the result of checking a document is an object", () => {
  const verdict = check(text);
  assert.deepEqual([verdict.ok, verdict.derived.flows.length], [true, 2]);
  const refused = check('{"v":1,"sede":3}');
  assert.deepEqual([refused.ok, refused.canonical, refused.issues[0].path], [false, null, "sede"]);
});

test("an invalid document is refused with its issues, and other invalid arguments throw an Error with issues", () => {
  /** @param {() => unknown} make @returns {{ path: string, message: string }[]} */
  const issues = (make) => {
    try {
      make();
    } catch (error) {
      assert.ok(error instanceof Error);
      return JSON.parse(error.message).issues;
    }
    return assert.fail("nothing was thrown");
  };
  const refused = open('{"v":1,"seed":-1}', {});
  assert.deepEqual([refused.ok, refused.issues[0].path, refused.simulation], [false, "seed", undefined]);
  assert.match(open("{", {}).issues[0].message, /./);
  assert.match(issues(() => open(text, { bins: 3 }))[0]?.message ?? "", /bins/);
  assert.match(issues(() => open(text, "no"))[0]?.message ?? "", /./);
  const sim = open(text, {}).simulation;
  assert.match(issues(() => sim.decisions("nobody"))[0]?.message ?? "", /nobody/);
});

test("slicing, recording and reading during a run do not change the result ID", () => {
  const plain = finishedRun();
  const sliced = open(text, undefined).simulation;
  while (sliced.stepUntil(10, 777)[2] === 0) sliced.stepUntil(Math.min(10, sliced.now + 0.01), 10);
  const watched = open(text, { bins: 128, decisions: true }).simulation;
  watched.keepCheckpoints(0.3);
  while (watched.stepUntil(10, 5000)[2] === 0) watched.readNew();
  assert.match(plain.resultId(), /^[0-9a-f]{16}$/);
  assert.equal(sliced.resultId(), plain.resultId());
  assert.equal(watched.resultId(), plain.resultId());
  assert.equal(plain.failure(), null);
  assert.equal(plain.summary().result_id, plain.resultId());
});

test("series and events that are read during a run equal those that are read at its end", () => {
  const opened = open(text, {});
  const sim = opened.simulation;
  /** @type {SeriesEntry[]} */
  const directory = opened.directory;
  /** @type {Map<number, ReturnType<typeof blocks>[number]>} */
  const series = new Map();
  /** @type {number[]} */
  let events = [];
  for (let state = 0; state === 0; ) {
    [, , state = 1] = sim.stepUntil(10, 3000);
    for (const block of blocks(sim.readNew(), directory)) {
      const old = series.get(block.key);
      const columns = directory[block.key]?.kind === "gauge" ? 3 : 1;
      const kept = old && old.rev === block.rev ? old.values.slice(0, block.first * columns) : [];
      assert.equal(kept.length, block.first * columns);
      series.set(block.key, { ...block, values: [...kept, ...block.values] });
    }
    const [, rows = 0, first = 0, ...fresh] = sim.eventsNew();
    events = [...events.slice(0, first * 5), ...fresh];
    assert.equal(events.length, rows * 5);
  }
  const readAtEnd = finishedRun();
  assert.deepEqual(events, [...readAtEnd.eventsNew()].slice(3));
  const atEnd = new Map(blocks(readAtEnd.readNew(), directory).map((block) => [block.key, block]));
  assert.ok(atEnd.size > 10);
  assert.deepEqual([...series.keys()].sort(), [...atEnd.keys()].sort());
  for (const { key, kind } of directory) {
    const [during, end] = [series.get(key), atEnd.get(key)];
    if (!during || !end) {
      // A gauge without any value is omitted.
      assert.equal(kind, "gauge", `series ${key}`);
      continue;
    }
    assert.equal(end.first, 0);
    assert.deepEqual(
      [during.rev, during.width, during.bins, during.values],
      [end.rev, end.width, end.bins, end.values],
    );
    assert.equal(end.rev, 0, "bins were merged although the length of the run was known");
  }
  const sent = directory.find(({ entity, signal }) => entity === "flow:near" && signal === "sent");
  const summary = sim.summary();
  assert.ok(sent);
  assert.equal(atEnd.get(sent.key)?.values.at(-1), summary.flows[0].sent);
});

test("the entity indices of events are positions among the flows and links", () => {
  const { flows, links, simulation: sim } = open(text, {});
  sim.stepUntil(10, 1e9);
  assert.deepEqual(
    [[...flows].sort(), links],
    [
      ["far", "near"],
      ["forward", "reverse"],
    ],
  );
  const events = sim.eventsNew();
  /** @type {Map<string, number>} */
  const lost = new Map();
  for (let i = 3; i < events.length; i += 5) {
    const [, code, flow = -1, link = -1, packets = 0] = events.subarray(i, i + 5);
    // Code 1 is a drop.
    if (code !== 1) continue;
    lost.set(flows[flow], (lost.get(flows[flow]) ?? 0) + packets);
    assert.equal(links[link], "forward");
  }
  for (const flow of sim.summary().flows) assert.equal(lost.get(flow.id) ?? 0, flow.lost);
});

test("decisions are recorded by running again, without earlier recording", () => {
  const sim = open(text, undefined).simulation;
  sim.keepCheckpoints(1);
  sim.stepUntil(10, 1e9);
  const id = sim.resultId();
  const repeated = sim.near(2);
  assert.ok(repeated.now <= 2);
  repeated.stepUntil(2 - 1e-9, 1e9);
  repeated.recordDecisions();
  repeated.stepUntil(9, 1e9);
  const decisions = repeated.decisions("near");
  assert.ok(decisions.length > 0);
  for (const { t, by, kind, values } of decisions) {
    assert.ok(t >= 2 && t <= 9);
    const sentence = sentences[by]?.[kind];
    assert.ok(sentence);
    assert.equal(values.length, sentence.inputs.length);
    for (const value of values) assert.ok(Number.isFinite(value));
  }
  assert.equal(sim.resultId(), id);
  repeated.stepUntil(10, 1e9);
  assert.equal(repeated.resultId(), id);
});

test("the memory of finished runs is reused", async () => {
  const { memory } = await init();
  /** @param {number} runs */
  const sizeAfter = (runs) => {
    for (let run = 0; run < runs; run++) {
      const sim = finishedRun();
      sim.keepCheckpoints(1);
      sim.readNew();
      sim.free();
    }
    return memory.buffer.byteLength;
  };
  const sizeAfterFirstRuns = sizeAfter(5);
  assert.equal(sizeAfter(20), sizeAfterFirstRuns);
});

test("fair rates and paired comparisons are available without a simulation", () => {
  const [links, lengths] = [Uint32Array.of(0, 1, 0, 1, 1), Uint32Array.of(2, 1, 1, 1)];
  const rates = maxMinRates(Float64Array.of(3, 9), links, new Float64Array(5).fill(1), lengths);
  assert.deepEqual([...rates], [1.5, 1.5, 3.75, 3.75]);
  const numbers = Float64Array.of(1, 2, 3, 4);
  const [{ verdict, difference }] = compareAll(numbers.slice(0, 3), numbers.slice(1), Uint32Array.of(3, 3));
  assert.deepEqual([verdict, difference.mean], ["differ", 1]);
});

test("the rates of links over a run follow the timeline", () => {
  const timeline = [{ at: 4, set: "network.forward.rate", to: 2e6 }];
  const [forward, reverse] = open(JSON.stringify({ ...JSON.parse(text), timeline }), undefined).rates;
  assert.deepEqual(forward, {
    link: "forward",
    steps: [
      [0, 1e7],
      [4, 2e6],
    ],
  });
  assert.equal(reverse.link, "reverse");
});
