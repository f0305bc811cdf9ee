// The application: starts the engine, opens what the address says, and frames the sections.
import { type ReactNode, useEffect, useState } from "react";
import type { EngineClient } from "../engine/types.ts";
import { LabSession } from "../features/lab/session.ts";
import { type Catalogue, withNetworkLists } from "../scenario/descriptors.ts";
import { createScenarioStore, newVisit } from "../scenario/store.ts";
import { readOpening } from "./boot.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Shell, type ShellServices } from "./Shell.tsx";
import { S } from "./strings.ts";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { takeOver } from "./update.ts";

type Boot =
  | { readonly state: "starting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly services: ShellServices };

export function App({ engine }: { readonly engine: EngineClient }): ReactNode {
  const [boot, setBoot] = useState<Boot>({ state: "starting" });
  useEffect(() => {
    let late = false;
    Promise.all([engine.ready(), readOpening(location.hash)])
      .then(([{ version, catalogue: text }, opening]) => {
        if (late) return;
        const catalogue = JSON.parse(text) as Catalogue;
        const before = takeOver();
        const scenario = before
          ? createScenarioStore(before, newVisit("own"))
          : createScenarioStore(opening.doc, opening.origin, undefined, (doc) =>
              withNetworkLists(doc, catalogue),
            );
        const session = new LabSession(engine, scenario, catalogue, version);
        setBoot({ state: "ready", services: { session, scenario, catalogue, opening } });
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
        <>
          <UpdateNotice scenario={boot.services.scenario} />
          <Shell services={boot.services} />
        </>
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
