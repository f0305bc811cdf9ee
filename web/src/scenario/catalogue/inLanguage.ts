// Names and help texts of the catalogue in the language of the page.
import type { Catalogue } from "../../generated/types.ts";
import type { Language } from "../../language/language.ts";
import { textsLoaded } from "../../language/localized.ts";
import { labelTexts } from "./texts/index.ts";

/** The translations of help texts, once they are loaded. */
let help: typeof import("./help/texts/index.ts") | null = null;

/** Loads the full catalogue in English, with help texts and citations, and the translations of its help texts. */
export async function loadFullCatalogue(): Promise<Catalogue> {
  const [{ default: full }, texts] = await Promise.all([
    import("../../generated/catalogue.json"),
    import("./help/texts/index.ts"),
  ]);
  await textsLoaded();
  help = texts;
  return full;
}

/** A catalogue with the names in the language of the page, and with the help texts if they are loaded. */
export const shownCatalogue = (catalogue: Catalogue, language: Language): Catalogue =>
  language === "en" ? catalogue : inLanguage(catalogue, labelTexts.labels, help?.helpTexts.docs ?? {});

/** The members that contain settings and kinds. The rest of the catalogue is about the pages of algorithms. */
const PARTS = new Set("document algorithms sources queues losses fields item variants choices".split(" "));
const TEXTS = new Set(["label", "doc", "summary", "group", "null_means"]);

/** The catalogue with the translations of its names and help texts. A text that the tables do not have stays as it is. */
export function inLanguage(catalogue: Catalogue, ...tables: readonly object[]): Catalogue {
  const texts = new Map(tables.flatMap((table) => Object.entries(table) as [string, string][]));
  const shown = new Map<object, object>();
  const member = (owner: object, key: string, value: unknown): unknown => {
    // The name of a setting is that in the document. The name of a kind, which has an ID, is shown.
    if (typeof value === "string" && (TEXTS.has(key) || (key === "name" && "id" in owner)))
      return texts.get(value) ?? value;
    return PARTS.has(key) ? part(value) : value;
  };
  // Parts that several settings share are shared in the result.
  const part = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(part);
    if (typeof value !== "object" || value === null) return value;
    const known = shown.get(value);
    if (known) return known;
    const entries = Object.entries(value).map(([key, inner]) => [key, member(value, key, inner)]);
    const made: object = Object.fromEntries(entries);
    shown.set(value, made);
    return made;
  };
  return part(catalogue) as Catalogue;
}
