// The programs of the page in its language. A document has a program with English comments and sentences, so that its links and its
// results, in which random() depends on the text, are the same in all languages. The editor shows their translations.
import { programTexts } from "./texts/index.ts";

/** A text in quotation marks, or a comment. */
const TEXT = /"([^"\n]*)"|#[ \t]*([^\n]*)/g;

function replaced(code: string, texts: ReadonlyMap<string, string>): string {
  return code.replace(TEXT, (part: string, quoted?: string, comment = "") => {
    const text = quoted ?? comment;
    // In the tables, `<name>` stands for a value of a sentence.
    const own = texts.get(text.replace(/\{(\w+)\}/g, "<$1>"));
    if (own !== undefined) return part.replace(text, () => own.replace(/<(\w+)>/g, "{$1}"));
    // A comment can contain a line of a program.
    return quoted === undefined ? `#${replaced(part.slice(1), texts)}` : part;
  });
}

const translations = (): readonly [string, string][] =>
  Object.entries(programTexts.comments) as [string, string][];

/** A program as the page shows it. */
export const shownProgram = (code: string): string => replaced(code, new Map(translations()));

/** The program of a document that is shown as this one. */
export const programOfShown = (shown: string): string =>
  replaced(shown, new Map(translations().map(([english, own]) => [own, english])));
