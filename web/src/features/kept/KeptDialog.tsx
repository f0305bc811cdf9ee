// The dialog that saves everything that the page keeps in this browser as one file, and loads such a file.
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { FileButton } from "../../components/FileButton.tsx";
import type { DialogProps } from "../../extension/feature.ts";
import { type HandInLists, offered, type SaveKept } from "../../extension/offers.ts";
import { addressOfUndo, replaceUndo } from "../../scenario/keptHistory.ts";
import { download } from "../../storage/file.ts";
import { browserStorage, canStore, localTexts } from "../../storage/storage.ts";
import {
  compareKept,
  countsOf,
  type Kept,
  type KeptRead,
  keptFileName,
  keptFileText,
  MAX_KEPT_FILE,
  type Merge,
  readKeptText,
  savedTexts,
  storeKept,
} from "./keptFile.ts";
import { keptMenuTexts } from "./menuTexts.ts";
import { keptTexts } from "./texts/index.ts";

const NO_LISTS: HandInLists = { all: async () => [], write: async () => false };

const handInLists = async (): Promise<HandInLists> => (await offered("handInLists")?.()) ?? NO_LISTS;

/** Everything that the page keeps in this browser. */
async function keptHere(undo: string | null): Promise<Kept> {
  const lists = await (await handInLists()).all();
  return { texts: savedTexts(localTexts()), undo, lists: lists as Kept["lists"] };
}

/** Saves everything that the page keeps in this browser as a file. */
export const saveKept: SaveKept = async (version, undo) => {
  const text = keptFileText(await keptHere(undo), version);
  download(keptFileName(new Date()), "application/json", text);
};

export default function KeptDialog({ version, undo, onClose }: DialogProps): ReactNode {
  const [stores] = useState(canStore);
  const [here, setHere] = useState<Kept | null>(null);
  const [problem, setProblem] = useState<(KeptRead & { ok: false })["reason"] | null>(null);
  const [file, setFile] = useState<Kept | null>(null);
  useEffect(() => {
    void keptHere(undo()).then(setHere);
  }, [undo]);
  const read = async (chosen: File): Promise<void> => {
    const found: KeptRead =
      chosen.size > MAX_KEPT_FILE ? { ok: false, reason: "too-big" } : readKeptText(await chosen.text());
    setFile(found.ok ? found.kept : null);
    setProblem(found.ok ? null : found.reason);
  };
  return (
    <Dialog title={keptMenuTexts.data} open onClose={onClose}>
      <div className="share stack kept">
        <p className="soft">{keptTexts.intro}</p>
        {!stores && <p role="alert">{keptTexts.refused}</p>}
        {here && <Counts label={keptTexts.inBrowser} kept={here} />}
        <div className="stack gap-2">
          <Button primary onClick={() => void saveKept(version, undo())}>
            {keptTexts.save}
          </Button>
          <FileButton
            label={keptTexts.load}
            accept=".json,application/json"
            onFiles={([chosen]) => chosen && void read(chosen)}
          />
        </div>
        {problem && <p role="alert">{keptTexts.problems[problem]}</p>}
        {file && here && <LoadForm file={file} here={here} />}
      </div>
    </Dialog>
  );
}

function Counts({ label, kept }: { readonly label: string; readonly kept: Kept }): ReactNode {
  const counts = countsOf(kept);
  const texts = (["scenarios", "lessons", "works", "lists"] as const).map((kind) =>
    keptTexts.counts[kind]({ n: counts[kind] }),
  );
  return (
    <p className="field-note">
      {label} {texts.join(", ")}
    </p>
  );
}

/** What the file contains, the choice between different contents, and the button that loads the file. */
function LoadForm({ file, here }: { readonly file: Kept; readonly here: Kept }): ReactNode {
  const [takesFile, setTakesFile] = useState(false);
  const [unstored, setUnstored] = useState(0);
  const merge = compareKept(here, file);
  const conflicts = Object.keys(merge.differing.texts).length + merge.differing.lists.length;
  const load = async (): Promise<void> => {
    const refusals = await store(merge, takesFile);
    // The page has the refused texts only until it is loaded again.
    if (refusals > 0) setUnstored(refusals);
    else restart(file.undo);
  };
  return (
    <div className="stack gap-2">
      <Counts label={keptTexts.inFile} kept={file} />
      {conflicts > 0 && (
        <fieldset className="stack gap-1">
          <legend>{keptTexts.conflicts({ n: conflicts })}</legend>
          {[false, true].map((ofFile) => (
            <label className="check" key={String(ofFile)}>
              <input
                type="radio"
                name="kept-choice"
                checked={takesFile === ofFile}
                onChange={() => setTakesFile(ofFile)}
              />
              {ofFile ? keptTexts.ofFile : keptTexts.ofBrowser}
            </label>
          ))}
        </fieldset>
      )}
      {file.undo && <p className="field-note">{keptTexts.opens}</p>}
      <Button primary onClick={() => void load()}>
        {keptTexts.confirm}
      </Button>
      {unstored > 0 && <p role="alert">{keptTexts.unstored({ n: unstored })}</p>}
    </div>
  );
}

/** Stores what the browser does not have and, if asked for, what differs. Returns the number of refusals. */
async function store({ added, differing }: Merge, takesFile: boolean): Promise<number> {
  const lists = await handInLists();
  const parts = takesFile ? [added, differing] : [added];
  let refusals = 0;
  for (const part of parts) refusals += await storeKept(part, browserStorage(), (list) => lists.write(list));
  return refusals;
}

/** Loads the page again, with the scenario of a file and its undo history if the file has one. */
function restart(undo: string | null): void {
  const address = undo === null ? null : addressOfUndo(undo);
  if (undo !== null && address !== null) {
    replaceUndo(undo);
    history.replaceState(null, "", address);
  }
  location.reload();
}
