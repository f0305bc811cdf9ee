// Tables as text: a column of times and one or more columns of rates or delays. The separator is a comma, a
// semicolon, a tab or spaces. The first line may name the columns, with their units. Lines that begin with
// `#` are comments. A value applies until the time of the next row.
import { SeriesBuilder } from "./columns.ts";
import { ImportError, type ImportedFile, type ImportNote, LIMITS, type Quantity } from "./types.ts";

interface ValueColumn {
  readonly index: number;
  readonly title: string;
  readonly quantity: Quantity;
  readonly factor: number;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const RATE_WORDS = /rate|throughput|goodput|bandwidth|bps|[bB](?:its?)?(?:\/|_per_)s|debit|débit|durchsatz/i;
const RTT_WORDS = /rtt|ping|latency|round.?trip|latenz|umlauf/i;
const DELAY_WORDS = /delay|wait|sojourn|owd|verz(?:ö|oe)gerung|warte|attente|d[ée]lai/i;
const TIME_WORDS = /^\W*(?:t|time|times?tamp|sec(?:onds?)?|elapsed|date(?:time)?|zeit|temps|x)\b|time/i;

const RATE_UNIT =
  /(?:^|[^a-zA-Z])([kKmMgGtT]?)(i?)([bB]its?|[bB]ytes?|b|B)(?:ps|\/s(?:ec)?|_per_s(?:ec)?|\s+per\s+s)/;

/**
 * The factor of a unit of rates in the title of a column; null if it states none. `b` are bits and `B` are
 * bytes.
 */
function rateFactor(title: string): number | null {
  const found = RATE_UNIT.exec(title);
  if (!found) return null;
  const [, prefix = "", binary = "", unit = ""] = found;
  const power = " kmgt".indexOf(prefix.toLowerCase() || " ");
  return (binary ? 1024 : 1000) ** power * (unit === "B" || /^byte/i.test(unit) ? 8 : 1);
}

/** The factor of a unit of times in the title of a column; null if it states none. */
function timeFactor(title: string): number | null {
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
  if (used.length > LIMITS.rows)
    throw new ImportError("tooManyRows", { line: used[LIMITS.rows]?.line ?? 1 }, String(LIMITS.rows));
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

function valueColumn(title: string, index: number, notes: ImportNote[]): ValueColumn | null {
  // Words of delays come first, because a rate has no unit such as ms.
  const isRtt = RTT_WORDS.test(title);
  if (isRtt || DELAY_WORDS.test(title)) {
    const factor = timeFactor(title);
    if (factor === null) notes.push({ code: "assumedUnit", column: title, unit: "ms" });
    return { index, title, quantity: isRtt ? "rtt" : "delay", factor: factor ?? 1e-3 };
  }
  if (!RATE_WORDS.test(title)) return null;
  const factor = rateFactor(title);
  if (factor === null) notes.push({ code: "assumedUnit", column: title, unit: "bit/s" });
  return { index, title, quantity: "rate", factor: factor ?? 1 };
}

/**
 * The columns, from the titles of the first line, or by their position if the first line contains numbers
 * only.
 */
export function columnsOf(
  first: Row,
  notes: ImportNote[],
): { time: number; factor: number; values: ValueColumn[]; hasTitles: boolean } {
  const { cells, line } = first;
  if (
    cells.every((cell, i) =>
      i === 0 ? !Number.isNaN(timeOf(cell, 1)) : !Number.isNaN(numberOf(cell)) || isMissing(cell),
    )
  ) {
    if (cells.length < 2) throw new ImportError("noValueColumn", { line }, cells.join(", "));
    notes.push({ code: "assumedUnit", column: "2", unit: "bit/s" });
    return {
      time: 0,
      factor: 1,
      values: [{ index: 1, title: "2", quantity: "rate", factor: 1 }],
      hasTitles: false,
    };
  }
  const time = cells.findIndex(
    (title) => TIME_WORDS.test(title) && !RTT_WORDS.test(title) && !RATE_WORDS.test(title),
  );
  if (time < 0) throw new ImportError("noTimeColumn", { line }, cells.join(", "));
  const values = cells.flatMap((title, i) => (i === time ? [] : (valueColumn(title, i, notes) ?? [])));
  if (values.length === 0) throw new ImportError("noValueColumn", { line }, cells.join(", "));
  return {
    time,
    factor: timeFactor(cells[time] ?? "") ?? 1,
    values: values.slice(0, LIMITS.listed),
    hasTitles: true,
  };
}

export function readCsv(text: string): ImportedFile {
  const rows = rowsOf(text);
  const [first] = rows;
  if (!first) throw new ImportError("empty");
  const notes: ImportNote[] = [];
  const { time, factor, values, hasTitles } = columnsOf(first, notes);
  const data = hasTitles ? rows.slice(1) : rows;
  const title = (index: number): string => (hasTitles ? (first.cells[index] ?? "") : String(index + 1));
  const times = data.map(({ line, cells }, i) => {
    const cell = cells[time] ?? "";
    const t = timeOf(cell, factor);
    if (Number.isNaN(t)) throw new ImportError("notANumber", { line, column: title(time) }, cell);
    const before = data[i - 1];
    if (before && t < timeOf(before.cells[time] ?? "", factor))
      throw new ImportError("timesDecrease", { line, column: title(time) }, cell);
    return t;
  });
  const builders = values.map(() => new SeriesBuilder());
  for (const [i, { line, cells }] of data.entries()) {
    const t = times[i] ?? 0;
    const next = times[i + 1] ?? t + (t - (times[i - 1] ?? t - 1));
    for (const [k, column] of values.entries()) {
      const cell = cells[column.index] ?? "";
      if (isMissing(cell)) continue;
      const value = numberOf(cell);
      if (Number.isNaN(value)) throw new ImportError("notANumber", { line, column: column.title }, cell);
      builders[k]?.add(t, next, value * column.factor);
    }
  }
  const series = values.flatMap(({ title: text, quantity }, k) => {
    const builder = builders[k];
    return builder && builder.length > 0 ? [builder.build({ kind: "own", text }, quantity)] : [];
  });
  return { format: "csv", series, notes };
}

/**
 * Whether the beginning of a text looks like a table: no control characters, and a separator in its first
 * lines.
 */
export const looksLikeText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: binary files contain them, texts do not
  !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text.slice(0, 2000));
