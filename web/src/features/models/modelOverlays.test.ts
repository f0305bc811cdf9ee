// What the models add to the charts of a run.
import { expect, test } from "vitest";
import type { Member } from "../lab/flows/members.ts";
import type { ChartInputs } from "../lab/state/chartData.ts";
import { modelOverlays } from "./modelOverlays.ts";
import type { ModelLine, ModelResult } from "./types.ts";

const DURATION = 10;

const member = (id: string): Member => ({
  id,
  label: id,
  algorithm: "sack",
  role: "measured",
  entity: `flow:${id}`,
  start: 0,
  stop: DURATION,
  baseRtt: 0.1,
  packetInterval: 0.01,
  route: ["forward"],
  weights: [1],
});

/** Runs in which the queue holds 10 packets of 1500 bytes at 12 Mbit/s: 1 ms each. */
function inputsOf(groups: Readonly<Record<string, readonly string[]>>, link = "forward"): ChartInputs {
  const limit = { packets: 10, bytes: 15_000, seconds: 0.01, bdp: null };
  const of = Object.entries(groups).map(([id, flows]) => ({
    id,
    label: id,
    members: flows.map(member),
    isGroup: flows.length > 1,
  }));
  const known: Partial<ChartInputs> = {
    run: {
      record: {
        duration: DURATION,
        document: { v: 1, warmup: 2 },
        derived: { links: [{ id: "forward", rate: 12e6, limit }] },
      },
    } as unknown as ChartInputs["run"],
    members: of.flatMap(({ members }) => members),
    groups: of,
    styles: new Map(of.map(({ id }, colour) => [id, { colour, dash: 0, marker: 0 }])),
    link,
  };
  return known as ChartInputs;
}

const line = (
  model: ModelLine["model"],
  of: string,
  quantity: ModelLine["quantity"],
  value: number | null,
  validity: ModelLine["validity"] = "holds",
): ModelLine => ({ model, of, quantity, value, measured: 1, ratio: null, validity, reason: "random_loss" });

function resultOf(lines: readonly ModelLine[], hasFluid = false): ModelResult {
  const fluid = {
    width: 2.5,
    queue: [1, 2, 3, 4],
    classes: [{ of: "a", window: [null, 5, 6, 7], rate: [1, 1, 1, 1] }],
    departures: { queue: [[0, 2.5]], windows: { a: [[0, 5]] } },
  } as const;
  return {
    report: {
      link: "forward",
      lines,
      fluid: { validity: hasFluid ? "outside" : "none", reason: "fluid_few", ...(hasFluid ? fluid : {}) },
    },
    measured: { width: 2.5, queue: [], windows: {}, rates: {} },
  };
}

/** The drawn lines as name, detail, dash and value at a time. */
function drawn(inputs: ChartInputs, name: string, result: ModelResult, t = 7) {
  const overlay = Object.values(modelOverlays(inputs, ["jain", name], result, ""))[0];
  const lines = overlay?.lines.map((spec) => {
    const { view } = spec;
    const value = view.kind === "combine" ? view.combine(new Float64Array(0), t) : Number.NaN;
    return [spec.label, spec.detail, spec.style.dash, value];
  });
  return { lines, note: overlay?.note, bands: overlay?.bands ?? [], specs: overlay?.lines ?? [] };
}

test("only charts with the switch have models", () => {
  const inputs = inputsOf({ a: ["a"] });
  expect(modelOverlays(inputs, ["rate", "queue.ms", "window"], resultOf([]), "")).toEqual({});
  expect(modelOverlays(inputs, ["rate.total:models", "queue.ms:models*80"], null, "Wait.")).toEqual({
    "rate bit/s": { lines: [], bands: [], note: "Wait." },
    "queue s": { lines: [], bands: [], note: "Wait." },
  });
});

