// The dialog for sharing: the link with a note on where links of its length work, a QR code if the link is short, buttons for files,
// and the result ID.
import "../../../styles/dialogs.css";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { addressOf } from "../../../address/route.ts";
import { Dialog } from "../../../components/Dialog.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { lengthClass } from "../../../scenario/shareLink.ts";
import { groupDigits } from "../../../scenario/units.ts";
import { download, scenarioFileName, scenarioFileText } from "../../../storage/file.ts";
import { I } from "../../../strings/imports.ts";
import { PARTS } from "../../../strings/labParts.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import { QrCode } from "./QrCode.tsx";
import { useShareLink } from "./useShareLink.ts";

const ShareMore = lazyPart(() => import("./ShareMore.tsx"));

export interface ShareDialogProps {
  readonly onClose: () => void;
  readonly onOpenFile: () => void;
}

export default function ShareDialog({ onClose, onOpenFile }: ShareDialogProps): ReactNode {
  return (
    <Dialog title={PARTS.share.title} open onClose={onClose}>
      <ShareContent onOpenFile={onOpenFile} onClose={onClose} />
    </Dialog>
  );
}

function ShareContent({ onOpenFile, onClose }: ShareDialogProps): ReactNode {
  const doc = useScenario((s) => s.doc);
  const outcome = useLab((s) => s.run?.outcome ?? null);
  const hasMeasured = useLab((s) => (s.measured?.files.length ?? 0) > 0);
  const version = useServices().session.engineVersion;
  const link = useShareLink();
  const [copied, setCopied] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const length = link?.length ?? 0;
  const kind = lengthClass(length);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (!link) return;
    box.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      setBlocked(false);
    } catch {
      // Without permission to write to the clipboard, the selected text can still be copied with the keyboard.
      setBlocked(true);
      box.current?.focus();
    }
  };
  return (
    <div className="share">
      <p>{PARTS.share.intro}</p>
      {hasMeasured && <p className="field-note">{I.notInLink}</p>}
      <div className="share-link">
        <textarea
          ref={box}
          readOnly
          rows={kind === "anywhere" ? 3 : 5}
          value={link ?? ""}
          aria-label={PARTS.share.link}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button is-primary" onClick={() => void copy()}>
          {copied ? PARTS.share.copied : PARTS.share.copy}
        </button>
      </div>
      {blocked && (
        <p className="field-note" role="alert">
          {PARTS.share.copyBlocked}
        </p>
      )}
      <p className={`share-length is-${kind}`} role="status">
        <b>{PARTS.share.chars(groupDigits(length))}</b>: {PARTS.share[kind]}
      </p>
      <div className="share-more">
        <QrCode link={link} label={PARTS.share.qr} />
        <div className="share-side">
          <p>
            {PARTS.share.result} <code className="result-id">{outcome?.resultId ?? PARTS.share.waiting}</code>
          </p>
          <p className="field-note">{PARTS.share.resultHelp(version)}</p>
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() => download(scenarioFileName(doc), "application/json", scenarioFileText(doc))}
            >
              {PARTS.share.saveFile}
            </button>
            <button type="button" className="button" onClick={onOpenFile}>
              {PARTS.share.openFile}
            </button>
            <a className="button" href={addressOf("assignments", "make")} onClick={onClose}>
              {PARTS.share.assignment}
            </a>
          </div>
        </div>
      </div>
      {link && (
        <Suspense fallback={null}>
          <ShareMore link={link} title={doc.title ?? ""} kind="scenario" />
        </Suspense>
      )}
    </div>
  );
}
