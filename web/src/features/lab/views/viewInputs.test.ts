// What the views read from the record of a run.
import { expect, test } from "vitest";
import { counter, gauge } from "../../../charts/tests/testSeries.ts";
import { EventCode } from "../../../generated/constants.ts";
import type { FlowGroup } from "../flows/groups.ts";
import type { Member } from "../flows/members.ts";
import type { ChartInputs } from "../state/chartData.ts";
import { counterLines, phasePair, transfersOf, waits } from "./viewInputs.ts";
import { joinVariant, splitVariant } from "./viewProps.ts";

test("the choices of a view survive the lists of charts in links and in the browser", () => {
  const choices = ["web.3", "group:A * ~b, c|d%"];
  const variant = joinVariant(choices);
  expect(variant).not.toMatch(/[*~, ]/);
  expect(splitVariant(variant)).toEqual(choices);
  expect(splitVariant("")).toEqual([]);
  expect(splitVariant("near|%E0%A4%A")).toEqual(["near", "%E0%A4%A"]);
});

const member = (id: string, role: string): Member => ({
  id,
  label: id,
  algorithm: "reno",
  role,
  entity: `flow:${id}`,
  start: 0,
  stop: 60,
  baseRtt: 0.1,
  packetInterval: 0.01,
  route: ["forward"],
  weights: [1],
});
const group = (id: string, role = "measured"): FlowGroup => ({
  id,
  label: id,
  members: [member(id, role)],
  isGroup: false,
});

test("a phase plot shows the chosen pair, else the first measured flows", () => {
  const choices = [group("mice", "background"), group("a"), group("b"), group("c")];
  const ids = (wanted: readonly string[]) => phasePair(choices, wanted)?.map(({ id }) => id);
  expect(ids([])).toEqual(["a", "b"]);
  expect(ids(["c", "mice"])).toEqual(["c", "mice"]);
  expect(ids(["gone", "a"])).toEqual(["b", "a"]);
  expect(ids(["b", "b"])).toEqual(["b", "a"]);
  expect(phasePair([group("a")], [])).toBeNull();
});

test("a counter of a group grows in a window by the sum over its flows", () => {
  // The flows send 100 and 300 packets in each second.
  const [one, three] = [counter(1, [100, 200, 300]), counter(1, [300, 600, 900])];
  const both = { ...group("both"), members: [member("one", "measured"), member("three", "measured")] };
  const record = {
    computedTo: 3,
    version: 0,
    series: (entity: string, name: string) =>
      name === "sent" ? (entity === "flow:one" ? one : three) : undefined,
  };
  const inputs = { run: { id: 1, record }, groups: [both], overlay: null, styles: new Map(), openGroups: [] };
  const [line] = counterLines(inputs as unknown as ChartInputs);
  expect(line?.flows).toBe(2);
  expect(line?.growth("sent", [1, 2.5])).toBeCloseTo(600, 9);
  expect(line?.growth("lost", [1, 2.5])).toBe(0);
});

test("queueing delays are the middles of the bins, weighted by the bytes that left in the bins", () => {
  const delay = gauge(1, [
    [0, 0.02, 0],
    [0.02, 0.04, 0.03],
    [0.04, 0.08, 0.05],
  ]);
  const departed = counter(1, [100, 400, 1000]);
  const { values, weights } = waits(delay, departed, [1, 3]);
  expect([...values].map((value) => Number(value.toFixed(6)))).toEqual([0.03, 0.06]);
  expect([...weights]).toEqual([300, 600]);
});

test("merged events count as often as they occurred", () => {
  const rows = [
    [1, EventCode.transferComplete, 0, 0.5, 1],
    [2, EventCode.transferComplete, 1, 0.7, 1],
    [3, EventCode.transferComplete, 0, 0.9, 3],
    [4, EventCode.drop, 0, 0, 1],
    [9, EventCode.transferComplete, 0, 5, 1],
  ];
  const record = {
    events: { rows: rows.length, total: 7, data: Float64Array.from(rows.flat()) },
    entityName: (_: number, index: number) => ["flow:web", "flow:other"][index] ?? "",
  };
  const transfers = transfersOf(record, new Set(["flow:web"]), [0, 5]);
  expect([...transfers.values]).toEqual([0.5, 0.9]);
  expect([...transfers.weights]).toEqual([1, 3]);
  expect([transfers.completed, transfers.recorded]).toEqual([4, 2]);
});
