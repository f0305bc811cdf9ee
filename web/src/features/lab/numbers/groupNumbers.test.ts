// The results of groups, compared with values that were computed by hand.
import { beforeAll, expect, test } from "vitest";
import { flowSummary, linkSummary, runSummary } from "../../../engine/testRecords.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import type { RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { comparedNumbers } from "./comparedNumbers.ts";
import { firstOfEach, groupResults, groupsInWords } from "./groupNumbers.ts";
import { inWords } from "./InWords.tsx";
import { numbersCsv } from "./Numbers.tsx";

beforeAll(loadWasm);

const doc: ScenarioDocument = {
  v: 1,
  flows: [
    { id: "lda", label: "LDA+", count: 2 },
    { id: "tcp", count: 2 },
    { id: "mice", group: "Web" },
  ],
};
const summary = (lda: number): RunSummary =>
  runSummary(
    [
      flowSummary("lda.0", { goodput_bps: lda }),
      flowSummary("lda.1", { goodput_bps: 3 * lda }),
      flowSummary("tcp.0", { goodput_bps: 1e6 }),
      flowSummary("tcp.1", { goodput_bps: 1e6 }),
      flowSummary("mice", { goodput_bps: 5e5, role: "background" }),
    ],
    [linkSummary("forward", { drops: 0 })],
    [],
    { window: [0, 10] },
  );
const plain = (sentences: readonly string[]): string[] => sentences.map((s) => s.replace(/\u202f/g, " "));

test("a long table begins with flows of every group", () => {
  const ids = (max: number): string[] =>
    firstOfEach(groupResults(summary(1e6), doc), max).map(({ id }) => id);
  expect(ids(3)).toEqual(["lda.0", "tcp.0", "mice"]);
  expect(ids(4)).toEqual(["lda.0", "lda.1", "tcp.0", "mice"]);
  expect(ids(50)).toEqual(["lda.0", "lda.1", "tcp.0", "tcp.1", "mice"]);
});

test("a group has the total, the mean, the spread and Jain's index of its flows", () => {
  const results = groupResults(summary(1e6), doc);
  expect(
    results.map(({ id, label, total, mean, low, high }) => ({ id, label, total, mean, low, high })),
  ).toEqual([
    { id: "lda", label: "LDA+", total: 4e6, mean: 2e6, low: 1e6, high: 3e6 },
    { id: "tcp", label: "tcp", total: 2e6, mean: 1e6, low: 1e6, high: 1e6 },
    { id: "group:Web", label: "Web", total: 5e5, mean: 5e5, low: 5e5, high: 5e5 },
  ]);
  // (1 + 3)^2 / (2 * (1 + 9)) = 0.8.
  expect(results.map((r) => r.jain)).toEqual([expect.closeTo(0.8, 12), 1, Number.NaN]);
});

test("sentences about groups state their fairness", () => {
  const sentences = plain(groupsInWords(summary(1e6), doc, "0 s to 10 s"));
  expect(sentences).toEqual([
    "0 s to 10 s: LDA+ (2 flows) averages 2 Mb/s per flow (lowest to highest flow: 1 Mb/s to 3 Mb/s), 4 Mb/s in total; tcp (2 flows) averages 1 Mb/s per flow (lowest to highest flow: 1 Mb/s to 1 Mb/s), 2 Mb/s in total; Web averages 500 kb/s.",
    "A flow of LDA+ gets 2 times as much as a flow of tcp.",
    // The means of the measured groups are 2 and 1: 9 / (2 * 5) = 0.9.
    "Jain\u2019s index is 0.800 within LDA+, 1.000 within tcp, and 0.900 between the groups.",
  ]);
  expect(plain(inWords(summary(1e6), new Map(), doc))[0]).toBe(sentences[0]);
});

test("Compare lists each group once, with its ratio and its fairness", () => {
  const [a, b] = [summary(1e6), summary(5e5)];
  const found = comparedNumbers(a, b, doc).filter(({ number }) => ["flow", "group"].includes(number.of));
  expect(found.map((m) => [m.id, m.read(a), m.read(b)])).toEqual([
    ["lda/total", 4e6, 2e6],
    ["lda/mean", 2e6, 1e6],
    ["lda/jain", expect.closeTo(0.8, 12), expect.closeTo(0.8, 12)],
    ["tcp/total", 2e6, 2e6],
    ["tcp/mean", 1e6, 1e6],
    ["tcp/jain", 1, 1],
    ["group:Web/goodput_bps", 5e5, 5e5],
    ["/ratio", 2, 1],
    ["/between", expect.closeTo(0.9, 12), 1],
  ]);
});

test("Compare lists two entries of fifty flows each as two groups", () => {
  const many: ScenarioDocument = {
    v: 1,
    flows: [
      { id: "x", count: 50 },
      { id: "y", count: 50 },
    ],
  };
  const flows = ["x", "y"].flatMap((id) => Array.from({ length: 50 }, (_, i) => flowSummary(`${id}.${i}`)));
  const run = runSummary(flows, [linkSummary("forward")], []);
  const goodputs = comparedNumbers(run, run, many).filter(({ number }) => number.id === "mean");
  expect(goodputs.map((m) => m.id)).toEqual(["x/mean", "y/mean"]);
});

test("the saved file has a row for each number of each group", () => {
  const lines = numbersCsv({ title: "numbers", notes: [] }, summary(1e6), doc).split("\r\n");
  const rows = lines.filter((line) => line.startsWith("group,"));
  expect(rows).toEqual(
    expect.arrayContaining([
      "group,lda,LDA+,total,bit/s,4000000",
      "group,lda,LDA+,mean,bit/s,2000000",
      "group,lda,LDA+,low,bit/s,1000000",
      "group,lda,LDA+,high,bit/s,3000000",
      "group,lda,LDA+,jain,index,0.8",
      "group,lda,LDA+,flows,,2",
    ]),
  );
  // Jain's index of a single flow is unknown.
  expect(rows.filter((row) => row.includes("Web")).join()).not.toContain("jain");
});
