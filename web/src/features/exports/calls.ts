// What the page asks of the worker that writes a run in the format of another tool.
import type { Call } from "../../engine/workers/calls.ts";

/**
 * The formats, by their names on the command line (sim-core/exports), with their file extensions and media
 * types.
 */
export const FORMATS = {
  csv: { extension: "csv", type: "text/csv" },
  flent: { extension: "flent.gz", type: "application/gzip" },
  iperf3: { extension: "json", type: "application/json" },
  qlog: { extension: "sqlog", type: "application/qlog+json-seq" },
  ns2: { extension: "tr", type: "text/plain" },
  pcapng: { extension: "pcapng", type: "application/x-pcapng" },
  bibtex: { extension: "bib", type: "application/x-bibtex" },
} as const;

export type ExportFormat = keyof typeof FORMATS;

export interface ExportRequest {
  readonly format: ExportFormat;
  /** The scenario document. */
  readonly document: string;
  /** The flow of a qlog. */
  readonly flow?: string | undefined;
  /** The link direction of a pcapng. */
  readonly link?: string | undefined;
  /** A link to the scenario, for BibTeX. */
  readonly url?: string | undefined;
}

/** No film can be made. The message says why. */
export class FilmProblem extends Error {}

/** What the worker writes: the bytes of a file. */
export type ExportCalls = { readonly exportRun: Call<ExportRequest, Uint8Array<ArrayBuffer>> };
