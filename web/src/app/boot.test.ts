// @vitest-environment jsdom
// What is kept in this browser: also the last edit before something else was opened.
import { expect, test } from "vitest";
import { browserShelf, readRecent } from "../scenario/storage.ts";
import { createScenarioStore, newVisit } from "../scenario/store.ts";
import { autosave } from "./boot.ts";

test("an edit is kept although something else is opened right after it", () => {
  const store = createScenarioStore({ v: 1, title: "mine" }, newVisit("example", "near-and-far"));
  const stop = autosave(store);
  store.getState().set("duration", 12, 0);
  store.getState().open({ v: 1, title: "other" }, newVisit("file"));
  stop();
  expect(readRecent(browserShelf()).map((e) => [e.title, e.doc.duration])).toEqual([["mine", 12]]);
});
