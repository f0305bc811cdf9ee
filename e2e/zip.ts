// Writes zip files for tests. Programs that pack files are not available everywhere.
import { zipSync } from "fflate";

/** A zip file with compressed entries. */
export const zipOf = (entries: readonly (readonly [name: string, content: Buffer])[]): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(entries.map(([name, content]) => [name, new Uint8Array(content)]))));
