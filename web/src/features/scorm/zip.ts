// Zip files, for packages that consist of several files.
import { strToU8, zipSync } from "fflate";

/** All files have the earliest date of the format, so equal contents give equal bytes. */
const OPTIONS = { mtime: new Date(1980, 0, 1) };

/** A zip file with texts by their names. */
export function zip(files: Readonly<Record<string, string>>): Blob {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
  return new Blob([zipSync(Object.fromEntries(entries), OPTIONS)], { type: "application/zip" });
}
