// Draws a small line plot as SVG, for docs/validation.md. It is readable in light and dark mode.
const style = `
text { font: 12px system-ui, sans-serif; fill: #444 }
.title { font-weight: 600; fill: #222 }
.grid { stroke: #ddd; stroke-width: 1 }
.line { fill: none; stroke-width: 1.6; stroke-linejoin: round }
.theory { stroke: #888; stroke-dasharray: 5 4 }
.c0 { stroke: #0b66c3 } .c1 { stroke: #c2410c } .c2 { stroke: #15803d } .c3 { stroke: #7e22ce }
.f0 { fill: #0b66c3 } .f1 { fill: #c2410c } .f2 { fill: #15803d } .f3 { fill: #7e22ce } .f4 { fill: #777 }
@media (prefers-color-scheme: dark) {
  text { fill: #bbb } .title { fill: #eee } .grid { stroke: #3a3a3a } .theory { stroke: #999 }
  .c0 { stroke: #6cb2f7 } .c1 { stroke: #f59e6b } .c2 { stroke: #6dd093 } .c3 { stroke: #c79bf2 }
  .f0 { fill: #6cb2f7 } .f1 { fill: #f59e6b } .f2 { fill: #6dd093 } .f3 { fill: #c79bf2 } .f4 { fill: #aaa }
}`;

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
/**
 * A number with four significant digits.
 * @param {number} x
 */
const shortNumber = (x) => String(Number(x.toPrecision(4)));

/**
 * @typedef {{ label: string, range: [low: number, high: number], log?: boolean }} Axis
 */

/**
 * A line of a plot. A line whose label is "" does not appear in the legend. `colour` is the index of one of the four colours in `style`.
 * @typedef {object} Line
 * @property {string} label
 * @property {[x: number, y: number][]} points
 * @property {"line" | "theory" | "dots"} [kind]
 * @property {number} [colour]
 */

/**
 * The round values at which an axis has ticks.
 * @param {Axis} axis
 */
function ticks({ range: [low, high], log }) {
  if (log) {
    const from = Math.ceil(Math.log10(low) - 1e-9);
    return Array.from({ length: Math.floor(Math.log10(high) + 1e-9) - from + 1 }, (_, i) => 10 ** (from + i));
  }
  const rough = (high - low) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step);
}

/**
 * Returns a function that converts values of an axis to pixels. The ends of the axis are at the pixels `from` and `to`.
 * @param {Axis} axis
 * @param {number} from
 * @param {number} to
 */
function pixelScale({ range: [low, high], log }, from, to) {
  /** @param {number} v */
  const scale = (v) => (log ? Math.log10(v) : v);
  /** @param {number} v */
  return (v) => from + ((scale(v) - scale(low)) / (scale(high) - scale(low))) * (to - from);
}

/**
 * @param {{ title: string, x: Axis, y: Axis, lines: Line[], legend?: "left" | "right" }} plot
 */
export function plot({ title, x, y, lines, legend = "right" }) {
  const width = 720;
  const height = 340;
  const left = 58;
  const right = 16;
  const top = 34;
  const bottom = 46;
  const px = pixelScale(x, left, width - right);
  const py = pixelScale(y, height - bottom, top);
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${style}</style>`,
    `<text class="title" x="${left}" y="20">${escaped(title)}</text>`,
  ];
  for (const v of ticks(x)) {
    const at = px(v).toFixed(1);
    out.push(`<path class="grid" d="M${at} ${top}V${height - bottom}"/>`);
    out.push(`<text x="${at}" y="${height - bottom + 17}" text-anchor="middle">${shortNumber(v)}</text>`);
  }
  for (const v of ticks(y)) {
    const at = py(v).toFixed(1);
    out.push(`<path class="grid" d="M${left} ${at}H${width - right}"/>`);
    out.push(
      `<text x="${left - 7}" y="${(py(v) + 4).toFixed(1)}" text-anchor="end">${shortNumber(v)}</text>`,
    );
  }
  out.push(
    `<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text transform="translate(15 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
  );
  let legendRows = 0;
  for (const line of lines) {
    const isTheory = line.kind === "theory";
    if (line.kind === "dots") {
      for (const [a, b] of line.points)
        out.push(
          `<circle class="f${line.colour}" cx="${px(a).toFixed(1)}" cy="${py(b).toFixed(1)}" r="3.5"/>`,
        );
    } else {
      const path = line.points.map(([a, b]) => `${px(a).toFixed(1)} ${py(b).toFixed(1)}`).join("L");
      out.push(`<path class="line ${isTheory ? "theory" : `c${line.colour}`}" d="M${path}"/>`);
    }
    if (!line.label) continue;
    legendRows += 1;
    const colour = isTheory ? 4 : line.colour;
    const anchor = legend === "right" ? ["end", width - right - 8] : ["start", left + 10];
    out.push(
      `<text class="f${colour}" x="${anchor[1]}" y="${top + 16 * legendRows}" text-anchor="${anchor[0]}">${escaped(line.label)}</text>`,
    );
  }
  return `${out.join("\n")}\n</svg>\n`;
}
