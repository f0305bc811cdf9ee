// The texts of an example in the language of the page. The document of an example is in English in all
// languages, so that its link and its file are the same everywhere.
import type { NameTranslations } from "../scenario/flowLabel.ts";
import { currentTranslation } from "../strings/language.ts";
import type { ExampleTexts } from "../strings/translation.ts";
import type { Example } from "./example.ts";
import { isExampleTitle } from "./firstExample.ts";

export function exampleTexts({ id, title, point, suggestions }: Example): ExampleTexts {
  const [one, two, three] = suggestions;
  return (
    currentTranslation()?.examples?.[id] ?? { title, point, suggestions: [one.label, two.label, three.label] }
  );
}

/** The translations of the names of flows in the document of an example. Null for other documents and in English. */
export function exampleNames({ title }: { readonly title?: string }): NameTranslations | null {
  const names = currentTranslation()?.exampleNames;
  return names && isExampleTitle(title) ? names : null;
}
