// The catalogue of settings and algorithms, in two parts. The part that forms need is included in the page. The full catalogue
// with its texts is loaded when the user opens the first help or the Algorithms view.
import forms from "virtual:forms";
import { useMemo, useState } from "react";
import type { HelpTexts } from "../components/fields/FieldRow.tsx";
import type { Catalogue } from "../generated/types.ts";
import { nameFlowsBy } from "../scenario/flowLabel.ts";

/** The catalogue without help texts and citations. */
export const FORM_CATALOGUE: Catalogue = forms;
nameFlowsBy(FORM_CATALOGUE);

/** Loads the full catalogue, with help texts and citations. */
export async function loadFullCatalogue(): Promise<Catalogue> {
  const { default: full } = await import("../generated/catalogue.json");
  return full;
}

/**
 * The catalogue for the lab. `FORM_CATALOGUE` has no help texts until `help.load` has loaded them; the catalogue of an earlier release
 * is complete.
 */
export function useCatalogue(initial: Catalogue): {
  readonly catalogue: Catalogue;
  readonly help: HelpTexts;
} {
  const [catalogue, setCatalogue] = useState(initial);
  const [failed, setFailed] = useState(false);
  const help = useMemo<HelpTexts>(() => {
    const load = (): void => {
      loadFullCatalogue().then(
        (full) => {
          setCatalogue(full);
          setFailed(false);
        },
        () => setFailed(true),
      );
    };
    return { failed, load: catalogue === FORM_CATALOGUE ? load : undefined };
  }, [catalogue, failed]);
  return { catalogue, help };
}
