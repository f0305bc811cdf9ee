// Drawings by hand, with the verdicts of a lecturer: they were written down before the drawings were judged.
import { beforeAll, describe, expect, test } from "vitest";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import type { LessonRun } from "../../tasks/measures.ts";
import type { PredictTask } from "../../tasks/model.ts";
import { documentOf, NEW_STATE, withAnswer } from "../../tasks/play.ts";
import {
  actualValues,
  CURVE_POINTS,
  type Distance,
  distanceOf,
  type Surroundings,
  surroundingsOf,
  timeOfPoint,
} from "../../tasks/prediction.ts";
import { LESSONS } from "./content/index.ts";

beforeAll(loadWasm);

/** The run of a lesson's predicted curve. */
function lessonRun(id: string, stepId: string) {
  const lesson = LESSONS.find((one) => one.id === id);
  const index = lesson?.steps.findIndex((one) => one.id === stepId) ?? -1;
  const step = lesson?.steps[index];
  if (!lesson || !step || step.task.kind !== "predict" || step.task.what.kind !== "curve")
    throw new Error(`${id} has no curve ${stepId}.`);
  const state = withAnswer({ ...NEW_STATE, step: index }, step, {
    kind: "predict",
    drawing: [],
    revealed: true,
  });
  const record = computeRun(documentOf(lesson, state));
  const run: LessonRun = { record, summary: record.summary };
  const task: PredictTask = step.task;
  const { what } = step.task;
  return {
    actual: actualValues(run, task),
    surroundings: surroundingsOf(run, task),
    max: what.max,
    times: Array.from({ length: CURVE_POINTS }, (_, i) => timeOfPoint(what, i)),
    seconds: (what.to - what.from) / CURVE_POINTS,
  };
}

type Curve = (t: number) => number;

const flat =
  (value: number): Curve =>
  () =>
    value;

/** Rises from `low` to `high` in each period, and then falls at once. It is lowest at `start`. */
const saw =
  (low: number, high: number, period: number, start: number): Curve =>
  (t) =>
    low + ((high - low) * ((((t - start) % period) + period) % period)) / period;

const verdictOf = ({ closeness, level }: Distance): string =>
  level === "right" ? closeness : `${closeness} ${level}`;

describe("the sawtooth", () => {
  let run: ReturnType<typeof lessonRun>;
  let start = 0;
  const judge = (curve: Curve): Distance => {
    const distance = distanceOf(
      run.times.map(curve),
      run.actual,
      { kind: "curve", max: run.max },
      run.surroundings,
    );
    if (!distance) throw new Error("The drawing is incomplete.");
    return distance;
  };
  beforeAll(() => {
    run = lessonRun("sawtooth", "predict");
    // The run is lowest after each cut.
    const { fine = [] } = run.surroundings;
    const lowest = fine.indexOf(Math.min(...fine));
    const [first = 0] = run.times;
    start = first + (lowest / 6 + 1 / 6 - 1) * run.seconds;
  });

  test.each<readonly [name: string, curve: () => Curve, verdict: string]>([
    ["as in the run", () => saw(68, 136, 8.55, start), "close"],
    ["with a period of 10 s", () => saw(68, 136, 10, start), "roughly"],
    ["with a period of 6 s", () => saw(68, 136, 6, start), "roughly"],
    ["3 s late", () => saw(68, 136, 8.55, start + 3), "roughly"],
    ["3 s early", () => saw(68, 136, 8.55, start - 3), "roughly"],
    ["1 s late, which nobody sees", () => saw(68, 136, 8.55, start + 1), "close"],
    ["falling to 1 packet", () => saw(1, 136, 8.55, start), "roughly low"],
    ["with small cuts", () => saw(95, 132, 8.55, start), "roughly"],
    ["30 packets too high", () => saw(98, 166, 8.55, start), "roughly high"],
    ["60 packets too high", () => saw(128, 196, 8.55, start), "partly high"],
    ["jumping up and falling slowly", () => (t) => 204 - saw(68, 136, 8.55, start)(t), "partly"],
    ["flat at the mean", () => flat(104), "partly"],
    ["a trembling line at the mean", () => (t) => 104 + 4 * Math.sin(5 * t), "partly"],
    ["flat at 127", () => flat(127), "far high"],
    ["flat at the top", () => flat(200), "far high"],
    ["one fall", () => (t) => (t < 13 ? 130 : 20), "far low"],
    ["ever rising", () => (t) => 90 + 4.4 * (t - 8), "far high"],
  ])("%s", (_, curve, verdict) => {
    expect(verdictOf(judge(curve()))).toBe(verdict);
  });

  test("the time, the period and the height are said in numbers", () => {
    const late = judge(saw(68, 136, 8.55, start + 3)).form;
    expect((late?.late ?? 0) * run.seconds).toBeCloseTo(3, 0);
    const slow = judge(saw(68, 136, 10, start)).form;
    expect(slow).toMatchObject({ isForm: true, isPeriod: false, late: null });
    expect((slow?.drawn.period ?? 0) * run.seconds).toBeCloseTo(10, 0);
    expect((slow?.run.period ?? 0) * run.seconds).toBeCloseTo(8.55, 1);
    expect(judge(saw(1, 136, 8.55, start)).form).toMatchObject({ isPeriod: true, isHeight: false });
  });
});

