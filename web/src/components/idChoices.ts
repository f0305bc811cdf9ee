// What an id in a form can be: ids of flows, nodes and links of the document that the form belongs to. Whoever shows a form
// says so; without it an id is typed.
import { createContext, useContext } from "react";
import type { Choice } from "../scenario/descriptors.ts";

/** The ids that a field of this name may hold, or null where they are new names. */
export type IdChoices = (field: string) => readonly Choice[] | null;

export const IdChoicesContext = createContext<IdChoices>(() => null);

export function useIdChoices(field: string): readonly Choice[] | null {
  return useContext(IdChoicesContext)(field);
}
