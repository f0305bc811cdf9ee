// The sentences of the simulator that the page translates are those of its source, and each has a translation.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import LANGUAGE from "../generated/language.json";
import { showTexts } from "./localized.ts";
import { patternOf, translated } from "./sentences.ts";
import { COMPLETE, tableOf } from "./testTables.ts";

/** The texts of Rust files, with a mark for each argument. */
function textsOf(folder: string, files = /\.rs$/): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => files.test(name));
  return names.flatMap((name) => {
    const source = readFileSync(join(folder, name), "utf8").split("#[cfg(test)]")[0] ?? "";
    const quoted = source.replace(/^\s*\/\/.*$|'"'/gm, "").match(/"(?:[^"\\]|\\[\s\S])*"/g) ?? [];
    return quoted.map((text) =>
      text
        .slice(1, -1)
        .replace(/\\\n\s*/g, "")
        .replace(/\\(.)/g, "$1")
        .replace(/\{\{/g, "\u00ab")
        .replace(/\}\}/g, "\u00bb")
        .replace(/\{[^{} ]*\}/g, "0")
        .replace(/\u00ab/g, "{")
        .replace(/\u00bb/g, "}"),
    );
  });
}

const SCRIPT = [...textsOf("sim-core/script/src/compiler"), ...textsOf("sim-core/script/src/parser")];
const PROGRAMS = [...SCRIPT, ...textsOf("sim-core/script/src", /^(lexer|trouble)\.rs$/)];
const CHECKS = [
  ...textsOf("sim-core/assignments/src", /^(check|compare|files|plausible|hand_in|run)\.rs$/),
  ...textsOf("sim-core/contests/src", /^(contest|ranking)\.rs$/),
];

/** A finished sentence. The others are parts of one, or about the files of lecturers. */
const isSentence = (text: string): boolean =>
  /^[A-Z`0].* .*[.?]$/.test(text) &&
  !/ needs 0 0,| only in 0\.$|an assignment of|[Tt]h(e|is) assignment|lecturer's|is no race|secret of|levels/.test(
    text,
  );

test.each(
  COMPLETE.flatMap((language) => [
    [language, "components/program", PROGRAMS] as const,
    [language, "features/assignments", CHECKS] as const,
  ]),
)("%s translates the sentences of %s", (language, folder, sources) => {
  const keys = Object.keys(tableOf(folder, language, "sentences"));
  const patterns = keys.map((key) => patternOf(key));
  const sentences = sources.filter(isSentence);
  expect(sentences.length).toBeGreaterThan(30);
  expect(sentences.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([]);
});

test("the help about every name of the language is translated", () => {
  const names = JSON.stringify(LANGUAGE).matchAll(/"help":"((?:[^"\\]|\\.)*\.)"/g);
  const helps = [...names].map(([, help = ""]) => help);
  expect(helps.length).toBeGreaterThan(50);
  const levels = LANGUAGE.levels.map(({ help }) => help);
  for (const language of COMPLETE) {
    const table = tableOf("components/program", language, "sentences");
    const english = helps.filter((help) => translated(help, table) === help && !levels.includes(help));
    expect(english, language).toEqual([]);
  }
});

test("a sentence is translated with its parts, and its numbers have the decimal separator of the language", async () => {
  await showTexts("de");
  const table = {
    "It has <n> points, as <who>.": "Es sind <n> Punkte, wie bei <who>.",
    "the first": "dem ersten",
    "`<name>` and `<name>`": "zweimal `<name>`",
  };
  expect(translated("It has 1.5 points, as the first.", table)).toBe(
    "Es sind 1,5 Punkte, wie bei dem ersten.",
  );
  expect(translated("It has 2 points, as constructor.", table)).toBe(
    "Es sind 2 Punkte, wie bei constructor.",
  );
  expect(translated("`a` and `a`", table)).toBe("zweimal `a`");
  expect(translated("`a` and `b`", table)).toBe("`a` and `b`");
  await showTexts("en");
});