describe("CUBIC next to BBR, which starves it", () => {
  let run: ReturnType<typeof lessonRun>;
  beforeAll(() => {
    run = lessonRun("bbr", "compete");
  });
  test.each<readonly [name: string, curve: Curve, verdicts: readonly string[]]>([
    ["4 Mb/s", flat(4e6), ["close"]],
    ["3 Mb/s", flat(3e6), ["close"]],
    ["2 Mb/s", flat(2e6), ["close"]],
    ["1 Mb/s", flat(1e6), ["close"]],
    ["a bump, then 2.2 Mb/s", (t) => 2.2e6 + 5e6 * Math.exp(-(((t - 27) / 3) ** 2)), ["close", "roughly"]],
    ["an equal share", flat(10e6), ["far high"]],
    ["the whole link", flat(19e6), ["far high"]],
  ])("%s", (_, curve, verdicts) => {
    const distance = distanceOf(
      run.times.map(curve),
      run.actual,
      { kind: "curve", max: run.max },
      run.surroundings,
    );
    expect(verdicts).toContain(distance && verdictOf(distance));
  });
});

describe("other curves on an axis of 20, from 0 to 24 s", () => {
  const judge = (drawn: Curve, run: Curve, begin: number | null): Distance | null => {
    const at = (curve: Curve) => Array.from({ length: CURVE_POINTS }, (_, i) => curve(i + 1));
    const surroundings: Surroundings = { begin };
    return distanceOf(at(drawn), at(run), { kind: "curve", max: 20 }, surroundings);
  };
  const grows =
    (to: number, start: number): Curve =>
    (t) =>
      t < start ? 0 : to * (1 - Math.exp((start - t) / 3));
  const drops =
    (from: number, to: number, at: number): Curve =>
    (t) =>
      t < at ? from : to;
  const bump =
    (high: number, at: number, level: number): Curve =>
    (t) =>
      level + (high - level) * Math.exp(-(((t - at) / 2) ** 2));
  test.each<readonly [name: string, drawn: Curve, run: Curve, begin: number | null, verdict: string]>([
    ["grows to its share", grows(10, 0), grows(10, 0), 0, "close"],
    ["grows a little too far", grows(13, 0), grows(10, 0), 0, "roughly high"],
    ["grows to the whole link", grows(20, 0), grows(10, 0), 0, "partly high"],
    ["grows 8 s late", grows(10, 8), grows(10, 0), 0, "roughly low"],
    ["does not grow", flat(0.5), grows(10, 0), 0, "far low"],
    ["drops", drops(15, 5, 8), drops(15, 5, 8), 15, "close"],
    ["drops 5 s late", drops(15, 5, 13), drops(15, 5, 8), 15, "roughly high"],
    ["rises where the run drops", drops(15, 20, 8), drops(15, 5, 8), 15, "far high"],
    ["does not drop", flat(15), drops(15, 5, 8), 15, "far high"],
    ["stays", flat(10), flat(10), 10, "close"],
    ["stays too high", flat(13), flat(10), 10, "far high"],
    ["stays at the wrong end", flat(1), flat(10), null, "far low"],
    ["swings about a level line", (t) => 10 + 5 * Math.sin(t), flat(10), 10, "partly"],
    ["overshoots once", bump(18, 6, 4), bump(18, 6, 4), 4, "close"],
    ["overshoots once, 5 s late", bump(18, 11, 4), bump(18, 6, 4), 4, "roughly"],
    ["misses the overshoot", flat(4), bump(18, 6, 4), 4, "partly low"],
    ["takes the overshoot for a rise", (t) => 4 + t / 1.6, bump(18, 6, 4), 4, "far high"],
  ])("%s", (_, drawn, run, begin, verdict) => {
    const distance = judge(drawn, run, begin);
    expect(distance && verdictOf(distance)).toBe(verdict);
  });
});

describe("a bar", () => {
  const bar = (drawn: number, run: number, max: number) => {
    const distance = distanceOf([drawn], [run], { kind: "bars", max });
    return distance && verdictOf(distance);
  };
  test.each([
    [410, 242, 1000, "far high"],
    [160, 242, 1000, "far low"],
    [310, 242, 1000, "roughly high"],
    [260, 242, 1000, "close"],
    [0.75, 1, 1, "roughly low"],
    [0.95, 1, 1, "close"],
    // Of 500 ms, nobody sets 2.5 ms exactly.
    [0, 0.0025, 0.5, "close"],
    [0.01, 0.0025, 0.5, "roughly high"],
    [0.1, 0.0025, 0.5, "far high"],
  ])("%f, the run has %f of %f", (drawn, run, max, verdict) => {
    expect(bar(drawn, run, max)).toBe(verdict);
  });
  test("of several, some can be right", () => {
    expect(distanceOf([1, 9], [1, 2], { kind: "bars", max: 10 })?.closeness).toBe("partly");
    expect(distanceOf([5, 9], [1, 2], { kind: "bars", max: 10 })?.closeness).toBe("far");
  });
});
