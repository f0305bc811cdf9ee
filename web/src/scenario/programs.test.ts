// Programs of flows in a document.
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import type { ProgramSetting, ScenarioDocument } from "../generated/types.ts";
import { canChangeDuringRun, describePath } from "./descriptors.ts";
import { keepDeclared, ownScenario, programFlows, withProgram } from "./programs.ts";

const setting = (name: string, more: Partial<ProgramSetting> = {}): ProgramSetting => ({
  name,
  is_switch: false,
  default: 1,
  low: 0,
  high: 2,
  is_logarithmic: false,
  unit: "s",
  help: "Help.",
  ...more,
});

const withSettings = (settings: Readonly<Record<string, number | boolean>>): ScenarioDocument => ({
  v: 1,
  flows: [{ id: "mine", algorithm: "own", params: { code: "old", settings } }],
  timeline: [
    { at: 1, set: "flows.mine.params.settings.gain", to: 1 },
    { at: 2, set: "flows.mine.params.settings.gone", to: 1 },
  ],
});

test("another program keeps the values that it accepts", () => {
  const doc = withSettings({ gain: 1.5, far: 9, gone: 1, fast: true });
  const settings = [setting("gain"), setting("far"), setting("fast", { is_switch: true })];
  const next = withProgram(doc, "mine", "new", { settings });
  expect(next.flows?.[0]?.params).toEqual({ code: "new", settings: { gain: 1.5, fast: true } });
  expect(next.timeline).toEqual([doc.timeline?.[0]]);
  expect(withProgram(doc, "mine", "new", { settings: [] }).flows?.[0]?.params).toEqual({ code: "new" });
});

test("declared settings are settings of the document, which the timeline can change", () => {
  const doc = withSettings({});
  const path = "flows.mine.params.settings.gain";
  expect(describePath(catalogue, path, doc)).toBeUndefined();
  keepDeclared("old", { settings: [setting("gain", { is_logarithmic: true })] });
  expect(describePath(catalogue, path, doc)).toMatchObject({
    type: "number",
    max: 2,
    scale: "log",
    unit: "s",
  });
  expect(canChangeDuringRun(catalogue, path, doc)).toBe(true);
});

test("the program itself and the numbering of packets cannot change during a run", () => {
  const doc = withSettings({});
  expect(canChangeDuringRun(catalogue, "flows.mine.params.code", doc)).toBe(false);
  expect(canChangeDuringRun(catalogue, "flows.mine.params.quic", doc)).toBe(false);
});

test("names of JavaScript objects are settings like others", () => {
  const doc = withSettings({ constructor: 1 });
  const next = withProgram(doc, "mine", "odd", { settings: [setting("constructor"), setting("toString")] });
  expect(next.flows?.[0]?.params?.settings).toEqual({ constructor: 1 });
});

test("the scenario to begin with has one program", () => {
  expect(programFlows(ownScenario())).toEqual(["mine"]);
});
