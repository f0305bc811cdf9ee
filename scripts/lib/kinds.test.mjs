// Tests the files that `npm run new` writes, in a copy of the folders that it reads. The names differ from
// those in the guides, so that these tests also pass after a reader has followed a guide.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Changes } from "./changes.mjs";
import { KINDS, readArguments } from "./kinds.mjs";
import { root } from "./paths.mjs";

/** @type {string} */
let copy;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "fairshare-new-"));
  for (const folder of [
    "sim-core/engine/src",
    "sim-core/document/src",
    "sim-core/simulation",
    "web/src/strings",
    "web/src/features/lab",
    "web/src/features/lessons/content",
  ])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true }));

/** @param {string} path */
const original = (path) => readFileSync(join(root, path), "utf8");
/** @param {string} path */
const written = (path) => readFileSync(join(copy, path), "utf8");

/** Everything in the copy, by path. */
const snapshot = () =>
  new Map(
    readdirSync(copy, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, "utf8")]),
  );

/**
 * Creates something in the copy, and returns its new and its changed files.
 * @param {string} kindName
 * @param {string} name
 */
function create(kindName, name) {
  const changes = new Changes(copy);
  const { kind } = readArguments(kindName, name);
  kind.write(changes, name);
  expect(kind.next(name).length).toBeGreaterThan(1);
  expect(original(kind.guide)).toContain(`npm run new -- ${kindName}`);
  return { ...changes.list(), changes };
}

/** The settings that a template in Rust declares. @param {string} path */
function settingsOf(path) {
  const [, params = ""] = /params! \{\n(.*?)\n\}/s.exec(original(path)) ?? [];
  const names = [...params.matchAll(/^ +(\w+): \S+ = /gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  return names;
}

test("a new algorithm has a golden document with its own settings", () => {
  const { created, changed } = create("algorithm", "made_by_test");
  expect([created, changed]).toEqual([["sim-core/simulation/tests/golden/algorithm-made_by_test.json"], []]);
  const [own, other] = JSON.parse(written(created[0] ?? "")).flows;
  expect(own.algorithm).toBe("made_by_test");
  expect(Object.keys(own.params)).toEqual(settingsOf("sim-core/engine/src/protocols/template.rs"));
  expect(other.algorithm).toBeUndefined();
});

test("a new queue discipline has a golden document with all of its settings", () => {
  const { created, changed } = create("queue", "made_by_test");
  expect([created, changed]).toEqual([["sim-core/simulation/tests/golden/queue-made_by_test.json"], []]);
  const { kind, limit, ...settings } = JSON.parse(written(created[0] ?? "")).network.forward.queue;
  expect([kind, limit]).toEqual(["made_by_test", { packets: 100 }]);
  expect(Object.keys(settings)).toEqual(settingsOf("sim-core/engine/src/net/queues/template.rs"));
});

test("a new view is a copy of a view of the page without its texts", () => {
  const { created, changed } = create("view", "madeByTest");
  expect([created, changed]).toEqual([["web/src/features/lab/views/simple/madeByTest.ts"], []]);
  const text = written(created[0] ?? "");
  expect(text).toMatch(/^\/\/ Made by test: say here/);
  expect(text).toContain("  translations: {},\n  make: (inputs, name) => {");
  const afterTexts = (/** @type {string} */ file) => file.slice(file.indexOf("  make:"));
  expect(afterTexts(text)).toBe(afterTexts(original("web/src/features/lab/views/simple/lossAgainstRate.ts")));
  expect(text.split("\n").length).toBeLessThanOrEqual(80);
});

test("a new lesson is the renamed template, and the last lesson in the list", () => {
  const { created, changed } = create("lesson", "madeByTestToo");
  expect([created, changed]).toEqual([["web/src/features/lessons/content/madeByTestToo.ts"], []]);
  const text = written(created[0] ?? "");
  expect(text.toLowerCase()).not.toContain("template");
  expect(text).toContain(
    'export const MADE_BY_TEST_TOO: Lesson = {\n  id: "made-by-test-too",\n  title: "Made by test too",',
  );
  const places = readdirSync(join(copy, "web/src/features/lessons/content"))
    .filter((file) => file.endsWith(".ts") && file !== "template.ts")
    .flatMap((file) =>
      [...written(`web/src/features/lessons/content/${file}`).matchAll(/^ {2}order: (\d+),$/gm)].map(
        ([, place]) => Number(place),
      ),
    );
  expect(Number(/order: (\d+)/.exec(text)?.[1])).toBe(Math.max(...places));
  expect(new Set(places).size).toBe(places.length);
});

test("a new language has files of texts and lessons", () => {
  const { created, changed } = create("language", "eo");
  expect(created).toEqual(["web/src/strings/eo/index.ts", "web/src/features/lessons/content/eo/index.ts"]);
  expect(changed).toEqual(["web/src/strings/language.ts"]);
  expect(written("web/src/strings/language.ts")).toContain(
    '  eo: { name: "Esperanto", isPartial: true },\n} as const',
  );
  expect(written("web/src/strings/eo/index.ts")).toContain("export const eo: PartialTranslation = {};");
});

test("invalid names are refused", () => {
  const before = snapshot();
  for (const [kind, name, message] of /** @type {const} */ ([
    [undefined, undefined, "Say what to create"],
    ["chart", "mine", "`chart` cannot be created"],
    ["toString", "mine", "`toString` cannot be created"],
    ["lesson", undefined, "needs a name"],
    ["algorithm", "Mine", "cannot be the name"],
    ["algorithm", "link", "type Link"],
    ["queue", "a-b", "cannot be the name"],
    ["queue", "codel", "type Codel"],
    ["view", "../x", "cannot be the name"],
    ["view", "phase", "There is a chart or view `phase`"],
    ["view", "lossAgainstRate", "already exists"],
    ["lesson", "buffer", "already exists"],
    ["lesson", "index", "cannot be the name"],
    ["language", "nederlands", "cannot be the name"],
    ["language", "de", "The page has the language `de`"],
    ["language", "en", "The page has the language `en`"],
    ["language", "qqq", "Node knows no language"],
  ])) {
    const attempt = () => {
      const read = readArguments(kind, name);
      read.kind.write(new Changes(copy), read.name);
    };
    expect(attempt, `${kind} ${name}`).toThrow(message);
  }
  expect(snapshot()).toEqual(before);
});

test("written files can be undone", () => {
  const before = snapshot();
  for (const [kind, name] of /** @type {const} */ ([
    ["algorithm", "made_again"],
    ["lesson", "madeAgain"],
    ["language", "ia"],
  ]))
    create(kind, name).changes.undo();
  expect(snapshot()).toEqual(before);
  expect(Object.keys(KINDS)).toEqual(["algorithm", "queue", "view", "lesson", "language"]);
});
