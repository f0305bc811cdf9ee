// Every surface that shows a number of a run shows the same value: the registry's reading of the summary (tables,
// Compare and saved files), the bars, the lessons and the face. The command line and Python write the same summary.
import { beforeAll, describe, expect, test } from "vitest";
import { type Measure, measureOf, utilisation } from "../../../engine/numbers.ts";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import { numberOf, numberText, readNumber } from "../../../scenario/numbers.ts";
import { answerOf } from "../face/answer.ts";
import { bitsBetween, rateStepsOf } from "../flows/fairShares.ts";
import { membersOf } from "../flows/members.ts";
import { answeredSpan, readAt } from "../flows/readout.ts";
import { comparedNumbers } from "./comparedNumbers.ts";
import { numbersCsv } from "./Numbers.tsx";
import { flowColumns, linkColumns } from "./numbersColumns.ts";

beforeAll(loadWasm);

describe.each(["near-far", "bufferbloat", "bbr-cubic", "fq-codel"])("%s", (id) => {
  const doc = EXAMPLES.find((example) => example.id === id)?.doc;
  if (!doc) throw new Error(`There is no example ${id}.`);
  const run = (): ReturnType<typeof computeRun> => computeRun(doc);

  test("the numbers of flows and links are equal in tables, files, Compare, lessons and bars", () => {
    const record = run();
    const { summary } = record;
    const [from, to] = summary.window;
    const reading = readAt(record, membersOf(record), to, 1, from);
    const csv = numbersCsv({ title: "t", notes: [] }, summary, doc);
    const compared = comparedNumbers(summary, summary, doc);
    const measured = (what: Measure): number => measureOf(record, summary, what);
    const goodput = numberOf("flow", "goodput_bps");
    const goodputColumn = flowColumns(new Map(), summary.flows).find(({ key }) => key === goodput.id);
    for (const flow of summary.flows) {
      const value = readNumber(goodput, flow);
      expect(value).toBe(flow.goodput_bps);
      expect(goodputColumn?.cell(flow)).toBe(numberText(goodput, value));
      expect(csv).toContain(
        `flow,${flow.id},${flow.label || flow.id},goodput_bps,bit/s,${Number(value?.toPrecision(12))}`,
      );
      expect(measured({ kind: "goodput", flow: flow.id })).toBe(value);
      expect(measured({ kind: "summary", flow: flow.id, field: "loss_fraction" })).toBe(flow.loss_fraction);
      const bar = reading.flows.find(({ member }) => member.id === flow.id);
      expect(bar && Math.abs(bar.goodput / flow.goodput_bps - 1)).toBeLessThan(1e-3);
      const row = compared.find((number) => number.id === `${flow.id}/goodput_bps`);
      if (row) expect(row.read(summary)).toBe(value);
    }
    const [wait, use] = [numberOf("link", "queue_delay_ms"), numberOf("link", "utilisation")];
    for (const link of summary.links.slice(0, 1)) {
      expect(measured({ kind: "utilisation", link: link.id })).toBe(readNumber(use, link));
      expect(measured({ kind: "wait", link: link.id }) * 1000).toBeCloseTo(readNumber(wait, link) ?? -1, 9);
      const bits = bitsBetween(rateStepsOf(record, link.id), from, to);
      const used = utilisation(record, link.id, bits, from, to);
      expect(Math.abs(used / (link.utilisation ?? 0) - 1)).toBeLessThan(1e-3);
      const column = linkColumns().find(({ key }) => key === wait.id);
      expect(column?.cell(link)).toBe(numberText(wait, readNumber(wait, link)));
      const row = compared.find((number) => number.number === wait);
      expect(row?.read(summary)).toBe(readNumber(wait, link));
    }
    const jain = readNumber(numberOf("run", "jain"), summary.fairness);
    if (jain !== null) expect(reading.jain).toBeCloseTo(jain, 4);
  });

  test("the face states the numbers of the tables if both cover the same time", () => {
    const record = run();
    const { summary } = record;
    const { from, to } = answeredSpan(record, true);
    if (from !== summary.window[0] || to !== summary.window[1]) return;
    const wait = numberOf("link", "queue_delay_ms");
    const texts = summary.links.map((link) => numberText(wait, readNumber(wait, link)));
    expect(texts.some((text) => answerOf(record, summary, [], "wait").includes(text))).toBe(true);
  });
});
