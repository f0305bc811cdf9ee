// CSV files. The first line is a comment with the link that reproduces the data. Quoting follows RFC 4180; a
// cell that a spreadsheet could interpret as a formula gets a leading apostrophe.

export interface CsvHeader {
  readonly title: string;
  readonly link?: string;
  /** Further comment lines, for example the averaging interval. */
  readonly notes?: readonly string[];
}

/** The content of a CSV file: comment lines, the names of the columns, and the rows. */
export function csvText(
  header: CsvHeader,
  columns: readonly string[],
  rows: Iterable<readonly (string | number)[]>,
): string {
  const lines: string[] = [];
  const comment = (value: string): void => {
    lines.push(`# ${value.replace(/[\r\n]+/g, " ")}`);
  };
  comment(header.link === undefined ? header.title : `${header.title} - ${header.link}`);
  for (const note of header.notes ?? []) comment(note);
  lines.push(columns.join(","));
  for (const row of rows)
    lines.push(
      row.map((value) => (typeof value === "number" ? numberCell(value) : textCell(value))).join(","),
    );
  return `${lines.join("\r\n")}\r\n`;
}

/**
 * Writes an integer in full, and any other number with up to twelve significant digits: enough for multiples
 * of a bin width, and without the rounding errors of binary fractions.
 */
function numberCell(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(12)));
}

function textCell(value: string): string {
  const safe = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
