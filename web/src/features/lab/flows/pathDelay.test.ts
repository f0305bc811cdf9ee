// The base RTT of a flow equals the simulator's, for every kind of network.
import { beforeAll, expect, test } from "vitest";
import { check } from "../../../../../wasm/pkg/fairshare_wasm.js";
import { loadWasm } from "../../../engine/testWasm.ts";
import type { CheckResult, NetworkDocument } from "../../../generated/types.ts";
import { pathDelay } from "./members.ts";

beforeAll(loadWasm);

const access = { sender: 0.003, receiver: 0.004 };
const networks: readonly NetworkDocument[] = [
  { kind: "dumbbell", forward: { delay: 0.02 }, reverse: { delay: 0.05 } },
  { kind: "parking_lot", links: [{ id: "a" }, { id: "b", forward: { delay: 0.04 } }, { id: "c" }] },
  { kind: "graph" },
];

test.each(networks)("in a $kind", (network) => {
  const flows = [
    { id: "one", access, ...(network.kind === "graph" ? { path: { from: "a", to: "c" } } : {}) },
    { id: "many", count: 3, access, ...(network.kind === "graph" ? { path: { from: "a", to: "b" } } : {}) },
  ];
  const { derived } = check(JSON.stringify({ v: 1, network, flows })) as CheckResult;
  for (const id of ["one", "many"]) {
    const flow = derived?.flows.find((f) => f.id === id || f.id === `${id}.0`);
    const total = (pathDelay(derived, id) ?? Number.NaN) + 2 * (access.sender + access.receiver);
    expect(total).toBeCloseTo(flow?.base_rtt ?? 0, 9);
  }
  expect(pathDelay(derived, "unknown")).toBeNull();
  expect(pathDelay(null, "one")).toBeNull();
});
