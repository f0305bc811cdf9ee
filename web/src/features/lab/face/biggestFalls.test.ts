// The mark "why?" is where the curves of a question fall most after a decision that the panel "Why?" explains.
import { beforeAll, expect, test } from "vitest";
import type { LineSpec } from "../../../charts/index.ts";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import { EVENT_COLUMNS, EventCode } from "../../../generated/constants.ts";
import type { Run } from "../state/labStore.ts";
import { biggestFalls } from "./biggestFalls.ts";

let run: Run;
beforeAll(async () => {
  await loadWasm();
  run = { record: computeRun(FIRST_EXAMPLE.doc) } as unknown as Run;
});

/** The line of a signal. A counter is drawn as a rate. */
function line(entity: string, signal: string, more: Partial<LineSpec> = {}): LineSpec {
  const series = run.record.series(entity, signal);
  if (!series) throw new Error(`${entity} has no ${signal}`);
  const isRate = series.info.kind === "counter";
  return {
    id: entity,
    label: entity.replace(/^\w+:/, ""),
    run: run.record,
    series,
    view: isRate ? { kind: "rate", interval: 0.16 } : { kind: "value" },
    style: { colour: 0, dash: 0, marker: 0 },
    ...more,
  };
}

const flows = (signal: string) => ["near", "far"].map((flow) => line(`flow:${flow}`, signal, { flow }));

/** The times at which a flow cut its window, or with other codes those of other decisions. */
function cutsOf(flow: string, codes: readonly number[] = [EventCode.windowCut]): readonly number[] {
  const { data, rows } = run.record.events;
  const cuts: number[] = [];
  for (let at = 0; at < rows * EVENT_COLUMNS; at += EVENT_COLUMNS) {
    const [t = 0, code = 0, entity = 0] = data.subarray(at, at + EVENT_COLUMNS);
    if (codes.includes(code) && run.record.entityName(code, entity) === `flow:${flow}`) cuts.push(t);
  }
  return cuts;
}

test("the biggest fall of rates, windows and queues follows a decision", () => {
  for (const lines of [flows("delivered"), flows("cwnd"), [line("link:forward", "queue")]]) {
    const [fall] = biggestFalls(lines, run);
    const decisions = cutsOf(fall?.flow ?? "", [EventCode.windowCut, EventCode.timeout]);
    expect(decisions).toContain(fall?.decidedAt);
    expect(Math.abs((fall?.t ?? Number.NaN) - (fall?.decidedAt ?? 0))).toBeLessThanOrEqual(1);
  }
});

test("no window falls more after another cut", () => {
  // The window of far falls less.
  const falls = ["near", "far"].flatMap((flow) => {
    const { data, width } = run.record.series(`flow:${flow}`, "cwnd") ?? { data: [], width: 1 };
    const last = (bin: number): number => data[3 * bin + 2] ?? Number.NaN;
    return cutsOf(flow).map((t) => {
      const before = Math.ceil(t / width) - 2;
      const after = Array.from({ length: Math.round(1 / width) }, (_, i) => last(before + i));
      return { flow, decidedAt: t, depth: last(before) - Math.min(...after.filter((w) => w > 0)) };
    });
  });
  const [most] = falls.toSorted((a, b) => b.depth - a.depth);
  const [fall] = biggestFalls(flows("cwnd"), run);
  expect(fall).toMatchObject({ flow: most?.flow, decidedAt: most?.decidedAt });
  expect(fall?.value).toBeGreaterThan(most?.depth ?? Number.NaN);
});

test("pale lines, groups and totals have no mark", () => {
  const [near] = flows("cwnd");
  if (!near) throw new Error("no line");
  const of = [{ series: near.series, from: 0, to: 30 }];
  const { flow: _flow, ...total } = near;
  expect(biggestFalls([{ ...near, ghost: true }], run)).toEqual([]);
  expect(biggestFalls([{ ...near, view: { kind: "group", of, interval: 0 } }], run)).toEqual([]);
  expect(biggestFalls([total], run)).toEqual([]);
});
