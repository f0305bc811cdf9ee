// @vitest-environment jsdom
// Autosave of the open scenario.
import { expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import { browserStorage, readRecent } from "../scenario/storage.ts";
import { createScenarioStore, newOrigin } from "../scenario/store.ts";
import { autosave } from "./boot.ts";

test("autosave stores an edit even if another scenario is opened before the save delay has passed", () => {
  const store = createScenarioStore({ v: 1, title: "mine" }, newOrigin("example", "near-and-far"), catalogue);
  const stop = autosave(store);
  store.getState().set("duration", 12, 0);
  store.getState().open({ v: 1, title: "other" }, newOrigin("file"));
  stop();
  expect(readRecent(browserStorage()).map((e) => [e.title, e.doc.duration])).toEqual([["mine", 12]]);
});
