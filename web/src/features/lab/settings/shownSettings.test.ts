// The settings that stay visible while presenting, in embedded pages and on the start page.
import { expect, test } from "vitest";
import { shownSettings } from "./ShownSettings.tsx";

const all = (): boolean => true;

test("the first two different settings are shown", () => {
  const limit = { kind: "limit", path: "network.forward.queue.limit" };
  expect(
    shownSettings(
      ["network.forward.queue.limit", "network.forward.queue.limit.packets", "duration", "seed"],
      all,
    ),
  ).toEqual([limit, { kind: "setting", path: "duration" }]);
});

test("both delays of a flow's access links are one setting, its base RTT", () => {
  expect(shownSettings(["flows.far.access.sender", "flows.far.access.receiver", "seed"], all)).toEqual([
    { kind: "rtt", flow: "far" },
    { kind: "setting", path: "seed" },
  ]);
});

test("a path without a control is left out", () => {
  expect(shownSettings(["network.forward.loss", "seed"], (path) => path === "seed")).toEqual([
    { kind: "setting", path: "seed" },
  ]);
});
