// The level of a program.
import type { LanguageLevel, ProgramLanguage } from "../../generated/types.ts";

/** The level that the line `sender` of a text states, or the first one. */
export function levelOf(language: ProgramLanguage, text: string): LanguageLevel | undefined {
  const stated = /^[ \t]*sender[ \t]+(\w+)/m.exec(text)?.[1];
  return language.levels.find(({ level }) => level === stated) ?? language.levels[0];
}
