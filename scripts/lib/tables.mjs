// What stored results and the tables of the documentation share.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @param {readonly number[]} values */
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle of the values, or the larger one of two. @param {readonly number[]} values */
export const median = (values) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** @param {number} x @param {number} digits */
export const rounded = (x, digits) => Number(x.toFixed(digits));

/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)} %`;

/**
 * A table in Markdown. `align` has a letter for each column, l or r.
 * @param {string} align
 * @param {readonly string[]} head
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function table(align, head, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
  const rule = `|${[...align].map((letter) => (letter === "r" ? "--:|" : "---|")).join("")}`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/**
 * The text of a page with current generated parts, which are between `<!-- NAME -->` and `<!-- end NAME -->`.
 * @param {string} text
 * @param {Readonly<Record<string, string>>} parts
 */
export const withParts = (text, parts) =>
  Object.entries(parts).reduce((current, [name, part]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- end ${name} -->`];
    const [from, to] = [current.indexOf(start), current.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the page has no markers for ${name}`);
    return `${current.slice(0, from + start.length)}\n${part}\n${current.slice(to)}`;
  }, text);

/** Stores results with one line for each row. @param {string} file @param {object} head @param {string} name of the rows @param {readonly object[]} rows */
export function storeRows(file, head, name, rows) {
  const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n");
  writeFileSync(file, `${JSON.stringify(head, null, 1).slice(0, -2)},\n "${name}": [\n${lines}\n ]\n}\n`);
}

/** Does work in a temporary folder. @template T @param {(folder: string) => Promise<T>} work */
export async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "fairshare-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
