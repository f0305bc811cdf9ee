// The document of a sweep in the form and in the link, and the figures of its results.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentationFigure, type Results } from "../../charts/paper/index.ts";
import { EXAMPLES } from "../../examples/examples.ts";
import catalogue from "../../generated/catalogue.json";
import type { ScenarioDocument } from "../../generated/types.ts";
import { describePath } from "../../scenario/descriptors.ts";
import { firstSweep } from "./firstSweep.ts";
import { gapsOf, withGaps } from "./gaps.ts";
import { hasWholeNumbers, proposedValues, typedValues, valueName, variableSettings } from "./settings.ts";
import {
  definitionOf,
  limitUnitOf,
  pageOf,
  readPage,
  readSpan,
  readSweep,
  type SweepDocument,
  spanText,
  spanValues,
} from "./sweepDocument.ts";
import { sweepFigure, sweepPanels } from "./sweepFigure.ts";
import { problemsInWords } from "./VaryRuns.tsx";

const golden = "sim-core/sweeps/tests/golden";
const scenario = JSON.parse(readFileSync(`${golden}/scenario.json`, "utf8")) as ScenarioDocument;
const sweepOf = (...vary: SweepDocument["vary"]): SweepDocument => ({ sweep: 1, scenario, vary, seeds: 5 });

const rates = { path: "network.forward.rate", values: "1M..8M/4log" };
const algorithms = { path: "flows.far.algorithm", values: ["cubic", "reno"] };

test("a link restores its document", async () => {
  const sweep = sweepOf(rates, algorithms);
  const page = await pageOf(sweep);
  expect(page).toMatch(/^[\w-]+$/);
  expect(await readPage(page)).toEqual(sweep);
  expect(await readPage(page.slice(0, -6))).toBeNull();
  expect(await readPage("not a link")).toBeNull();
  for (const value of [
    null,
    {},
    { ...sweep, sweep: 2 },
    { ...sweep, vary: [{ path: 1 }] },
    { ...sweep, vary: [] },
  ])
    expect(readSweep(value)).toBeNull();
});

test("a range is read and written without a change", () => {
  for (const text of ["1M..20M/8log", "0..100ms/11", "0.5..2.5/3", "..20M/8"]) {
    const span = readSpan(text);
    expect(span && spanText(span), text).toBe(text);
  }
  for (const text of ["1M,2M", "cubic,reno", "0..10ms", ""]) expect(readSpan(text), text).toBeNull();
});

test("sweeps of the same scenario and settings share their runs", () => {
  const definition = definitionOf(sweepOf(rates));
  expect(definitionOf({ ...sweepOf({ ...rates, values: "3M" }), seeds: 9 })).toBe(definition);
  expect(definitionOf({ ...sweepOf(rates), scenario: { ...scenario, title: "Other" } })).toBe(definition);
  expect(definitionOf({ ...sweepOf(rates), scenario: { ...scenario, duration: 5 } })).not.toBe(definition);
  expect(definitionOf(sweepOf(algorithms))).not.toBe(definition);
});

test("settings of one flow, and of the entries of a list, have names of their own", () => {
  const namesIn = (id: string): readonly string[] => {
    const example = EXAMPLES.find((one) => one.id === id);
    if (!example) throw new Error(id);
    return variableSettings(example.doc, catalogue).map(({ name }) => name);
  };
  for (const id of ["near-far", "generations"]) {
    const names = namesIn(id);
    expect(
      names.filter((name, i) => names.indexOf(name) !== i),
      id,
    ).toEqual([]);
  }
  expect(namesIn("near-far").filter((name) => name === "Near: delay at the sender")).toHaveLength(1);
});

test("every setting that can be varied has values to begin with", () => {
  const settings = variableSettings(scenario, catalogue);
  const paths = settings.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      "network.forward.rate",
      "network.forward.queue.limit",
      "network.forward.queue.kind",
      "flows.far.algorithm",
      "flows.far.access.sender",
    ]),
  );
  expect(paths).not.toContain("seed");
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(proposedValues(path, scenario, catalogue, null), path).not.toBe("");
  expect(firstSweep(scenario, catalogue, "network.forward.rate").vary[0]).toEqual({
    path: "network.forward.rate",
    values: "1.25M..20M/7log",
  });
});

