// Every text has a translation in every language, and texts are read when they are shown, so that they follow the language.
import { beforeAll, describe, expect, test } from "vitest";
import {
  isPartial,
  LANGUAGES,
  loadTexts,
  TRANSLATED_LANGUAGES,
  type TranslatedLanguage,
} from "./language.ts";
import { localized, registeredTexts, showTexts } from "./localized.ts";

/** Files in this folder that contain no texts. */
const WITHOUT_TEXTS = ["en.ts", "language.ts", "localized.ts", "translation.ts"];

/**
 * What the texts of a language must not contain, because it has other quotation marks. A language whose texts are complete needs
 * this rule.
 */
const WRONG_QUOTATION_MARKS: Readonly<Partial<Record<TranslatedLanguage, RegExp>>> = {
  de: /[\u201d\u00ab\u00bb]|"\w/,
  fr: /[\u201c\u201d\u201e]|\u00ab(?!\u202f)|(?<!\u202f)\u00bb/,
};

const MODULES = import.meta.glob(["./*.ts", "!./*.test.ts"]);

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** Whether a difference is a text that is missing, which a partly translated language may have. */
const isMissing = (difference: string): boolean => difference.endsWith(": missing");

/** What a translation lacks, has too much, or has in another form than the English texts, as one line for each text. */
function differences(english: Tree, translated: unknown, path: string): readonly string[] {
  if (!isTree(translated)) return [`${path}: missing`];
  const missing = Object.entries(english).flatMap(([key, text]) => {
    const inner = `${path}.${key}`;
    const other = translated[key];
    if (other === undefined) return [`${inner}: missing`];
    if (typeof text !== typeof other)
      return [`${inner}: a ${typeof text} in English, a ${typeof other} here`];
    if (isTree(text)) return differences(text, other, inner);
    return other === "" && text !== "" ? [`${inner}: empty`] : [];
  });
  const surplus = Object.keys(translated).filter((key) => !(key in english));
  return [...missing, ...surplus.map((key) => `${path}.${key}: not in the English texts`)];
}

/** The texts of a tree that are words, by path. */
function words(tree: Tree, path: string): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, text]) => {
    const inner = `${path}.${key}`;
    if (isTree(text)) return words(text, inner);
    return typeof text === "string" ? [[inner, text] as const] : [];
  });
}

beforeAll(async () => {
  for (const load of Object.values(MODULES)) await load();
});

test("every file of English texts is registered for translation", () => {
  const files = Object.keys(MODULES)
    .map((path) => path.replace("./", ""))
    .filter((file) => !WITHOUT_TEXTS.includes(file));
  const names = files.map((file) => (file === "index.ts" ? "main" : file.replace(".ts", "")));
  const registered = [...registeredTexts().keys()];
  for (const name of names)
    expect(
      registered,
      `web/src/strings/${name}.ts must pass its texts to localized("${name}", \u2026), and "${name}" must be an entry of ` +
        "Translation in web/src/strings/translation.ts.",
    ).toContain(name);
});

/** The texts of a language as they are written, with those that are functions. */
const SOURCES = import.meta.glob<string>("./*/*.ts", { eager: true, query: "?raw", import: "default" });

describe.each(TRANSLATED_LANGUAGES)("%s", async (language) => {
  const translation: Tree = { ...(await loadTexts(language)) };

  test("has every text, or states that it is partly translated", () => {
    for (const [name, english] of registeredTexts())
      expect(
        differences(english as Tree, translation[name], name).filter(
          (difference) => !isPartial(language) || !isMissing(difference),
        ),
        `Add or remove these texts in web/src/strings/${language}/${name}.ts (${LANGUAGES[language].name}).`,
      ).toEqual([]);
  });

  // docs/translating.md: numbers have a decimal point in all languages, as those that the page computes.
  test("has no decimal comma", () => {
    const files = Object.entries(SOURCES).filter(([path]) => path.startsWith(`./${language}/`));
    expect(files.length).toBeGreaterThan(10);
    for (const [path, source] of files)
      expect(source.match(/["`][^"`\n]*\d,\d[^"`\n]*["`]/)?.[0], path).toBe(undefined);
  });

  test("repeats no English sentence", () => {
    for (const [name, english] of registeredTexts()) {
      const translated = new Map(words((translation[name] ?? {}) as Tree, name));
      const same = words(english as Tree, name).filter(
        ([path, text]) => text.split(/\s+/).length > 3 && translated.get(path) === text,
      );
      expect(same, `These texts of web/src/strings/${language}/${name}.ts are still English.`).toEqual([]);
    }
  });

  test("uses the quotation marks of the language", () => {
    const wrong = WRONG_QUOTATION_MARKS[language];
    if (!wrong) {
      expect(isPartial(language), "A complete language needs an entry in WRONG_QUOTATION_MARKS.").toBe(true);
      return;
    }
    const texts = words(translation, language);
    expect(texts.filter(([path, text]) => wrong.test(text) && !path.endsWith(".fileAdvice"))).toEqual([]);
  });
});

test("texts follow the language, also those that are registered after the change", () => {
  const first = localized("first", { hello: "Hello", nested: { bye: "Bye" } } as const);
  showTexts({ first: { hello: "Hallo", nested: { bye: "Tsch\u00fcs" } }, second: { yes: "Ja" } });
  const second = localized("second", { yes: "Yes" } as const);
  expect([first.hello, first.nested.bye, second.yes]).toEqual(["Hallo", "Tsch\u00fcs", "Ja"]);
  // A text that is missing is in English.
  showTexts({ first: { nested: { bye: "Dag" } } });
  expect([first.hello, first.nested.bye, second.yes]).toEqual(["Hello", "Dag", "Yes"]);
  showTexts(null);
  expect([first.hello, first.nested.bye, second.yes]).toEqual(["Hello", "Bye", "Yes"]);
});

test("a missing, an empty and a surplus text are differences", () => {
  const english = { one: "One", two: { three: "Three", four: () => "Four" } };
  expect(differences(english, { one: "Eins", two: { three: "Drei", four: () => "Vier" } }, "main")).toEqual(
    [],
  );
  expect(differences(english, { one: "", two: { four: "Vier" }, five: "F\u00fcnf" }, "main")).toEqual([
    "main.one: empty",
    "main.two.three: missing",
    "main.two.four: a function in English, a string here",
    "main.five: not in the English texts",
  ]);
});
