// The ids that the fields of a form offer: flows, nodes and links of the document. The owner of a form provides them. Without
// them, ids are typed as text.
import { createContext, useContext } from "react";
import type { Choice } from "../generated/types.ts";

/** The ids that a field of this name can refer to, or null if the field defines new ids. */
export type IdChoices = (field: string) => readonly Choice[] | null;

export const IdChoicesContext = createContext<IdChoices>(() => null);

export function useIdChoices(field: string): readonly Choice[] | null {
  return useContext(IdChoicesContext)(field);
}
