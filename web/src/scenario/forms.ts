// The part of the catalogue that forms need before any help is opened: about an eighth of it. The build creates it
// (vite.config.ts). Help texts, citations and the reference pages need the whole catalogue, which is loaded later
// (app/catalogue.ts).

/** Placeholder for a help text that is not loaded yet. */
export const TEXT_NOT_LOADED = "\u2026";

/** Replacer for `JSON.stringify`: omits what only help and reference pages need, and marks where there is help. */
export function withoutTexts(key: string, value: unknown): unknown {
  if ((key === "doc" || key === "summary") && typeof value === "string")
    return value === "" ? "" : TEXT_NOT_LOADED;
  if (key === "cite") return undefined;
  if (["references", "decisions", "signals"].includes(key) && Array.isArray(value)) return [];
  return value;
}
