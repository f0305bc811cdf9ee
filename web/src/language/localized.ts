// The texts of the interface. A folder `texts` has one file for each language. The file of English texts is part of the program that uses
// them; the file of another language is loaded with it. The object of texts stays the same when the language changes, and its contents
// are replaced. A text must therefore be read when it is shown, and not when a module is loaded.
import { type Argument, formatMessage, type Message, readMessage } from "./message.ts";

/** The contents of a file of texts. */
export interface Tree {
  readonly [key: string]: string | readonly string[] | Tree;
}

/** The files of the other languages, as `import.meta.glob` gives them. */
type Files = Readonly<Record<string, () => Promise<unknown>>>;

interface Registered {
  readonly english: Tree;
  /** Loads the texts of a language. There may be none. */
  readonly translation: (language: string) => Promise<Tree | undefined>;
  readonly shown: object;
}

/** The English of the page lists "a, b and c", without a comma before the last. */
const BRITISH = "en-GB";

/** The text of a number with the decimal separator of the page's language: a comma, in English a point. */
export const localNumber = (text: string): string => (locale === BRITISH ? text : text.replace(".", ","));

const entries = new Set<Registered>();
let locale = BRITISH;
let loading: Promise<unknown> = Promise.resolve();

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text, or a function of its arguments if it has any. */
function textOf(source: string, language: string): unknown {
  if (!source.includes("{")) return source;
  let message: Message | null = null;
  return (args: Readonly<Record<string, Argument>>): string => {
    message ??= readMessage(source);
    return formatMessage(message, args, language, (value) => localNumber(String(value)));
  };
}

/** The texts of a tree. Those that a translation lacks are in English. */
function textsOf(english: Tree, own: Tree, language: string): object {
  const entries = Object.entries({ ...english, ...own }).map(([key, text]): readonly [string, unknown] => {
    if (typeof text === "string") return [key, textOf(text, language)];
    if (!isTree(text)) return [key, text];
    const original = english[key];
    return [key, textsOf(isTree(original) ? original : {}, text, language)];
  });
  return Object.fromEntries(entries);
}

const load = async ({ translation }: Registered, language: string): Promise<Tree> =>
  (await translation(language)) ?? {};

const show = ({ english, shown }: Registered, own: Tree): object =>
  Object.assign(shown, textsOf(english, own, locale));

/** The texts in the language of the page, also after a change of the language. */
function registered<T extends object>(english: T, translation: Registered["translation"]): T {
  const entry: Registered = { english: english as unknown as Tree, translation, shown: {} };
  entries.add(entry);
  show(entry, {});
  const language = locale;
  if (language !== BRITISH) {
    const shown = load(entry, language).then((own) => locale === language && show(entry, own));
    loading = Promise.allSettled([loading, shown]);
  }
  return entry.shown as T;
}

/**
 * The texts of a folder in the language of the page. `english` is the file of English texts. Its type, of which
 * `npm run gen -- texts` writes the declaration, is that of the texts: one with arguments is a function. Outside of Vite there are
 * no files of other languages.
 */
export const localized = <T extends object>(english: T, files: Files | undefined): T =>
  registered(english, async (language) => {
    const file = (await files?.[`./${language}.json`]?.()) as { readonly default: Tree } | undefined;
    return file?.default;
  });

/**
 * The few texts of a feature that the page shows from the start. The program contains the English ones, and one file has them in all
 * other languages.
 */
export const localizedTogether = <T extends Tree>(
  english: T,
  translations: () => Promise<{ readonly default: Readonly<Record<string, Tree>> }>,
): T => registered(english, async (language) => (await translations()).default[language]);

/** Shows all texts in a language. If a file cannot be loaded, nothing changes. */
export async function showTexts(language: string): Promise<void> {
  const own = new Map<Registered, Tree>();
  // Modules that are loaded in the meantime register more texts.
  while (own.size < entries.size)
    await Promise.all(
      [...entries]
        .filter((entry) => !own.has(entry))
        .map(async (entry) => own.set(entry, await load(entry, language))),
    );
  locale = language === "en" ? BRITISH : language;
  for (const [entry, tree] of own) show(entry, tree);
}

/** Is fulfilled when the texts of the modules that were loaded are there, in the language of the page. */
export const textsLoaded = (): Promise<unknown> => loading;
