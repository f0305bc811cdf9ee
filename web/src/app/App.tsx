// The application: starts the engine, opens the scenario of the link in the address bar, and renders the page.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { HelpContext } from "../components/FieldRow.tsx";
import type { EngineClient } from "../engine/types.ts";
import { LabSession } from "../features/lab/state/session.ts";
import { createScenarioStore, newOrigin } from "../scenario/store.ts";
import { S } from "../strings/index.ts";
import { readOpening } from "./boot.ts";
import { FORM_CATALOGUE, useCatalogue } from "./catalogue.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Shell, type ShellServices } from "./Shell.tsx";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { takeOver } from "./update.ts";

type Boot =
  | { readonly state: "starting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly services: Omit<ShellServices, "catalogue"> };

export function App({ engine }: { readonly engine: EngineClient }): ReactNode {
  const [boot, setBoot] = useState<Boot>({ state: "starting" });
  useEffect(() => {
    let cancelled = false;
    Promise.all([engine.ready(), readOpening(location.hash)])
      .then(([{ version }, opening]) => {
        if (cancelled) return;
        const handedOver = takeOver();
        const scenario = handedOver
          ? createScenarioStore(handedOver, newOrigin("own"), FORM_CATALOGUE)
          : createScenarioStore(opening.doc, opening.origin, FORM_CATALOGUE);
        const session = new LabSession(engine, scenario, FORM_CATALOGUE, version);
        setBoot({ state: "ready", services: { session, scenario, opening } });
      })
      .catch((error: unknown) => {
        if (!cancelled)
          setBoot({ state: "failed", message: error instanceof Error ? error.message : String(error) });
      });
    return () => {
      cancelled = true;
    };
  }, [engine]);
  return (
    <ErrorBoundary>
      {boot.state === "ready" ? (
        <ReadyPage services={boot.services} />
      ) : (
        <div className="boot" role="status">
          {boot.state === "starting" ? (
            <p>{S.app.starting}</p>
          ) : (
            <>
              <h1>{S.app.cannotStart}</h1>
              <p>{boot.message}</p>
              <button type="button" className="button is-primary" onClick={() => location.reload()}>
                {S.app.reload}
              </button>
            </>
          )}
        </div>
      )}
    </ErrorBoundary>
  );
}

function ReadyPage({ services }: { readonly services: Omit<ShellServices, "catalogue"> }): ReactNode {
  const { catalogue, help } = useCatalogue();
  const shellServices = useMemo(() => ({ ...services, catalogue }), [services, catalogue]);
  return (
    <HelpContext value={help}>
      <UpdateNotice scenario={services.scenario} />
      <Shell services={shellServices} />
    </HelpContext>
  );
}
