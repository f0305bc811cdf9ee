// The frame of the page around the sections: the header, the dialogs and the keyboard shortcuts.
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { FigureRun } from "../address/figureRun.ts";
import { IconButton } from "../components/icons.tsx";
import { lazyPart } from "../components/lazyPart.tsx";
import type { Example } from "../examples/example.ts";
import type { OpenRun } from "../extension/feature.ts";
import { Parts } from "../extension/parts.tsx";
import { LabProvider } from "../features/lab/state/context.tsx";
import { useLab } from "../features/lab/state/hooks.ts";
import type { ScenarioDocument } from "../generated/types.ts";
import { isPartial } from "../language/language.ts";
import type { Layout } from "../scenario/layout.ts";
import { newOrigin } from "../scenario/store.ts";
import { hasRefusedWork, storageRefusals } from "../storage/storage.ts";
import { pageTexts } from "../texts/index.ts";
import { Header } from "./Header.tsx";
import { LabPage, NARROW_WIDTH } from "./LabPage.tsx";
import { useLanguage } from "./language.ts";
import { type DialogId, PageDialogs, useSingleKeys } from "./PageDialogs.tsx";
import { type Openings, Sections } from "./Sections.tsx";
import type { ShellServices } from "./startLab.ts";
import { useIsNarrow, useTheme } from "./theme.ts";
import { handOver } from "./update.ts";
import { useOpening } from "./useOpening.ts";
import { type SectionState, useSection } from "./useSection.ts";
import { type PageActions, useKeyActions, useShortcuts } from "./useShortcuts.ts";

const LanguageNote = lazyPart(() => import("./LanguageNote.tsx"));
const PageProblem = lazyPart(() => import("./PageProblem.tsx"));

export function Shell({ services }: { readonly services: ShellServices }): ReactNode {
  return (
    <LabProvider services={services}>
      <Page services={services} />
    </LabProvider>
  );
}

function Page({ services }: { readonly services: ShellServices }): ReactNode {
  const openingId = useStore(services.scenario, (s) => s.origin.openingId);
  const { section, page, goTo } = useSection(openingId);
  const [presenting, setPresenting] = useState(false);
  useEffect(() => {
    document.documentElement.classList.toggle("presenting", presenting);
  }, [presenting]);
  const [dialog, setDialog] = useState<DialogId | null>(null);
  const [figureRun, setFigureRun] = useState<FigureRun | null>(null);
  const singleKeys = useSingleKeys();
  const [theme, setTheme] = useTheme();
  const language = useLanguage();
  const showLab = useCallback(() => goTo("lab"), [goTo]);
  const closeDialog = useCallback(() => setDialog(null), []);
  const { problem, dismiss, openFile } = useOpening(services, showLab, closeDialog);
  const openings = useOpenings(services, showLab, setFigureRun);
  const pageActions = usePageActions(setDialog, setPresenting);
  const keyActions = useKeyActions(services, pageActions);
  useShortcuts({ keyActions, section, presenting, singleKeysEnabled: singleKeys[0] });
  useKeptScenario(services, section);
  return (
    <>
      <SkipLinks toControls={useHasRail() && !presenting && section === "lab"} />
      {presenting ? (
        <LeavePresenting onLeave={() => setPresenting(false)} />
      ) : (
        <Header
          {...{ services, section, theme }}
          onSection={goTo}
          onDialog={setDialog}
          onPresent={() => setPresenting(true)}
          onTheme={setTheme}
        />
      )}
      {!presenting && isPartial(language) && <LanguageNote language={language} />}
      {useRefusedWork() && <Parts place="refusedStorage" onDialog={setDialog} />}
      <Parts place="presentation" {...{ presenting, setPresenting, section, page, goTo }} />
      {problem && <PageProblem problem={problem} onDismiss={dismiss} />}
      {section === "lab" ? (
        <LabPage
          {...{ services, presenting, figureRun }}
          onFile={openFile}
          onDismissFigureRun={() => setFigureRun(null)}
        />
      ) : (
        <Sections {...{ services, section, page, presenting, openings }} />
      )}
      <PageDialogs {...{ services, dialog, singleKeys }} onDialog={setDialog} onFile={openFile} />
    </>
  );
}

/** Whether the browser refused to store scenarios, progress in lessons or assignments. */
const useRefusedWork = (): boolean => useSyncExternalStore(storageRefusals.subscribe, hasRefusedWork);

/** The actions of keys that the page provides, as the same object on every render. */
function usePageActions(
  openDialog: PageActions["openDialog"],
  setPresenting: (change: (on: boolean) => boolean) => void,
): PageActions {
  return useMemo(
    () => ({
      openDialog,
      togglePresenting: () => setPresenting((on) => !on),
    }),
    [openDialog, setPresenting],
  );
}

/** The functions by which other sections open a scenario in the Lab. */
function useOpenings(
  { session, scenario }: ShellServices,
  showLab: () => void,
  setFigureRun: (run: FigureRun) => void,
): Openings {
  /** Opens a scenario in the Lab, in a layout if one is named, and returns its opening id. */
  const onOpen = (doc: ScenarioDocument, layout?: Layout): string => {
    const origin = newOrigin("own");
    scenario.getState().open(doc, origin);
    if (layout) session.setLayout(layout);
    showLab();
    return origin.openingId;
  };
  /** Opens an example in the Lab as the list of examples does. */
  const onOpenExample = ({ id, doc, stage }: Example): void => {
    scenario.getState().open(doc, newOrigin("example", id));
    session.showLinkView(stage.view ?? null);
    showLab();
  };
  const onOpenRun: OpenRun = (doc, run) => setFigureRun({ ...run, openingId: onOpen(doc) });
  return { onOpen, onOpenExample, onOpenRun, onLab: showLab };
}

/** Pauses the Lab in another section, and keeps its scenario while the page is loaded again there. */
function useKeptScenario({ session, scenario }: ShellServices, section: SectionState["section"]): void {
  useEffect(() => {
    if (section === "lab") return;
    session.playback.pause();
    // The address of a section does not contain the scenario.
    const keepScenario = (): void => handOver(scenario.getState(), session.store.getState().layout);
    addEventListener("pagehide", keepScenario);
    return () => removeEventListener("pagehide", keepScenario);
  }, [section, session, scenario]);
}

/** Whether the settings are next to the charts. */
function useHasRail(): boolean {
  const isFace = useLab((s) => s.layout !== null);
  return !useIsNarrow(NARROW_WIDTH) && !isFace;
}

function LeavePresenting({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  return (
    <IconButton
      icon="close"
      className="leave-presenting"
      label={pageTexts.app.leavePresent}
      keyHint="P"
      tipSide="left"
      onClick={onLeave}
    />
  );
}

function SkipLinks({ toControls }: { readonly toControls: boolean }): ReactNode {
  const moveFocus = (event: { preventDefault(): void }, id: string): void => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link is a link; the fragment of the address belongs to the scenario */}
      <a className="skip-link" href="#main" onClick={(event) => moveFocus(event, "main")}>
        {pageTexts.app.skipToMain}
      </a>
      {toControls && (
        // biome-ignore lint/a11y/useValidAnchor: a skip link is a link; the fragment of the address belongs to the scenario
        <a className="skip-link" href="#controls" onClick={(event) => moveFocus(event, "controls")}>
          {pageTexts.app.skipToControls}
        </a>
      )}
    </>
  );
}
