// The registry of the texts of the interface. Every file of English texts registers them by a name. A translation (translation.ts)
// contains an object with the same keys under the same name. The registered objects keep their identity: when the language changes,
// their contents are replaced. A text must therefore be read when it is shown, and not when a module is loaded.

/** The type of the texts of all languages: as the English texts, but with any words. */
export type Texts<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof T]: Texts<T[Key]> };

interface Registered {
  readonly english: object;
  readonly shown: object;
}

const registry = new Map<string, Registered>();
let translation: Readonly<Record<string, object>> | null = null;

const isTree = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The English texts with those of a translation in their places. */
function merged(english: object, own: object | undefined): object {
  const entries = Object.entries(own ?? {}).map(([key, text]: [string, unknown]) => {
    const original: unknown = Reflect.get(english, key);
    return [key, isTree(text) && isTree(original) ? merged(original, text) : text];
  });
  return { ...english, ...Object.fromEntries(entries) };
}

/** Registers English texts under a name of `Translation`, and returns the texts in the language of the page. */
export function localized<T extends object>(name: string, english: T): Texts<T> {
  const shown = merged(english, translation?.[name]);
  registry.set(name, { english, shown });
  return shown as Texts<T>;
}

/** Shows a translation, or English without one. */
export function showTexts(next: Readonly<Record<string, object>> | null): void {
  translation = next;
  for (const [name, { english, shown }] of registry) Object.assign(shown, merged(english, next?.[name]));
}

/** The registered English texts by name, for the test of the translations. */
export const registeredTexts = (): ReadonlyMap<string, object> =>
  new Map([...registry].map(([name, { english }]) => [name, english]));
