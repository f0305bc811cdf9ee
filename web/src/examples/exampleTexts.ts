// The texts of an example in the language of the page. The document of an example is in English in all
// languages, so that its link and its file are the same everywhere.
import { currentTranslation } from "../strings/language.ts";
import type { ExampleTexts } from "../strings/translation.ts";
import type { Example } from "./example.ts";

export function exampleTexts({ id, title, point, suggestions }: Example): ExampleTexts {
  const [one, two, three] = suggestions;
  return (
    currentTranslation()?.examples?.[id] ?? { title, point, suggestions: [one.label, two.label, three.label] }
  );
}
