// @vitest-environment jsdom
// What the browser keeps is saved as one file, and loading the file loses nothing of either side.
import { beforeEach, expect, test } from "vitest";
import { PREFIX, RECENT } from "../../storage/storage.ts";
import {
  compareKept,
  countsOf,
  type Kept,
  keptFileText,
  readKeptText,
  savedTexts,
  storeKept,
} from "./keptFile.ts";

beforeEach(() => localStorage.clear());

const scenario = (id: string, duration: number) => ({ id, title: id, saved: 1, doc: { v: 1, duration } });
const kept = (texts: Kept["texts"], lists: Kept["lists"] = [], undo: string | null = null): Kept => ({
  texts,
  lists,
  undo,
});
const recent = (...entries: readonly unknown[]): Kept["texts"] => ({ [RECENT]: JSON.stringify(entries) });

test("a file that is saved and read again has the same content, also what this version does not know", () => {
  localStorage.setItem(RECENT, JSON.stringify([scenario("a", 1), { later: true }]));
  localStorage.setItem(`${PREFIX}setting.lesson.sawtooth`, '"{}"');
  localStorage.setItem(`${PREFIX}future.9`, "unknown");
  localStorage.setItem("of another page", "x");
  const undo = JSON.stringify({ address: "#p=near-far", scenarios: [], steps: [], present: 0 });
  const here = kept(savedTexts(localStorage), [{ id: "x" }], undo);
  expect(readKeptText(keptFileText(here, "9.9.9"))).toEqual({ ok: true, kept: here });
  expect(Object.keys(here.texts)).not.toContain("of another page");
  expect(countsOf(here)).toEqual({ scenarios: 2, lessons: 1, works: 0, lists: 1 });
});

test.each([
  ["not JSON", "{", "not-kept"],
  ["a scenario", '{"v":1}', "not-kept"],
  ["null", "null", "not-kept"],
  ["no texts", '{"fairshare":"browser","v":1}', "not-kept"],
  ["a later format", '{"fairshare":"browser","v":2,"texts":{}}', "newer"],
])("a file with %s is refused", (_, text, reason) => {
  expect(readKeptText(text)).toEqual({ ok: false, reason });
});

test("a file gives the page nothing under names of other pages, and no address of another page", () => {
  const text = JSON.stringify({
    fairshare: "browser",
    v: 1,
    texts: { other: "x", [`${PREFIX}a`]: 1, [`${PREFIX}b`]: "y" },
    undo: '{"address":"https://example.org/","steps":[]}',
    lists: [1, null, { id: 2 }],
  });
  expect(readKeptText(text)).toEqual({ ok: true, kept: kept({ [`${PREFIX}b`]: "y" }) });
});

test("scenarios of the file and of the browser are joined, those with the same id as well", () => {
  const here = recent(scenario("a", 1), scenario("b", 1), { later: 1 });
  const file = recent(scenario("b", 1), scenario("a", 2), { later: 2 });
  const { added, differing } = compareKept(kept(here), kept(file));
  expect(JSON.parse(added.texts[RECENT] ?? "")).toEqual([
    scenario("a", 1),
    scenario("b", 1),
    { later: 1 },
    { ...scenario("a", 2), id: "a.file" },
    { later: 2 },
  ]);
  expect(differing.texts).toEqual({});
});

test("loading the same file twice adds nothing", () => {
  const file = kept(recent(scenario("a", 1)), [{ id: "x" }]);
  const { added, differing } = compareKept(file, file);
  expect([added.texts, added.lists, differing.texts, differing.lists]).toEqual([{}, [], {}, []]);
});

test("the offered assignments of both are joined by their ids", () => {
  const name = `${PREFIX}setting.assignments`;
  const texts = (...ids: readonly string[]) =>
    JSON.stringify(JSON.stringify(ids.map((id) => JSON.stringify({ id }))));
  const { added } = compareKept(kept({ [name]: texts("a", "b") }), kept({ [name]: texts("b", "c") }));
  expect(added.texts[name]).toBe(texts("a", "b", "c"));
});

test("what differs is stored only if the user takes the contents of the file", () => {
  const name = `${PREFIX}setting.lesson.sawtooth`;
  const list = (text: string) => ({ id: "x", text });
  const merge = compareKept(kept({ [name]: "1" }, [list("1")]), kept({ [name]: "2" }, [list("2")]));
  expect(merge.added).toEqual(kept({}));
  expect(merge.differing).toEqual(kept({ [name]: "2" }, [list("2")]));
});

test("what the browser refuses is counted", async () => {
  const storage = {
    getItem: () => null,
    setItem: (key: string) => {
      if (key === "b") throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: () => undefined,
  };
  const refusals = await storeKept(
    kept({ a: "1", b: "2", c: "3" }, [{ id: "x" }]),
    storage,
    async () => false,
  );
  expect(refusals).toBe(2);
});
