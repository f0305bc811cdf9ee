// Estimates the width of a text, to decide whether it fits, without a document and without causing a layout.

/** Width of a character in Inter, the page's font, in units of its size. */
function widthOf(character: string): number {
  if (/[ilj.,:;'|!\u202f]/.test(character)) return 0.28;
  if (/[frt()[\] /-]/.test(character)) return 0.37;
  if (/[mwMW%]/.test(character)) return 0.88;
  if (/[A-Z]/.test(character)) return 0.68;
  return 0.6;
}

/** The estimated width of a text in pixels, for a font size in pixels. */
export function textWidth(text: string, font: number): number {
  let sum = 0;
  for (const character of text) sum += widthOf(character);
  return sum * font;
}

/** The text if it fits into `maxWidth`, otherwise its beginning with an ellipsis; empty when not even two letters fit. */
export function fitText(text: string, font: number, maxWidth: number): string {
  if (textWidth(text, font) <= maxWidth) return text;
  for (let length = text.length - 1; length >= 2; length -= 1) {
    const cut = `${text.slice(0, length).trimEnd()}\u2026`;
    if (textWidth(cut, font) <= maxWidth) return cut;
  }
  return "";
}
