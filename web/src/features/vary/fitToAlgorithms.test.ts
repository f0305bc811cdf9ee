import { expect, test } from "vitest";
import catalogue from "../../generated/catalogue.json";
import type { Catalogue } from "../../generated/types.ts";
import { fitToAlgorithms } from "./fitToAlgorithms.ts";
import type { SweepDocument } from "./sweepDocument.ts";

const full = catalogue as unknown as Catalogue;
const sweep: SweepDocument = {
  sweep: 1,
  scenario: {
    v: 1,
    flows: [
      { id: "one", params: { initial_ssthresh: 40, ack_every: 2 } },
      { id: "two", params: { initial_ssthresh: 40 } },
    ],
    timeline: [
      { at: 1, set: "flows.one.params.initial_ssthresh", to: 20 },
      { at: 2, set: "flows.one.params.ack_every", to: 1 },
    ],
  },
  vary: [
    { path: "network.forward.rate", values: "1M,2M" },
    { path: "flows.one.algorithm", values: "cubic, bbr,reno" },
  ],
};

test("a sweep over algorithms leaves out the settings that one of them does not have, and names them", () => {
  const { sweep: fitted, leftOut } = fitToAlgorithms(sweep, full);
  expect(leftOut).toEqual([{ flow: "one", setting: "initial_ssthresh", algorithms: ["BBR v1"] }]);
  expect(fitted.scenario.flows).toEqual([
    { id: "one", params: { ack_every: 2 } },
    { id: "two", params: { initial_ssthresh: 40 } },
  ]);
  expect(fitted.scenario.timeline).toEqual([{ at: 2, set: "flows.one.params.ack_every", to: 1 }]);
  expect(fitted.vary).toBe(sweep.vary);
});

test("a sweep whose algorithms have all settings stays the same object", () => {
  const same = { ...sweep, vary: [{ path: "flows.one.algorithm", values: ["cubic", "reno"] }] };
  expect(fitToAlgorithms(same, full)).toEqual({ sweep: same, leftOut: [] });
  expect(fitToAlgorithms(same, full).sweep).toBe(same);
});
