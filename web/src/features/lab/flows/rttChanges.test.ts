// Changes of both access delays of a flow are stated as a change of the base RTT.
import { expect, test } from "vitest";
import { changeText } from "../../../scenario/diff.ts";
import { type RunWithRtts, withRttChanges } from "./rttChanges.ts";

const run = (base_rtt: number): RunWithRtts => ({
  doc: { v: 1, flows: [{ id: "far" }] },
  record: { derived: { flows: [{ id: "far", base_rtt }] } },
});
const delay = (side: string, to = "2.5\u202fms") => ({
  path: `flows.far.access.${side}`,
  what: `far: delay at the ${side}`,
  from: "17.5\u202fms",
  to,
});
const other = { path: "network.forward.rate", what: "rate", from: "10\u202fMb/s", to: "5\u202fMb/s" };
const texts = (changes: Parameters<typeof withRttChanges>[0]): string[] =>
  withRttChanges(changes, run(0.08), run(0.02)).map((change) => changeText(change).replace(/\u202f/g, " "));

test("equal changes of both access delays are one change of the base RTT", () => {
  expect(texts([delay("sender"), delay("receiver"), other])).toEqual([
    "far: base RTT 80 \u2192 20 ms",
    "rate 10 \u2192 5 Mb/s",
  ]);
});

test("other changes of access delays are stated unchanged", () => {
  expect(texts([delay("sender")])).toEqual(["far: delay at the sender 17.5 \u2192 2.5 ms"]);
  expect(texts([delay("sender"), delay("receiver", "1\u202fms")])).toHaveLength(2);
  expect(withRttChanges([delay("sender"), delay("receiver")], run(0.08), null)).toHaveLength(2);
});
