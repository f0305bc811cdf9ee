// The texts of an example in the language of the page. The document of an example is in English in all
// languages, so that its link and its file are the same everywhere.
import type { NameTranslations } from "../scenario/flowLabel.ts";
import type { Example } from "./example.ts";
import { isExampleTitle } from "./firstExample.ts";
import { questionTexts } from "./texts/index.ts";

/** The texts of an example (scenario/examples.ts). */
export interface ExampleTexts {
  readonly title: string;
  readonly point: string;
  /** The labels of the suggested changes. */
  readonly suggestions: readonly string[];
}

export function exampleTexts({ id, title, point, suggestions }: Example): ExampleTexts {
  const translations = questionTexts.examples as Readonly<Record<string, ExampleTexts>>;
  return translations[id] ?? { title, point, suggestions: suggestions.map(({ label }) => label) };
}

/** The translations of the names of flows in the document of an example. Null for other documents and in English. */
export function exampleNames({ title }: { readonly title?: string }): NameTranslations | null {
  return isExampleTitle(title) ? (questionTexts.names as NameTranslations) : null;
}
