// The drawn page, with what of it has arrived.
import type { ReactNode } from "react";
import type { Arrived } from "./loads.ts";

/** The colours of the pictures of the drawn page, and what they show. */
const COLOURS = ["#2f6f7e", "#b8543f", "#e0b04c", "#5a4f86", "#4b8a5c", "#8b6a4a"] as const;
const LANDSCAPE = "M0 30V22L8 13 15 20 19 16 26 23V30Z M20 7a3 3 0 1 0 .01 0Z";
/** Two paragraphs of text. */
const LINES = [56, 52, 54, 34, 53, 49, 55, 25].map((width, i) => ({
  width,
  y: 24 + 8 * i + (i > 3 ? 6 : 0),
}));

/**
 * A browser draws nothing before it has the document and its style sheets. Then there are places for pictures, which fill in as
 * the pictures arrive, and text, which is pale until its fonts are there.
 */
export function PagePicture({ arrived }: { readonly arrived: Arrived | null }): ReactNode {
  const shows = arrived !== null && arrived.documents > 0 && arrived.style_sheets === 1;
  return (
    <svg className="page-picture" viewBox="0 0 160 120" aria-hidden="true">
      <rect width="160" height="120" fill={arrived ? "#ffffff" : "none"} />
      {shows && <Content arrived={arrived} />}
    </svg>
  );
}

function Content({ arrived }: { readonly arrived: Arrived }): ReactNode {
  const ink = arrived.fonts === 1 ? "#33424f" : "#dde3e8";
  const shown = Math.floor(arrived.images * COLOURS.length + 1e-9);
  return (
    <>
      <rect width="160" height="16" fill="#233241" />
      <rect x="6" y="5" width="34" height="6" rx="2" fill="#ffffff" />
      {/* Buttons work when the scripts are there. */}
      <rect x="124" y="4" width="30" height="8" rx="3" fill={arrived.scripts === 1 ? "#e0b04c" : "#4c5b68"} />
      {LINES.map(({ width, y }) => (
        <rect key={y} x="6" y={y} width={width} height="3.5" fill={ink} />
      ))}
      {COLOURS.map((colour, i) => (
        <g key={colour} transform={`translate(${70 + 29 * (i % 3)} ${23 + 34 * Math.floor(i / 3)})`}>
          <rect width="26" height="30" fill={i < shown ? colour : "#eef1f3"} />
          {i < shown && <path d={LANDSCAPE} fill="#ffffff" fillOpacity=".75" />}
        </g>
      ))}
      {/* The second document, such as an advertisement, is named by the last script. */}
      {arrived.documents === 1 && <rect x="6" y="98" width="148" height="16" rx="2" fill="#cfe0e6" />}
    </>
  );
}
