// The application: starts the engine, opens the scenario of the address, and renders the page.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { HelpContext } from "../components/FieldRow.tsx";
import type { EngineClient } from "../engine/types.ts";
import { LabSession } from "../features/lab/state/session.ts";
import { createScenarioStore, newVisit } from "../scenario/store.ts";
import { S } from "../strings/index.ts";
import { readOpening } from "./boot.ts";
import { FORMS, useCatalogue } from "./catalogue.ts";
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
    let late = false;
    Promise.all([engine.ready(), readOpening(location.hash)])
      .then(([{ version }, opening]) => {
        if (late) return;
        const before = takeOver();
        const scenario = before
          ? createScenarioStore(before, newVisit("own"), FORMS)
          : createScenarioStore(opening.doc, opening.origin, FORMS);
        const session = new LabSession(engine, scenario, FORMS, version);
        setBoot({ state: "ready", services: { session, scenario, opening } });
      })
      .catch((error: unknown) => {
        if (!late)
          setBoot({ state: "failed", message: error instanceof Error ? error.message : String(error) });
      });
    return () => {
      late = true;
    };
  }, [engine]);
  return (
    <ErrorBoundary>
      {boot.state === "ready" ? (
        <Ready services={boot.services} />
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

function Ready({ services }: { readonly services: Omit<ShellServices, "catalogue"> }): ReactNode {
  const { catalogue, help } = useCatalogue();
  const all = useMemo(() => ({ ...services, catalogue }), [services, catalogue]);
  return (
    <HelpContext value={help}>
      <UpdateNotice scenario={services.scenario} />
      <Shell services={all} />
    </HelpContext>
  );
}
