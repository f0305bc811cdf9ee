// The lab: settings on the left or, on narrow screens, in a sheet at the bottom; playback controls above;
// charts on the right; numbers and texts below the charts.
import { type DragEvent, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { BottomSheet } from "../../components/BottomSheet.tsx";
import { type IdChoices, IdChoicesContext } from "../../components/fields/fieldProps.ts";
import { lazyPart } from "../../components/lazyPart.tsx";
import { partsAt } from "../../extension/installed.ts";
import { Parts } from "../../extension/parts.tsx";
import type { Choice } from "../../generated/types.ts";
import { namedLinks } from "../../scenario/descriptors.ts";
import { labelOf } from "../../scenario/flowLabel.ts";
import { programFlows } from "../../scenario/programs.ts";
import { browserStorage, readPreference, savePreference } from "../../storage/storage.ts";
import { pageTexts } from "../../texts/index.ts";
import { useExampleComparison } from "./examples/useExampleComparison.ts";
import { Details } from "./numbers/Details.tsx";
import { Overview } from "./overview/Overview.tsx";
import { Suggestions, TitleLine } from "./overview/TitleLine.tsx";
import PlaybackStatus from "./runs/PlaybackStatus.tsx";
import { EditMode, Transport, type TransportProps } from "./runs/Transport.tsx";
import { FlowList } from "./settings/FlowList.tsx";
import { LinkForm } from "./settings/LinkForm.tsx";
import { RunForm } from "./settings/RunForm.tsx";
import { useAddressBar } from "./share/useShareLink.ts";
import { LabCharts } from "./stack/LabCharts.tsx";
import { useServices } from "./state/context.tsx";
import { useLab, useScenario } from "./state/hooks.ts";
import { LONG_SECONDS } from "./state/runCost.ts";
import { Dock, useHasSelection } from "./why/Dock.tsx";

const PacketCard = lazyPart(() => import("./packets/PacketCard.tsx"));

const RunProgress = lazyPart(() => import("./runs/RunProgress.tsx"));

const PresentedSettings = lazyPart(() => import("./settings/PresentedSettings.tsx"));

const RunProblems = lazyPart(() => import("./runs/RunProblems.tsx"));

export interface LabViewProps {
  readonly presenting: boolean;
  readonly isNarrow: boolean;
  readonly onFile: (file: File) => void;
}

export function LabView({ presenting, isNarrow, onFile }: LabViewProps): ReactNode {
  const why = useLab((s) => s.why);
  const hasPacket = useLab((s) => s.packet !== null);
  useAddressBar();
  useExampleComparison();
  const { session } = useServices();
  const ids = useIdChoices();
  const hasSelection = useHasSelection();
  const hasPanel = useLab((s) => s.panel !== null);
  const { isDraggingFile, ...dropTarget } = useFileDrop(onFile);
  const [showsSettings, setShowsSettings] = useStoredSwitch("sidebar");
  const openProgram = useOpenProgram();
  const program = isNarrow ? null : openProgram;
  const hasDock = hasSelection || hasPanel || program !== null;
  const hasRail = !presenting && !isNarrow && showsSettings;
  // A flow or link that was selected in the picture of the network gets the focus in the settings.
  const mustShowSettings = useLab((s) => s.selected !== null) && !showsSettings;
  useEffect(() => {
    if (mustShowSettings) setShowsSettings(true);
  });
  return (
    <IdChoicesContext value={ids}>
      <div
        className={classNames({
          lab: true,
          "is-presenting": presenting,
          "has-dock": hasDock,
          "has-rail": hasRail,
          "has-program": program !== null,
        })}
        {...dropTarget}
      >
        <TitleLine offersChanges={presenting || isNarrow} />
        {/* The result of an edit is announced in this region. A region that came with its text would not be announced by all readers. */}
        <p id="change-status" role="status" className="visually-hidden" />
        <PlaybackStatus />
        <Band
          presenting={presenting}
          settings={
            !presenting && !isNarrow ? { shown: hasRail, onToggle: () => setShowsSettings(!hasRail) } : null
          }
        />
        {presenting && <PresentedSettings />}
        {hasRail && <SettingsRail />}
        <Stage presenting={presenting} />
        {(hasDock || why !== null) && (
          <Dock
            hasSelection={hasSelection}
            why={why}
            program={program}
            onCloseProgram={() => session.store.setState({ program: null })}
            onCloseWhy={() => session.store.setState({ why: null })}
          />
        )}
        {hasPacket && <PacketCard />}
        {!presenting && isNarrow && <SettingsSheet program={openProgram} />}
        {isDraggingFile && <DropSign />}
      </div>
    </IdChoicesContext>
  );
}

/**
 * The handlers of an element on which files are dropped, a shortcut for the button Open, and whether one is
 * over it.
 */
function useFileDrop(onFile: (file: File) => void) {
  const [isDraggingFile, setIsDraggingFile] = useState(false);
  const carriesFiles = (event: DragEvent): boolean => [...event.dataTransfer.types].includes("Files");
  return {
    isDraggingFile,
    onDragOver: (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setIsDraggingFile(true);
    },
    onDragLeave: (event: DragEvent): void => {
      if (event.currentTarget === event.target) setIsDraggingFile(false);
    },
    onDrop: (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setIsDraggingFile(false);
      const file = event.dataTransfer.files[0];
      if (file) onFile(file);
    },
  };
}

function DropSign(): ReactNode {
  return (
    <div className="drop text-xl" aria-hidden="true">
      <span>{pageTexts.lab.dropFile}</span>
    </div>
  );
}

function SettingsRail(): ReactNode {
  return (
    <aside className="rail stack gap-5" id="controls" aria-label={pageTexts.lab.settings} tabIndex={-1}>
      <EditMode />
      <Suggestions />
      <LinkForm />
      <FlowList />
      <RunForm />
    </aside>
  );
}

/** The id of the flow whose program is in the editor, if the flow still has one. */
function useOpenProgram(): string | null {
  const open = useLab((s) => (partsAt("programEditor").length > 0 ? s.program : null));
  return useScenario((s) => (open !== null && programFlows(s.doc).includes(open) ? open : null));
}

function SettingsSheet({ program }: { readonly program: string | null }): ReactNode {
  const selected = useLab((s) => s.selected);
  const requested = selected === null ? null : selected.kind === "link" ? "link" : "flows";
  return (
    <BottomSheet
      label={pageTexts.lab.settings}
      requestedTab={requested ?? (program === null ? null : "program")}
      tabs={[
        { id: "link", label: pageTexts.lab.link, content: <LinkForm /> },
        { id: "flows", label: pageTexts.lab.flows, content: <FlowList /> },
        { id: "run", label: pageTexts.lab.run, content: <RunForm /> },
        ...(program === null
          ? []
          : [
              {
                id: "program",
                label: pageTexts.lab.program,
                content: <Parts place="programEditor" flow={program} />,
              },
            ]),
      ]}
    />
  );
}

/** The playback controls and the picture of the network that they move. */
function Band({ presenting, settings }: TransportProps & { readonly presenting: boolean }): ReactNode {
  const coversWholeRun = useLab((s) => s.coversWholeRun);
  // The network of a scenario that cannot be run is unknown.
  const isRefused = useLab((s) => s.issues.length > 0 && s.run === null);
  const [showsOverview, setShowsOverview] = useStoredSwitch("overview");
  const [presentsOverview, setPresentsOverview] = useState(false);
  const folded = presenting ? !presentsOverview : !showsOverview;
  return (
    <div className={`band${folded || isRefused ? " is-folded" : ""}`}>
      <Transport settings={settings} />
      {!isRefused && (
        <Overview
          presenting={presenting}
          folded={folded}
          onFold={(next) => (presenting ? setPresentsOverview(!next) : setShowsOverview(!next))}
          coversWholeRun={coversWholeRun}
        />
      )}
    </div>
  );
}

/** The results: the charts, and the numbers below them. */
function Stage({ presenting }: { readonly presenting: boolean }): ReactNode {
  const { session } = useServices();
  const coversWholeRun = useLab((s) => s.coversWholeRun);
  const isSlow = useIsSlow();
  const doc = useLab((s) => s.run?.doc);
  const hasNotices = useHasNotices();
  const explain = useCallback((flow: string, t: number): void => session.explain(flow, t), [session]);
  return (
    <main className="stage stack gap-1" id="main" tabIndex={-1}>
      {hasNotices && <RunProblems />}
      {doc && <Parts place="stage" at="lab" doc={doc} presenting={presenting} />}
      <LabCharts presenting={presenting} onWhy={explain}>
        {!presenting && <Details coversWholeRun={coversWholeRun} onWhy={explain} />}
        {isSlow && <RunProgress />}
      </LabCharts>
    </main>
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
  return useLab((s) => s.failure !== null || s.issues.length > 0);
}

/** A run that takes longer than this, in milliseconds, shows its progress. */
const SLOW_MS = 1500;

/** Whether the shown run is not complete, and takes long as expected or as measured. */
function useIsSlow(): boolean {
  const { session } = useServices();
  const running = useLab((s) => (s.run && !s.run.outcome && !s.failure ? s.run : null));
  const id = running?.id ?? null;
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setSlow(id), SLOW_MS);
    return () => clearTimeout(timer);
  }, [id]);
  if (!running) return false;
  return slow === id || session.costs.costOf(running.record.derived).seconds > LONG_SECONDS;
}

