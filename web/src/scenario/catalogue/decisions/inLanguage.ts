// The sentences about decisions in the language of the page.
import { decisionTexts } from "./texts/index.ts";

/** A text, or a function of its arguments if it has any. */
type Message = string | ((values: Readonly<Record<string, string>>) => string);

/** A sentence with the text of each of its inputs. */
export function decisionInLanguage(
  template: string,
  inputs: readonly string[],
  textOf: (input: string) => string,
): string {
  const own = (decisionTexts.decisions as Readonly<Record<string, Message>>)[template];
  const texts = Object.fromEntries(inputs.map((input) => [input, textOf(input)]));
  if (typeof own === "function") return own(texts);
  return own ?? template.replace(/\{(\w+)\}/g, (place, input) => texts[input] ?? place);
}
