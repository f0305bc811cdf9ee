// The catalogue of settings and algorithms, in three parts. The settings of the document are included in the
// page. The parameters of the algorithms, and the names of settings in other languages, are loaded when the page is idle. The full
// catalogue with its texts is loaded when the user opens the first help or the Algorithms view.
import forms from "virtual:forms";
import { useEffect, useMemo, useState } from "react";
import type { HelpTexts } from "../components/fields/FieldRow.tsx";
import { exampleNames } from "../examples/exampleTexts.ts";
import type { Catalogue } from "../generated/types.ts";
import { textsLoaded } from "../language/localized.ts";
import { nameFlowsBy } from "../scenario/flowLabel.ts";
import { addParameters } from "../scenario/forms.ts";
import { useLanguage } from "./language.ts";

/**
 * The catalogue without help texts and citations. The parameters of the algorithms are missing until they are
 * loaded.
 */
export const FORM_CATALOGUE: Catalogue = forms;
nameFlowsBy(FORM_CATALOGUE, exampleNames);

/** What translates the catalogue, once it is loaded. */
let names: typeof import("../scenario/catalogue/inLanguage.ts") | undefined;

async function loadNames(): Promise<NonNullable<typeof names>> {
  const loaded = await import("../scenario/catalogue/inLanguage.ts");
  await textsLoaded();
  names = loaded;
  return loaded;
}

/** Loads the full catalogue in English, with help texts and citations, and the translations of its texts. */
export const loadFullCatalogue = (): Promise<Catalogue> =>
  loadNames().then((loaded) => loaded.loadFullCatalogue());

/** A catalogue with the names and help texts of the page's language, as far as they are loaded. */
export function useShown(catalogue: Catalogue): Catalogue {
  const language = useLanguage();
  return useMemo(() => names?.shownCatalogue(catalogue, language) ?? catalogue, [catalogue, language]);
}

/** Calls a function when the browser is idle. Returns the function that cancels the call. */
function whenIdle(call: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(call, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(call, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}

/** The catalogue for the lab. It has no help texts until `help.load` has loaded them. */
export function useCatalogue(): {
  readonly catalogue: Catalogue;
  readonly help: HelpTexts;
} {
  const [full, setFull] = useState<Catalogue | null>(null);
  const [catalogue, setCatalogue] = useState(FORM_CATALOGUE);
  const [failed, setFailed] = useState(false);
  useEffect(
    () =>
      whenIdle(() => {
        // A new object, so that the page shows what was loaded.
        const show = (): void => setCatalogue({ ...FORM_CATALOGUE });
        loadNames().then(show, () => undefined);
        import("virtual:parameters").then(
          ({ default: parameters }) => {
            addParameters(FORM_CATALOGUE, parameters);
            show();
          },
          () => undefined,
        );
      }),
    [],
  );
  const shown = useShown(full ?? catalogue);
  useMemo(() => nameFlowsBy(shown), [shown]);
  const helpState = useMemo<HelpTexts>(() => {
    const load = (): void => {
      loadFullCatalogue().then(
        (loaded) => {
          setFull(loaded);
          setFailed(false);
        },
        () => setFailed(true),
      );
    };
    return { failed, load: full ? undefined : load };
  }, [full, failed]);
  return { catalogue: shown, help: helpState };
}
