// Views that are one file each, in features/lab/views/simple. The name of a file is the id of its view, and
// as words its English name (shownCharts.ts). The code of a view is loaded when the view is shown or described.
import type { View } from "../../../charts/views/types.ts";
import { currentLanguage, type TranslatedLanguage } from "../../../language/language.ts";
import type { ChartInputs } from "./chartData.ts";
import { loadSimpleViewFile, type SimpleViewId } from "./shownCharts.ts";

interface ViewTexts {
  readonly name: string;
  /** How to read the view. */
  readonly hint: string;
}

export interface SimpleView {
  /** How to read the view, in English. */
  readonly hint: string;
  /** A language without texts shows the English texts. */
  readonly translations: Readonly<Partial<Record<TranslatedLanguage, ViewTexts>>>;
  /** Makes the view of a run. `name` is the name of the view in the language of the page. */
  readonly make: (inputs: ChartInputs, name: string) => View;
}

/** `lossAgainstRate` as "Loss against rate". */
export function englishName(id: SimpleViewId): string {
  const words = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const loaded = new Map<SimpleViewId, Promise<SimpleView>>();

/** The view with this id. Every call returns the same promise. */
export function loadSimpleView(id: SimpleViewId): Promise<SimpleView> {
  const known = loaded.get(id);
  if (known) return known;
  const view = loadSimpleViewFile(id).then((file) => (file as { readonly view: SimpleView }).view);
  loaded.set(id, view);
  return view;
}

/**
 * The texts of a view in the language of the page, or in English, with the attribute `lang` of their
 * language.
 */
export function textsOfView(id: SimpleViewId, view: SimpleView): ViewTexts & { readonly lang?: "en" } {
  const language = currentLanguage();
  const english = { name: englishName(id), hint: view.hint };
  if (language === "en") return english;
  return view.translations[language] ?? { ...english, lang: "en" };
}
