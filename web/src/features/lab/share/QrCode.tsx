// The QR code of a link, or a note that the link is too long for a QR code.
import "./share.css";
import qrcode from "qrcode-generator";
import { type ReactNode, useMemo } from "react";
import { labTexts } from "../texts/index.ts";

/** The number of characters of the longest link whose QR code a camera can read easily. */
const MAX_LENGTH = 300;
/** The same for a code that fills a projected screen. */
const MAX_LENGTH_LARGEST = 1000;

/** The width of the empty margin that a QR code needs, in modules. */
const MARGIN = 4;

export interface QrCodeProps {
  readonly link: string | null;
  readonly label: string;
  /** Whether the code fills the screen. */
  readonly largest?: boolean;
}

export function QrCode({ link, label, largest = false }: QrCodeProps): ReactNode {
  const path = useMemo(() => {
    if (!link || link.length > (largest ? MAX_LENGTH_LARGEST : MAX_LENGTH)) return null;
    const code = qrcode(0, "L");
    code.addData(link);
    code.make();
    const size = code.getModuleCount();
    let d = "";
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) if (code.isDark(y, x)) d += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
    return { d, size: size + 2 * MARGIN };
  }, [link, largest]);
  if (!path) return <p className="field-note share-qr">{labTexts.share.qrNone}</p>;
  return (
    <svg
      className="share-qr"
      viewBox={`0 0 ${path.size} ${path.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={path.size} height={path.size} fill="#fff" />
      <path d={path.d} fill="#000" />
    </svg>
  );
}
