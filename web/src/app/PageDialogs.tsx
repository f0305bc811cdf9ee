// The dialogs of the page and the choice of a file. The code of a dialog is loaded when it is opened.
import { type ReactNode, useCallback, useRef, useState } from "react";
import { lazyPart } from "../components/lazyPart.tsx";
import { dialogs } from "../extension/installed.ts";
import { lazyOf } from "../extension/parts.tsx";
import { undoText } from "../scenario/keptHistory.ts";
import { browserStorage, readPreference, savePreference } from "../storage/storage.ts";
import type { ShellServices } from "./startLab.ts";

const ExamplesDrawer = lazyPart(() => import("../features/lab/examples/ExamplesDrawer.tsx"));
const ShareDialog = lazyPart(() => import("../features/lab/share/ShareDialog.tsx"));
const NewDialog = lazyPart(() => import("./NewDialog.tsx"));
const KeysDialog = lazyPart(() => import("./KeysDialog.tsx"));

/** "new", "examples", "share", "keys", or the id of a feature's dialog. */
export type DialogId = string;

export interface PageDialogsProps {
  readonly services: ShellServices;
  /** The open dialog. */
  readonly dialog: DialogId | null;
  readonly onDialog: (dialog: DialogId | null) => void;
  readonly singleKeys: readonly [boolean, (on: boolean) => void];
  readonly onFile: (file: File) => void;
}

export function PageDialogs({ services, dialog, onDialog, singleKeys, onFile }: PageDialogsProps): ReactNode {
  const fileInput = useRef<HTMLInputElement>(null);
  const pickFile = (): void => fileInput.current?.click();
  const close = (): void => onDialog(null);
  const { scenario } = services;
  const undo = useCallback(() => undoText(location.hash, scenario.getState().history), [scenario]);
  const ofFeature = dialogs().find(({ id }) => id === dialog);
  const Dialog = ofFeature && lazyOf(ofFeature.load);
  return (
    <>
      {dialog === "new" && (
        <NewDialog scenario={services.scenario} catalogue={services.catalogue} onClose={close} />
      )}
      {dialog === "examples" && (
        <ExamplesDrawer
          onClose={close}
          onOpenFile={pickFile}
          onNew={() => onDialog("new")}
          onDialog={onDialog}
        />
      )}
      {dialog === "share" && <ShareDialog onClose={close} onOpenFile={pickFile} />}
      {dialog === "keys" && (
        <KeysDialog singleKeys={singleKeys[0]} onSingleKeys={singleKeys[1]} onClose={close} />
      )}
      {Dialog && <Dialog version={services.session.engineVersion} undo={undo} onClose={close} />}
      <input
        ref={fileInput}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
    </>
  );
}

/**
 * Whether single keys are shortcuts, and the function that changes the choice. The browser stores the choice.
 */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const [enabled, setEnabled] = useState(() => readPreference(browserStorage(), "keys") !== "off");
  const set = (on: boolean): void => {
    setEnabled(on);
    savePreference(browserStorage(), "keys", on ? "on" : "off");
  };
  return [enabled, set];
}
