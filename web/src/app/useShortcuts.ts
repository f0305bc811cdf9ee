// The actions of the keyboard shortcuts, and the listener for them. keys.ts maps keys to actions.
import { useEffect, useMemo } from "react";
import type { Section } from "../address/route.ts";
import { pageAt, panels } from "../extension/installed.ts";
import { nextSpeed } from "../features/lab/runs/Speed.tsx";
import { addNewFlow } from "../scenario/store.ts";
import { actionFor, type KeyId } from "./keys.ts";
import type { ShellServices } from "./startLab.ts";

/** Actions that the page provides and the lab does not. Each must be the same function on every render. */
export interface PageActions {
  readonly openDialog: (dialog: "new" | "examples" | "share" | "keys") => void;
  readonly togglePresenting: () => void;
}

export type KeyActions = Readonly<Record<KeyId, (shift: boolean) => void>>;

/**
 * The function of each shortcut. Its argument states whether Shift is pressed, which makes the steps in time
 * larger.
 */
export function useKeyActions(
  { session, scenario }: ShellServices,
  { openDialog, togglePresenting }: PageActions,
): KeyActions {
  return useMemo(() => {
    const { store, timeView, playback } = session;
    const changeSpeed = (by: 1 | -1): void => playback.setSpeed(nextSpeed(store.getState().speed, by));
    return {
      play: () => playback.toggle(),
      back: (shift) => playback.step(shift ? -1 : -0.1),
      forward: (shift) => playback.step(shift ? 1 : 0.1),
      previous: () => playback.stepToEvent(-1),
      next: () => playback.stepToEvent(1),
      decision: (shift) =>
        void import("../features/lab/why/decisionSteps.ts").then(({ stepToDecision }) =>
          stepToDecision(session, shift ? -1 : 1),
        ),
      start: () => playback.seek(0),
      end: () => playback.seek(playback.computedTo),
      faster: () => changeSpeed(1),
      slower: () => changeSpeed(-1),
      fit: () => timeView.reset(),
      from: () => {
        const { editMode, setEditMode } = scenario.getState();
        if (editMode === "whole") playback.pauseAtRoundTime();
        setEditMode(editMode === "whole" ? "from" : "whole");
      },
      add: () => {
        const { editMode } = scenario.getState();
        addNewFlow(scenario, editMode === "from" ? playback.time : null);
      },
      panel: () =>
        store.setState(({ panel }) => ({ panel: panel === null ? (panels()[0]?.id ?? null) : null })),
      new: () => openDialog("new"),
      examples: () => openDialog("examples"),
      share: () => openDialog("share"),
      present: togglePresenting,
      undo: () => scenario.getState().undo(),
      redo: () => scenario.getState().redo(),
      help: () => openDialog("keys"),
    };
  }, [session, scenario, openDialog, togglePresenting]);
}

export interface ShortcutOptions {
  readonly keyActions: KeyActions;
  readonly section: Section;
  readonly presenting: boolean;
  /** Whether single keys are shortcuts. */
  readonly singleKeysEnabled: boolean;
}

/** Listens for keys anywhere on the page. Escape leaves the presentation. */
export function useShortcuts({ keyActions, section, presenting, singleKeysEnabled }: ShortcutOptions): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (presenting && event.key === "Escape") keyActions.present(false);
      const action = actionFor(event, singleKeysEnabled);
      const applies =
        section === "lab" || action === "help" || (action === "present" && pageAt(section, null)?.canPresent);
      if (!action || !applies) return;
      event.preventDefault();
      keyActions[action](event.shiftKey);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [keyActions, presenting, section, singleKeysEnabled]);
}
