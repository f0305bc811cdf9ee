// The two forms of the catalogue: what forms need at once comes with the page, the texts when somebody wants to read them.
import forms from "virtual:forms";
import { useMemo, useState } from "react";
import type { HelpTexts } from "../components/FieldRow.tsx";
import type { Catalogue } from "../scenario/descriptors.ts";

export const FORMS = forms as Catalogue;

/** All of it, help and sources too. */
export async function wholeCatalogue(): Promise<Catalogue> {
  const { default: whole } = await import("../generated/catalogue.json");
  return whole as unknown as Catalogue;
}

/** The catalogue of the lab, whole once its first help was opened; and what loads it. */
export function useCatalogue(): { readonly catalogue: Catalogue; readonly help: HelpTexts } {
  const [catalogue, setCatalogue] = useState(FORMS);
  const [missing, setMissing] = useState(false);
  const help = useMemo<HelpTexts>(() => {
    const load = (): void => {
      wholeCatalogue().then(
        (whole) => {
          setCatalogue(whole);
          setMissing(false);
        },
        () => setMissing(true),
      );
    };
    return { missing, wanted: catalogue === FORMS ? load : undefined };
  }, [catalogue, missing]);
  return { catalogue, help };
}
