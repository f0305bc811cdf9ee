// All charts of a page as one picture: title, what ran, the flows and how they look, the charts under each other, and where
// the picture comes from.
import { escapeText } from "./dom.ts";
import { DASHES, type LineStyle } from "./palette.ts";
import { textWidth } from "./textSize.ts";
import { type ChartTheme, styleColour } from "./theme.ts";

export interface StackModel {
  readonly title: string;
  /** A line below the title: the network, the time that is shown. */
  readonly subtitle: string;
  readonly flows: readonly { readonly label: string; readonly style: LineStyle }[];
  /** The charts as SVG documents, from top to bottom. */
  readonly charts: readonly string[];
  /** The line at the foot: result ID and version. */
  readonly foot: string;
  readonly link?: string;
  readonly theme: ChartTheme;
}

export interface StackPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

const FONT = 12;
const MARGIN = 14;
/** More flows than this are told by their number. */
const MOST_FLOWS = 24;

/** Width and height that an SVG document says it has. */
function sizeOf(svg: string): readonly [number, number] {
  const found = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg);
  return found ? [Number(found[1]), Number(found[2])] : [0, 0];
}

/** Names within a document must not meet those of another. */
function within(svg: string, index: number, y: number): string {
  return svg
    .replaceAll('id="plot"', `id="plot${index}"`)
    .replaceAll("url(#plot)", `url(#plot${index})`)
    .replace("<svg ", `<svg x="${MARGIN}" y="${y}" `);
}

export function stackSvg(model: StackModel): StackPicture {
  const { theme } = model;
  const sizes = model.charts.map(sizeOf);
  const inner = Math.max(480, ...sizes.map(([width]) => width));
  const width = inner + 2 * MARGIN;
  const say = (x: number, y: number, words: string, more = ""): string =>
    `<text x="${x}" y="${y}"${more}>${escapeText(words)}</text>`;
  let y = MARGIN + FONT * 1.4;
  const body = [
    say(MARGIN, y, model.title, ` font-size="${FONT * 1.5}" font-weight="600" fill="${theme.text}"`),
  ];
  if (model.subtitle !== "") {
    y += FONT * 1.6;
    body.push(say(MARGIN, y, model.subtitle, ` fill="${theme.muted}"`));
  }
  const legend = legendMarkup(model, y + FONT * 1.9, inner);
  body.push(legend.markup);
  y = legend.bottom + FONT * 0.8;
  model.charts.forEach((svg, index) => {
    body.push(within(svg, index, Math.round(y)));
    y += (sizes[index]?.[1] ?? 0) + FONT * 0.5;
  });
  y += FONT * 1.2;
  body.push(say(MARGIN, y, model.foot, ` fill="${theme.muted}"`));
  const height = Math.ceil(y + MARGIN);
  const source = model.link === undefined ? "" : `<metadata>${escapeText(model.link)}</metadata>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="${escapeText(theme.font)}" font-size="${FONT}" role="img"><title>${escapeText(model.title)}</title>${source}` +
    `<rect width="100%" height="100%" fill="${theme.background}"/>${body.join("\n")}</svg>`;
  return { svg, width, height };
}

function legendMarkup(
  { flows, theme }: StackModel,
  top: number,
  width: number,
): { readonly markup: string; readonly bottom: number } {
  const shown = flows.slice(0, MOST_FLOWS);
  const rest = flows.length - shown.length;
  const items = [...shown, ...(rest > 0 ? [{ label: `and ${rest} more`, style: null }] : [])];
  const sample = FONT * 1.7;
  let x = MARGIN;
  let y = top;
  const parts = items.map(({ label, style }) => {
    const room = (style ? sample + FONT * 0.5 : 0) + textWidth(label, FONT) + FONT * 1.3;
    if (x + room > MARGIN + width && x > MARGIN) [x, y] = [MARGIN, y + FONT * 1.6];
    const at = x;
    x += room;
    const line =
      style === null
        ? ""
        : `<line x1="${at}" x2="${at + sample}" y1="${y - FONT * 0.35}" y2="${y - FONT * 0.35}" stroke="${styleColour(style, theme)}" stroke-width="2.5"` +
          ` stroke-dasharray="${(DASHES[style.dash] ?? []).join(" ") || "none"}"/>`;
    const text = style ? at + sample + FONT * 0.5 : at;
    return `${line}<text x="${text.toFixed(1)}" y="${y}" fill="${style ? theme.text : theme.muted}">${escapeText(label)}</text>`;
  });
  return { markup: parts.join(""), bottom: y };
}
