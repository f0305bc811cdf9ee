// What follows from a change of a link is stated with the change.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { findExample } from "../../../examples/firstExample.ts";
import "../../../examples/examples.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { diffDocuments } from "../../../scenario/diff.ts";
import { writeOutReverse } from "../../../scenario/edit.ts";
import { writePath } from "../../../scenario/path.ts";
import { catalogue } from "../../../scenario/testDocuments.ts";
import { changesText, withImplied } from "./impliedChanges.ts";

beforeAll(loadWasm);

function wordsOf(before: ScenarioDocument, after: ScenarioDocument): string {
  const [a, b] = [before, after].map((doc) => computeRun({ ...doc, duration: 0.1 }).derived);
  const changes = withImplied(diffDocuments(before, after, catalogue), a, b, { doc: after, catalogue });
  return changesText(changes, 2).replaceAll("\u202f", " ");
}

const sawtooth = findExample("sawtooth")?.doc as ScenarioDocument;
const set = (doc: ScenarioDocument, path: string, value: number | object): ScenarioDocument =>
  writePath(doc, path, value as number);

test("a rate changes the packets of a buffer in BDP, and the rate back", () => {
  const [fast, slow] = [2e7, 1e6].map((rate) => set(sawtooth, "network.forward.rate", rate));
  expect(wordsOf(fast as ScenarioDocument, slow as ScenarioDocument)).toBe(
    "rate 20 → 1 Mb/s, so buffer 133 → 7 packets, reverse rate 20 → 1 Mb/s",
  );
});

test("a buffer in packets stays, and so does a reverse direction with settings of its own", () => {
  const own = set(writeOutReverse(sawtooth, "network"), "network.forward.queue.limit", { packets: 50 });
  expect(wordsOf(own, set(own, "network.forward.rate", 5e6))).toMatch(/^rate [\d.]+ → 5 Mb\/s$/);
});

test("a buffer that is changed is not implied", () => {
  const words = wordsOf(sawtooth, set(sawtooth, "network.forward.queue.limit", { bdp: 0.5 }));
  expect(words).toBe("buffer 1 → 0.5 BDP");
});