/** Whether the switch is on, and the function that changes it. It is on at first. */
function useStoredSwitch(name: string): readonly [boolean, (on: boolean) => void] {
  const [isOn, setIsOn] = useState(() => readPreference(browserStorage(), name) !== "off");
  const set = (on: boolean): void => {
    setIsOn(on);
    savePreference(browserStorage(), name, on ? "on" : "off");
  };
  return [isOn, set];
}

/**
 * The ids that forms offer as choices: ids of flows for loss rules and queue disciplines, of nodes for links,
 * and of nodes and links for the paths of flows.
 */
function useIdChoices(): IdChoices {
  const doc = useScenario((s) => s.doc);
  const derived = useLab((s) => s.derived);
  return useMemo(() => {
    const choiceOf = (id: string): Choice => ({ value: id, label: id, doc: "" });
    const { flows = [], network } = doc;
    const flowChoices = flows.map((flow) => ({ value: flow.id, label: labelOf(flow, doc), doc: "" }));
    const nodeChoices = (
      network?.kind === "graph" && network.nodes
        ? network.nodes.map((node) => node.id)
        : (derived?.nodes ?? [])
    ).map(choiceOf);
    const linkChoices = namedLinks(network ? { network } : {}).map((link) => choiceOf(link.id));
    const byField: Readonly<Record<string, readonly Choice[]>> = {
      flow: flowChoices,
      flows: flowChoices,
      from: nodeChoices,
      to: nodeChoices,
      links: linkChoices,
      back: linkChoices,
    };
    return (field) => byField[field] ?? null;
  }, [doc, derived]);
}
