// The effects of a change on the results.
import { beforeAll, expect, test } from "vitest";
import { flowSummary, linkSummary, runSummary } from "../../../engine/testRecords.ts";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { membersOf } from "../flows/members.ts";
import { readAt } from "../flows/readout.ts";
import type { Run } from "../state/labStore.ts";
import { effectText, resultFrom } from "./effects.ts";

beforeAll(loadWasm);

/** A document without groups. */
const NONE: ScenarioDocument = { v: 1 };

const outcome = (resultId: string, goodput: number) => ({
  resultId,
  summary: runSummary([flowSummary("near", { goodput_bps: goodput })], [], []),
});

test("results are called the same only if their IDs are equal", () => {
  expect(effectText(outcome("1", 4e6), outcome("1", 4e6), NONE)).toBe("the results are the same");
  expect(effectText(outcome("1", 4e6), outcome("2", 4e6), NONE)).not.toMatch(/same|no change/);
  expect(effectText(outcome("1", 4e6), outcome("2", 4.001e6), NONE)).toContain("within 0.5");
  expect(effectText(outcome("1", 4e6), outcome("2", 5e6), NONE)).toBe(
    "whole run, one seed: near 4 \u2192 5\u202fMb/s",
  );
  expect(effectText(outcome("1", 4e6), null, NONE)).toBe("\u2026");
});

test("a run whose packets are the same has other results if other times are measured", () => {
  expect(effectText(outcome("1", 9.11e6), outcome("1", 9.73e6), NONE).replace(/\u202f/g, " ")).toBe(
    "the packets are the same, but other times are measured: near 9.11 \u2192 9.73 Mb/s",
  );
  const renamed = { resultId: "1", summary: runSummary([flowSummary("near", { label: "Near" })], [], []) };
  const named = { resultId: "1", summary: runSummary([flowSummary("near", {})], [], []) };
  expect(effectText(named, renamed, NONE)).toBe("the results are the same");
});

test("if few flows changed, all of them are named", () => {
  const result = (resultId: string, goodputs: readonly number[], utilisation: number, wait: number) => ({
    resultId,
    summary: runSummary(
      goodputs.map((goodput_bps, i) => flowSummary(`f${i}`, { goodput_bps })),
      [
        linkSummary("forward", {
          utilisation,
          queue_delay_ms: { mean: wait, p50: wait, p95: wait, p99: wait, max: wait },
        }),
      ],
      [],
    ),
  });
  const effects = (count: number): string =>
    effectText(
      result("1", Array(count).fill(4e6), 0.5, 10),
      result("2", Array(count).fill(4.1e6), 0.9, 60),
      NONE,
    );
  expect(effects(3)).toMatch(/queueing delay.*utilisation.*f0.*f1.*f2/);
  expect(effects(4)).toMatch(/^whole run, one seed: mean queueing delay.*utilisation[^;]*; f0[^;]*$/);
});

test("in a network of several links, the effects on the link that changed most are stated with its name", () => {
  const result = (resultId: string, waits: readonly number[]) => ({
    resultId,
    summary: runSummary(
      [],
      waits.map((wait, i) =>
        linkSummary(`${"abc"[i]}.forward`, {
          queue_delay_ms: { mean: wait, p50: wait, p95: wait, p99: wait, max: wait },
        }),
      ),
      [],
    ),
  });
  const text = effectText(result("1", [31, 20, 5]), result("2", [31, 45, 4]), NONE);
  expect(text.replace(/\u202f/g, " ")).toBe("whole run, one seed: mean queueing delay (b) 20 \u2192 45 ms");
});

