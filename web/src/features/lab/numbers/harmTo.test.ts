// The harm to a flow: by hand, and for a call next to a download.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { findExample } from "../../../examples/firstExample.ts";
import "../../../examples/examples.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { aloneIn, harmOf, harmTo } from "./harmTo.ts";

beforeAll(loadWasm);

test("harm is the lost share of the better value", () => {
  expect(harmOf({ better: "more" }, 4e6, 1e6)).toBe(0.75);
  expect(harmOf({ better: "less" }, 10, 40)).toBe(0.75);
  // Others can help.
  expect(harmOf({ better: "more" }, 2, 3)).toBe(-0.5);
  expect(harmOf({ better: "neither" }, 1, 2)).toBeNull();
  expect(harmOf({ better: "more" }, 0, 1)).toBeNull();
});

test("the others never start, and entries about the flow itself stay", () => {
  const doc = {
    flows: [{ id: "a" }, { id: "b" }],
    timeline: [
      { at: 5, set: "flows.b.active", to: true },
      { at: 6, set: "flows.a.active", to: false },
    ],
  } as unknown as ScenarioDocument;
  expect(aloneIn(doc, "a").timeline).toEqual([
    { at: 0, set: "flows.b.active", to: false },
    { at: 6, set: "flows.a.active", to: false },
  ]);
});

test("a download at a drop-tail queue harms a call", () => {
  const doc = findExample("call-download")?.doc as ScenarioDocument;
  const rows = harmTo("call", computeRun(aloneIn(doc, "call")).summary, computeRun(doc).summary);
  const harm = (id: string): number | undefined => rows.find(({ number }) => number.id === id)?.harm;
  expect(harm("on_time_share")).toBeGreaterThan(0.7);
  expect(harm("goodput_bps")).toBeGreaterThan(0.5);
  expect(harm("frozen_s")).toBe(1);
});
