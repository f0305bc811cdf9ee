// The lab: settings on the left or, on narrow screens, in a sheet at the bottom; playback controls above; charts on the right;
// numbers and texts below the charts.
import { type DragEvent, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { BottomSheet } from "../../components/BottomSheet.tsx";
import { IdChoicesContext } from "../../components/fields/idChoices.ts";
import { lazyPart } from "../../components/lazyPart.tsx";
import { S } from "../../strings/index.ts";
import { useExampleComparison } from "./compare/useExampleComparison.ts";
import { Details } from "./numbers/Details.tsx";
import { Overview } from "./overview/Overview.tsx";
import { TitleLine } from "./overview/TitleLine.tsx";
import { Transport } from "./runs/Transport.tsx";
import { FlowList } from "./settings/FlowList.tsx";
import { LinkForm } from "./settings/LinkForm.tsx";
import { RunForm } from "./settings/RunForm.tsx";
import { useIdChoices } from "./settings/useIdChoices.ts";
import { useAddressBar } from "./share/useShareLink.ts";
import { LabCharts } from "./stack/LabCharts.tsx";
import { useServices } from "./state/context.tsx";
import { useLab } from "./state/hooks.ts";
import { useIsSlow } from "./state/useIsSlow.ts";
import { useStoredSwitch } from "./state/useStoredSwitch.ts";
import { Dock, useHasSelection } from "./why/Dock.tsx";

const RunProgress = lazyPart(() => import("./runs/RunProgress.tsx"));

const LessonSettings = lazyPart(() => import("./settings/LessonSettings.tsx"));

const Notices = lazyPart(() => import("./runs/Notices.tsx"));

const LastChangeLine = lazyPart(() => import("./compare/LastChange.tsx"));

const ResultLine = lazyPart(() => import("./overview/ResultLine.tsx"));

const UnversionedLine = lazyPart(() => import("./share/UnversionedLine.tsx"));

export interface LabViewProps {
  readonly presenting: boolean;
  readonly comparing: boolean;
  readonly isNarrow: boolean;
  readonly onCompare: (open: boolean) => void;
  readonly onFile: (file: File) => void;
}

export function LabView({ presenting, comparing, isNarrow, onCompare, onFile }: LabViewProps): ReactNode {
  const coversWholeRun = useLab((s) => s.coversWholeRun);
  const why = useLab((s) => s.why);
  const [isDraggingFile, setIsDraggingFile] = useState(false);
  useAddressBar();
  useExampleComparison();
  const { session } = useServices();
  const ids = useIdChoices();
  const hasSelection = useHasSelection();
  const selected = useLab((s) => s.selected);
  const hasLastChange = useLab((s) => s.lastChange !== null);
  const expectsResult = useLab((s) => s.expected !== null);
  const isUnversioned = useLab((s) => s.unversioned !== null);
  const isSlow = useIsSlow();
  const hasNotices = useHasNotices();
  // A scenario that cannot be run has no shares, and its network is unknown.
  const isRefused = useLab((s) => s.issues.length > 0 && s.run === null);
  const [showsSettings, setShowsSettings] = useStoredSwitch("sidebar");
  const [showsOverview, setShowsOverview] = useStoredSwitch("overview");
  const [presentsOverview, setPresentsOverview] = useState(false);
  const hasDock = hasSelection || comparing;
  const hasRail = !presenting && !isNarrow && showsSettings;
  // A flow or link that was selected in the picture of the network gets the focus in the settings.
  const mustShowSettings = selected !== null && !showsSettings;
  useEffect(() => {
    if (mustShowSettings) setShowsSettings(true);
  });
  const explain = useCallback((flow: string, t: number): void => session.explain(flow, t), [session]);
  const carriesFiles = (event: DragEvent): boolean => [...event.dataTransfer.types].includes("Files");
  return (
    <IdChoicesContext value={ids}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; the Open button does the same */}
      <div
        className={classNames({
          lab: true,
          "is-presenting": presenting,
          "has-dock": hasDock,
          "has-rail": hasRail,
        })}
        onDragOver={(event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          setIsDraggingFile(true);
        }}
        onDragLeave={(event) => {
          if (event.currentTarget === event.target) setIsDraggingFile(false);
        }}
        onDrop={(event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          setIsDraggingFile(false);
          const file = event.dataTransfer.files[0];
          if (file) onFile(file);
        }}
      >
        <TitleLine />
        <Suspense fallback={null}>
          {hasLastChange ? (
            <LastChangeLine comparing={comparing} onCompare={() => onCompare(true)} />
          ) : (
            (isUnversioned && <UnversionedLine />) || (expectsResult && <ResultLine />)
          )}
        </Suspense>
        {/* The result of an edit is announced in this region. A region that came with its text would not be announced by all readers. */}
        <p id="change-status" role="status" className="visually-hidden" />
        <Transport
          comparing={comparing}
          onCompare={() => onCompare(!comparing)}
          settings={
            !presenting && !isNarrow ? { shown: hasRail, onToggle: () => setShowsSettings(!hasRail) } : null
          }
        />
        {presenting && (
          <Suspense fallback={null}>
            <LessonSettings />
          </Suspense>
        )}
        {hasRail && (
          <aside className="rail" id="controls" aria-label={S.lab.settings} tabIndex={-1}>
            <LinkForm />
            <FlowList />
            <RunForm />
          </aside>
        )}
        <main className="stage" id="main" tabIndex={-1}>
          {hasNotices && (
            <Suspense fallback={null}>
              <Notices />
            </Suspense>
          )}
          <div className="screen">
            {!isRefused && (
              <Overview
                presenting={presenting}
                folded={presenting ? !presentsOverview : !showsOverview}
                onFold={(folded) => (presenting ? setPresentsOverview(!folded) : setShowsOverview(!folded))}
                coversWholeRun={coversWholeRun}
                onCoverage={(next) => session.store.setState({ coversWholeRun: next })}
              />
            )}
            <LabCharts presenting={presenting} onWhy={explain} />
          </div>
          <div className="below">
            {!presenting && <Details coversWholeRun={coversWholeRun} onWhy={explain} />}
            {isSlow && (
              <Suspense fallback={null}>
                <RunProgress />
              </Suspense>
            )}
          </div>
        </main>
        {(hasDock || why !== null) && (
          <Dock
            hasSelection={hasSelection}
            why={why}
            comparing={comparing}
            onCloseWhy={() => session.store.setState({ why: null })}
            onCloseCompare={() => onCompare(false)}
          />
        )}
        {!presenting && isNarrow && (
          <BottomSheet
            label={S.lab.settings}
            requestedTab={selected === null ? null : selected.kind === "link" ? "link" : "flows"}
            tabs={[
              { id: "link", label: S.lab.link, content: <LinkForm /> },
              { id: "flows", label: S.lab.flows, content: <FlowList /> },
              { id: "run", label: S.lab.run, content: <RunForm /> },
            ]}
          />
        )}
        {isDraggingFile && (
          <div className="drop" aria-hidden="true">
            <span>{S.lab.dropFile}</span>
          </div>
        )}
      </div>
    </IdChoicesContext>
  );
}

/** The classes whose value is true. */
function classNames(classes: Readonly<Record<string, boolean>>): string {
  return Object.keys(classes)
    .filter((name) => classes[name])
    .join(" ");
}

/** Whether there may be a notice about the run. */
function useHasNotices(): boolean {
  const { session, pageEngine } = useServices();
  const hasNews = useLab((s) => s.failure !== null || s.issues.length > 0);
  return hasNews || session.engine !== pageEngine;
}
