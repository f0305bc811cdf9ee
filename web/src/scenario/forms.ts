// The part of the catalogue that forms need before any help text is opened: a quarter of the catalogue's compressed size. The build
// generates it (vite.config.ts). Help texts, citations and the reference pages need the full catalogue, which is loaded later
// (app/catalogue.ts).

/** Placeholder for a help text that is not loaded yet. */
export const TEXT_NOT_LOADED = "\u2026";

/**
 * A replacer for `JSON.stringify` that replaces help texts with a placeholder, and omits citations, references, pictures, decisions and signals.
 */
export function withoutTexts(key: string, value: unknown): unknown {
  if ((key === "doc" || key === "summary") && typeof value === "string")
    return value === "" ? "" : TEXT_NOT_LOADED;
  if (key === "cite" || key === "queue_decisions") return undefined;
  if (["references", "decisions", "signals", "pictures"].includes(key) && Array.isArray(value)) return [];
  return value;
}
