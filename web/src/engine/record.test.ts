// The growing record of a run. The numbers in frames are explained at `FrameData`.
import { describe, expect, test } from "vitest";
import { GrowingRecord } from "./record.ts";
import { frame, opening } from "./testing.ts";

describe("a growing record", () => {
  test("replaces the last bin if it was incomplete", () => {
    const record = new GrowingRecord("r", opening);
    expect(record.series("flow:near", "cwnd")).toBeUndefined();
    record.store(frame(1.5, [0, 0, 1, 2, 0, 1, 1, 1, 2, 2, 2, 1, 0, 1, 2, 0, 10, 15]));
    const cwnd = record.series("flow:near", "cwnd");
    const sent = record.series("flow:near", "sent");
    expect([cwnd?.bins, cwnd?.width, cwnd?.rev]).toEqual([2, 1, 0]);
    record.store(frame(3, [0, 0, 1, 3, 1, 2, 4, 3, 3, 3, 3, 1, 0, 1, 3, 1, 20, 30]));
    expect(record.series("flow:near", "cwnd")).toBe(cwnd);
    expect([...(cwnd?.data ?? []).slice(0, 9)]).toEqual([1, 1, 1, 2, 4, 3, 3, 3, 3]);
    expect([...(sent?.data ?? []).slice(0, 3)]).toEqual([10, 20, 30]);
    expect([record.computedTo, record.version]).toEqual([3, 2]);
  });

  test("allocates an array for the whole run at once", () => {
    const record = new GrowingRecord("r", opening);
    record.store(frame(1, [1, 0, 1, 1, 0, 5]));
    const sent = record.series("flow:near", "sent");
    const array = sent?.data;
    expect(array?.length).toBe(10);
    record.store(frame(10, [1, 0, 1, 10, 1, ...Array.from({ length: 9 }, (_, i) => 6 + i)]));
    expect(sent?.data).toBe(array);
    record.store(frame(11, [1, 0, 1, 11, 10, 99]));
    expect([...(sent?.data ?? [])]).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 99]);
  });

  test("replaces all bins after bins were merged", () => {
    const record = new GrowingRecord("r", opening);
    record.store(frame(4, [1, 0, 1, 4, 0, 1, 2, 3, 4]));
    const sent = record.series("flow:near", "sent");
    record.store(frame(5, [1, 1, 2, 3, 0, 2, 4, 5]));
    expect([sent?.rev, sent?.width, sent?.bins]).toEqual([1, 2, 3]);
    expect([...(sent?.data.subarray(0, 3) ?? [])]).toEqual([2, 4, 5]);
  });

  test("has the values of frames that nobody read at once", () => {
    const record = new GrowingRecord("r", opening);
    const { recorded } = record;
    const bins = Array.from({ length: 40 }, (_, bin) => bin + 1);
    for (const bin of bins) record.store(frame(bin, [1, 0, 1, bin, bin - 1, 10 * bin]));
    const sent = record.series("flow:near", "sent");
    expect([...(sent?.data.subarray(0, 40) ?? [])]).toEqual(bins.map((bin) => 10 * bin));
    expect(recorded).toEqual([]);
    expect(record.recorded.map(({ signal }) => signal)).toEqual(["sent"]);
  });

  test("replaces only event rows that may still change", () => {
    const record = new GrowingRecord("r", opening);
    record.store(frame(1, [], [0, 2, 0, 0.1, 7, 0, 0, 1, 0.5, 1, 0, 0, 1]));
    record.store(frame(2, [], [0, 3, 1, 0.5, 1, 0, 0, 4, 1.5, 5, 0, 12, 1]));
    expect(record.events.rows).toBe(3);
    expect([...record.events.data.subarray(0, 15)]).toEqual([
      0.1, 7, 0, 0, 1, 0.5, 1, 0, 0, 4, 1.5, 5, 0, 12, 1,
    ]);
    expect([record.entityName(1, 0), record.linkEntity(1), record.entityName(10, 0)]).toEqual([
      "flow:near",
      "link:reverse",
      "run",
    ]);
  });
});
