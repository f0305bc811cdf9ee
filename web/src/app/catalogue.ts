// The catalogue in two parts: what forms need is part of the page; the texts are loaded when a reader opens the first help.
import forms from "virtual:forms";
import { useMemo, useState } from "react";
import type { HelpTexts } from "../components/FieldRow.tsx";
import type { Catalogue } from "../generated/types.ts";

export const FORMS: Catalogue = forms;

/** Loads the whole catalogue, with help texts and citations. */
export async function wholeCatalogue(): Promise<Catalogue> {
  const { default: whole } = await import("../generated/catalogue.json");
  return whole;
}

/** The catalogue of the lab, which is complete once the first help was opened, and the help texts for forms. */
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
    return { missing, load: catalogue === FORMS ? load : undefined };
  }, [catalogue, missing]);
  return { catalogue, help };
}
