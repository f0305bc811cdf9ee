// A time chart as a stand-alone SVG document: real text, every recorded bin, title and link in the metadata.
import { timeTicks, valueTicks } from "./axis.ts";
import { Columns } from "./decimate.ts";
import { escapeText } from "./dom.ts";
import { outlineBand, PathWriter, type Projection, strokeColumns } from "./draw.ts";
import type { UnitChoice } from "./format.ts";
import { placeLabels } from "./labels.ts";
import { BAND_PIXELS, colourOf, type LiveLine } from "./lineLayer.ts";
import { type MarkSpec, placeMarks, traceMark } from "./marks.ts";
import { DASHES } from "./palette.ts";
import type { ChartTheme } from "./theme.ts";
import { bandsMarkup } from "./timeChartBands.ts";
import { referenceLabels, referencePath } from "./timeChartFront.ts";
import type { ChartLayout } from "./timeChartLayout.ts";
import type { ReferenceLine, TimeChartData } from "./timeChartTypes.ts";

export interface SvgModel {
  readonly title: string;
  readonly caption: string;
  readonly layout: ChartLayout;
  readonly theme: ChartTheme;
  readonly transparent: boolean;
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly unit: UnitChoice;
  readonly lines: readonly LiveLine[];
  readonly references: readonly ReferenceLine[];
  /** What is shaded and marked behind the data. */
  readonly times?: Pick<TimeChartData, "bands" | "moments">;
  readonly marks: MarkSpec | null;
  readonly link: string | undefined;
  readonly description: string;
}

/** The size of the picture that `timeChartSvg` writes. */
export function pictureSize(layout: ChartLayout): { width: number; height: number; head: number } {
  const head = Math.round(layout.fontSize * 2.2);
  return {
    width: layout.left + layout.width + layout.right,
    height: head + layout.top + layout.height + layout.bottom,
    head,
  };
}

export function timeChartSvg(model: SvgModel): string {
  const { layout, theme, from, to, top } = model;
  const size = pictureSize(layout);
  const p: Projection = {
    from,
    perSecond: layout.width / (to - from),
    height: layout.height,
    perUnit: (layout.height - layout.rail) / top,
  };
  const font = escapeText(theme.font);
  const out: string[] = [];
  out.push(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" ` +
      `font-family="${font}" font-size="${layout.fontSize}" role="img">`,
    `<title>${escapeText(model.title)}</title><desc>${escapeText(model.description)}</desc>`,
    metadata(model.title, model.link),
  );
  if (!model.transparent) out.push(`<rect width="100%" height="100%" fill="${theme.background}"/>`);
  const baseline = Math.round(layout.fontSize * 1.4);
  out.push(
    `<text x="${Math.round(layout.fontSize * 0.6)}" y="${baseline}" fill="${theme.text}"><tspan font-weight="600">${escapeText(model.title)}</tspan>` +
      `<tspan dx="${layout.fontSize * 0.7}" fill="${theme.muted}">${escapeText(model.caption)}</tspan></text>`,
  );
  out.push(
    `<g transform="translate(${layout.left},${size.head + layout.top})">`,
    bandsMarkup(layout, theme, p, model.times ?? {}),
    axes(model),
    references(model, p),
  );
  out.push(
    `<clipPath id="plot"><rect width="${layout.width}" height="${layout.height}"/></clipPath><g clip-path="url(#plot)" fill="none" stroke-linejoin="round">`,
    ...model.lines.filter((line) => line.trace.spec.ghost).map((line) => lineMarkup(model, line, p)),
    ...model.lines
      .filter((line) => !line.trace.spec.ghost)
      .reverse()
      .map((line) => lineMarkup(model, line, p)),
    "</g>",
    marksMarkup(model, p),
    labels(model, p),
    "</g></svg>",
  );
  return out.join("\n");
}

