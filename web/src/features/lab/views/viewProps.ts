// What every view of the lab gets and shows, and the choices that the name of a view contains.
import type { ReactNode } from "react";
import type { ViewContent } from "../../../extension/feature.ts";
import type { Run } from "../state/labStore.ts";

export interface ViewProps {
  readonly run: Run | null;
  readonly frame: (content: ViewContent) => ReactNode;
}

/** The ids of groups contain names that the user chose, so characters that separate choices and names are escaped. */
const escaped = (id: string): string =>
  encodeURIComponent(id).replace(/[*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The choices of a view as a part of its name (state/shownCharts.ts): "near|far". */
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
