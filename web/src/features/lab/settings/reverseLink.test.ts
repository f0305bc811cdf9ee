// The reverse direction behaves as before when it gets settings of its own.
import { beforeAll, expect, test } from "vitest";
import { open } from "../../../../../wasm/pkg/fairshare_wasm.js";
import type { Opened, Refused } from "../../../engine/simulator.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { writeOutReverse } from "../../../scenario/edit.ts";
import { readPath } from "../../../scenario/path.ts";

beforeAll(loadWasm);

/** The result ID of a document's run, and the initial rate of its reverse direction. */
function run(doc: ScenarioDocument): { readonly resultId: string; readonly rate: number | undefined } {
  const opened = open(JSON.stringify(doc), undefined) as Opened | Refused;
  if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
  const { derived, simulation } = opened;
  while (simulation.stepUntil(simulation.duration, 1_000_000)[2] !== 1);
  return {
    resultId: simulation.resultId(),
    rate: derived.links.find((link) => link.id === "reverse")?.rate,
  };
}

test.each<readonly [string, ScenarioDocument["network"]]>([
  [
    "losses, jitter, a schedule and an outage",
    {
      forward: {
        rate: 1e6,
        delay: 0.03,
        queue: { kind: "red", limit: { packets: 20 } },
        loss: [{ kind: "random", probability: 0.05 }],
        schedule: { kind: "points", points: [{ at: 2, rate: 2e6 }] },
        impairments: { jitter: { delay: 0.02 }, outages: [{ at: 3 }] },
      },
    },
  ],
  ["a delivery trace", { forward: { rate: 9e6, impairments: { trace: "3\n7\n20\n" } } }],
  ["default settings", {}],
])("with %s in the forward direction, the result stays the same", (_name, network) => {
  const doc: ScenarioDocument = {
    v: 1,
    duration: 6,
    ...(network ? { network } : {}),
    flows: [{ id: "a" }, { id: "b", role: "reverse" }],
  };
  const before = run(doc);
  const changed = writeOutReverse(doc, "network", before.rate);
  expect(readPath(changed, "network.reverse")).toBeDefined();
  expect(run(changed)).toEqual(before);
});
