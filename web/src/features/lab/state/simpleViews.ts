// Views that are one file each, in features/lab/views/simple. The name of a file is the id of its view, and
// as words its English name. Only the names are read here; the code of a view is loaded when the view is
// shown or described.
import type { View } from "../../../charts/views/types.ts";
import { currentLanguage, type TranslatedLanguage } from "../../../strings/language.ts";
import type { ChartInputs } from "./chartData.ts";

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

/** The id of a simple view. */
export type SimpleViewId = string & { readonly isSimpleView: true };

const FILES = import.meta.glob<{ readonly view: SimpleView }>("../views/simple/*.ts");

const pathOf = (id: string): string => `../views/simple/${id}.ts`;

export const isSimpleView = (id: string): id is SimpleViewId => Object.hasOwn(FILES, pathOf(id));

export const SIMPLE_VIEW_IDS: readonly SimpleViewId[] = Object.keys(FILES)
  .map((path) => path.slice(pathOf("").lastIndexOf("/") + 1, -3))
  .filter(isSimpleView);

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
  const load = FILES[pathOf(id)];
  if (!load) throw new Error(`There is no view "${id}".`);
  const view = load().then((file) => file.view);
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
