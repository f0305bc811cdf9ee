// Header, sections, dialogs and keys around one lab.
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { Icon, IconButton } from "../components/icons.tsx";
import { lazyPart } from "../components/lazyPart.tsx";
import { EVENT_COLUMNS, EventCode } from "../engine/types.ts";
import type { AlgorithmsViewProps } from "../features/algorithms/AlgorithmsView.tsx";
import { LabProvider, type LabServices } from "../features/lab/context.tsx";
import { LabView } from "../features/lab/LabView.tsx";
import { neighbour } from "../features/lab/Speed.tsx";
import { addFlow } from "../scenario/edit.ts";
import { type FileRead, readScenarioFile } from "../scenario/file.ts";
import { browserShelf, readSetting, saveSetting } from "../scenario/storage.ts";
import { newVisit } from "../scenario/store.ts";
import { S } from "../strings/index.ts";
import { autosave, type LinkTrouble, type Opening, readOpening } from "./boot.ts";
import { wholeCatalogue } from "./catalogue.ts";
import { Header, type Section } from "./Header.tsx";
import { actionFor, type KeyId } from "./keys.ts";
import { useNarrow, useTheme } from "./theme.ts";

// What is not needed to see the first run comes when it is asked for.
const ExamplesDrawer = lazyPart(() => import("../features/lab/ExamplesDrawer.tsx"));
const ShareDialog = lazyPart(() => import("../features/lab/ShareDialog.tsx"));
const KeysDialog = lazyPart(() => import("./KeysDialog.tsx"));
const AlgorithmsView = lazyPart(async () => {
  const [{ default: View }, catalogue] = await Promise.all([
    import("../features/algorithms/AlgorithmsView.tsx"),
    wholeCatalogue(),
  ]);
  return {
    default: (props: Omit<AlgorithmsViewProps, "catalogue">) => <View {...props} catalogue={catalogue} />,
  };
});

export interface ShellServices extends LabServices {
  readonly opening: Opening;
}

type Refused = Extract<FileRead, { ok: false }>;
type Open = "examples" | "share" | "keys" | null;

