// The application: starts the engine, opens the scenario of the link in the address bar, and renders the
// page.
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { readRoute } from "../address/route.ts";
import { HelpContext } from "../components/fields/FieldRow.tsx";
import { lazyPart } from "../components/lazyPart.tsx";
import type { EngineClient } from "../engine/types.ts";
import { loadExample } from "../examples/firstExample.ts";
import { S } from "../strings/index.ts";
import { isEmbedded, type Opening, readOpening } from "./boot.ts";
import { FORM_CATALOGUE, useCatalogue } from "./catalogue.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Shell } from "./Shell.tsx";
import { continueWithPageEngine, type StartedServices, startLab } from "./startLab.ts";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { takeOver } from "./update.ts";

const EmbedShell = lazyPart(() => import("./EmbedShell.tsx"));

type Boot =
  | { readonly state: "starting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly services: StartedServices };

/**
 * The scenario with which the page starts: the scenario that was handed over before a reload, or else the
 * scenario of the link.
 */
async function readFirstOpening(): Promise<Opening> {
  const handedOver = isEmbedded() ? null : takeOver();
  // The title line and the link of an example need the example.
  if (handedOver?.origin.example) await loadExample(handedOver.origin.example);
  if (handedOver) return { ...handedOver, link: null, refused: null, release: null };
  return readOpening(readRoute(location.hash) ? "" : location.hash, FORM_CATALOGUE.version);
}

export function App({ engine }: { readonly engine: EngineClient }): ReactNode {
  const [boot, setBoot] = useState<Boot>({ state: "starting" });
  // The number of started labs. A lab has no effect if another lab is started before it is ready.
  const startCount = useRef(0);
  const start = useCallback((started: Promise<StartedServices>): void => {
    startCount.current += 1;
    const number = startCount.current;
    started.then(
      (services) => {
        if (number !== startCount.current) return;
        setBoot((before) => {
          if (before.state === "ready" && before.services.session.engine !== services.session.engine)
            disposeRelease(before.services);
          return { state: "ready", services };
        });
      },
      (error: unknown) => {
        if (number === startCount.current)
          setBoot({ state: "failed", message: error instanceof Error ? error.message : String(error) });
      },
    );
  }, []);
  useEffect(() => {
    start(readFirstOpening().then((opening) => startLab(engine, opening)));
    return () => {
      startCount.current += 1;
    };
  }, [engine, start]);
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

/**
 * Terminates the workers of the session's engine if it is the engine of an earlier release. The page's engine
 * stays in use.
 */
function disposeRelease({ session, pageEngine }: StartedServices): void {
  if (session.engine !== pageEngine) session.engine.dispose();
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
