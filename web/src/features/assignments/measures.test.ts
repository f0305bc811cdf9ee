// The page measures its recorded run, and the check of hand-ins simulates the run again. For every measure of every
// lesson, the check accepts the value of the page as a right answer, and refuses a value that differs by a thousandth.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import init, { Assignment } from "../../../../wasm/laboratory/pkg/fairshare_laboratory_wasm.js";
import type { Condition, Measure } from "../../engine/numbers.ts";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import { measure } from "../../tasks/measures.ts";
import type { Lesson } from "../../tasks/model.ts";
import type { Report } from "./calls.ts";
import type { AssignmentWithKey, HandIn } from "./model.ts";
import { LESSONS } from "./testLessons.ts";

beforeAll(async () => {
  await loadWasm();
  const file = join(process.cwd(), "wasm", "laboratory", "pkg", "fairshare_laboratory_wasm_bg.wasm");
  await init({ module_or_path: readFileSync(file) });
});

/** Every measure that a lesson uses in a text, a condition or a question. */
function measuresOf({ values, steps }: Lesson): readonly Measure[] {
  const ofAll = (conditions: readonly Condition[] = []): readonly Measure[] => conditions.map(({ of }) => of);
  const ofSteps = steps.flatMap(({ task }): readonly Measure[] => {
    if (task.kind === "choose") return task.options.flatMap(({ when }) => ofAll(when));
    if (task.kind === "number") return [task.measure];
    if (task.kind === "change" || task.kind === "goal") return ofAll(task.when);
    return task.kind === "predict" && task.what.kind === "bars"
      ? task.what.bars.map((bar) => bar.measure)
      : [];
  });
  return [...Object.values(values), ...ofSteps];
}

/**
 * The states of answers to the question for each measure, if `error` is the relative error of the answers.
 */
function statesOf(
  { id, scenario }: Lesson,
  known: readonly (readonly [Measure, number])[],
  error: number,
): readonly string[] {
  const names = known.map((_, i) => `q${i}`);
  const assignment: AssignmentWithKey = {
    fairshare: "assignment",
    v: 1,
    id,
    title: id,
    text: "",
    due: "",
    version: "",
    scenario,
    charts: [],
    seed: "same",
    settings: [],
    controls: [],
    questions: names.map((name) => ({ id: name, kind: "number", ask: "", unit: "", tolerance: 1e-9 })),
    key: Object.fromEntries(known.map(([what], i) => [`q${i}`, { measure: what, factor: 1 }])),
  };
  const answers = Object.fromEntries(known.map(([, value], i) => [`q${i}`, value * (1 + error)]));
  const handIn: HandIn = {
    fairshare: "hand-in",
    v: 1,
    assignment: id,
    name: "x",
    version: "",
    scenario,
    result: "",
    answers,
    spent: 0,
    log: [],
  };
  const report = new Assignment(JSON.stringify(assignment)).check("x", JSON.stringify(handIn));
  return (JSON.parse(report) as Report).answers.map(({ state }) => state);
}

test.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))(
  "the measures of the lesson %s",
  (_id, lesson) => {
    const record = computeRun(lesson.scenario);
    const run = { record, summary: record.summary };
    const known = measuresOf(lesson)
      .map((what) => [what, measure(run, what)] as const)
      .filter(([, value]) => Number.isFinite(value) && value !== 0);
    expect(known.length).toBeGreaterThan(0);
    expect(statesOf(lesson, known, 0)).toEqual(known.map(() => "right"));
    expect(statesOf(lesson, known, 1e-3)).toEqual(known.map(() => "wrong"));
  },
);
