// Every text has a translation in every language, and texts are read when they are shown, so that they follow the language.
import { describe, expect, test } from "vitest";
import { exactIn, significant } from "../scenario/units.ts";
import { isPartial, LANGUAGES, TRANSLATED_LANGUAGES, type TranslatedLanguage } from "./language.ts";
import { localized, localNumber, showTexts, type Tree, textsLoaded } from "./localized.ts";
import { type Message, readMessage } from "./message.ts";
import { withoutPoints } from "./testTexts.ts";

/**
 * What the texts of a language must not contain, because it has other quotation marks. A language whose texts are complete needs
 * this rule.
 */
const WRONG_QUOTATION_MARKS: Readonly<Partial<Record<TranslatedLanguage, RegExp>>> = {
  de: /[\u201d\u00ab\u00bb]|"\w/,
  fr: /[\u201c\u201d\u201e]|\u00ab(?!\u202f)|(?<!\u202f)\u00bb/,
};

const FILES = import.meta.glob<Tree>("../**/texts/*.json", { eager: true, import: "default" });
const MENUS = import.meta.glob<Readonly<Record<string, Tree>>>("../features/*/menu.json", {
  eager: true,
  import: "default",
});

/** The places of texts: folders, such as `features/vary/texts`, and files with all translations, such as `features/vary/menu.json`. */
const PLACES = [...Object.keys(FILES).filter((path) => path.endsWith("/en.json")), ...Object.keys(MENUS)].map(
  (path) => path.replace("../", "").replace("/en.json", ""),
);

/** The English texts of menus are in the program, by the path of their translations. */
const ENGLISH_MENUS = Object.fromEntries(
  Object.entries(
    import.meta.glob<Readonly<Record<string, Tree>>>("../features/*/menuTexts.ts", { eager: true }),
  ).map(([path, module]) => [path.replace("menuTexts.ts", "menu.json"), Object.values(module)[0]]),
);

function textsOf(place: string, language: string): Tree | undefined {
  if (!place.endsWith(".json")) return FILES[`../${place}/${language}.json`];
  return language === "en" ? ENGLISH_MENUS[`../${place}`] : MENUS[`../${place}`]?.[language];
}

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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
    // The texts of an empty group are in the documents of the examples.
    if (isTree(text)) return Object.keys(text).length === 0 ? [] : differences(text, other, inner);
    return other === "" && text !== "" ? [`${inner}: empty`] : [];
  });
  const surplus = Object.keys(translated).filter((key) => !(key in english));
  return [...missing, ...surplus.map((key) => `${path}.${key}: not in the English texts`)];
}

/** The texts of a tree, by path. */
function words(tree: Tree, path: string): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, text]) => {
    const inner = `${path}.${key}`;
    if (isTree(text)) return words(text, inner);
    return typeof text === "string" ? [[inner, text] as const] : text.map((one) => [inner, one] as const);
  });
}

/** The texts of a language in all places, by path. */
const allWords = (language: string): readonly (readonly [string, string])[] =>
  PLACES.flatMap((place) => words(textsOf(place, language) ?? {}, place));

/** The forms of the plurals of a message, one list for each. */
function plurals(message: Message): readonly (readonly string[])[] {
  return message.flatMap((part) => {
    if (typeof part === "string") return [];
    const inner = Object.values(part.forms).flatMap(plurals);
    return part.kind === "plural" ? [Object.keys(part.forms), ...inner] : inner;
  });
}

test.each(Object.keys(LANGUAGES))(
  "the texts in %s are messages with the plurals of the language",
  (language) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const known = /^=\d+$/;
    for (const [path, text] of allWords(language))
      for (const forms of plurals(readMessage(text))) {
        expect(forms, path).toContain("other");
        for (const form of forms) if (!known.test(form)) expect(pluralCategories, path).toContain(form);
      }
  },
);

test("every place of texts is found", () => {
  expect(PLACES.length).toBeGreaterThan(20);
});

describe.each(TRANSLATED_LANGUAGES)("%s", (language) => {
  test("has every text, or states that it is partly translated", () => {
    for (const place of PLACES)
      expect(
        differences(textsOf(place, "en") ?? {}, textsOf(place, language), place).filter(
          (difference) => !isPartial(language) || !isMissing(difference),
        ),
        `Add or remove these ${LANGUAGES[language].name} texts in web/src/${place}.`,
      ).toEqual([]);
  });

  test("has a decimal comma", () => {
    for (const [path, text] of allWords(language)) expect(withoutPoints(text), path).not.toMatch(/\d\.\d/);
  });

  test("repeats no English sentence", () => {
    const translated = new Map(allWords(language));
    const same = allWords("en").filter(
      ([path, text]) => text.split(/\s+/).length > 3 && translated.get(path) === text && !/^[{}]/.test(text),
    );
    expect(same, "These texts are still English.").toEqual([]);
  });

  test("uses the quotation marks of the language", () => {
    const wrong = WRONG_QUOTATION_MARKS[language];
    if (!wrong) {
      expect(isPartial(language), "A complete language needs an entry in WRONG_QUOTATION_MARKS.").toBe(true);
      return;
    }
    expect(allWords(language).filter(([, text]) => wrong.test(text))).toEqual([]);
  });
});

test("punctuation in French follows a space that does not break", () => {
  const wrong = allWords("fr").filter(([, text]) => /[^\u00a0\u202f\d"}]:(\s|$)| [;?!](\s|$)/.test(text));
  expect(wrong).toEqual([]);
});

test("texts follow the language, also those that are registered after the change", async () => {
  const file = (tree: Tree) => async () => ({ default: tree });
  const first = localized(
    { hello: "Hello", nested: { bye: "Bye" } },
    {
      "./de.json": file({ hello: "Hallo", nested: { bye: "Tsch\u00fcs" } }),
      "./nl.json": file({ nested: { bye: "Dag" } }),
    },
  );
  expect(localNumber("1.5")).toBe("1.5");
  await showTexts("de");
  expect([localNumber("1.5"), significant(0.25), exactIn(1.5, { label: "s", factor: 1 })]).toEqual([
    "1,5",
    "0,25",
    "1,5",
  ]);
  const second = localized({ yes: "Yes" }, { "./de.json": file({ yes: "Ja" }) });
  await textsLoaded();
  expect([first.hello, first.nested.bye, second.yes]).toEqual(["Hallo", "Tsch\u00fcs", "Ja"]);
  // A text that is missing is in English.
  await showTexts("nl");
  expect([first.hello, first.nested.bye, second.yes]).toEqual(["Hello", "Dag", "Yes"]);
  await showTexts("en");
  expect([first.hello, first.nested.bye, second.yes]).toEqual(["Hello", "Bye", "Yes"]);
});

test("a missing, an empty and a surplus text are differences", () => {
  const english = { one: "One", two: { three: "Three", four: "{n} four" } };
  expect(differences(english, { one: "Eins", two: { three: "Drei", four: "Vier" } }, "main")).toEqual([]);
  expect(
    differences(english, { one: "", two: { four: { five: "Vier" } }, five: "F\u00fcnf" }, "main"),
  ).toEqual([
    "main.one: empty",
    "main.two.three: missing",
    "main.two.four: a string in English, a object here",
    "main.five: not in the English texts",
  ]);
});
