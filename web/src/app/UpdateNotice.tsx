// The notice that a new version is ready. The user chooses when to update.
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../components/Button.tsx";
import { Icon, IconButton } from "../components/icons.tsx";
import type { LabServices } from "../features/lab/state/context.tsx";
import { pageTexts } from "../texts/index.ts";
import { handOver, type Update, watchForUpdates } from "./update.ts";

/**
 * The service worker is registered after this time, so that fetching its files for offline use does not delay
 * the first run.
 */
const REGISTRATION_DELAY_MS = 4000;

export function UpdateNotice({
  services: { session, scenario },
}: {
  readonly services: LabServices;
}): ReactNode {
  const [update, setUpdate] = useState<Update | null>(null);
  useEffect(() => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = watchForUpdates(setUpdate);
    }, REGISTRATION_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  if (!update) return null;
  return (
    <div className="page-callout callout is-plain" role="status">
      <Icon name="check" />
      <div>
        <b>{update.isReplaced ? pageTexts.update.replaced : pageTexts.update.ready}</b>
        <p>{pageTexts.update.staysOpen}</p>
      </div>
      <Button
        small
        primary
        onClick={() => {
          handOver(scenario.getState(), session.store.getState().layout);
          update.switchVersion();
        }}
      >
        {pageTexts.update.switch}
      </Button>
      <IconButton
        icon="close"
        label={pageTexts.update.later}
        tipSide="left"
        onClick={() => setUpdate(null)}
      />
    </div>
  );
}
