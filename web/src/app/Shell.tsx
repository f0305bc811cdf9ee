// The frame of the page around the sections: the header, the dialogs and the keyboard shortcuts.
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import type { FigureRun } from "../address/figureRun.ts";
import { IconButton } from "../components/icons.tsx";
import { lazyPart } from "../components/lazyPart.tsx";
import type { Example } from "../examples/example.ts";
import type { AlgorithmsViewProps } from "../features/algorithms/AlgorithmsView.tsx";
import type { AssignmentsViewProps } from "../features/assignments/AssignmentsView.tsx";
import { LabView } from "../features/lab/LabView.tsx";
import { CanVary } from "../features/lab/settings/VaryThis.tsx";
import { LabProvider, type LabServices } from "../features/lab/state/context.tsx";
import type { LessonsViewProps } from "../features/lessons/LessonsView.tsx";
import type { PapersViewProps } from "../features/papers/PapersView.tsx";
import { isHello, isLecturer, openLecturer } from "../features/present/window.ts";
import type { VaryViewProps } from "../features/vary/VaryView.tsx";
import type { Catalogue, ScenarioDocument } from "../generated/types.ts";
import { newOrigin } from "../scenario/store.ts";
import { browserStorage, readPreference, savePreference } from "../storage/storage.ts";
import { S } from "../strings/index.ts";
import type { Opening } from "./boot.ts";
import { loadFullCatalogue } from "./catalogue.ts";
import { Header } from "./Header.tsx";
import { LanguageNote } from "./LanguageNote.tsx";
import { useLanguage } from "./language.ts";
import { PageProblem } from "./PageProblem.tsx";
import { useIsNarrow, useTheme } from "./theme.ts";
import { handOver } from "./update.ts";
import { useOpening } from "./useOpening.ts";
import { useSection } from "./useSection.ts";
import { type PageActions, useKeyActions, useShortcuts } from "./useShortcuts.ts";

// Parts that the first run does not need are loaded when they are opened.
const ExamplesDrawer = lazyPart(() => import("../features/lab/examples/ExamplesDrawer.tsx"));
const ShareDialog = lazyPart(() => import("../features/lab/share/ShareDialog.tsx"));
const NewDialog = lazyPart(() => import("./NewDialog.tsx"));
const KeysDialog = lazyPart(() => import("./KeysDialog.tsx"));
const AlgorithmsView = withCatalogue<AlgorithmsViewProps>(async () => {
  const [view, { loadMathFont }] = await Promise.all([
    import("../features/algorithms/AlgorithmsView.tsx"),
    import("../components/mathFont.ts"),
  ]);
  await loadMathFont();
  return view;
});
const AssignmentsView = withCatalogue<AssignmentsViewProps>(
  () => import("../features/assignments/AssignmentsView.tsx"),
);
const LessonsView = withCatalogue<LessonsViewProps>(() => import("../features/lessons/LessonsView.tsx"));
const PapersView = withCatalogue<PapersViewProps>(() => import("../features/papers/PapersView.tsx"));
const PresenterButton = lazyPart(() => import("../features/present/PresenterButton.tsx"));
const Presenter = lazyPart(() => import("../features/present/Presenter.tsx"));
const VaryView = withCatalogue<VaryViewProps>(() => import("../features/vary/VaryView.tsx"));
const FigureRunNotice = lazyPart(() => import("../features/papers/runs/FigureRunNotice.tsx"));

/** A section that needs the full catalogue, which is loaded with it. */
function withCatalogue<P extends { readonly catalogue: Catalogue }>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): ComponentType<Omit<P, "catalogue">> {
  return lazyPart(async () => {
    const [{ default: View }, catalogue] = await Promise.all([load(), loadFullCatalogue()]);
    return { default: (props: Omit<P, "catalogue">) => <View {...({ ...props, catalogue } as P)} /> };
  });
}

export interface ShellServices extends LabServices {
  readonly opening: Opening;
  /** Opens a scenario that needs another engine than that of the session. */
  readonly open: (opening: Opening) => void;
  /** Whether the comparison of two runs is open at first. */
  readonly startComparing: boolean;
}

