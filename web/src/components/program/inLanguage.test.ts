import { expect, test } from "vitest";
import language from "../../generated/language.json";
import { showTexts } from "../../language/localized.ts";
import { translated } from "../../language/sentences.ts";
import { COMPLETE, tableOf } from "../../language/testTables.ts";
import { programOfShown, shownProgram } from "./inLanguage.ts";
import { programTexts } from "./texts/index.ts";

const LESSONS = import.meta.glob<string>("../../features/lessons/content/*.ts", {
  eager: true,
  import: "default",
  query: "?raw",
});
/** The comments of the programs in lessons. */
const inLessons = Object.values(LESSONS).flatMap((source) =>
  [...source.matchAll(/(?:`| {2})# ([^"\n]*)/g)].map(([, comment = ""]) => comment.replaceAll("\\`", "`")),
);
const examples = language.examples.map(({ source }) => source);
const WITHOUT_UNITS = /unit "[^"]*"/g;
/** A line of a program in a comment. */
const CODE = /^(var|setting) /;

const englishTexts = [
  ...examples.flatMap((source) =>
    [...source.replace(WITHOUT_UNITS, "").matchAll(/"([^"\n]*)"|#[ \t]*([^\n]*)/g)].map(
      ([, quoted, comment = ""]) => (quoted ?? comment).replace(/\{(\w+)\}/g, "<$1>"),
    ),
  ),
  ...inLessons,
].filter((text) => !CODE.test(text));

test.each(COMPLETE)("comments and sentences of the programs of the page are translated to %s", (tag) => {
  const table = tableOf("components/program", tag, "comments");
  expect(englishTexts.length).toBeGreaterThan(60);
  expect(inLessons.length).toBeGreaterThan(2);
  expect(englishTexts.filter((text) => !Object.hasOwn(table, text))).toEqual([]);
});

test.each(COMPLETE)("a program that is shown in %s is the same program", async (tag) => {
  await showTexts(tag);
  for (const source of examples) {
    const shown = shownProgram(source);
    expect(programOfShown(shown)).toBe(source);
    expect(shown.split("\n").length).toBe(source.split("\n").length);
  }
  const own = "# Mein Kommentar\non_ack { cwnd += 1 }  # {cwnd}\n";
  expect(programOfShown(own)).toBe(own);
  await showTexts("en");
});

test("comments, help texts and sentences of a program are shown in German", async () => {
  await showTexts("de");
  const source = `setting step = 1 in 0..10 unit "packets" "Growth per round trip."
#   setting step = 1 in 0..10 "Growth per round trip."
on_ack { cwnd += acked / cwnd  # the window follows
  say("{backlog} own packets wait: slow start ends with a window of {cwnd}") }`;
  expect(shownProgram(source)).toBe(`setting step = 1 in 0..10 unit "packets" "Wachstum pro Umlauf."
#   setting step = 1 in 0..10 "Wachstum pro Umlauf."
on_ack { cwnd += acked / cwnd  # das Fenster folgt
  say("{backlog} eigene Pakete warten: Slow Start endet mit einem Fenster von {cwnd}") }`);
  expect(translated("3.5 own packets wait: slow start ends with a window of 20", programTexts.comments)).toBe(
    "3.5 eigene Pakete warten: Slow Start endet mit einem Fenster von 20",
  );
  await showTexts("en");
});
