// @vitest-environment jsdom
// Autosave of the open scenario.
import { beforeEach, expect, test } from "vitest";
import catalogue from "../generated/catalogue.json";
import { createScenarioStore, newOrigin } from "../scenario/store.ts";
import { browserStorage, forgetRecent, readRecent } from "../storage/storage.ts";
import { autosave } from "./boot.ts";

beforeEach(() => forgetRecent(browserStorage()));

test("autosave stores an edit even if another scenario is opened before the save delay has passed", () => {
  const store = createScenarioStore({ v: 1, title: "mine" }, newOrigin("example", "near-and-far"), catalogue);
  const stop = autosave(store);
  store.getState().set("duration", 12, 0);
  store.getState().open({ v: 1, title: "other" }, newOrigin("file"));
  stop();
  expect(readRecent(browserStorage()).map((e) => [e.title, e.doc.duration])).toEqual([["mine", 12]]);
});

test("autosave stores an edit that was made just before the page fails and autosave stops", () => {
  const store = createScenarioStore({ v: 1, title: "mine" }, newOrigin("example", "near-and-far"), catalogue);
  const stop = autosave(store);
  store.getState().set("duration", 12, 0);
  stop();
  expect(readRecent(browserStorage()).map((e) => [e.title, e.doc.duration])).toEqual([["mine", 12]]);
});

test("autosave that stops without an edit stores nothing", () => {
  const store = createScenarioStore({ v: 1, title: "mine" }, newOrigin("file"), catalogue);
  autosave(store)();
  expect(readRecent(browserStorage())).toEqual([]);
});
