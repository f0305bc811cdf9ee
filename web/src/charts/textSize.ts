// Estimates the width of a text without a document. Measuring it in the browser would force the browser to
// compute the layout of the page.

/** Approximate width of a character in Inter, the page's font, as a multiple of the font size. */
function widthOf(character: string): number {
  if (/[ilj.,:;'|!\u202f]/.test(character)) return 0.28;
  if (/[frt()[\] /-]/.test(character)) return 0.37;
  if (/[mwMW%]/.test(character)) return 0.88;
  if (/[A-Z]/.test(character)) return 0.68;
  return 0.6;
}

/** The estimated width of a text. Width and font size are in pixels. */
export function textWidth(text: string, fontSize: number): number {
  let sum = 0;
  for (const character of text) sum += widthOf(character);
  return sum * fontSize;
}

/**
 * The text if it fits into `maxWidth` pixels, otherwise its beginning with an ellipsis; "" if fewer than two
 * characters would remain.
 */
export function fitText(text: string, fontSize: number, maxWidth: number): string {
  if (textWidth(text, fontSize) <= maxWidth) return text;
  for (let length = text.length - 1; length >= 2; length -= 1) {
    const cut = `${text.slice(0, length).trimEnd()}\u2026`;
    if (textWidth(cut, fontSize) <= maxWidth) return cut;
  }
  return "";
}

/**
 * The smallest text of a presentation in pixels: 28 on a screen of 1920 x 1080 pixels, and in proportion on
 * others.
 */
export function presenterFontSize(): number {
  const [width, height] = typeof window === "undefined" ? [1920, 1080] : [innerWidth, innerHeight];
  return Math.min(60, Math.max(16, Math.round(Math.min(width * 0.0146, height * 0.026))));
}
