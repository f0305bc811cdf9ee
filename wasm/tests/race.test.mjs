// The race in the WebAssembly gives the stored results, and a contest is ranked.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** @param {string} path */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));

/**
 * A racer of wasm/laboratory/src/features/race.rs.
 * @typedef {{ runs(): number, run(run: number): string, document(network: string): string, handIn(name: string, assignment: string, results: string): string }} WasmRacer
 */

/**
 * The functions of wasm/laboratory/src/features/race.rs.
 * @typedef {object} Script
 * @property {(options: { module_or_path: BufferSource }) => Promise<unknown>} default
 * @property {{ new (algorithm: string | undefined, code: string): WasmRacer, special(text: string): WasmRacer }} Racer
 * @property {new (text: string) => { race(file: string, text: string): string }} Contest
 * @property {(name: string, results: string) => string} raceCard
 * @property {(entries: string) => string} rankEntries
 * @property {(entries: string) => string} rankingCsv
 */
/** @type {Script} */
const {
  default: init,
  Contest,
  Racer,
  raceCard,
  rankEntries,
  rankingCsv,
} = await import(new URL("../laboratory/pkg/fairshare_laboratory_wasm.js", import.meta.url).href);
await init({ module_or_path: read("wasm/laboratory/pkg/fairshare_laboratory_wasm_bg.wasm") });
const stored = JSON.parse(read("docs/validation/race.json").toString());
const aimd = read("sim-core/script/examples/aimd.fair").toString();

test("a built-in algorithm has the stored result IDs", () => {
  const racer = new Racer("newreno", "");
  assert.equal(racer.runs(), 30);
  const card = stored.algorithms.find((/** @type {{ name: string }} */ { name }) => name === "newreno");
  for (const run of [0, 13, 29]) {
    const result = JSON.parse(racer.run(run));
    const network = card.networks[Math.floor(run / 3)];
    assert.equal(result.network, network.network);
    assert.equal(result.result_id, network.result_ids[run % 3]);
  }
});

test("a program is raced, and its hand-in states the results", () => {
  const racer = new Racer(undefined, aimd);
  const results = `[${[0, 1, 2].map((run) => racer.run(run)).join(",")}]`;
  const card = JSON.parse(raceCard("mine", results));
  assert.equal(card.networks[0].result_ids.length, 3);
  assert.ok(card.networks[0].score > 50);
  const handIn = JSON.parse(racer.handIn("eva", "spring", results));
  assert.deepEqual(handIn.stated.result_ids.shallow, card.networks[0].result_ids);
  assert.equal(handIn.code, aimd);
  assert.equal(JSON.parse(racer.document("cubic")).flows[0].params.code, aimd);
});

test("a drive has one run, and its hand-in has the moves", () => {
  const drive = { network: "deep", window: 10, moves: [[5, 83]] };
  const racer = Racer.special(JSON.stringify(drive));
  assert.equal(racer.runs(), 1);
  const results = `[${racer.run(0)}]`;
  const card = JSON.parse(raceCard("mine", results));
  assert.deepEqual(
    card.networks.map((/** @type {{ network: string }} */ { network }) => network),
    ["deep"],
  );
  assert.ok(card.score > 50, `${card.score}`);
  const handIn = JSON.parse(racer.handIn("dora", "spring", results));
  assert.deepEqual(handIn.drive, drive);
  assert.throws(() => Racer.special(JSON.stringify({ ...drive, network: "many" })), /no network/);
});

test("a mistake in a program is an issue with line and column", () => {
  assert.throws(() => new Racer(undefined, "on_ack { cwnd += ackd }"), /Line 1, column 18/);
  assert.throws(() => new Racer("udp", ""), /no algorithm udp/);
  assert.throws(() => new Contest("{}"), /not an assignment/);
});

test("programs that cannot run have no place", () => {
  const contest = new Contest(
    JSON.stringify({
      ...{ fairshare: "assignment", v: 1, kind: "race", id: "one", title: "One" },
      key: { secret: "twelve or more" },
    }),
  );
  const entries = `[${contest.race("=a.fair", "on_ack { cwnd += ackd }")}]`;
  assert.equal(JSON.parse(rankEntries(entries))[0].place, null);
  assert.match(rankingCsv(entries), /\r\n,'=a,'=a\.fair,/);
});