test("the flows of a group are stated as a group", () => {
  const result = (resultId: string, goodputs: readonly number[]) => ({
    resultId,
    summary: runSummary(
      goodputs.map((goodput_bps, i) =>
        flowSummary(goodputs.length > 1 ? `web.${i}` : "web", { goodput_bps }),
      ),
      [],
      [],
    ),
  });
  const web: ScenarioDocument = { v: 1, flows: [{ id: "web", count: 4 }] };
  const text = (before: readonly number[]): string =>
    effectText(result("1", before), result("2", [1e6, 2e6, 3e6, 2e6]), web).replace(/\u202f/g, " ");
  expect(text([1e6, 1e6, 1e6, 1e6])).toMatch(/web \(4 flows\): goodput per flow 1 \u2192 2 Mb\/s/);
  expect(text([1e6, 1e6, 1e6, 1e6])).toMatch(/web \(4 flows\): total goodput 4 \u2192 8 Mb\/s/);
  expect(text([1e6, 1e6, 1e6, 1e6])).toMatch(
    /web \(4 flows\): Jain's index within the group 1.000 \u2192 0.889/,
  );
  expect(text([1e6, 1e6, 1e6, 1e6])).not.toMatch(/web\.\d/);
  expect(text([8e6])).toMatch(/goodput per flow 8 \u2192 2 Mb\/s/);
});

test("the effect of a change from a time on covers the same part as the numbers next to the charts", () => {
  const runOf = (doc: ScenarioDocument): Run => {
    const record = computeRun(doc);
    const outcome = { resultId: JSON.stringify(doc), summary: record.summary, packetHops: 0, wallMs: 1 };
    return { id: "run", handle: null, doc, engineVersion: "", record, outcome };
  };
  const before = runOf(FIRST_EXAMPLE.doc);
  const timeline = [{ at: 15, set: "network.forward.rate", to: 5e6 }];
  const after = runOf({ ...FIRST_EXAMPLE.doc, timeline });
  const text = effectText(resultFrom(before, 15), resultFrom(after, 15), after.doc);
  expect(text).toMatch(/^15\u202fs to 30\u202fs, one seed: /);
  const { flows } = readAt(after.record, membersOf(after.record), 30, 1, 15);
  for (const { member, goodput } of flows) {
    const [, value, prefix] =
      new RegExp(`${member.label} .*?\u2192 ([\\d.]+)\u202f([kM])b/s`).exec(text) ?? [];
    expect((Number(value) * (prefix === "M" ? 1e6 : 1e3)) / goodput, text).toBeCloseTo(1, 2);
  }
  // Until the change, both runs are the same.
  expect(effectText(resultFrom(before, 0), resultFrom(before, 0), before.doc)).toBe(
    "the results are the same",
  );
});

test("with data in both directions, the wait in each queue is stated with its direction", () => {
  const wait = (mean: number) => ({ mean, p50: mean, p95: mean, p99: mean, max: mean });
  const result = (resultId: string, back: boolean, waits: readonly [number, number]) => ({
    resultId,
    summary: runSummary(
      [
        ...["download", "call", "game", "web"].map((id, i) =>
          flowSummary(id, { goodput_bps: (back ? 1 : 2) * (i + 1) * 1e6 }),
        ),
        ...(back ? [flowSummary("upload", { role: "reverse", goodput_bps: 9e6 })] : []),
      ],
      [
        linkSummary("forward", { utilisation: back ? 0.4 : 0.998, queue_delay_ms: wait(waits[0]) }),
        linkSummary("reverse", { utilisation: back ? 0.98 : 0.02, queue_delay_ms: wait(waits[1]) }),
      ],
      [],
    ),
  });
  const text = (a: ReturnType<typeof result>, b: ReturnType<typeof result>): string =>
    effectText(a, b, NONE).replace(/\u202f/g, " ");
  const [alone, both] = [result("1", false, [31, 2e-6]), result("2", true, [9.5, 243])];
  for (const words of [
    "mean queueing delay (forward path) 31 \u2192 9.5 ms",
    "mean queueing delay (reverse path, for feedback) 0 \u2192 243 ms",
  ])
    expect(text(alone, both)).toContain(words);
  expect(text(both, alone)).toContain("(reverse path)");
  // Without data back, one direction is compared, and needs no name.
  expect(text(alone, result("3", false, [62, 0.01]))).toMatch(/mean queueing delay 31 \u2192 62 ms/);
});
