// @vitest-environment jsdom
// Autosave stores an edit even if another scenario is opened before the edit would have been saved.
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import { browserStorage, readRecent } from "../scenario/storage.ts";
import { createScenarioStore, newVisit } from "../scenario/store.ts";
import { autosave } from "./boot.ts";

test("an edit is saved even if another scenario is opened right after it", () => {
  const store = createScenarioStore({ v: 1, title: "mine" }, newVisit("example", "near-and-far"), catalogue);
  const stop = autosave(store);
  store.getState().set("duration", 12, 0);
  store.getState().open({ v: 1, title: "other" }, newVisit("file"));
  stop();
  expect(readRecent(browserStorage()).map((e) => [e.title, e.doc.duration])).toEqual([["mine", 12]]);
});
