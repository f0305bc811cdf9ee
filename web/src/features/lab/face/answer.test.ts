// The answer to the question of a layout.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { applySuggestion } from "../../../examples/example.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import { LAYOUT_IDS, layoutOf } from "../../../examples/layouts.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { numberOf, numberText } from "../../../scenario/numbers.ts";
import { significant } from "../../../scenario/units.ts";
import { groupsOf } from "../flows/groups.ts";
import { membersOf } from "../flows/members.ts";
import { answeredSpan, readAt } from "../flows/readout.ts";
import { answerOf, beforeOf } from "./answer.ts";

beforeAll(loadWasm);

function answerTo(id: string, change: (doc: ScenarioDocument) => ScenarioDocument = (doc) => doc): string {
  const example = EXAMPLES.find((e) => e.id === id);
  if (!example) throw new Error(`There is no example ${id}.`);
  const doc = change(example.doc);
  const run = computeRun(doc);
  return answerOf(run, run.summary, groupsOf(doc, membersOf(run)), layoutOf(id)?.answer);
}

test("two flows are compared, and the flow with more comes first", () => {
  expect(answerTo("near-far")).toMatch(/^near gets 3\.\d times as much as far$/);
});

test("of several flows, the answer names those that get most and least", () => {
  expect(answerTo("parking-lot")).toMatch(
    /^(first|second|third) gets most: [\d.]+ times as much as long, which gets least$/,
  );
});

test("the answer compares the flows that the layout names", () => {
  expect(answerTo("fq-codel")).not.toContain("call");
});

test("the question about smoothness is answered with how much each rate varies", () => {
  const [, tfrc, tcp] =
    /^TFRC and TCP SACK get about the same; TFRC varies by ([\d.]+)\s%, TCP SACK varies by ([\d.]+)\s%$/.exec(
      answerTo("tfrc"),
    ) ?? [];
  expect(Number(tfrc)).toBeGreaterThan(0);
  expect(Number(tfrc)).toBeLessThan(Number(tcp));
});

test("traffic in the background is named with its goodput", () => {
  const [, , udp] = FIRST_EXAMPLE.suggestions;
  expect(answerTo("near-far", (doc) => applySuggestion(doc, udp, new Set()))).toMatch(
    /; UDP gets (1\.9\d|2(\.0\d)?)\sMb\/s$/,
  );
});

test("traffic that takes little of the link is not named", () => {
  expect(answerTo("bufferbloat")).not.toContain("gets");
  expect(answerTo("near-far")).not.toContain(";");
});

test("no answer states a ratio below 1.1", () => {
  for (const id of LAYOUT_IDS) expect(answerTo(id), id).not.toMatch(/ 1(\.0\d*)? times/);
});

test.each(["near-far", "unresponsive", "fq-codel", "parking-lot", "bbr-cubic"])(
  "%s: the answer and the bars have the same numbers",
  (id) => {
    const example = EXAMPLES.find((e) => e.id === id);
    if (!example) throw new Error(`There is no example ${id}.`);
    const run = computeRun(example.doc);
    const { from, to } = answeredSpan(run, true);
    const { flows } = readAt(run, membersOf(run), to, 1, from);
    const total = flows.reduce((sum, { goodput }) => sum + goodput, 0);
    // A packet whose transmission began before the interval is counted completely.
    const most = (run.derived.links[0]?.rate ?? 0) + 12_000 / (to - from);
    if (id !== "parking-lot") expect(total).toBeLessThanOrEqual(most);
    const named = flows.filter(
      ({ member }) => member.role === "measured" && answerTo(id).includes(member.label),
    );
    const goodputs = named.map(({ goodput }) => goodput).sort((a, b) => b - a);
    const ratio = (goodputs[0] ?? 0) / (goodputs.at(-1) ?? 0);
    const stated = / ([\d.]+) times/.exec(answerTo(id))?.[1];
    if (stated === undefined) expect(ratio).toBeLessThan(1.1);
    else expect(significant(ratio, 2)).toBe(stated);
    // The share of the link covers the same time.
    for (const { goodput, linkShare, member } of flows)
      if (id !== "parking-lot")
        expect(linkShare, member.label).toBeCloseTo(goodput / (run.derived.links[0]?.rate ?? 0), 2);
  },
);

test("flows are compared in the time in which all of them are active", () => {
  const doc = EXAMPLES.find((e) => e.id === "unresponsive")?.doc;
  if (!doc) throw new Error("There is no example unresponsive.");
  expect(answeredSpan(computeRun(doc), true)).toEqual({ from: 15, to: 45 });
});

test("without a common time, the answer compares no flows", () => {
  const apart = answerTo("near-far", (doc) => ({
    ...doc,
    flows: (doc.flows ?? []).map((flow) =>
      flow.id === "far" ? { ...flow, start: 20 } : { ...flow, stop: 10 },
    ),
  }));
  expect(apart).toMatch(/^The link is /);
});

test("a single flow is compared with the link", () => {
  expect(answerTo("sawtooth")).toMatch(/^The link is [\d.]+\u202f% utilised$/);
});

test("the answer states the wait of the slowest queue", () => {
  const example = EXAMPLES.find((e) => e.id === "bufferbloat");
  if (!example) throw new Error("There is no example bufferbloat.");
  const run = computeRun(example.doc);
  const { summary } = run;
  const wait = summary.links.find(({ id }) => id === "forward")?.queue_delay_ms?.mean ?? Number.NaN;
  const text = numberText(numberOf("link", "queue_delay_ms"), wait);
  expect(answerOf(run, summary, [], "wait")).toBe(`A packet waits ${text} in the queue`);
});

test("a flow without goodput has no ratio", () => {
  const withoutFar = answerTo("near-far", (doc) => ({
    ...doc,
    flows: (doc.flows ?? []).map((flow) => (flow.id === "far" ? { ...flow, start: 29.99 } : flow)),
  }));
  expect(withoutFar).toMatch(/^far gets nothing, near 9\.\d+\sMb\/s$/);
});

test("a round trip that is longer than the run leaves an answer", () => {
  const answer = answerTo("near-far", (doc) => ({
    ...doc,
    flows: (doc.flows ?? []).map((flow) =>
      flow.id === "far" ? { ...flow, access: { sender: 20, receiver: 20 } } : flow,
    ),
  }));
  expect(answer).toMatch(/^far gets nothing, near /);
});

test("with data in both directions, the queue in which packets wait is named", () => {
  const { doc } = EXAMPLES.find((e) => e.id === "bufferbloat") ?? FIRST_EXAMPLE;
  const run = computeRun({ ...doc, flows: [...(doc.flows ?? []), { id: "upload", role: "reverse" }] });
  expect(answerOf(run, run.summary, [], "wait")).toMatch(
    /^A packet waits .* in the queue \((forward|reverse) path\)$/,
  );
});

test("an answer that a change does not affect states this", () => {
  const span = "over the whole run";
  expect(beforeOf({ text: "A", span }, { text: "A", span })).toBe("The same as before");
  expect(beforeOf({ text: "A", span }, { text: "B", span })).toBe("Before: B");
  expect(beforeOf({ text: "A", span: "from 10 s to 30 s" }, { text: "B", span })).toBe(`Before: B, ${span}`);
  expect(beforeOf({ text: "A", span }, { text: "", span })).toBe("");
});
