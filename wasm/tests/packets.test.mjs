// Stretches of a run with every packet (wasm/laboratory/src/packets.rs).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/**
 * @typedef {{ advance: (events: number, rows: number) => boolean, reached: () => number, rows: () => Float64Array, free: () => void }} WasmStretch
 * @typedef {object} WasmPacketRuns
 * @property {() => string} ids
 * @property {(until: number, events: number) => boolean} advance
 * @property {(flow: string | undefined, link: string | undefined, from: number, to: number) => WasmStretch} record
 */
/**
 * @typedef {object} PacketsScript
 * @property {(options: { module_or_path: BufferSource }) => Promise<unknown>} default
 * @property {() => string} packetRows
 * @property {new (document: string) => WasmPacketRuns} PacketRuns
 */

/** @type {PacketsScript} */
const {
  default: init,
  packetRows,
  PacketRuns,
} = await import(new URL("../laboratory/pkg/fairshare_laboratory_wasm.js", import.meta.url).href);
const binary = readFileSync(new URL("../laboratory/pkg/fairshare_laboratory_wasm_bg.wasm", import.meta.url));
await init({ module_or_path: binary });

const document = JSON.stringify({
  v: 1,
  duration: 60,
  network: { kind: "dumbbell", forward: { rate: 1e7, delay: 0.02 } },
  flows: [{ id: "web", count: 20 }],
});
const SECOND = 1e9;

test("a stretch has rows in order of time, which name flows and links by position", () => {
  const { columns, kinds } = JSON.parse(packetRows());
  const runs = new PacketRuns(document);
  const { flows, links } = JSON.parse(runs.ids());
  assert.deepEqual([flows.length, flows[3], links], [20, "web.3", ["forward", "reverse"]]);
  const stretch = runs.record("web.3", undefined, 5 * SECOND, 7 * SECOND);
  while (!stretch.advance(1000, 1e6));
  assert.equal(stretch.reached(), 7 * SECOND);
  const values = stretch.rows();
  const rows = Array.from({ length: values.length / columns.length }, (_, i) =>
    values.subarray(i * columns.length, (i + 1) * columns.length),
  );
  /** @param {Float64Array} row @param {string} name */
  const valueIn = (row, name) => row[columns.indexOf(name)] ?? Number.NaN;
  assert.ok(rows.length > 50);
  assert.ok(rows.every((row) => valueIn(row, "at") >= 5 * SECOND && valueIn(row, "at") <= 7 * SECOND));
  assert.ok(rows.every((row, i) => i === 0 || valueIn(row, "at") >= valueIn(rows[i - 1] ?? row, "at")));
  assert.ok(rows.every((row) => valueIn(row, "flow") === 3));
  const found = new Set(rows.map((row) => kinds[valueIn(row, "kind")]));
  for (const kind of ["sent", "delivered", "window"]) assert.ok(found.has(kind), kind);
  assert.throws(() => runs.record("nobody", undefined, 0, 1), /There is no flow/);
});

test("two seconds near the end of a one-minute run with 20 flows are recorded in under 300 ms", () => {
  const runs = new PacketRuns(document);
  while (!runs.advance(60 * SECOND, 1e6));
  const times = [53.5, 54, 55].map((from) => {
    const start = performance.now();
    const stretch = runs.record(undefined, "forward", from * SECOND, (from + 2) * SECOND);
    while (!stretch.advance(1e5, 1e6));
    assert.ok(stretch.rows().length > 10_000);
    return performance.now() - start;
  });
  assert.ok(Math.min(...times) < 300, `${times}`);
});
