// Compare: one run is kept as A, and the shown run is B. One table lists the settings that differ, and a
// second table lists the results. The user can run A and B with ten seeds to see whether a difference is
// statistically significant.
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { useFocusBack } from "../../components/focusBack.ts";
import { InView } from "../../components/InView.tsx";
import { Table } from "../../components/Table.tsx";
import type { Catalogue } from "../../generated/types.ts";
import { type Change, diffDocuments } from "../../scenario/diff.ts";
import { sameRun } from "../../scenario/edit.ts";
import { pageTexts } from "../../texts/index.ts";
import { withImplied } from "../lab/flows/impliedChanges.ts";
import { withRttChanges } from "../lab/flows/rttChanges.ts";
import { useServices } from "../lab/state/context.tsx";
import { useLab } from "../lab/state/hooks.ts";
import type { Run } from "../lab/state/labStore.ts";
import { CompareResults } from "./CompareResults.tsx";
import { compareTexts } from "./texts/index.ts";

interface CompareProps {
  readonly onClose: () => void;
}

export default function ComparePanel(props: CompareProps): ReactNode {
  return (
    <InView>
      <Compare {...props} />
    </InView>
  );
}

function Compare({ onClose }: CompareProps): ReactNode {
  const { catalogue } = useServices();
  const panel = useFocusBack<HTMLElement>();
  const pinned = useLab((s) => s.pinned);
  const previousPinned = useRef(pinned);
  // When a run is kept as A, the button that had the focus disappears, so the panel gets the focus.
  useEffect(() => {
    if (pinned !== previousPinned.current && document.activeElement === document.body) panel.current?.focus();
    previousPinned.current = pinned;
  }, [pinned, panel]);
  const run = useLab((s) => s.run);
  const changes = useMemo(
    () => (pinned && run ? changesBetween(pinned.run, run, catalogue) : []),
    [pinned, run, catalogue],
  );
  if (!pinned)
    return (
      <section ref={panel} tabIndex={-1} className="compare card stack" aria-label={compareTexts.title}>
        <Intro onClose={onClose} />
      </section>
    );
  const isRunA = run !== null && sameRun(pinned.run.doc, run.doc);
  return (
    <section ref={panel} tabIndex={-1} className="compare card stack" aria-label={compareTexts.title}>
      <header className="compare-head cluster gap-4">
        <h2 className="text-l">{compareTexts.title}</h2>
        <p className="soft grow">
          {isRunA ? compareTexts.pinned({ name: pinned.name }) : compareTexts.legend({ name: pinned.name })}
        </p>
        <PinnedButtons isRunA={isRunA} onClose={onClose} />
      </header>
      {!isRunA && (
        <div className="compare-tables stack gap-4">
          {changes.length === 0 ? (
            <p className="field-note">{compareTexts.noSettings}</p>
          ) : (
            <Table
              caption={compareTexts.settings}
              columns={[
                { key: "what", head: compareTexts.setting, cell: (c) => c.what },
                { key: "a", head: "A", cell: (c) => c.from },
                { key: "b", head: "B", cell: (c) => c.to },
              ]}
              rows={changes}
              rowKey={(c) => c.path}
            />
          )}
          {run && <CompareResults a={pinned.run} b={run} />}
        </div>
      )}
    </section>
  );
}

/** The settings that differ between two runs, with those that follow from them. */
function changesBetween(a: Run, b: Run, catalogue: Catalogue): readonly Change[] {
  const changes = withRttChanges(diffDocuments(a.doc, b.doc, catalogue), a, b);
  return withImplied(changes, a.record.derived, b.record.derived, { doc: b.doc, catalogue });
}

/** What the comparison is for, and buttons that keep a run as A. */
function Intro({ onClose }: CompareProps): ReactNode {
  const { session } = useServices();
  const hasRun = useLab((s) => s.run?.outcome != null);
  const hasPreviousRun = useLab((s) => s.lastChange?.before?.outcome != null);
  return (
    <>
      <p>{compareTexts.intro}</p>
      <div className="cluster">
        <Button primary disabled={!hasRun} onClick={() => session.runs.pin()}>
          {compareTexts.pin}
        </Button>
        {hasPreviousRun && <Button onClick={() => session.runs.pinBefore()}>{compareTexts.pinBefore}</Button>}
        <Button quiet onClick={onClose}>
          {pageTexts.lab.close}
        </Button>
      </div>
    </>
  );
}

/** Buttons that return to the settings of A, and that end the comparison. */
function PinnedButtons({
  isRunA,
  onClose,
}: {
  readonly isRunA: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { session, scenario } = useServices();
  const pinned = useLab((s) => s.pinned);
  return (
    <div className="cluster">
      <Button
        small
        disabled={isRunA}
        onClick={() => scenario.getState().apply("back to A", (doc) => pinned?.run.doc ?? doc)}
      >
        {compareTexts.back}
      </Button>
      <Button
        small
        onClick={() => {
          session.runs.unpin();
          onClose();
        }}
      >
        {compareTexts.unpin}
      </Button>
    </div>
  );
}