test("equal laws are one line", () => {
  const laws = [
    line("mathis", "a", "window", 12),
    line("padhye", "a", "window", 11, "outside"),
    line("aimd", "a", "window", 12),
    line("cubic", "a", "window", null, "none"),
    line("mathis", "a", "rate", 5e6),
  ];
  const { lines, note, specs } = drawn(inputsOf({ a: ["a"] }), "window.:models", resultOf(laws));
  expect(lines).toEqual([
    ["Mathis, AIMD(a, b)", "holds", 1, 12],
    ["Padhye", "outside its range", 2, 11],
  ]);
  expect(note).toBe("dashed: model, dotted: model outside its range");
  expect(specs.map(({ from, flow, tip }) => [from, flow, tip?.endsWith("halves the window once.")])).toEqual([
    [2, "a", true],
    [2, "a", true],
  ]);
});

test("with several entries, lines have the names and colours of their flows", () => {
  const laws = [line("mathis", "a", "rate", 1e6), line("mathis", "b", "rate", 2e6)];
  const { lines, specs } = drawn(inputsOf({ a: ["a"], b: ["b"] }), "rate.:models", resultOf(laws));
  expect(lines?.map(([label]) => label)).toEqual(["Mathis, a", "Mathis, b"]);
  expect(specs.map(({ style, flow }) => [style.colour, flow])).toEqual([
    [0, "a"],
    [1, "b"],
  ]);
});

test("the total is the sum over all flows", () => {
  const laws = [
    line("mathis", "a", "rate", 1e6),
    line("mathis", "b", "rate", 2e6, "outside"),
    line("padhye", "a", "rate", 1e6),
  ];
  const groups = inputsOf({ a: ["a.0", "a.1", "a.2"], b: ["b"] });
  expect(drawn(groups, "rate.total:models", resultOf(laws)).lines).toEqual([
    ["Mathis", "outside its range", 2, 5e6],
  ]);
  const sawtooth = resultOf([line("sawtooth", "forward", "utilisation", 0.75)]);
  expect(drawn(inputsOf({ a: ["a"] }), "rate.:models", sawtooth).lines).toEqual([
    ["sawtooth", "holds", 1, 9e6],
  ]);
});

test("the queue has the fluid in packets or as a delay", () => {
  const result = resultOf([line("md1", "forward", "queue", 3), line("buffer", "forward", "buffer", 8)], true);
  const packets = drawn(inputsOf({ a: ["a"] }), "queue.:models", result);
  expect(packets.lines).toEqual([
    [
      "fluid model",
      expect.stringMatching(
        /^outside its range; packets differ from the model during 25\s%: 0\.0\ss to 2\.5\ss$/,
      ),
      3,
      3,
    ],
    ["M/D/1", "holds", 1, 3],
    ["buffer for full use", "holds", 1, 8],
  ]);
  expect(packets.bands).toMatchObject([{ from: 0, to: 2.5, bar: 0 }]);
  const delay = drawn(inputsOf({ a: ["a"] }), "queue.ms:models", result);
  expect(delay.lines?.map(([, , , value]) => value)).toEqual([0.003, 0.003, 0.008]);
  expect(drawn(inputsOf({ a: ["a"] }, "reverse"), "queue.:models", result)).toMatchObject({
    lines: [],
    note: "models are of the queue forward path",
  });
});

test("the window has the fluid of its flows", () => {
  const result = resultOf([], true);
  const { lines, bands } = drawn(inputsOf({ a: ["a"] }), "window.:models", result);
  expect(lines?.map(([label, , , value]) => [label, value])).toEqual([["fluid model", 6]]);
  expect(bands).toHaveLength(1);
  expect(drawn(inputsOf({ a: ["a"] }), "window.in_flight:models", result)).toMatchObject({
    lines: [],
    note: "models give the window",
  });
});

test("of more than ten lines, the lines of valid models are drawn", () => {
  const ids = Array.from({ length: 12 }, (_, i) => `f${i}`);
  const laws = ids.map((id, i) => line("mathis", id, "window", i + 1, i < 4 ? "outside" : "holds"));
  const inputs = inputsOf(Object.fromEntries(ids.map((id) => [id, [id]])));
  const { lines, note } = drawn(inputs, "window.:models", resultOf(laws));
  expect(lines?.map(([, detail]) => detail).filter((detail) => detail === "holds")).toHaveLength(8);
  expect(lines).toHaveLength(10);
  expect(note).toContain("2 more in the view Models");
});
