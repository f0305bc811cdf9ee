// What `npm run new` writes, of each kind. The names differ from those in the guides, so that these tests also pass after a
// reader has followed a guide.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Changes } from "./changes.mjs";
import { readArguments } from "./kinds.mjs";
import { inRoot, root } from "./paths.mjs";

/** Keeps what is written, and leaves the files as they are. */
class Drafts extends Changes {
  /** @type {Map<string, string>} */
  texts = new Map();

  /** @override @param {string} path @param {string} text */
  write(path, text) {
    this.texts.set(path, text);
  }
}

/** What would be written, by path. @param {string | undefined} kindName @param {string | undefined} name */
function draft(kindName, name) {
  const drafts = new Drafts(root);
  const read = readArguments(kindName, name);
  read.kind.write(drafts, read.name);
  return drafts.texts;
}

test.each([
  ["algorithm", "made_by_test", ["sim-core/simulation/tests/golden/documents.json"]],
  ["queue", "made_by_test", ["sim-core/simulation/tests/golden/documents.json"]],
  ["view", "madeByTest", ["web/src/features/lab/views/simple/madeByTest.ts"]],
  ["lesson", "madeByTestToo", ["web/src/features/lessons/content/madeByTestToo.ts"]],
  ["language", "eo", ["web/src/features/lessons/content/eo.json", "web/src/language/language.ts"]],
])("a new %s has its files", (kind, name, files) => {
  expect([...draft(kind, name).keys()].sort()).toEqual([...files].sort());
});

test("a new view begins with one line of comment", () => {
  const [text = ""] = draft("view", "madeByTest").values();
  expect(text).toMatch(/^\/\/ Made by test: .*\nimport/);
});

test.each([
  ["algorithm", "sim-core/engine/src/protocols/template.rs"],
  ["queue", "sim-core/engine/src/net/queues/template.rs"],
])("the golden document of a new %s has the settings of its template", (kind, template) => {
  const [, params = ""] = /params! \{\n(.*?)\n\}/s.exec(readFileSync(inRoot(template), "utf8")) ?? [];
  const names = [...params.matchAll(/^ +(\w+): \S+ = /gm)].map(([, name]) => name);
  const [documents = ""] = draft(kind, "made_by_test").values();
  const text = JSON.stringify(JSON.parse(documents)[`${kind}-made_by_test`]);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(text).toContain(`"${name}":`);
});

test("a name that cannot be used is refused", () => {
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
    expect(() => draft(kind, name), `${kind} ${name}`).toThrow(message);
  }
});
