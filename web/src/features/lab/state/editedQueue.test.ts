// The queue that an edit concerns.
import { expect, test } from "vitest";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { editedQueue } from "./session.ts";

const red = { queue: { kind: "red" } } as const;
const lot = (...links: readonly object[]): ScenarioDocument =>
  ({
    v: 1,
    network: { kind: "parking_lot", links: links.map((link, i) => ({ id: "abc"[i], ...link })) },
    flows: [],
  }) as unknown as ScenarioDocument;

test("an edit of one link concerns its forward direction, unless only the reverse direction changed", () => {
  expect(editedQueue(lot({}, {}, {}), lot({}, { forward: red }, {}))).toBe("b.forward");
  expect(editedQueue(lot({}, {}), lot({}, { forward: red, reverse: red }))).toBe("b.forward");
  expect(editedQueue(lot({}, {}), lot({}, { reverse: red }))).toBe("b.reverse");
});

test("an edit of no link, of several links or of the list of links concerns no queue", () => {
  expect(editedQueue(lot({}, {}), lot({}, {}))).toBeNull();
  expect(editedQueue(lot({}, {}), lot({ forward: red }, { forward: red }))).toBeNull();
  expect(editedQueue(lot({}), lot({}, { forward: red }))).toBeNull();
  expect(editedQueue(lot({}, {}), lot({}, { id: "x" }))).toBeNull();
  const dumbbell = (rate: number): ScenarioDocument => ({ v: 1, network: { forward: { rate } }, flows: [] });
  expect(editedQueue(dumbbell(1e6), dumbbell(2e6))).toBeNull();
});
