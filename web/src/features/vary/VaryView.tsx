// Vary: a sweep of the Lab's scenario, or the sweep in the address. The address follows the form, so that it
// is always the link.
import "./vary.css";
import { type ReactNode, useEffect, useState } from "react";
import { queryOf, replaceAddress, withQuery } from "../../address/route.ts";
import type { PageProps } from "../../extension/feature.ts";
import { firstMetric, firstSweep } from "./firstSweep.ts";
import { shownMetric } from "./metrics.ts";
import { readPage, type SweepDocument, sweepAddress } from "./sweepDocument.ts";
import { varyTexts } from "./texts/index.ts";
import { VaryForm } from "./VaryForm.tsx";
import { VaryRuns } from "./VaryRuns.tsx";

/** The page is the sweep in the address, and null is a new sweep. */
export default function VaryView(props: PageProps): ReactNode {
  const { page, catalogue, labScenario } = props;
  const [sweep, setSweep] = useState<SweepDocument | null>(null);
  const [metric, setMetric] = useState("");
  const [threshold, setThreshold] = useState(() => queryOf(location.hash).get("threshold") ?? "");
  const [isBroken, setBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address begins another sweep
  useEffect(() => {
    const query = queryOf(location.hash);
    let isCurrent = true;
    const begin = (next: SweepDocument): void => {
      setSweep(next);
      setMetric(shownMetric(query.get("show") ?? firstMetric(next), next.scenario));
    };
    if (page === null) begin(firstSweep(labScenario(), catalogue, query.get("path")));
    else
      void readPage(page).then((read) => {
        if (!isCurrent) return;
        setBroken(read === null);
        begin(read ?? firstSweep(labScenario(), catalogue, null));
      });
    return () => {
      isCurrent = false;
    };
  }, [page]);
  const address = useAddress(sweep, metric, threshold);
  return (
    <div className="papers page vary">
      <main className="stack gap-4" id="main" tabIndex={-1} aria-label={varyTexts.title}>
        <header className="papers-head stack gap-2 left">
          <h1>{varyTexts.title}</h1>
          <p>{varyTexts.lead}</p>
        </header>
        {isBroken && <p role="alert">{varyTexts.broken}</p>}
        {sweep && (
          <div className="vary-columns">
            <VaryForm
              {...{ sweep, catalogue, metric, labScenario }}
              onSweep={setSweep}
              onMetric={setMetric}
            />
            {sweep.vary.length > 0 && (
              <VaryRuns {...props} {...{ sweep, metric, threshold, address }} onThreshold={setThreshold} />
            )}
          </div>
        )}
      </main>
    </div>
  );
}

/** The address of the sweep, which is shown in the address bar. */
function useAddress(sweep: SweepDocument | null, metric: string, threshold: string): string {
  const [address, setAddress] = useState("");
  useEffect(() => {
    if (!sweep || sweep.vary.length === 0) return undefined;
    let isCurrent = true;
    void sweepAddress(sweep).then((next) => {
      if (!isCurrent) return;
      const shown = { show: metric, ...(threshold === "" ? {} : { threshold }) };
      const full = withQuery(next, new URLSearchParams(shown));
      setAddress(full);
      replaceAddress(full);
    });
    return () => {
      isCurrent = false;
    };
  }, [sweep, metric, threshold]);
  return address;
}
