// The drawer with the examples, the recent scenarios of this browser, and the button that opens a file.
import "./examples.css";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { Dialog } from "../../../components/Dialog.tsx";
import { IconButton } from "../../../components/icons.tsx";
import type { Example } from "../../../examples/example.ts";
import { dialogs } from "../../../extension/installed.ts";
import { currentLanguage } from "../../../language/language.ts";
import { newOrigin } from "../../../scenario/store.ts";
import {
  browserStorage,
  canStore,
  forgetRecent,
  type RecentEntry,
  readRecent,
} from "../../../storage/storage.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { labTexts } from "../texts/index.ts";
import { ExampleList } from "./ExampleList.tsx";

export interface ExamplesDrawerProps {
  readonly onClose: () => void;
  readonly onOpenFile: () => void;
  /** Called to choose the network of an empty scenario. */
  readonly onNew: () => void;
  /** Opens the dialog of a feature. */
  readonly onDialog: (id: string) => void;
}

export default function ExamplesDrawer(props: ExamplesDrawerProps): ReactNode {
  return (
    <Dialog kind="drawer" title={labTexts.examples.title} open onClose={props.onClose}>
      <DrawerContent {...props} />
    </Dialog>
  );
}

function DrawerContent({ onClose, onOpenFile, onNew, onDialog }: ExamplesDrawerProps): ReactNode {
  const { session, scenario } = useServices();
  const openExample = (example: Example): void => {
    scenario.getState().open(example.doc, newOrigin("example", example.id));
    session.showLinkView(example.stage.view ?? null);
    onClose();
  };
  return (
    <div className="examples stack gap-4">
      <p className="soft">{labTexts.examples.intro}</p>
      <Button onClick={onNew}>{pageTexts.newScenario.title}</Button>
      <ExampleList onOpen={openExample} />
      <RecentList {...{ onClose, onOpenFile, onDialog }} />
    </div>
  );
}

/** The recent scenarios of this browser, and the button that opens a file. */
function RecentList({
  onClose,
  onOpenFile,
  onDialog,
}: Pick<ExamplesDrawerProps, "onClose" | "onOpenFile" | "onDialog">): ReactNode {
  const { scenario } = useServices();
  const storage = browserStorage();
  const stores = useMemo(canStore, []);
  const [recent, setRecent] = useState(() => readRecent(storage));
  const openRecent = (entry: RecentEntry): void => {
    scenario.getState().open(entry.doc, { ...newOrigin("recent"), openingId: entry.id });
    onClose();
  };
  /** Removes one entry of the recent scenarios, or all entries if there is no id. */
  const forget = (id?: string): void => {
    forgetRecent(storage, id);
    setRecent(readRecent(storage));
  };
  return (
    <section className="recent" aria-label={labTexts.examples.recent}>
      <header className="panel-head row between">
        <h2>{labTexts.examples.recent}</h2>
        <Button small onClick={onOpenFile}>
          {labTexts.examples.openFile}
        </Button>
      </header>
      <p className="field-note">{stores ? labTexts.examples.local : labTexts.examples.noStorage}</p>
      {recent.length === 0 && <p className="empty soft">{labTexts.examples.noRecent}</p>}
      <ul>
        {recent.map((entry) => (
          <li className="row gap-0" key={entry.id}>
            <button className="row gap-4 between grow" type="button" onClick={() => openRecent(entry)}>
              <b>{entry.title || pageTexts.lab.untitled}</b>
              <span className="faint">{relativeTime(entry.saved)}</span>
            </button>
            <IconButton
              icon="close"
              size={16}
              label={labTexts.examples.forgetOne({ title: entry.title || pageTexts.lab.untitled })}
              tipSide="left"
              onClick={() => forget(entry.id)}
            />
          </li>
        ))}
      </ul>
      {recent.length > 1 && (
        <Button small quiet onClick={() => forget()}>
          {labTexts.examples.forget}
        </Button>
      )}
      {dialogs().map(({ id, name }) => (
        <Button key={id} small onClick={() => onDialog(id)}>
          {name()}
        </Button>
      ))}
    </section>
  );
}

/** A time in words relative to now, such as "5 minutes ago". */
function relativeTime(savedMs: number): string {
  // The clock may have been set back since.
  const minutes = Math.round(Math.min(0, savedMs - Date.now()) / 60_000);
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" });
  if (minutes > -60) return format.format(minutes, "minute");
  return minutes > -60 * 24
    ? format.format(Math.round(minutes / 60), "hour")
    : format.format(Math.round(minutes / 1440), "day");
}
