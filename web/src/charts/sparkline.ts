// Small pictures of a run from short data arrays: a sparkline in a table, a thumbnail on an example's card or an
// algorithm's page. Pure markup, no listeners: they can be made anywhere and are cheap in dozens.
import { escapeText } from "./dom.ts";
import { PathWriter } from "./draw.ts";
import { DASHES, type LineStyle } from "./palette.ts";
import { type ChartTheme, styleColour } from "./theme.ts";

export interface ThumbLine {
  /** Values at even distances; NaN breaks the line. */
  readonly values: ArrayLike<number>;
  readonly style: LineStyle;
}

export interface ThumbOptions {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
  /** What the picture shows, for those who do not see it; "" when the text beside it says so already. */
  readonly label: string;
  /** Upper end; the largest value and the reference when left out. */
  readonly top?: number;
  /** A dotted line, for example the capacity. */
  readonly reference?: number;
  readonly lineWidth?: number;
}

/** An SVG document fragment with the lines, the first on top. */
export function thumbSvg(lines: readonly ThumbLine[], options: ThumbOptions): string {
  const { width, height, theme, lineWidth = 1.5 } = options;
  const pad = lineWidth + 1;
  const top = options.top ?? Math.max(largest(lines), options.reference ?? 0, 1e-12);
  const yOf = (value: number): number => height - pad - (value / top) * (height - 2 * pad);
  const paths = [...lines].reverse().map((line) => {
    const pen = new PathWriter();
    const n = line.values.length;
    let open = false;
    for (let i = 0; i < n; i += 1) {
      const value = line.values[i] ?? Number.NaN;
      if (Number.isNaN(value)) {
        open = false;
        continue;
      }
      const x = pad + (n > 1 ? i / (n - 1) : 0.5) * (width - 2 * pad);
      if (open) pen.lineTo(x, yOf(value));
      else pen.moveTo(x, yOf(value));
      open = true;
    }
    const colour = styleColour(line.style, theme);
    const dash = (DASHES[line.style.dash] ?? []).join(" ");
    return `<path d="${pen}" stroke="${colour}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}/>`;
  });
  const reference =
    options.reference === undefined
      ? ""
      : `<path d="M${pad} ${yOf(options.reference)}H${width - pad}" stroke="${theme.muted}" stroke-width="1" stroke-dasharray="1 3" stroke-linecap="round"/>`;
  const name =
    options.label === "" ? 'aria-hidden="true"' : `role="img" aria-label="${escapeText(options.label)}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="fs-thumb" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${name}>` +
    `<g fill="none" stroke-width="${lineWidth}" stroke-linejoin="round">${reference}${paths.join("")}</g></svg>`
  );
}

function largest(lines: readonly ThumbLine[]): number {
  let most = 0;
  for (const { values } of lines) {
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] ?? 0;
      if (value > most) most = value;
    }
  }
  return most;
}

/**
 * A long array reduced to about `points` values that keep its peaks and dips: the smallest and largest of each stretch in
 * the order in which they occur. For thumbnails that are stored with an example.
 */
export function thin(values: ArrayLike<number>, points: number): Float64Array {
  const n = values.length;
  if (n <= points) return Float64Array.from({ length: n }, (_, i) => values[i] ?? Number.NaN);
  const stretches = Math.max(1, Math.floor(points / 2));
  const out = new Float64Array(stretches * 2);
  for (let s = 0; s < stretches; s += 1) {
    const from = Math.floor((s * n) / stretches);
    const to = Math.floor(((s + 1) * n) / stretches);
    let low = from;
    let high = from;
    for (let i = from; i < to; i += 1) {
      const value = values[i] ?? Number.NaN;
      if (value < (values[low] ?? Number.NaN) || Number.isNaN(values[low] ?? Number.NaN)) low = i;
      if (value > (values[high] ?? Number.NaN) || Number.isNaN(values[high] ?? Number.NaN)) high = i;
    }
    out[2 * s] = values[Math.min(low, high)] ?? Number.NaN;
    out[2 * s + 1] = values[Math.max(low, high)] ?? Number.NaN;
  }
  return out;
}