export function Shell({ services }: { readonly services: ShellServices }): ReactNode {
  const { session, scenario } = services;
  const [section, setSection] = useSection();
  const [open, setOpen] = useState<Open>(null);
  const [presenter, setPresenter] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [theme, setTheme] = useTheme();
  const [single, setSingle] = useState(() => readSetting(browserShelf(), "keys") !== "off");
  const [trouble, setTrouble] = useState<LinkTrouble | null>(() => {
    const { trouble: found } = services.opening;
    return found && { ...found, atStart: true };
  });
  const [refused, setRefused] = useState<Refused | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const narrow = useNarrow(860);
  const past = useStore(scenario, (s) => s.history.past.length > 0);
  const future = useStore(scenario, (s) => s.history.future.length > 0);

  useEffect(() => {
    const { content } = services.opening;
    session.showLinkView(content?.view ?? null);
    const stop = session.start();
    const stopSaving = autosave(scenario);
    if (content?.result) session.expectResult({ result: content.result, engine: content.engine ?? null });
    return () => {
      stop();
      stopSaving();
    };
  }, [session, scenario, services.opening]);

  // A link pasted into the address bar of an open page.
  useEffect(() => {
    const changed = (): void => {
      void readOpening(location.hash).then((opening) => {
        setTrouble(opening.trouble);
        if (opening.trouble) return;
        scenario.getState().open(opening.doc, opening.origin);
        const { content } = opening;
        session.showLinkView(content?.view ?? null);
        if (content?.result) session.expectResult({ result: content.result, engine: content.engine ?? null });
        setSection("lab");
      });
    };
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, [scenario, session, setSection]);

  useEffect(() => {
    if (section !== "lab") session.playback.pause();
  }, [section, session]);

  const openFile = useCallback(
    (file: File): void => {
      void readScenarioFile(file).then((read) => {
        if (!read.ok) {
          setRefused(read);
          return;
        }
        setRefused(null);
        setOpen(null);
        scenario.getState().open(read.doc, newVisit("file"));
      });
    },
    [scenario],
  );

  const actions = useMemo((): Readonly<Record<KeyId, (big: boolean) => void>> => {
    const { store, timeView, playback } = session;
    return {
      play: () => session.playback.toggle(),
      back: (big) => session.playback.step(big ? -1 : -0.1),
      forward: (big) => session.playback.step(big ? 1 : 0.1),
      previous: () => toEvent(services, -1),
      next: () => toEvent(services, 1),
      start: () => session.playback.seek(0),
      end: () => session.playback.seek(playback.computedTo),
      faster: () => session.playback.setSpeed(neighbour(store.getState().speed, 1)),
      slower: () => session.playback.setSpeed(neighbour(store.getState().speed, -1)),
      fit: () => timeView.reset(),
      from: () => {
        const { editMode, setEditMode } = scenario.getState();
        if (editMode === "whole") session.playback.pauseAtRoundTime();
        setEditMode(editMode === "whole" ? "from" : "whole");
      },
      add: () => {
        const { usedIds, apply } = scenario.getState();
        apply("add flow", (d) => addFlow(d, { id: "flow", algorithm: "newreno" }, usedIds));
      },
      compare: () => setComparing((c) => !c),
      examples: () => setOpen("examples"),
      share: () => setOpen("share"),
      present: () => setPresenter((p) => !p),
      undo: () => scenario.getState().undo(),
      redo: () => scenario.getState().redo(),
      help: () => setOpen("keys"),
    };
  }, [services, session, scenario]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (presenter && event.key === "Escape") setPresenter(false);
      const action = actionFor(event, single);
      if (!action || (section !== "lab" && action !== "help")) return;
      event.preventDefault();
      actions[action](event.shiftKey);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [actions, presenter, section, single]);

  useEffect(() => {
    document.documentElement.classList.toggle("presenting", presenter);
  }, [presenter]);

  const pickFile = (): void => picker.current?.click();
  return (
    <LabProvider services={services}>
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link is a link; the fragment of the address belongs to the scenario */}
      <a className="skip-link" href="#main" onClick={(event) => focusOn(event, "main")}>
        {S.app.skipToMain}
      </a>
      {!presenter && !narrow && section === "lab" && (
        // biome-ignore lint/a11y/useValidAnchor: as above
        <a className="skip-link" href="#controls" onClick={(event) => focusOn(event, "controls")}>
          {S.app.skipToControls}
        </a>
      )}
      {presenter ? (
        <IconButton
          icon="close"
          className="leave-presenting"
          label={S.app.leavePresent}
          hint="P"
          tipSide="left"
          onClick={() => setPresenter(false)}
        />
      ) : (
        <Header
          section={section}
          theme={theme}
          canUndo={past}
          canRedo={future}
          onSection={setSection}
          onExamples={() => setOpen("examples")}
          onUndo={actions.undo.bind(null, false)}
          onRedo={actions.redo.bind(null, false)}
          onPresent={() => setPresenter(true)}
          onShare={() => setOpen("share")}
          onKeys={() => setOpen("keys")}
          onTheme={setTheme}
        />
      )}
      {(trouble || refused) && (
        <div className="page-callout callout" role="alert">
          <Icon name="warning" />
          <div>
            <b>{trouble ? S.link.title : refused && S.examples.fileProblem[refused.reason]}</b>
            {!trouble && refused?.detail && <p>{refused.detail}</p>}
            {!trouble && refused && <p>{S.examples.fileAdvice}</p>}
            {trouble && (
              <p>
                {trouble.problem === "unknownExample"
                  ? S.link.unknownExample(trouble.raw)
                  : S.link[trouble.problem]}{" "}
                {trouble.atStart ? S.link.shownInstead : S.link.kept}
              </p>
            )}
            {trouble?.problem === "newer" && (
              <details>
                <summary>{S.link.raw}</summary>
                <code className="raw-link">{trouble.raw}</code>
              </details>
            )}
          </div>
          <IconButton
            icon="close"
            label={S.link.dismiss}
            tipSide="left"
            onClick={() => {
              setTrouble(null);
              setRefused(null);
            }}
          />
        </div>
      )}
      {section === "lab" ? (
        <LabView
          presenter={presenter}
          narrow={narrow}
          comparing={comparing}
          onCompare={setComparing}
          onFile={openFile}
        />
      ) : (
        <Suspense fallback={<main className="boot" id="main" />}>
          <AlgorithmsView
            engine={session.engine}
            onOpen={(doc) => {
              scenario.getState().open(doc, newVisit("own"));
              setSection("lab");
            }}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {open === "examples" && <ExamplesDrawer onClose={() => setOpen(null)} onOpenFile={pickFile} />}
        {open === "share" && <ShareDialog onClose={() => setOpen(null)} onOpenFile={pickFile} />}
        {open === "keys" && (
          <KeysDialog
            single={single}
            onSingle={(on) => {
              setSingle(on);
              saveSetting(browserShelf(), "keys", on ? "on" : "off");
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      <input
        ref={picker}
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

function focusOn(event: { preventDefault(): void }, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

function sectionOfHistory(): Section {
  const state = history.state as { readonly section?: string } | null;
  return state?.section === "algorithms" ? "algorithms" : "lab";
}

/** The section lives in the history's state, because the fragment belongs to the scenario. */
function useSection(): readonly [Section, (section: Section) => void] {
  const [section, setState] = useState(sectionOfHistory);
  useEffect(() => {
    const navigated = (): void => setState(sectionOfHistory());
    addEventListener("popstate", navigated);
    return () => removeEventListener("popstate", navigated);
  }, []);
  const setSection = useCallback((next: Section): void => {
    try {
      history.pushState({ section: next }, "");
    } catch {
      // A sandboxed frame may not write its history; the section changes all the same.
    }
    setState(next);
    scrollTo(0, 0);
  }, []);
  return [section, setSection];
}

const MARKED: ReadonlySet<number> = new Set([
  EventCode.drop,
  EventCode.loss,
  EventCode.timeout,
  EventCode.timelineChange,
]);

/** Moves the playhead to the next or previous event that is marked. */
function toEvent({ session }: ShellServices, direction: 1 | -1): void {
  const events = session.store.getState().run?.record.events;
  if (!events) return;
  const now = session.playback.time;
  let found: number | null = null;
  for (let i = 0; i < events.rows; i++) {
    const t = events.data[i * EVENT_COLUMNS] ?? 0;
    if (!MARKED.has(events.data[i * EVENT_COLUMNS + 1] ?? 0)) continue;
    if (direction < 0 && t < now - 1e-6) found = t;
    if (direction > 0 && t > now + 1e-6) {
      found = t;
      break;
    }
    if (direction < 0 && t >= now) break;
  }
  if (found === null) return;
  session.playback.pause();
  session.playback.seek(found);
}
