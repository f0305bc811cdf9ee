// The rows and the CSV of the results within declared windows.
import { expect, test } from "vitest";
import { flowSummary, runSummary } from "../../../engine/testRecords.ts";
import { numbersCsv } from "./Numbers.tsx";
import { windowRows } from "./numbersColumns.ts";

const results = (id: string, goodput_bps: number) => ({
  id,
  goodput_bps,
  throughput_bps: 2 * goodput_bps,
  sent: 7,
  lost: 1,
});
const summary = runSummary([flowSummary("a", { label: "Near" }), flowSummary("b")], [], [], {
  windows: {
    early: { from: 2, to: 5, flows: [results("a", 1e6), results("b", 3e6)] },
    // The summary ends at 5 s, before this window begins: `to` is the end of the summary.
    late: { from: 9, to: 5, flows: [results("a", 0), results("b", 0)] },
  },
});

test("each flow has a row in each window, with results as soon as the window has begun", () => {
  expect(windowRows(summary)).toMatchObject([
    { window: "early", from: 2, to: 5, label: "Near", flow: { goodput_bps: 1e6 } },
    { window: "early", label: "b", flow: { goodput_bps: 3e6 } },
    { window: "late", from: 9, label: "Near", flow: null },
    { window: "late", label: "b", flow: null },
  ]);
});

test("the file contains the results of windows that have begun, with their units", () => {
  const lines = numbersCsv({ title: "t", link: "", notes: [] }, summary, { v: 1 }).split("\r\n");
  expect(lines).toContain("window:early,a,Near,goodput_bps,bit/s,1000000");
  expect(lines).toContain("window:early,b,b,lost,packets,1");
  expect(lines.filter((line) => line.startsWith("window:late"))).toEqual([]);
});
