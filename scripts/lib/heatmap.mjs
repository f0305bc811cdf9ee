// Draws a table of coloured cells as SVG, for docs/validation.md. It is readable in light and dark mode, and without colour.
const style = `
text { font: 12px system-ui, sans-serif; fill: #444 }
.title { font-weight: 600; fill: #222 }
.number { fill: #111 }
.none { fill: #eee }
@media (prefers-color-scheme: dark) { text { fill: #bbb } .title { fill: #eee } .none { fill: #2b2b2b } .number { fill: #111 } }`;

/**
 * A colour from orange (0: TCP gets nothing) over white (0.5: equal shares) to blue (1: the other protocol gets nothing).
 * @param {number} share
 */
function colour(share) {
  const low = [230, 126, 60];
  const middle = [247, 247, 247];
  const high = [90, 150, 215];
  const ends = share < 0.5 ? [low, middle] : [middle, high];
  const weight = share < 0.5 ? share * 2 : share * 2 - 1;
  const [from = [], to = []] = ends;
  const mixed = from.map((v, i) => Math.round(v + ((to[i] ?? v) - v) * weight));
  return `rgb(${mixed.join(", ")})`;
}

/**
 * @typedef {{ label: string, values: number[] }} HeatmapAxis
 */

/**
 * Draws a table with a cell for each pair of values of `x` and `y`. `value(x, y)` is a share from 0 to 1, or null without data. The first
 * value of `y` is at the bottom.
 * @param {object} heatmap
 * @param {string} heatmap.title
 * @param {HeatmapAxis} heatmap.x
 * @param {HeatmapAxis} heatmap.y
 * @param {(x: number, y: number) => number | null} heatmap.value
 */
export function heatmap({ title, x, y, value }) {
  const left = 70;
  const top = 36;
  const columnWidth = 66;
  const rowHeight = 30;
  const width = left + x.values.length * columnWidth + 14;
  const height = top + y.values.length * rowHeight + 48;
  const bottom = top + y.values.length * rowHeight;
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    `<style>${style}</style>`,
    `<text class="title" x="${left}" y="20">${title}</text>`,
  ];
  y.values.forEach((b, row) => {
    const at = bottom - (row + 1) * rowHeight;
    out.push(`<text x="${left - 8}" y="${at + 20}" text-anchor="end">${b}</text>`);
    x.values.forEach((a, column) => {
      const share = value(a, b);
      const geometry = `x="${left + column * columnWidth + 1}" y="${at + 1}" width="${columnWidth - 2}" height="${rowHeight - 2}"`;
      out.push(
        share === null ? `<rect class="none" ${geometry}/>` : `<rect ${geometry} fill="${colour(share)}"/>`,
        `<text ${share === null ? "" : 'class="number" '}x="${left + (column + 0.5) * columnWidth}" y="${at + 20}" text-anchor="middle">${share === null ? "no data" : share.toFixed(2)}</text>`,
      );
    });
  });
  x.values.forEach((a, column) => {
    out.push(
      `<text x="${left + (column + 0.5) * columnWidth}" y="${bottom + 17}" text-anchor="middle">${a}</text>`,
    );
  });
  out.push(
    `<text x="${left + (x.values.length * columnWidth) / 2}" y="${height - 8}" text-anchor="middle">${x.label}</text>`,
    `<text transform="translate(16 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${y.label}</text>`,
  );
  return `${out.join("\n")}\n</svg>\n`;
}
