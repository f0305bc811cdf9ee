// Descriptions of the differences between documents.
import { expect, test } from "vitest";
import generated from "../generated/catalogue.json";
import type { ScenarioDocument } from "../generated/types.ts";
import { changeText, diffDocuments } from "./diff.ts";
import { addFlow, setAlgorithm, setFromTime } from "./edit.ts";
import { writePath } from "./path.ts";

const catalogue = generated;
const doc: ScenarioDocument = {
  v: 1,
  network: { kind: "dumbbell", forward: { rate: 1e7, queue: { kind: "drop_tail", limit: { packets: 60 } } } },
  flows: [
    { id: "near", algorithm: "newreno" },
    { id: "far", label: "the far one", algorithm: "newreno" },
  ],
};

const texts = (after: ScenarioDocument): string[] => diffDocuments(doc, after, catalogue).map(changeText);

test("equal documents have no differences, and a different title is not reported", () => {
  expect(texts(JSON.parse(JSON.stringify(doc)))).toEqual([]);
  expect(texts({ ...doc, title: "other" })).toEqual([]);
});

test("values have units, and the unit of both values is written only once", () => {
  expect(texts(writePath(doc, "network.forward.queue.limit", { packets: 30 }))).toEqual([
    "buffer 60 \u2192 30\u202fpackets",
  ]);
  expect(texts(writePath(doc, "network.forward.rate", 5e6))).toEqual(["rate 10 \u2192 5\u202fMb/s"]);
  expect(texts(writePath(doc, "duration", 90))).toEqual(["duration 60 \u2192 90\u202fs"]);
  expect(texts(writePath(doc, "network.forward.queue.limit", { bdp: 0.5 }))).toEqual([
    "buffer 60\u202fpackets \u2192 0.5\u202fBDP",
  ]);
});

test("a flow is described by its label, or its id if it has no label, and an algorithm by its name", () => {
  expect(texts(setAlgorithm(doc, "far", "cubic"))).toEqual([
    "the far one: algorithm TCP NewReno \u2192 CUBIC",
  ]);
  expect(texts(writePath(doc, "flows.near.params.min_rto", 1))).toEqual([
    expect.stringMatching(/^near: .* \u2192 1\u202fs$/),
  ]);
  expect(texts(addFlow(doc, { id: "udp", algorithm: "udp" }, new Set()))).toEqual(["udp added (Plain UDP)"]);
});

test("a new timeline entry is described with its time and value", () => {
  expect(texts(setFromTime(doc, "network.forward.rate", 2e6, 12.3))).toEqual([
    "from 12.3\u202fs: rate 2\u202fMb/s",
  ]);
});