test("the kind of a queue varies among the kinds that have the stated settings", () => {
  const path = "network.forward.queue.kind";
  const withQueue = (queue: NonNullable<ScenarioDocument["network"]>): ScenarioDocument => ({
    ...scenario,
    network: queue,
  });
  const plain = withQueue({ kind: "dumbbell", forward: { queue: { kind: "red", limit: { packets: 40 } } } });
  expect(firstSweep(plain, catalogue, path).vary[0]?.values).toBe("red,drop_tail,step,codel");
  // Only CoDel and FQ-CoDel have a target and an interval.
  const codel = withQueue({
    kind: "dumbbell",
    forward: { queue: { kind: "codel", target: 0.01, interval: 0.1 } },
  });
  expect(firstSweep(codel, catalogue, path).vary[0]?.values).toBe("codel,fq_codel");
  // No other kind has the setting, so that the kind cannot vary.
  const own = withQueue({ kind: "dumbbell", forward: { queue: { kind: "red", max_probability: 0.2 } } });
  expect(variableSettings(own, catalogue).map((setting) => setting.path)).not.toContain(path);
});

/** Results with a value for the cells with these coordinates. */
function resultsAt(...all: readonly Readonly<Record<string, number | string>>[]): Results {
  const point = (at: Readonly<Record<string, number | string>>, i: number) => ({
    at,
    mean: 1e6 * (i + 1),
    interval: [1e6 * i, 1e6 * (i + 2)] as const,
    values: [1e6 * i, 1e6 * (i + 2)],
  });
  return {
    id: "sweep",
    version: "1",
    seeds: 2,
    lines: [],
    curves: [],
    quantities: [{ id: "far.goodput_bps", label: "", unit: "bit/s", points: all.map(point) }],
    cells: all.map((at) => ({ id: Object.values(at).join(", "), at, result_ids: ["0".repeat(16)] })),
  };
}

test("each combination of settings has a figure with finite coordinates", () => {
  const rate = (value: number) => ({ "network.forward.rate": value });
  const delays = { path: "flows.far.access.receiver", values: ["5ms", "80ms"] };
  const delay = (value: number) => ({ "flows.far.access.receiver": value });
  const algorithm = (value: string) => ({ "flows.far.algorithm": value });
  const cases = [
    { sweep: sweepOf(rates), cells: [rate(1e6), rate(8e6)], kind: "lines" },
    { sweep: sweepOf({ ...rates, values: ["1M"] }), cells: [rate(1e6)], kind: "lines" },
    {
      sweep: sweepOf(rates, algorithms),
      cells: [
        { ...rate(1e6), ...algorithm("cubic") },
        { ...rate(8e6), ...algorithm("reno") },
      ],
      kind: "lines",
    },
    {
      sweep: sweepOf(rates, delays),
      cells: [
        { ...rate(1e6), ...delay(0.005) },
        { ...rate(8e6), ...delay(0.08) },
      ],
      kind: "grid",
    },
    { sweep: sweepOf(algorithms), cells: [algorithm("cubic"), algorithm("reno")], kind: "cases" },
  ];
  for (const { sweep, cells, kind } of cases) {
    const outline = cells.map((at) => ({ at }));
    for (const finished of [cells, cells.slice(0, 1)]) {
      const figure = sweepFigure(sweep, outline, resultsAt(...finished), "far.goodput_bps", catalogue);
      const panels = sweepPanels(figure, sweep, catalogue);
      if (kind !== "cases" || finished.length > 1) expect(panels[0]?.kind).toBe(kind);
      expect(documentationFigure(panels, "", { form: "map" })).not.toMatch(/NaN|Infinity|undefined/);
      // The values are in Mb/s, and every cell can be opened.
      expect(figure.experiment.quantities?.[0]?.unit).toBe("Mb/s");
      expect(figure.results.quantities[0]?.points[0]?.mean).toBe(1);
    }
  }
});

test("values that are no numbers have the names that the page uses elsewhere", () => {
  const named = (path: string, values: readonly string[]): unknown[] => {
    const cells = values.map((value) => ({ [path]: value }));
    const sweep = sweepOf({ path, values });
    const { results } = sweepFigure(
      sweep,
      cells.map((at) => ({ at })),
      resultsAt(...cells),
      "far.goodput_bps",
      catalogue,
    );
    return results.quantities[0]?.points.map(({ at }) => at[path]) ?? [];
  };
  expect(named("flows.far.algorithm", ["cubic", "bbr3"])).toEqual(["CUBIC", "BBR v3"]);
  expect(named("network.forward.queue.kind", ["drop_tail", "codel"])).toEqual(["Drop-tail", "CoDel"]);
  expect(named("flows.far.params.ecn", ["true", "false"])).toEqual(["on", "off"]);
});

