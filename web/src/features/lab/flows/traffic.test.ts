// The results of transfers and media: rows of tables, sentences, effects of a change, and CSV.
import { beforeAll, describe, expect, test } from "vitest";
import { flowSummary, runSummary } from "../../../engine/testRecords.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import type {
  FlowSummary,
  FlowTransfers,
  MediaSummary,
  RunSummary,
  ScenarioDocument,
} from "../../../generated/types.ts";
import { numberOf, readNumber } from "../../../scenario/numbers.ts";
import { effectsOf } from "../numbers/effects.ts";
import { numbersCsv } from "../numbers/Numbers.tsx";
import { mediaRows, trafficInWords, transferRows } from "./traffic.ts";

beforeAll(loadWasm);

const flow = flowSummary;
const summary = (flows: readonly FlowSummary[], transfers: readonly FlowTransfers[] = []): RunSummary =>
  runSummary(flows, [], transfers);

const web: FlowTransfers = {
  id: "web",
  begun: 122,
  refused: 0,
  count: 120,
  payload_bytes: 4_200_000,
  completion_s: { mean: 0.6, min: 0.1, p50: 0.42, p95: 1.8, p99: 3, max: 4.5 },
  acknowledged_s: null,
  slowdown: null,
};
const media: MediaSummary = {
  frames: 1800,
  on_time: 1600,
  late: 100,
  missing: 60,
  given_up: 30,
  rate_bps: 1.2e6,
  changes: 7,
  delay_ms: { min: 60, mean: 90, p50: 80, p95: 190, p99: 210, max: 220 },
  gap_ms: null,
  stalls: 3,
  stalled_s: 0.84,
  freezes: 4,
  frozen_s: 1.9,
  audio: null,
};
const doc: ScenarioDocument = {
  v: 1,
  flows: [{ id: "web", label: "27 servers", count: 3 }, { id: "call" }],
};

describe("results of transfers and media", () => {
  const run = summary([flow("web.0"), flow("web.1"), flow("web.2"), flow("call", { media })], [web]);

  test("the members of an entry share one row with the label of the entry", () => {
    const [row] = transferRows(run, doc);
    expect(row).toMatchObject({ id: "web", label: "27 servers", members: 3 });
    expect(mediaRows(run).map((r) => r.id)).toEqual(["call"]);
    expect(transferRows(summary([flow("a")]), doc)).toEqual([]);
  });

  test("frames in flight count neither as on time nor as late", () => {
    // Of 1800 frames, 1600 + 100 + 60 + 30 = 1790 have an outcome; ten are in flight.
    const share = (of: MediaSummary) => readNumber(numberOf("media", "on_time_share"), { media: of });
    expect(share(media)).toBeCloseTo(1600 / 1790, 12);
    expect(share({ ...media, on_time: 0, late: 0, missing: 0, given_up: 0 })).toBeNull();
  });

  test("sentences contain counts, percentiles and stalls", () => {
    expect(trafficInWords(run, doc).map((s) => s.replace(/\u202f/g, " "))).toEqual([
      "27 servers: 120 of 122 transfers finished, half of them within 420 ms, 95 % within 1.8 s, the longest took 4.5 s.",
      "call: 89.4 % of the frames arrived on time; playback stalled 3 times, for 840 ms in total.",
    ]);
    const poolIsFull = summary([flow("web")], [{ ...web, refused: 9, count: 0, completion_s: null }]);
    expect(trafficInWords(poolIsFull, doc)[0]).toBe(
      "27 servers: 0 of 122 transfers finished; 9 were refused because the pool was full.",
    );
    const neverStalled = summary([flow("call", { media: { ...media, stalls: 0 } })]);
    expect(trafficInWords(neverStalled, doc)[0]).toContain("playback never stalled");
  });

  test("a change that slows transfers down or delays frames is among the effects", () => {
    const slowerWeb = { ...web, completion_s: { min: 0.1, mean: 1, p50: 0.84, p95: 3, p99: 4, max: 5 } };
    const laterMedia = { ...media, on_time: 800, late: 900 };
    const after = summary([flow("web.0"), flow("call", { media: laterMedia })], [slowerWeb]);
    const effects = effectsOf(run, after, doc).map((s) => s.replace(/\u202f/g, " "));
    expect(effects).toContain("web: median completion time 420 \u2192 840 ms");
    expect(effects).toContain("call: frames on time 89.4 \u2192 44.7 %");
    expect(effectsOf(run, run, doc)).toEqual([]);
  });

  test("the CSV file has one row for each metric with a value", () => {
    const text = numbersCsv({ title: "t", link: "https://example.org/#p=x", notes: ["whole run"] }, run, doc);
    const lines = text.split("\r\n");
    expect(lines.slice(0, 3)).toEqual([
      "# t - https://example.org/#p=x",
      "# whole run",
      "table,id,label,number,unit,value",
    ]);
    expect(lines).toContain("transfers,web,27 servers,transfer_p95_s,s,1.8");
    expect(lines).toContain("transfers,web,27 servers,count,,120");
    expect(lines).toContain("media,call,call,stalled_s,s,0.84");
    expect(lines).toContain("media,call,call,delay_p95_ms,ms,190");
    expect(lines).toContain("flow,web.0,web.0,goodput_bps,bit/s,1000000");
    expect(lines.some((line) => /^run.*jain/.test(line) || line.includes("gap_"))).toBe(false);
  });
});
