// The application: starts the engine, opens the scenario of the link in the address bar, and renders the
// page.
import { type ReactNode, useMemo } from "react";
import { Button } from "../components/Button.tsx";
import { HelpContext } from "../components/fields/FieldRow.tsx";
import type { EngineClient } from "../engine/types.ts";
import { frame } from "../extension/installed.ts";
import { offered, type SaveKept } from "../extension/offers.ts";
import { pageTexts } from "../texts/index.ts";
import { readOpening } from "./boot.ts";
import { FORM_CATALOGUE, useCatalogue } from "./catalogue.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { FramedPage } from "./FramedPage.tsx";
import { OtherVersionPage } from "./OtherVersionPage.tsx";
import { Shell } from "./Shell.tsx";
import type { ShellServices, StartedServices } from "./startLab.ts";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { useBoot } from "./useBoot.ts";

export function App({ engine }: { readonly engine: EngineClient }): ReactNode {
  const { boot, open } = useBoot(engine);
  const saveKept = offered("saveKept");
  return (
    <ErrorBoundary>
      {boot.state === "ready" ? (
        <ReadyPage started={boot.services} onOpen={open} />
      ) : boot.state === "otherVersion" ? (
        <OtherVersionPage
          version={boot.version}
          onRunHere={() => open(readOpening(location.hash, FORM_CATALOGUE.version, { anyVersion: true }))}
        />
      ) : (
        <div className="boot stack gap-4 center soft" role="status">
          {boot.state === "starting" ? (
            <p>{pageTexts.app.starting}</p>
          ) : (
            <>
              <h1>{pageTexts.app.cannotStart}</h1>
              <p>{boot.message}</p>
              <p className="boot-advice">{pageTexts.app.cannotStartAdvice}</p>
              <div className="cluster">
                <Button primary onClick={() => location.reload()}>
                  {pageTexts.app.reload}
                </Button>
                {saveKept && (
                  <Button onClick={() => void saveData(saveKept)}>{pageTexts.app.saveData}</Button>
                )}
              </div>
            </>
          )}
        </div>
      )}
    </ErrorBoundary>
  );
}

/** Saves what the browser keeps, for which the simulator is not needed. */
async function saveData(load: () => Promise<SaveKept>): Promise<void> {
  const save = await load();
  await save(FORM_CATALOGUE.version, null);
}

interface ReadyPageProps {
  readonly started: StartedServices;
  readonly onOpen: ShellServices["open"];
}

function ReadyPage({ started, onOpen }: ReadyPageProps): ReactNode {
  const { catalogue, help } = useCatalogue();
  const services = useMemo(() => ({ ...started, catalogue, open: onOpen }), [started, catalogue, onOpen]);
  const framed = frame();
  return (
    <HelpContext value={help}>
      {framed ? (
        <FramedPage frame={framed} services={services} />
      ) : (
        <>
          <UpdateNotice services={services} />
          <Shell services={services} />
        </>
      )}
    </HelpContext>
  );
}