test("a value that was added to the list later has its place on the axis", () => {
  const path = "network.forward.rate";
  const cells = [8e6, 1e6, 4e6].map((value) => ({ [path]: value }));
  const { results } = sweepFigure(
    sweepOf({ path, values: ["8000000", "1000000", "4000000"] }),
    cells.map((at) => ({ at })),
    resultsAt(...cells),
    "far.goodput_bps",
    catalogue,
  );
  expect(results.quantities[0]?.points.map(({ at }) => at[path])).toEqual([1, 4, 8]);
});

test("the models that predict a metric are curves in its unit", () => {
  const sweep = sweepOf({ path: "network.forward.rate", values: ["1000000", "2000000"] });
  const cells = [{ "network.forward.rate": 1e6 }, { "network.forward.rate": 2e6 }];
  const measured = resultsAt(...cells);
  const column = { id: "far.goodput_bps:mathis", label: "mathis", unit: "bit/s" };
  const other = { id: "near.goodput_bps:mathis", label: "mathis", unit: "bit/s" };
  const points = cells.map((at) => ({ at, mean: 5e5 }));
  const quantities = [...measured.quantities, { ...column, points }, { ...other, points }];
  const outline = cells.map((at) => ({ at }));
  const names = { mathis: "Mathis" };
  const figure = sweepFigure(
    sweep,
    outline,
    { ...measured, quantities },
    "far.goodput_bps",
    catalogue,
    names,
  );
  const [panel] = sweepPanels(figure, sweep, catalogue);
  if (panel?.kind !== "lines") throw new Error("The figure has no curves.");
  expect(panel.curves.map(({ label }) => label)).toEqual([
    figure.experiment.quantities?.[0]?.label,
    "Mathis",
  ]);
  expect(panel.curves[1]?.points.map(({ y }) => y)).toEqual([0.5, 0.5]);
});

test("a tornado sorts the settings by how far they move the metric", () => {
  const sweep: SweepDocument = {
    ...sweepOf(
      // Only the larger value is valid.
      { path: "flows.far.start", values: ["0.6"] },
      { path: "network.forward.rate", values: ["4000000", "6000000"] },
    ),
    design: "one-at-a-time",
  };
  const at = (setting: string, value: string) => ({ setting, value });
  const results = resultsAt(
    at("", ""),
    at("flows.far.start", "0.6"),
    at("network.forward.rate", "4000000"),
    at("network.forward.rate", "6000000"),
  );
  const figure = sweepFigure(sweep, [], results, "far.goodput_bps", catalogue);
  const [panel] = sweepPanels(figure, sweep, catalogue);
  if (panel?.kind !== "tornado") throw new Error("The figure is not a tornado.");
  expect(panel.base).toBe(1);
  expect(panel.rows.map(({ label }) => label)).toEqual(["Rate", "Far: start"]);
  expect(panel.rows[0]?.ends.map(({ x }) => x)).toEqual([3, 4]);
  const coloursOf = (row: number) => panel.rows[row]?.ends.map(({ style }) => style.colour);
  expect(coloursOf(0)).toEqual([panel.legend[0]?.style.colour, panel.legend[1]?.style.colour]);
  expect(coloursOf(1)).toEqual([panel.legend[1]?.style.colour]);
  expect(documentationFigure([panel], "")).not.toMatch(/NaN|Infinity|undefined/);
});

test("the unit of a limit is that of its values, in a list and in a range", () => {
  const unit = (values: string): string => limitUnitOf({ path: "network.forward.queue.limit", values });
  expect(unit("0.1bdp..4bdp/8log")).toBe("BDP");
  expect(unit("0.25bdp,1bdp")).toBe("BDP");
  expect(unit("10..40/4")).toBe("packets");
  expect(unit("5ms..20ms/3")).toBe("s");
  expect(unit("3000B,6000B")).toBe("bytes");
});

