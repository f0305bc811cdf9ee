// The catalogue of settings and algorithms, in three parts. The settings of the document are included in the
// page. The parameters of the algorithms are loaded when the page is idle. The full catalogue with its texts
// is loaded when the user opens the first help or the Algorithms view.
import forms from "virtual:forms";
import { useEffect, useMemo, useState } from "react";
import type { HelpTexts } from "../components/fields/FieldRow.tsx";
import { exampleNames } from "../examples/exampleTexts.ts";
import type { Catalogue } from "../generated/types.ts";
import { nameFlowsBy } from "../scenario/flowLabel.ts";
import { addParameters } from "../scenario/forms.ts";

/**
 * The catalogue without help texts and citations. The parameters of the algorithms are missing until they are
 * loaded.
 */
export const FORM_CATALOGUE: Catalogue = forms;
nameFlowsBy(FORM_CATALOGUE, exampleNames);

/** Loads the full catalogue, with help texts and citations. */
export async function loadFullCatalogue(): Promise<Catalogue> {
  const { default: full } = await import("../generated/catalogue.json");
  return full;
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
        import("virtual:parameters").then(
          ({ default: parameters }) => {
            addParameters(FORM_CATALOGUE, parameters);
            // A new object, so that the page shows the parameters.
            setCatalogue({ ...FORM_CATALOGUE });
          },
          () => undefined,
        );
      }),
    [],
  );
  const help = useMemo<HelpTexts>(() => {
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
  return { catalogue: full ?? catalogue, help };
}
