// The page and the command line state the same reasons for the validity of a model. The command line takes them from
// sim-core/models/src/model.rs, the page from its texts, which are translated.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { modelTexts } from "./texts/index.ts";

const SOURCE = readFileSync(join(import.meta.dirname, "../../../../sim-core/models/src/model.rs"), "utf8");

/** The part of the source from the line that contains `start` to the next line that closes a block at `indent` spaces. */
function block(start: string, indent: number): string {
  const from = SOURCE.indexOf(start);
  if (from < 0) throw new Error(`model.rs has no "${start}"`);
  return SOURCE.slice(from, SOURCE.indexOf(`\n${" ".repeat(indent)}}`, from));
}

const found = (text: string, pattern: RegExp): readonly RegExpExecArray[] => [...text.matchAll(pattern)];

/** The names of a `choice!` in the command line's reports. */
const choices = (name: string): readonly string[] =>
  found(block(`pub enum ${name} {`, 4), /^\s*\w+ "(\w+)",$/gm).map(([, id = ""]) => id);

/** The page separates a number from its unit by a narrow space, the command line by a common one. */
const plainSpaces = (text: string): string => text.replaceAll("\u202f", " ");

describe("the texts of the models", () => {
  const variants = found(block("pub enum Reason {", 0), /^ {4}(\w+),$/gm).length;
  const reasons = found(block("fn texts(self)", 4), /\(\s*"(\w+)",\s*"([^"]*)",?\s*\)/g);

  test("the test reads every reason of the source", () => {
    expect(variants).toBeGreaterThan(0);
    expect(reasons).toHaveLength(variants);
  });

  test("the reasons are the sentences of the command line", () => {
    const page = Object.entries(modelTexts.reasons).map(([id, text]) => [id, plainSpaces(text)]);
    expect(Object.fromEntries(page)).toEqual(
      Object.fromEntries(reasons.map(([, id = "", text = ""]) => [id, text])),
    );
  });

  test.each([
    ["Model", modelTexts.names],
    ["Quantity", modelTexts.kinds],
    ["Validity", modelTexts.validity],
  ])("the page names every %s", (name, texts) => {
    expect(choices(name)).not.toHaveLength(0);
    expect(Object.keys(texts)).toEqual(choices(name));
  });
});