test("a range of packets has whole values, each once, that the simulator accepts", () => {
  const span = (from: string, to: string, count: string, log = false) => ({ from, to, count, log });
  expect(spanValues(span("4", "120", "5", true), true)).toEqual(["4", "9", "22", "51", "120"]);
  expect(spanValues(span("1", "3", "5", true), true)).toEqual(["1", "2", "3"]);
  expect(spanValues(span("3kB", "9kB", "4", true), true)).toEqual(["3kB", "4.327kB", "6.24kB", "9kB"]);
  expect(spanValues(span("0.1bdp", "4bdp", "3", true), true)).toEqual(["0.1bdp", "0.632456bdp", "4bdp"]);
  expect(spanValues(span("1M", "20M", "2"), false)).toEqual(["1M", "20M"]);
  for (const incomplete of [span("4", "", "5"), span("4", "1bdp", "5"), span("0", "5", "3", true)])
    expect(spanValues(incomplete, true)).toEqual([]);
});

test("typed values get the unit of the others, and only values of the setting are accepted", () => {
  const field = (path: string) => describePath(catalogue, path, scenario);
  const limit = field("network.forward.queue.limit");
  expect(typedValues("2, 4", "0.5bdp", limit)).toEqual(["2bdp", "4bdp"]);
  expect(typedValues("20 ms", "0.5bdp", limit)).toEqual(["20ms"]);
  expect(typedValues("many", "30", limit)).toBeNull();
  expect(typedValues("2.5", "30", limit)).toBeNull();
  const rate = field("network.forward.rate");
  expect(typedValues("10", "5M", rate)).toEqual(["10M"]);
  expect(typedValues("10 ms", "5M", rate)).toBeNull();
});

test("values have the names and units that the page uses elsewhere", () => {
  const name = (text: string, path: string): string => valueName(text, path, scenario, catalogue);
  const limit = "network.forward.queue.limit";
  expect(["30", "0.5bdp", "20ms", "64kB"].map((text) => name(text, limit))).toEqual([
    "30\u202fpackets",
    "0.5\u202fBDP",
    "20\u202fms",
    "64\u202fkB",
  ]);
  expect(name("5M", "network.forward.rate")).toBe("5\u202fMb/s");
  expect(name("bbr3", "flows.far.algorithm")).toBe("BBR v3");
});

test("a problem of a sweep names settings, and no path or id", () => {
  const words = (message: string): readonly string[] =>
    problemsInWords(message, sweepOf({ path: "network.forward.rate", values: "1M,1M" }), catalogue);
  expect(
    words("network.forward.queue.limit.packets: 9.5, cubic: Queue limit must be a whole number."),
  ).toEqual(["Buffer: Queue limit must be a whole number."]);
  expect(words("vary[0].values: `1M` is given twice.")).toEqual(["Rate: `1M` is given twice."]);
});

test("the gap to a model is explained at its point by the timeouts of the runs", () => {
  const limit = "network.forward.queue.limit";
  const sweep = sweepOf({ path: limit, values: "0.5bdp,1bdp" });
  const cells = [{ [limit]: 0.5 }, { [limit]: 1 }];
  const base = resultsAt(...cells);
  const column = (id: string, means: readonly number[]) => ({
    id,
    label: "sawtooth",
    unit: id.includes("utilisation") ? "share" : "",
    points: cells.map((at, i) => ({ at, mean: means[i] ?? null })),
  });
  const metric = "forward.utilisation";
  const raw = {
    ...base,
    quantities: [
      column(metric, [0.835, 0.99]),
      column(`${metric}:sawtooth`, [0.996, 1]),
      column("far.timeouts", [14.2, 0]),
      column("near.timeouts", [0, 0]),
    ],
  };
  const outline = cells.map((at) => ({ at }));
  const figure = sweepFigure(sweep, outline, raw, metric, catalogue, { sawtooth: "sawtooth" });
  const gaps = gapsOf(figure, raw);
  expect(gaps.map(({ sentence }) => sentence.replace(/[\u202f\u00a0]/g, " "))).toEqual([
    "Buffer 0.5 BDP: the runs give 83.5 %, the model “sawtooth” 99.6 %. A run has 14 timeouts on average; the model has none.",
  ]);
  const [panel] = withGaps(sweepPanels(figure, sweep, catalogue), gaps);
  if (panel?.kind !== "lines") throw new Error("The figure has no curves.");
  expect(panel.curves.flatMap(({ points }) => points.flatMap(({ note }) => note ?? []))).toEqual([
    "14 timeouts",
  ]);
});

test("limits and whole settings need whole numbers", () => {
  expect(hasWholeNumbers("network.forward.queue.limit", scenario, catalogue)).toBe(true);
  expect(hasWholeNumbers("network.forward.rate", scenario, catalogue)).toBe(false);
});
