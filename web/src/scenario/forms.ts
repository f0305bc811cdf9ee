// The catalogue as forms need it before any help is opened: an eighth of its texts. The build makes it (vite.config.ts);
// help, sources and the reference pages come with the whole catalogue when they are asked for (app/catalogue.ts).

/** Stands for a help text that is not loaded yet. */
export const UNREAD = "\u2026";

/** Of `JSON.stringify`: leaves out what only readers of help and reference pages need, and says where there is help. */
export function withoutWords(key: string, value: unknown): unknown {
  if ((key === "doc" || key === "summary") && typeof value === "string") return value === "" ? "" : UNREAD;
  if (key === "cite") return undefined;
  if (["references", "decisions", "signals"].includes(key) && Array.isArray(value)) return [];
  return value;
}
