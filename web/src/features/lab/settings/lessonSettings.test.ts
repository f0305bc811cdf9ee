// The settings that stay within reach while presenting.
import { expect, test } from "vitest";
import { lessonSettings } from "./lessonSettings.ts";

const all = (): boolean => true;

test("the first two different settings are shown", () => {
  const limit = { kind: "limit", path: "network.forward.queue.limit" };
  expect(
    lessonSettings(
      ["network.forward.queue.limit", "network.forward.queue.limit.packets", "duration", "seed"],
      all,
    ),
  ).toEqual([limit, { kind: "setting", path: "duration" }]);
});

test("both delays of a flow's access links are one setting, its base RTT", () => {
  expect(lessonSettings(["flows.far.access.sender", "flows.far.access.receiver", "seed"], all)).toEqual([
    { kind: "rtt", flow: "far" },
    { kind: "setting", path: "seed" },
  ]);
});

test("a path without a control is left out", () => {
  expect(lessonSettings(["network.forward.loss", "seed"], (path) => path === "seed")).toEqual([
    { kind: "setting", path: "seed" },
  ]);
});
