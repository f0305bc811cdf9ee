// Problems of documents name flows, links and settings as the forms do, each problem once.
import { beforeAll, expect, test } from "vitest";
import { check } from "../../../../../wasm/pkg/fairshare_wasm.js";
import { loadWasm } from "../../../engine/testWasm.ts";
import catalogue from "../../../generated/catalogue.json";
import type { CheckResult, ScenarioDocument } from "../../../generated/types.ts";
import { problemsOf } from "./RunProblems.tsx";

beforeAll(loadWasm);

const problems = (doc: ScenarioDocument) => {
  const { issues } = check(JSON.stringify(doc)) as CheckResult;
  return problemsOf(issues, doc, catalogue);
};
const path = { from: "a", to: "nowhere" };

test("a problem that several flows have is stated once, with the names of the flows and of the setting", () => {
  const found = problems({
    v: 1,
    network: { kind: "graph" },
    flows: [
      { id: "f1", label: "near", path },
      { id: "f2", label: "far", path },
      { id: "f3", path },
    ],
  });
  expect(found).toHaveLength(1);
  expect(found[0]?.where).toMatch(/^near, far, f3: /);
  expect(found[0]?.path).toMatch(/^flows\.f1\.path/);
});

test("no problem contains the path of a developer", () => {
  const found = problems({
    v: 1,
    network: { kind: "parking_lot", links: [{ id: "a", forward: { rate: -1 } }, { id: "a" }] },
    flows: [{ id: "near", stop: -1 }, { id: "near" }, { id: "x", start: { min: 2, max: 1 } }],
    timeline: [{ at: 1, set: "network.links.a.forward.rate", to: -5 }],
  });
  expect(found.length).toBeGreaterThan(3);
  for (const { where, message } of found) expect(`${where} ${message}`).not.toMatch(/\[\d+\]|undefined/);
  expect(found.map((p) => p.where)).toContain("link a: rate");
});

test("a limit is named as its control, whatever its unit", () => {
  const limit = { packets: 999_999_999 };
  const [found] = problems({
    v: 1,
    network: { forward: { queue: { kind: "drop_tail", limit } } },
    flows: [{ id: "a" }],
  });
  expect(found).toMatchObject({ where: "buffer", path: "network.forward.queue.limit" });
});