type DialogId = "new" | "examples" | "share" | "keys";

/** Up to this width, in pixels, the settings are in a sheet at the lower edge of the screen. */
const NARROW_WIDTH = 860;

export function Shell({ services }: { readonly services: ShellServices }): ReactNode {
  const { session, scenario } = services;
  const openingId = useStore(scenario, (s) => s.origin.openingId);
  const { section, page, goTo } = useSection(openingId);
  const [figureRun, setFigureRun] = useState<FigureRun | null>(null);
  const [dialog, setDialog] = useState<DialogId | null>(null);
  const [presenting, setPresenting] = useState(false);
  const [comparing, setComparing] = useState(services.startComparing);
  // The lecturer's window, which this page opened, or null. "refused" if the browser did not open it.
  const [popup, setPopup] = useState<Window | "refused" | null>(null);
  const closePopup = useCallback(() => setPopup(null), []);
  useEffect(() => {
    // After this page was loaded again, it learns from the lecturer's window that it is being projected.
    const meet = ({ data, source, origin }: MessageEvent<unknown>): void => {
      if (!isHello(data) || origin !== location.origin) return;
      setPopup(source as Window);
      setPresenting(true);
    };
    addEventListener("message", meet);
    return () => removeEventListener("message", meet);
  }, []);
  const [theme, setTheme] = useTheme();
  // The sections are rendered anew in another language. The session keeps the scenario, its run and the playhead.
  const language = useLanguage();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const isNarrow = useIsNarrow(NARROW_WIDTH);
  const canUndo = useStore(scenario, (s) => s.history.past.length > 0);
  const canRedo = useStore(scenario, (s) => s.history.future.length > 0);
  const fileInput = useRef<HTMLInputElement>(null);

  const showLab = useCallback(() => goTo("lab"), [goTo]);
  /** Opens a scenario in the Lab and returns its opening id. */
  const openDoc = (doc: ScenarioDocument): string => {
    const origin = newOrigin("own");
    scenario.getState().open(doc, origin);
    goTo("lab");
    return origin.openingId;
  };
  /** Opens an example in the Lab as the list of examples does. */
  const openExample = ({ id, doc, stage }: Example): void => {
    scenario.getState().open(doc, newOrigin("example", id));
    session.showLinkView(stage.view ?? null);
    goTo("lab");
  };
  const openRun = (doc: ScenarioDocument, run: Omit<FigureRun, "openingId">): void =>
    setFigureRun({ ...run, openingId: openDoc(doc) });
  const closeDialog = useCallback(() => setDialog(null), []);
  const { problem, dismiss, openFile } = useOpening(services, showLab, closeDialog);
  const pageActions = useMemo(
    (): PageActions => ({
      openDialog: setDialog,
      toggleComparing: () => setComparing((on) => !on),
      togglePresenting: () => setPresenting((on) => !on),
    }),
    [],
  );
  const keyActions = useKeyActions(services, pageActions);
  useShortcuts({ keyActions, section, presenting, singleKeysEnabled: singleKeys });

  useEffect(() => {
    if (section === "lab") return;
    session.playback.pause();
    // The address of a section does not contain the scenario.
    const keepScenario = (): void => handOver(scenario.getState());
    addEventListener("pagehide", keepScenario);
    return () => removeEventListener("pagehide", keepScenario);
  }, [section, session, scenario]);
  useEffect(() => {
    document.documentElement.classList.toggle("presenting", presenting);
  }, [presenting]);

  const pickFile = (): void => fileInput.current?.click();
  const projects = popup !== null && popup !== "refused";
  return (
    <LabProvider services={services}>
      <SkipLinks toControls={!presenting && !isNarrow && section === "lab"} />
      {presenting ? (
        <IconButton
          icon="close"
          className="leave-presenting"
          label={S.app.leavePresent}
          keyHint="P"
          tipSide="left"
          onClick={() => setPresenting(false)}
        />
      ) : (
        <Header
          section={section === "assignments" ? "lessons" : section === "vary" ? "lab" : section}
          theme={theme}
          canUndo={canUndo}
          canRedo={canRedo}
          onSection={goTo}
          onNew={() => setDialog("new")}
          onExamples={() => setDialog("examples")}
          onUndo={() => scenario.getState().undo()}
          onRedo={() => scenario.getState().redo()}
          onPresent={() => setPresenting(true)}
          onShare={() => setDialog("share")}
          onKeys={() => setDialog("keys")}
          onTheme={setTheme}
        />
      )}
      {!presenting && <LanguageNote language={language} />}
      {isLecturer() || projects ? (
        <Suspense fallback={null}>
          <Presenter
            popup={projects ? popup : null}
            section={section}
            page={page}
            goTo={goTo}
            onClosed={closePopup}
          />
        </Suspense>
      ) : (
        presenting && (
          <PresenterButton refused={popup === "refused"} onOpen={() => setPopup(openLecturer())} />
        )
      )}
      {problem && <PageProblem problem={problem} onDismiss={dismiss} />}
      {section === "lab" ? (
        <>
          {figureRun && (
            <Suspense fallback={null}>
              <FigureRunNotice
                run={figureRun}
                scenario={scenario}
                lab={session.store}
                onDismiss={() => setFigureRun(null)}
              />
            </Suspense>
          )}
          <CanVary value={!presenting}>
            <LabView
              key={language}
              presenting={presenting}
              isNarrow={isNarrow}
              comparing={comparing}
              onCompare={setComparing}
              onFile={openFile}
            />
          </CanVary>
        </>
      ) : (
        <Suspense fallback={<main className="boot" id="main" />}>
          {section === "lessons" ? (
            <LessonsView key={language} page={page} presenting={presenting} onOpen={openDoc} />
          ) : section === "assignments" ? (
            <AssignmentsView
              key={language}
              page={page}
              version={services.pageVersion}
              labScenario={() => scenario.getState().doc}
              labCharts={() => session.store.getState().charts}
            />
          ) : section === "papers" ? (
            <PapersView key={language} page={page} onOpen={openRun} />
          ) : section === "vary" ? (
            <VaryView
              key={language}
              page={page}
              version={services.pageVersion}
              labScenario={() => scenario.getState().doc}
              onOpen={openRun}
            />
          ) : (
            <AlgorithmsView
              key={language}
              id={page}
              engine={services.pageEngine}
              onOpen={openDoc}
              onOpenExample={openExample}
              onOpenRun={openRun}
              onLab={showLab}
            />
          )}
        </Suspense>
      )}
      <Suspense fallback={null}>
        {dialog === "new" && (
          <NewDialog scenario={scenario} catalogue={services.catalogue} onClose={closeDialog} />
        )}
        {dialog === "examples" && (
          <ExamplesDrawer onClose={closeDialog} onOpenFile={pickFile} onNew={() => setDialog("new")} />
        )}
        {dialog === "share" && <ShareDialog onClose={closeDialog} onOpenFile={pickFile} />}
        {dialog === "keys" && (
          <KeysDialog singleKeys={singleKeys} onSingleKeys={setSingleKeys} onClose={closeDialog} />
        )}
      </Suspense>
      <input
        ref={fileInput}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) openFile(file);
        }}
      />
    </LabProvider>
  );
}

/** Whether single keys are shortcuts, and the function that changes the choice. The browser stores the choice. */
function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const [enabled, setEnabled] = useState(() => readPreference(browserStorage(), "keys") !== "off");
  const set = (on: boolean): void => {
    setEnabled(on);
    savePreference(browserStorage(), "keys", on ? "on" : "off");
  };
  return [enabled, set];
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
        {S.app.skipToMain}
      </a>
      {toControls && (
        // biome-ignore lint/a11y/useValidAnchor: a skip link is a link; the fragment of the address belongs to the scenario
        <a className="skip-link" href="#controls" onClick={(event) => moveFocus(event, "controls")}>
          {S.app.skipToControls}
        </a>
      )}
    </>
  );
}
