// The disclosures below the charts: the numbers at the playhead or of the whole run, the results in words,
// and the events. The code of each disclosure is loaded when the disclosure is opened.

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { chartTexts } from "../../../charts/texts/index.ts";
import { InView } from "../../../components/InView.tsx";
import { lazyComponent } from "../../../components/lazyPart.tsx";
import { Disclosure } from "../../../components/surfaces.tsx";
import type { RunSummary } from "../../../generated/types.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { MAX_LINES } from "../flows/groups.ts";
import { withNames } from "../flows/members.ts";
import { useLab, useMembers, useSummaryTime, wholeName } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { labTexts } from "../texts/index.ts";

const Numbers = lazyComponent(() => import("./Numbers.tsx"));
const InWords = lazyComponent(() => import("./InWords.tsx"));
const Extremes = lazyComponent(() => import("./Extremes.tsx"));
const Events = lazyComponent(() => import("./Events.tsx"));

export interface DetailsProps {
  readonly coversWholeRun: boolean;
  readonly onWhy: (flow: string, t: number) => void;
}

export function Details({ coversWholeRun, onWhy }: DetailsProps): ReactNode {
  const run = useLab((s) => s.run);
  const [open, setOpen] = useState({ numbers: false, words: false });
  const summary = useSummary(run, coversWholeRun, open.numbers || open.words);
  const from = run?.outcome?.summary.window[0] ?? 0;
  const changedAt = useLab((s) => s.effectFrom) ?? 0;
  const basis = coversWholeRun ? wholeName(from) : pageTexts.lab.soFar;
  const notYet = <p className="field-note">{pageTexts.lab.noResultsYet}</p>;
  const hasMany = useMembers(run).length > MAX_LINES;
  return (
    <div className="details">
      <Disclosure
        summary={chartTexts.named({ name: pageTexts.lab.numbers, text: basis })}
        onToggle={(numbers) => setOpen((now) => ({ ...now, numbers }))}
      >
        {summary && run ? (
          <Suspense fallback={notYet}>
            <InView>
              {summary.window[0] < changedAt && (
                <p className="field-note">
                  {labTexts.numbers.beforeChange({ t: formatQuantity(changedAt, "s") })}
                </p>
              )}
              {hasMany && <Extremes summary={summary} />}
              <Numbers summary={summary} doc={run.doc} basis={basis} />
            </InView>
          </Suspense>
        ) : (
          notYet
        )}
      </Disclosure>
      <Disclosure summary={pageTexts.lab.words} onToggle={(words) => setOpen((now) => ({ ...now, words }))}>
        {summary && run && open.words ? (
          <Suspense fallback={notYet}>
            <InView>
              <InWords summary={summary} doc={run.doc} />
            </InView>
          </Suspense>
        ) : (
          notYet
        )}
      </Disclosure>
      <Disclosure summary={pageTexts.lab.events}>
        {run && (
          <Suspense fallback={null}>
            <InView>
              <Events run={run} onWhy={onWhy} />
            </InView>
          </Suspense>
        )}
      </Disclosure>
    </div>
  );
}

/**
 * The summary of the whole run, or the exact summary up to the playhead. A summary up to the playhead is
 * requested only while it is displayed and about once a second, because the simulator has to repeat the run
 * from the nearest checkpoint.
 */
function useSummary(run: Run | null, coversWholeRun: boolean, displayed: boolean): RunSummary | null {
  const at = useSummaryTime(displayed && !coversWholeRun);
  const [soFar, setSoFar] = useState<{ readonly run: string; readonly summary: RunSummary } | null>(null);
  const { id, handle, record } = run ?? {};
  useEffect(() => {
    if (coversWholeRun || !displayed || id === undefined || !handle || !record || !(at > 0)) return;
    let cancelled = false;
    handle
      .summary(at)
      .then((summary) => {
        if (!cancelled) setSoFar({ run: id, summary: withNames(summary, record) });
      })
      .catch(() => undefined);
    return () => {
      cancelled = true;
    };
  }, [id, handle, record, coversWholeRun, displayed, at]);
  if (coversWholeRun) return run?.outcome?.summary ?? null;
  return soFar && soFar.run === id ? soFar.summary : null;
}
