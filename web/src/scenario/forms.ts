// The parts of the catalogue that forms need before any help text is opened: the settings of the document,
// which a first visit loads, and the parameters of the algorithms, which the page loads when it is idle. The
// build generates them (vite.config.ts). Help texts, citations and the reference pages need the full
// catalogue (app/catalogue.ts).
import type { Catalogue, Field } from "../generated/types.ts";

/** The parameters of each algorithm, by its ID. */
export type ParametersById = Readonly<Record<string, readonly Field[]>>;

/** The catalogue without the parameters of the algorithms, and these parameters. */
export function splitParameters(catalogue: Catalogue): [Catalogue, ParametersById] {
  const algorithms = catalogue.algorithms.map((algorithm) => ({ ...algorithm, fields: [] }));
  const parameters = catalogue.algorithms.map(({ id, fields }) => [id, fields] as const);
  return [{ ...catalogue, algorithms }, Object.fromEntries(parameters)];
}

/** Adds the parameters of the algorithms to a catalogue without them. */
export function addParameters(catalogue: Catalogue, parameters: ParametersById): void {
  for (const algorithm of catalogue.algorithms)
    Object.assign(algorithm, { fields: parameters[algorithm.id] ?? [] });
}

/** Placeholder for a help text that is not loaded yet. */
export const TEXT_NOT_LOADED = "\u2026";

/** What most fields have in common. */
const COMMON = { unit: "", required: false, nullable: false, null_means: "", doc: TEXT_NOT_LOADED };
/** What `withoutTexts` omits. The last two may be absent. */
const OMITTED: Readonly<Record<string, unknown>> = { ...COMMON, above: false, scale: "linear" };

const isField = (value: unknown): value is Field =>
  typeof value === "object" && value !== null && "type" in value && "name" in value;

/** A reviver for `JSON.parse` that adds what `withoutTexts` omits from fields. */
export const withCommon = (_: string, value: unknown): unknown =>
  isField(value) ? { ...COMMON, ...value } : value;

/**
 * A replacer for `JSON.stringify` that replaces help texts with a placeholder, and omits citations,
 * references, pictures, decisions and signals, and what most fields have in common.
 */
export function withoutTexts(key: string, value: unknown): unknown {
  if (isField(value)) {
    const field = value.doc ? { ...value, doc: TEXT_NOT_LOADED } : value;
    return Object.fromEntries(Object.entries(field).filter(([name, own]) => own !== OMITTED[name]));
  }
  if ((key === "doc" || key === "summary") && typeof value === "string")
    return value === "" ? "" : TEXT_NOT_LOADED;
  if (key === "cite" || key === "queue_decisions") return undefined;
  if (["references", "decisions", "signals", "pictures"].includes(key) && Array.isArray(value)) return [];
  return value;
}
