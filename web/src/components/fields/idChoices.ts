// The ids of flows, nodes and links that the fields of a form offer as choices. The component that contains
// the form provides them. If none are provided, ids are typed as text.
import { createContext, useContext } from "react";
import type { Choice } from "../../generated/types.ts";

/** The ids that a field of this name can refer to, or null if the field defines new ids. */
export type IdChoices = (field: string) => readonly Choice[] | null;

export const IdChoicesContext = createContext<IdChoices>(() => null);

export function useIdChoices(field: string): readonly Choice[] | null {
  return useContext(IdChoicesContext)(field);
}
