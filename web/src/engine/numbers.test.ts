// The numbers of records, which the WebAssembly reads in place. sim-core/measures has the tests of the
// arithmetic.
import { beforeAll, expect, test } from "vitest";
import {
  flowNumbers,
  fulfils,
  jain,
  linkNumbers,
  type Measure,
  measureOf,
  utilisation,
  windowStats,
} from "./numbers.ts";
import { derivedFlow, derivedLink, derivedOf, runRecord } from "./testRecords.ts";
import { loadWasm } from "./testWasm.ts";
import type { RunRecord, Series } from "./types.ts";

beforeAll(loadWasm);

const series = (signal: string, kind: "counter" | "gauge", data: readonly number[]): Series => ({
  info: { key: 0, entity: "flow:a", signal, kind, unit: "", label: signal },
  rev: 0,
  width: 1,
  bins: kind === "counter" ? data.length : data.length / 3,
  // The array of a record may be longer than its values.
  data: Float64Array.from([...data, 1e9, 1e9, 1e9]),
});

const delivered = series("delivered", "counter", [1000, 2000, 2000, 6000]);
const rtt = series("rtt", "gauge", [1, 4, 4, 2, 9, 2, Number.NaN, Number.NaN, Number.NaN, 3, 5, 5]);

const drops = series("drops", "counter", [0, 1, 1, 4]);
const queue = series("queue", "gauge", [0, 9, 1, 0, 9, 2, 0, 9, 3, 0, 9, 7]);
const recorded: Readonly<Record<string, readonly Series[]>> = {
  "flow:a": [delivered, rtt],
  "link:forward": [drops, queue],
};

const record: RunRecord = runRecord({
  document: { v: 1, flows: [{ id: "a" }], warmup: 1 },
  derived: derivedOf([derivedFlow("a")], [derivedLink("forward", 16_000)]),
  duration: 10,
  computedTo: 4,
  directory: [delivered.info, rtt.info],
  series: (entity, signal) => recorded[entity]?.find(({ info }) => info.signal === signal),
  // Two timeouts of a flow at 2 s.
  events: { rows: 1, data: Float64Array.of(2, 4, 0, 0, 2, 9, 9, 9, 9, 9) },
  entityName: (_code, index) => (index === 0 ? "flow:a" : "run"),
});

test("statistics of a window state whether their mean is exact", () => {
  expect(windowStats(delivered, 4, 0, 4)).toEqual({
    from: 0,
    to: 4,
    mean: 1500,
    min: 0,
    max: 4000,
    p95: 4000,
    total: 6000,
    exact: true,
  });
  expect(windowStats(rtt, 4, 0, 4)).toMatchObject({
    min: 1,
    max: 9,
    p95: 5,
    total: Number.NaN,
    exact: false,
  });
});

test("the numbers of flows and links have their names", () => {
  const facts = { active: 2, fairBits: 80_000, routeBits: 160_000 };
  const [a, b] = flowNumbers(
    record,
    [
      { entity: "flow:a", ...facts },
      { entity: "flow:b", ...facts },
    ],
    1,
    4,
  );
  expect(a).toEqual({ goodput: 20_000, share: 0.5, linkShare: 0.25 });
  expect(b).toEqual({ goodput: 0, share: 0, linkShare: 0 });
  expect(linkNumbers(record, ["a", "forward"], 4, 2)).toEqual([
    { queue: Number.NaN, drops: Number.NaN },
    { queue: 7, drops: 3 },
  ]);
  expect(utilisation(record, "forward", 16_000, 1, 4)).toBeNaN();
});

test("measures read series, events, links and the summary of a record", () => {
  const of = (measure: object): number => measureOf(record, null, measure as Measure);
  expect(of({ kind: "goodput", flow: "a" })).toBeCloseTo((5000 * 8) / 3, 9);
  expect(of({ kind: "total", prefix: "" })).toBeCloseTo((5000 * 8) / 3, 9);
  expect(of({ kind: "events", event: "timeout", flow: "a" })).toBe(2);
  expect(of({ kind: "events", event: "timeout", flow: "b" })).toBe(0);
  expect(of({ kind: "link", property: "rate" })).toBe(16_000);
  expect(of({ kind: "summary", flow: "a", field: "sent" })).toBeNaN();
  expect(of({ kind: "beauty" })).toBeNaN();
  const goodput: Measure = { kind: "goodput", flow: "a" };
  expect([13_000, 14_000].map((above) => fulfils(record, null, { of: goodput, above }))).toEqual([
    true,
    false,
  ]);
});

test("Jain's index", () => {
  expect(jain([5, 5])).toBe(1);
  // (1 + 3)^2 / (2 * (1 + 9)) = 16 / 20
  expect(jain(Float64Array.of(1, 3))).toBeCloseTo(0.8, 12);
  expect(jain([0, 0])).toBeNaN();
});
