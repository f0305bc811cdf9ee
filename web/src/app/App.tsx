// The application: starts the engine, opens the scenario of the link in the address bar, and renders the
// page.
import { type ReactNode, Suspense, useMemo } from "react";
import { HelpContext } from "../components/fields/FieldRow.tsx";
import { lazyPart } from "../components/lazyPart.tsx";
import type { EngineClient } from "../engine/types.ts";
import { S } from "../strings/index.ts";
import { isEmbedded, type Opening, readOpening } from "./boot.ts";
import { FORM_CATALOGUE, useCatalogue } from "./catalogue.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Shell } from "./Shell.tsx";
import { continueWithPageEngine, type StartedServices, startLab } from "./startLab.ts";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { useBoot } from "./useBoot.ts";

const EmbedShell = lazyPart(() => import("./EmbedShell.tsx"));

export function App({ engine }: { readonly engine: EngineClient }): ReactNode {
  const { boot, start } = useBoot(engine);
  return (
    <ErrorBoundary>
      {boot.state === "ready" ? (
        <ReadyPage
          key={boot.services.session.engineVersion}
          started={boot.services}
          onOpen={(opening) => start(startLab(engine, opening))}
          onPageEngine={() => start(continueWithPageEngine(boot.services))}
          onRelease={(fragment, version) => start(startRelease(engine, fragment, version))}
        />
      ) : (
        <div className="boot" role="status">
          {boot.state === "starting" ? (
            <p>{S.app.starting}</p>
          ) : (
            <>
              <h1>{S.app.cannotStart}</h1>
              <p>{boot.message}</p>
              <p className="boot-advice">{S.app.cannotStartAdvice}</p>
              <div className="row">
                <button type="button" className="button is-primary" onClick={() => location.reload()}>
                  {S.app.reload}
                </button>
                <button type="button" className="button" onClick={saveData}>
                  {S.app.saveData}
                </button>
              </div>
            </>
          )}
        </div>
      )}
    </ErrorBoundary>
  );
}

/** Starts a lab for a link that states no version, with the engine of a release. */
async function startRelease(
  engine: EngineClient,
  fragment: string,
  version: string,
): Promise<StartedServices> {
  return startLab(engine, await readOpening(fragment, FORM_CATALOGUE.version, version));
}

/** Saves what the browser keeps, for which the simulator is not needed. */
function saveData(): void {
  void import("../features/kept/KeptDialog.tsx").then(({ saveKept }) =>
    saveKept(FORM_CATALOGUE.version, null),
  );
}

interface ReadyPageProps {
  readonly started: StartedServices;
  /** Called to open a scenario with another engine than the engine of the session. */
  readonly onOpen: (opening: Opening) => void;
  /** Called to run the scenario with the page's engine. */
  readonly onPageEngine: () => void;
  /** Called to open a link that states no version with the engine of a release. */
  readonly onRelease: (fragment: string, version: string) => void;
}

function ReadyPage({ started, onOpen, onPageEngine, onRelease }: ReadyPageProps): ReactNode {
  const { catalogue, help } = useCatalogue(started.formCatalogue);
  const services = useMemo(
    () => ({
      ...started,
      catalogue,
      open: onOpen,
      runWithPageEngine: onPageEngine,
      openWithRelease: onRelease,
    }),
    [started, catalogue, onOpen, onPageEngine, onRelease],
  );
  return (
    <HelpContext value={help}>
      {isEmbedded() ? (
        <Suspense fallback={null}>
          <EmbedShell services={services} />
        </Suspense>
      ) : (
        <>
          <UpdateNotice services={services} />
          <Shell services={services} />
        </>
      )}
    </HelpContext>
  );
}
