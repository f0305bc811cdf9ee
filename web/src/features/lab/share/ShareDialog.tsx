// The dialog for sharing: the link with a note on where links of its length work, a QR code if the link is
// short, buttons for files, and the result ID.
import "./share.css";
import type { ReactNode } from "react";
import { addressOf } from "../../../address/route.ts";
import { Button } from "../../../components/Button.tsx";
import { Dialog } from "../../../components/Dialog.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Parts } from "../../../extension/parts.tsx";
import { lengthClass } from "../../../scenario/shareLink.ts";
import { groupDigits } from "../../../scenario/units.ts";
import { download, scenarioFileName, scenarioFileText } from "../../../storage/file.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { CopyBox } from "./CopyBox.tsx";
import { QrCode } from "./QrCode.tsx";
import { useShareLink } from "./useShareLink.ts";

const ShareMore = lazyPart(() => import("./ShareMore.tsx"));

export interface ShareDialogProps {
  readonly onClose: () => void;
  readonly onOpenFile: () => void;
}

export default function ShareDialog({ onClose, onOpenFile }: ShareDialogProps): ReactNode {
  return (
    <Dialog title={labTexts.share.title} open onClose={onClose}>
      <ShareContent onOpenFile={onOpenFile} onClose={onClose} />
    </Dialog>
  );
}

/** The button that offers the link to the other programs of the device, where the browser can do so. */
function SendButton({ link, title }: { readonly link: string; readonly title: string }): ReactNode {
  if (typeof navigator.share !== "function") return null;
  // Choosing none of the programs is no error.
  const send = (): void => void navigator.share({ title, url: link }).catch(() => undefined);
  return <Button onClick={send}>{labTexts.share.bySystem}</Button>;
}

function ShareContent({ onOpenFile, onClose }: ShareDialogProps): ReactNode {
  const doc = useScenario((s) => s.doc);
  const outcome = useLab((s) => s.run?.outcome ?? null);
  const version = useServices().session.engineVersion;
  const link = useShareLink();
  const isCompared = link !== null && /[#&]w=/.test(link);
  const length = link?.length ?? 0;
  const kind = lengthClass(length);
  return (
    <div className="share stack">
      <p className="soft">
        {labTexts.share.intro} {isCompared && labTexts.share.withChange}
      </p>
      <Parts place="shareLink" />
      <CopyBox label={labTexts.share.link} text={link ?? ""} rows={kind === "anywhere" ? 3 : 5}>
        {link && <SendButton link={link} title={doc.title || pageTexts.app.name} />}
      </CopyBox>
      <p className={`share-length soft is-${kind}`} role="status">
        <b>{labTexts.share.chars({ n: groupDigits(length) })}</b>, {labTexts.share[kind]}
      </p>
      <div className="share-more grid gap-5 top ruled">
        <QrCode link={link} label={labTexts.share.qr} />
        <div className="stack gap-2">
          <p>
            {labTexts.share.result}{" "}
            <code className="result-id">{outcome?.resultId ?? labTexts.share.waiting}</code>
          </p>
          <p className="field-note">{labTexts.share.resultHelp({ v: version })}</p>
          <div className="cluster">
            <Button
              onClick={() => download(scenarioFileName(doc), "application/json", scenarioFileText(doc))}
            >
              {labTexts.share.saveFile}
            </Button>
            <Button onClick={onOpenFile}>{labTexts.share.openFile}</Button>
            <a className="button" href={addressOf("assignments", "make")} onClick={onClose}>
              {labTexts.share.assignment}
            </a>
          </div>
        </div>
      </div>
      {link && <ShareMore link={link} title={doc.title ?? ""} kind="scenario" />}
    </div>
  );
}
