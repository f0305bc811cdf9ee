// Differences in the words people read.
import { expect, test } from "vitest";
import generated from "../generated/catalogue.json";
import type { Catalogue } from "./descriptors.ts";
import { changeText, diffDocuments } from "./diff.ts";
import type { ScenarioDocument } from "./document.ts";
import { addFlow, setAlgorithm, setFrom } from "./edit.ts";
import { writePath } from "./path.ts";

const catalogue = generated as unknown as Catalogue;
const doc: ScenarioDocument = {
  v: 1,
  network: { kind: "dumbbell", forward: { rate: 1e7, queue: { kind: "drop_tail", limit: { packets: 60 } } } },
  flows: [
    { id: "near", algorithm: "newreno" },
    { id: "far", label: "the far one", algorithm: "newreno" },
  ],
};

const said = (after: ScenarioDocument): string[] => diffDocuments(doc, after, catalogue).map(changeText);

test("nothing changed says nothing", () => {
  expect(said(JSON.parse(JSON.stringify(doc)))).toEqual([]);
  expect(said({ ...doc, title: "other" })).toEqual([]);
});

test("settings with their units, a shared unit once", () => {
  expect(said(writePath(doc, "network.forward.queue.limit", { packets: 30 }))).toEqual([
    "buffer 60 \u2192 30\u202fpackets",
  ]);
  expect(said(writePath(doc, "network.forward.rate", 5e6))).toEqual(["rate 10 \u2192 5\u202fMb/s"]);
  expect(said(writePath(doc, "duration", 90))).toEqual(["duration 60 \u2192 90\u202fs"]);
  expect(said(writePath(doc, "network.forward.queue.limit", { bdp: 0.5 }))).toEqual([
    "buffer 60\u202fpackets \u2192 0.5\u202fBDP",
  ]);
});

test("flows by their labels, algorithms by their names", () => {
  expect(said(setAlgorithm(doc, "far", "cubic"))).toEqual([
    "the far one: algorithm TCP NewReno \u2192 CUBIC",
  ]);
  expect(said(writePath(doc, "flows.near.params.min_rto", 1))).toEqual([
    expect.stringMatching(/^near: .* \u2192 1\u202fs$/),
  ]);
  expect(said(addFlow(doc, { id: "udp", algorithm: "udp" }, new Set()))).toEqual(["udp added (Plain UDP)"]);
});

test("changes from a moment on", () => {
  expect(said(setFrom(doc, "network.forward.rate", 2e6, 12.3))).toEqual([
    "from 12.3\u202fs: rate 2\u202fMb/s",
  ]);
});
