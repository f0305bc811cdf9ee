// The dialog for sharing: the link with a note on where links of its length work, a QR code if the link is short, buttons for files,
// and the result ID.
import qrcode from "qrcode-generator";
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Dialog } from "../../components/Dialog.tsx";
import { lazyPart } from "../../components/lazyPart.tsx";
import { download, scenarioFileName, scenarioFileText } from "../../scenario/file.ts";
import { addressOf } from "../../scenario/route.ts";
import { lengthClass } from "../../scenario/shareLink.ts";
import { groupDigits } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useLab, useScenario } from "./hooks.ts";
import { useShareLink } from "./useShareLink.ts";

const ShareMore = lazyPart(() => import("./share/ShareMore.tsx"));

/** The number of characters of the longest link whose QR code a camera can read easily. */
const MAX_QR_LENGTH = 300;

/** The width of the empty margin that a QR code needs, in modules. */
const QR_MARGIN = 4;

export interface ShareDialogProps {
  readonly onClose: () => void;
  readonly onOpenFile: () => void;
}

export default function ShareDialog({ onClose, onOpenFile }: ShareDialogProps): ReactNode {
  return (
    <Dialog title={S.share.title} open onClose={onClose}>
      <ShareContent onOpenFile={onOpenFile} onClose={onClose} />
    </Dialog>
  );
}

function ShareContent({ onOpenFile, onClose }: ShareDialogProps): ReactNode {
  const doc = useScenario((s) => s.doc);
  const outcome = useLab((s) => s.run?.outcome ?? null);
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
      <p>{S.share.intro}</p>
      <div className="share-link">
        <textarea
          ref={box}
          readOnly
          rows={kind === "anywhere" ? 3 : 5}
          value={link ?? ""}
          aria-label={S.share.link}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button is-primary" onClick={() => void copy()}>
          {copied ? S.share.copied : S.share.copy}
        </button>
      </div>
      {blocked && (
        <p className="field-note" role="alert">
          {S.share.copyBlocked}
        </p>
      )}
      <p className={`share-length is-${kind}`} role="status">
        <b>{S.share.chars(groupDigits(length))}</b>: {S.share[kind]}
      </p>
      <div className="share-more">
        <Qr link={link} />
        <div className="share-side">
          <p>
            {S.share.result} <code className="result-id">{outcome?.resultId ?? S.share.waiting}</code>
          </p>
          <p className="field-note">{S.share.resultHelp(version)}</p>
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() => download(scenarioFileName(doc), "application/json", scenarioFileText(doc))}
            >
              {S.share.saveFile}
            </button>
            <button type="button" className="button" onClick={onOpenFile}>
              {S.share.openFile}
            </button>
            <a className="button" href={addressOf("assignments", "make")} onClick={onClose}>
              {S.share.assignment}
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

function Qr({ link }: { readonly link: string | null }): ReactNode {
  const path = useMemo(() => {
    if (!link || link.length > MAX_QR_LENGTH) return null;
    const code = qrcode(0, "L");
    code.addData(link);
    code.make();
    const size = code.getModuleCount();
    let d = "";
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) if (code.isDark(y, x)) d += `M${x + QR_MARGIN} ${y + QR_MARGIN}h1v1h-1z`;
    return { d, size: size + 2 * QR_MARGIN };
  }, [link]);
  if (!path) return <p className="field-note share-qr">{S.share.qrNone}</p>;
  return (
    <svg
      className="share-qr"
      viewBox={`0 0 ${path.size} ${path.size}`}
      role="img"
      aria-label={S.share.qr}
      shapeRendering="crispEdges"
    >
      <rect width={path.size} height={path.size} fill="#fff" />
      <path d={path.d} fill="#000" />
    </svg>
  );
}
