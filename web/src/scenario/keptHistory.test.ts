// The undo history outlives a reload of the page.
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import { saveUndo, takeUndo } from "./keptHistory.ts";
import { createScenarioStore, newOrigin } from "./store.ts";

function storage() {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}

const start = () => createScenarioStore({ v: 1 }, newOrigin("example", "near-far"), catalogue);

test("after a reload at the same address, undo and redo reach the same documents", () => {
  const kept = storage();
  const before = start();
  for (const seed of [2, 3, 4]) before.getState().set("seed", seed, 0);
  before.getState().undo();
  saveUndo(kept, "#a", before.getState().history);

  const after = createScenarioStore(before.getState().doc, newOrigin("link"), catalogue);
  const history = takeUndo(kept, "#a", after.getState());
  if (!history) throw new Error("no history");
  after.getState().restore(history);
  const seeds: unknown[] = [];
  const { redo, undo } = after.getState();
  for (const move of [redo, undo, undo, undo, undo]) {
    move();
    seeds.push(after.getState().doc.seed);
  }
  expect(seeds).toEqual([4, 3, 2, undefined, undefined]);
  // Changes are counted from the document as it was opened.
  expect(after.getState().opened).toEqual({ v: 1 });
});

test("a scenario keeps the id of its opening, so that a reload adds no second entry to the recent ones", () => {
  const kept = storage();
  const before = start();
  before.getState().set("seed", 2, 0);
  saveUndo(kept, "#a", before.getState().history);
  const after = createScenarioStore(before.getState().doc, newOrigin("link"), catalogue);
  const history = takeUndo(kept, "#a", after.getState());
  if (!history) throw new Error("no history");
  after.getState().restore(history);
  expect(after.getState().origin).toEqual({ kind: "link", openingId: before.getState().origin.openingId });
});

test("a history is used only once", () => {
  const kept = storage();
  const { history, doc, origin } = start().getState();
  saveUndo(kept, "#a", history);
  expect(takeUndo(kept, "#b", { doc, origin })).toBeNull();
  expect(takeUndo(kept, "#a", { doc, origin })).toBeNull();
  kept.setItem("fairshare.undo.1", '{"address":"#a","steps":[{"doc":null}],"scenarios":[],"present":0}');
  expect(takeUndo(kept, "#a", { doc, origin })).toBeNull();
});

test("a long history loses its oldest steps", () => {
  const kept = storage();
  const long = start();
  for (let i = 0; i < 40; i += 1) long.getState().set("note", `${i}${"x".repeat(60_000)}`, 0);
  saveUndo(kept, "#a", long.getState().history);
  const { doc, origin } = long.getState();
  const past = takeUndo(kept, "#a", { doc, origin })?.past ?? [];
  expect(past.length).toBeGreaterThan(5);
  expect(past.length).toBeLessThan(40);
  expect(past.at(-1)?.doc.note?.startsWith("38x")).toBe(true);
  long.getState().set("note", "x".repeat(2_000_000), 0);
  saveUndo(kept, "#a", long.getState().history);
  expect(kept.map.size).toBe(0);
});
