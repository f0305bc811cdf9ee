// The changes of a scenario in the words of its question.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../../engine/testRuns.ts";
import { loadWasm } from "../../../engine/testWasm.ts";
import { applySuggestion } from "../../../examples/example.ts";
import { EXAMPLES } from "../../../examples/examples.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";
import { LAYOUT_IDS, layoutOf } from "../../../examples/layouts.ts";
import { questionTexts } from "../../../examples/texts/index.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { dumbbellOf } from "../../../scenario/descriptors.ts";
import { diffDocuments } from "../../../scenario/diff.ts";
import { writePath } from "../../../scenario/path.ts";
import { catalogue } from "../../../scenario/testDocuments.ts";
import { changesText } from "../flows/impliedChanges.ts";
import { changesOf, isExplained } from "./Changed.tsx";
import { explanationOf } from "./useFace.ts";

beforeAll(loadWasm);

const { doc, suggestions } = FIRST_EXAMPLE;
const [halve, equal, udp] = suggestions;

function wordsOf(after: ScenarioDocument): string {
  const { derived } = computeRun(after);
  const labels = { "flows.far.access.sender": "round trip of far" };
  return changesText(changesOf(doc, after, { derived, catalogue, labels }), 4).replaceAll("\u202f", " ");
}

test("an unchanged scenario has no changes", () => {
  expect(wordsOf(doc)).toBe("");
});

test("the two delays of a flow are one round trip, with the name of its control", () => {
  expect(wordsOf(applySuggestion(doc, equal, new Set()))).toBe("round trip of far 80 → 20 ms");
});

test("an added flow is named", () => {
  expect(wordsOf(applySuggestion(doc, udp, new Set()))).toMatch(/^UDP added/);
});

test("all of several changes are named", () => {
  const both = applySuggestion(applySuggestion(doc, equal, new Set()), halve, new Set());
  expect(wordsOf(both)).toBe("buffer 30 → 15 packets; round trip of far 80 → 20 ms");
});

test("a reason names no queue discipline that is in neither scenario", () => {
  const kinds = catalogue.queues.map(({ id, name }) => ({ id, name }));
  for (const id of LAYOUT_IDS) {
    const { doc: start } = EXAMPLES.find((e) => e.id === id) ?? { doc };
    const face = { start, ...explanationOf(layoutOf(id)) };
    const { reason } = questionTexts.questions[id];
    if (!dumbbellOf(start)) continue;
    for (const kind of kinds) {
      const after = writePath(start, "network.forward.queue", { kind: kind.id });
      const paths = diffDocuments(start, after, catalogue).map(({ path }) => path);
      if (!isExplained(face, after, paths)) continue;
      const present = [start, after].map((of) => dumbbellOf(of)?.forward?.queue?.kind ?? "drop_tail");
      const named = kinds.filter(({ name }) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "i").test(reason));
      expect(present, `${id}, ${kind.id}: ${reason}`).toEqual(
        expect.arrayContaining(named.map((of) => of.id)),
      );
    }
  }
  const codel = EXAMPLES.find((e) => e.id === "codel")?.doc ?? doc;
  const face = { start: codel, ...explanationOf(layoutOf("codel")) };
  const toPie = writePath(codel, "network.forward.queue", { kind: "pie" });
  expect(isExplained(face, toPie, ["network.forward.queue.kind"])).toBe(false);
  expect(isExplained(face, codel, ["network.forward.queue.limit"])).toBe(true);
});