function metadata(title: string, link: string | undefined): string {
  const source = link === undefined ? "" : `<dc:source>${escapeText(link)}</dc:source>`;
  return (
    `<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `<rdf:Description><dc:title>${escapeText(title)}</dc:title><dc:creator>Fairshare</dc:creator>${source}</rdf:Description></rdf:RDF></metadata>`
  );
}

function axes({ layout, theme, from, to, top, unit }: SvgModel): string {
  const y = valueTicks(top, unit.factor, layout.height - layout.rail, layout.fontSize * 3);
  const x = timeTicks(from, to, layout.width, layout.fontSize * 7);
  const lines = y.map(({ value, position }) => {
    const at = Math.round(position + layout.rail) + 0.5;
    return `<line x2="${layout.width}" y1="${at}" y2="${at}" stroke="${value === 0 ? theme.axis : theme.grid}"/>`;
  });
  const left = y.map(
    ({ position, label }) =>
      `<text x="${(-layout.fontSize * 0.6).toFixed(1)}" y="${(position + layout.rail + layout.fontSize * 0.35).toFixed(1)}" text-anchor="end" fill="${theme.muted}">${label}</text>`,
  );
  const below = x.map(
    ({ position, label }) =>
      `<text x="${position.toFixed(1)}" y="${(layout.height + layout.fontSize * 1.45).toFixed(1)}" text-anchor="middle" fill="${theme.muted}">${label}</text>`,
  );
  return [...lines, ...left, ...below].join("");
}

function references({ layout, theme, references }: SvgModel, p: Projection): string {
  const shown = references
    .map((line) => ({ line, ...referencePath(line, p, layout.width) }))
    .filter(({ path, y }) => path !== "" && y >= -1 && y <= layout.height + 1);
  const places = referenceLabels(shown, layout);
  return shown
    .map(
      ({ line, path }, index) =>
        `<path d="${path}" fill="none" stroke="${theme.muted}" stroke-width="${layout.lineWidth * 0.85}" stroke-dasharray="1 3" stroke-linecap="round"/>` +
        `<text x="${(layout.fontSize * 0.4).toFixed(1)}" y="${(places[index] ?? 0).toFixed(1)}" fill="${theme.muted}">${escapeText(line.label)}</text>`,
    )
    .join("");
}

/** Every bin of the recording as it is: no column of this grid holds two bins. */
function lineMarkup({ layout, theme, from, to }: SvgModel, { trace }: LiveLine, p: Projection): string {
  const columns = new Columns();
  const perBin = Math.ceil((to - from) / trace.width) * 2;
  columns.update(trace, { from, to, columns: Math.max(layout.width, perBin) }, 0);
  const { spec } = trace;
  const colour = colourOf(spec, theme);
  const banded = trace.stride === 3 && trace.width * p.perSecond > BAND_PIXELS;
  const line = new PathWriter();
  strokeColumns(line, columns, p, 0, !banded);
  if (columns.length === 0) return "";
  const width = layout.lineWidth * (spec.ghost ? 0.65 : 1);
  const dash = (DASHES[spec.style.dash] ?? [])
    .map((length) => length * Math.max(0.7, layout.lineWidth / 2))
    .join(" ");
  const stroke = `<path d="${line}" stroke="${colour}" stroke-width="${width}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}/>`;
  if (!banded || spec.ghost) return stroke;
  const band = new PathWriter();
  outlineBand(band, columns, p, 0);
  return `<path d="${band}Z" fill="${colour}" fill-opacity="0.16" stroke="none"/>${stroke}`;
}

function marksMarkup({ layout, theme, from, to, marks, lines }: SvgModel, p: Projection): string {
  if (marks === null) return "";
  const byId = new Map(lines.map((line) => [line.trace.spec.id, line]));
  const placed = placeMarks(marks, {
    from,
    to,
    width: layout.width,
    rail: layout.rail / 2,
    yOf: (id, t) => p.height - (byId.get(id)?.trace.at(t) ?? Number.NaN) * p.perUnit,
  });
  return placed
    .map((mark) => {
      const pen = new PathWriter();
      traceMark(pen, mark.code, mark.x, mark.y, layout.fontSize * 0.28);
      const line = mark.line === null ? undefined : byId.get(mark.line);
      const colour = line === undefined ? theme.text : colourOf(line.trace.spec, theme);
      return (
        `<path d="${pen}" fill="none" stroke="${theme.background}" stroke-width="${layout.lineWidth + 1.8}" stroke-linecap="round"/>` +
        `<path d="${pen}" fill="none" stroke="${colour}" stroke-width="${layout.lineWidth}" stroke-linecap="round"/>`
      );
    })
    .join("");
}

function labels({ layout, theme, lines, from, to }: SvgModel, p: Projection): string {
  const live = lines
    .filter((line) => !line.trace.spec.ghost)
    .slice(0, Math.floor(layout.height / layout.labelHeight));
  const wanted = live.map(({ trace }) => {
    const until = Math.min(to, trace.end);
    const level = trace.level(until - 0.12 * (to - from), until);
    return p.height - (Number.isNaN(level) ? 0 : level) * p.perUnit;
  });
  const placed = placeLabels(wanted, layout.labelHeight, 0, layout.height);
  const x = layout.width + layout.fontSize * 0.5;
  return live
    .map(({ trace }, index) => {
      const y = placed[index] ?? 0;
      const dash = (DASHES[trace.spec.style.dash] ?? []).join(" ");
      return (
        `<line x1="${x}" x2="${x + layout.fontSize * 1.5}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="${colourOf(trace.spec, theme)}" ` +
        `stroke-width="${layout.lineWidth * 1.4}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}/>` +
        `<text x="${(x + layout.fontSize * 1.9).toFixed(1)}" y="${(y + layout.fontSize * 0.35).toFixed(1)}" fill="${theme.text}">${escapeText(trace.spec.label)}</text>`
      );
    })
    .join("");
}
