// The choices of a view as a part of its name (state/shownCharts.ts), separated by vertical bars: "near|far".
// The ids of groups contain names that the user chose, so characters that have a meaning in the lists of
// names are escaped.

const escaped = (id: string): string =>
  encodeURIComponent(id).replace(/[*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

export const joinVariant = (choices: readonly string[]): string => choices.map(escaped).join("|");

/** The choices in a variant. A part that cannot be read is left as it is. */
export function splitVariant(variant: string): readonly string[] {
  if (variant === "") return [];
  return variant.split("|").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}
