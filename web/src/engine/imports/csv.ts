// Tables as text: a column of times and a column of rates. The separator is a comma, a semicolon, a tab or
// spaces. The first line may name the columns, with their units. Lines that begin with `#` are comments.
// sim-core/measured/src/table.rs reads tables of measurements by the same rules.
import { ImportError } from "./types.ts";

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const RATE_WORDS = /rate|throughput|goodput|bandwidth|bps|[bB](?:its?)?(?:\/|_per_)s|debit|débit|durchsatz/i;
const DELAY_WORDS =
  /rtt|ping|latency|round.?trip|latenz|umlauf|delay|wait|sojourn|owd|verz(?:ö|oe)gerung|warte|attente|d[ée]lai/i;
const TIME_WORDS = /^\W*(?:t|time|times?tamp|sec(?:onds?)?|elapsed|date(?:time)?|zeit|temps|x)\b|time/i;

const RATE_UNIT =
  /(?:^|[^a-zA-Z])([kKmMgGtT]?)(i?)([bB]its?|[bB]ytes?|b|B)(?:ps|\/s(?:ec)?|_per_s(?:ec)?|\s+per\s+s)/;

/**
 * The factor of a unit of rates in the title of a column; null if it states none. `b` are bits and `B` are
 * bytes.
 */
function rateUnit(title: string): number | null {
  const found = RATE_UNIT.exec(title);
  if (!found) return null;
  const [, prefix = "", binary = "", unit = ""] = found;
  const power = " kmgt".indexOf(prefix.toLowerCase() || " ");
  return (binary ? 1024 : 1000) ** power * (unit === "B" || /^byte/i.test(unit) ? 8 : 1);
}

/** The factor of a unit of times in the title of a column; null if it states none. */
function timeUnit(title: string): number | null {
  const unit = /(?:^|[\W_])(ns|us|µs|μs|ms|msec|milliseconds?|s|sec|seconds?|min)(?:\W|$)/i
    .exec(title)?.[1]
    ?.toLowerCase();
  if (unit === undefined) return null;
  if (unit === "ns") return 1e-9;
  if (unit === "min") return 60;
  if (/^[uµμ]s/.test(unit)) return 1e-6;
  return unit.startsWith("m") ? 1e-3 : 1;
}

/** The lines that are neither empty nor comments. */
export function rowsOf(text: string): Row[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  const used = lines
    .map((content, i) => ({ line: i + 1, content }))
    .filter(({ content }) => content.trim() !== "" && !content.trimStart().startsWith("#"));
  const separator = separatorOf(used[0]?.content ?? "");
  return used.map(({ line, content }) => ({ line, cells: cellsOf(content, separator) }));
}

function separatorOf(line: string): RegExp {
  for (const mark of ["\t", ";", ","]) if (line.includes(mark)) return new RegExp(mark);
  return /\s+/;
}

/** The cells of a line. A cell in quotation marks may contain separators. */
function cellsOf(line: string, separator: RegExp): string[] {
  if (!line.includes('"'))
    return line
      .trim()
      .split(separator)
      .map((cell) => cell.trim());
  const parts = line.match(/"(?:[^"]|"")*"|[^",;\t]+|[,;\t]/g) ?? [];
  const cells = [""];
  for (const part of parts) {
    if (separator.test(part) && !part.startsWith('"')) cells.push("");
    else cells[cells.length - 1] += part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
  }
  return cells.map((cell) => cell.trim());
}

/** A number, with a point or a comma as its decimal mark; NaN if the text is no number. */
export function numberOf(cell: string): number {
  if (/^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i.test(cell)) return Number(cell.replace(",", "."));
  return Number.NaN;
}

/** A time in seconds: a number, or a date with a time. */
export function timeOf(cell: string, factor: number): number {
  const number = numberOf(cell);
  if (!Number.isNaN(number)) return number * factor;
  return /^\d{4}-\d\d-\d\d/.test(cell) ? Date.parse(cell) / 1e3 : Number.NaN;
}

/** Whether a cell states that there is no value. */
export const isMissing = (cell: string): boolean => /^(?:|-|nan|na|n\/a|null|none)$/i.test(cell);

/**
 * The column of times and the first one of rates, from the titles of the first line, or by their position if the
 * first line contains numbers only.
 */
export function columnsOf({ cells, line }: Row): {
  readonly time: number;
  readonly timeFactor: number;
  readonly rate: number;
  readonly rateFactor: number;
  readonly hasTitles: boolean;
} {
  const isNumber = (cell: string): boolean => !Number.isNaN(numberOf(cell)) || isMissing(cell);
  if (!Number.isNaN(timeOf(cells[0] ?? "", 1)) && cells.slice(1).every(isNumber)) {
    if (cells.length < 2) throw new ImportError("noValueColumn", { line }, cells.join(", "));
    return { time: 0, timeFactor: 1, rate: 1, rateFactor: 1, hasTitles: false };
  }
  const titles = cells.map((title) => (DELAY_WORDS.test(title) ? "" : title));
  const time = titles.findIndex((title) => TIME_WORDS.test(title) && !RATE_WORDS.test(title));
  if (time < 0) throw new ImportError("noTimeColumn", { line }, cells.join(", "));
  const rate = titles.findIndex((title, i) => i !== time && RATE_WORDS.test(title));
  if (rate < 0) throw new ImportError("noValueColumn", { line }, cells.join(", "));
  return {
    time,
    timeFactor: timeUnit(cells[time] ?? "") ?? 1,
    rate,
    rateFactor: rateUnit(cells[rate] ?? "") ?? 1,
    hasTitles: true,
  };
}

/**
 * Whether the beginning of a text looks like a table: no control characters, and a separator in its first
 * lines.
 */
export const looksLikeText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: binary files contain them, texts do not
  !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text.slice(0, 2000));
