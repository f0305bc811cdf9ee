// What the page shows for a link that another version made: a sentence, the site of that version if this host has it, and
// the offer to run the scenario here.
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../components/Button.tsx";
import { pageTexts } from "../texts/index.ts";
import { FORM_CATALOGUE } from "./catalogue.ts";
import { hasSite, siteOf } from "./otherVersion.ts";

export interface OtherVersionPageProps {
  /** The version that the link names. */
  readonly version: string;
  readonly onRunHere: () => void;
}

export function OtherVersionPage({ version, onRunHere }: OtherVersionPageProps): ReactNode {
  const site = siteOf(version);
  const [found, setFound] = useState<{ readonly site: string; readonly exists: boolean } | null>(null);
  useEffect(() => {
    void hasSite(site).then((exists) => setFound({ site, exists }));
  }, [site]);
  const exists = found?.site === site ? found.exists : null;
  return (
    <main className="boot stack gap-4 center soft" id="main">
      <h1>{pageTexts.otherVersion.title({ version, own: FORM_CATALOGUE.version })}</h1>
      {exists === false && <p className="boot-advice">{pageTexts.otherVersion.missing({ version })}</p>}
      <div className="cluster">
        {exists && (
          <a className="button is-primary" href={`${site}${location.search}${location.hash}`}>
            {pageTexts.otherVersion.open({ version })}
          </a>
        )}
        <Button onClick={onRunHere}>{pageTexts.otherVersion.runHere({ own: FORM_CATALOGUE.version })}</Button>
      </div>
    </main>
  );
}
