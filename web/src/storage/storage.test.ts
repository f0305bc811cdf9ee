// @vitest-environment jsdom
// Recent scenarios in a storage that works, is full or missing, or contains unexpected data.
import { expect, test, vi } from "vitest";
import {
  browserStorage,
  canStore,
  forgetRecent,
  hasRefusedWork,
  MAX_RECENT,
  type RecentEntry,
  readPreference,
  readRecent,
  savePreference,
  saveRecent,
  storageRefusals,
  type TextStorage,
} from "./storage.ts";

function storage(maxLength = Number.POSITIVE_INFINITY): TextStorage & { readonly map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > maxLength) throw new DOMException("full", "QuotaExceededError");
      map.set(key, value);
    },
    removeItem: (key) => void map.delete(key),
  };
}

const entry = (id: string, title = id): RecentEntry => ({ id, title, saved: 1, doc: { v: 1, title } });

test("recent scenarios are ordered newest first, with one entry per id, up to a maximum", () => {
  const s = storage();
  for (let i = 0; i < MAX_RECENT + 5; i++) saveRecent(s, entry(`v${i}`));
  saveRecent(s, entry("v10", "again"));
  const list = readRecent(s);
  expect(list.length).toBe(MAX_RECENT);
  expect(list[0]).toMatchObject({ id: "v10", title: "again" });
  expect(list.filter((e) => e.id === "v10").length).toBe(1);
});

test("a full storage loses the oldest entries, never the newest", () => {
  const s = storage(200);
  for (let i = 0; i < 8; i++) saveRecent(s, entry(`v${i}`));
  const list = readRecent(s);
  expect(list[0]?.id).toBe("v7");
  expect(list.length).toBeLessThan(8);
});

test("a missing storage and invalid data give an empty list", () => {
  expect(readRecent(null)).toEqual([]);
  expect(saveRecent(null, entry("x"))).toBe(false);
  const s = storage();
  s.map.set("fairshare.recent.1", '[{"id":3},null,"x",{"id":"ok","title":"t","saved":1,"doc":{"v":1}}]');
  expect(readRecent(s).map((e) => e.id)).toEqual(["ok"]);
  s.map.set("fairshare.recent.1", "not json");
  expect(readRecent(s)).toEqual([]);
});

test("one entry or all entries can be removed", () => {
  const s = storage();
  saveRecent(s, entry("a"));
  saveRecent(s, entry("b"));
  forgetRecent(s, "a");
  expect(readRecent(s).map((e) => e.id)).toEqual(["b"]);
  forgetRecent(s);
  expect(readRecent(s)).toEqual([]);
});

test("scenarios of every format are listed, and entries of a later version are kept", () => {
  const s = storage();
  s.map.set("fairshare.recent.1", '[{"later":1},{"id":"a","title":"t","saved":1,"doc":{"v":1}}]');
  saveRecent(s, entry("b"));
  expect(readRecent(s).map((e) => e.id)).toEqual(["b", "a"]);
  forgetRecent(s, "a");
  expect(JSON.parse(s.map.get("fairshare.recent.1") ?? "")).toEqual([entry("b"), { later: 1 }]);
});

test("what the browser refuses to store lasts as long as the page, and listeners learn of it", () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  let refusals = 0;
  const stop = storageRefusals.subscribe(() => {
    refusals += 1;
  });
  try {
    expect(savePreference(browserStorage(), "lesson.x", "done")).toBe(false);
    expect(readPreference(browserStorage(), "lesson.x")).toBe("done");
    expect([refusals, hasRefusedWork(), canStore()]).toEqual([1, true, false]);
    saveRecent(browserStorage(), entry("a"));
    expect(readRecent(browserStorage()).map((e) => e.id)).toEqual(["a"]);
  } finally {
    refuse.mockRestore();
    stop();
  }
  expect(savePreference(browserStorage(), "lesson.x", "done")).toBe(true);
  expect(saveRecent(browserStorage(), entry("b"))).toBe(true);
  expect([hasRefusedWork(), canStore()]).toEqual([false, true]);
});
