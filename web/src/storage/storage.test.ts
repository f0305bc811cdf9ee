// Recent scenarios in a storage that works, is full or missing, or contains unexpected data.
import { expect, test } from "vitest";
import {
  forgetRecent,
  MAX_RECENT,
  type RecentEntry,
  readRecent,
  saveRecent,
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
