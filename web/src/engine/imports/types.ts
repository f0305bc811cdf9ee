// The contents of an imported file, as sim-core/measured reads it. Times are in seconds from the first sample of the file, rates in bit/s, and delays in
// seconds.
import type { importTexts } from "./texts/index.ts";

/** The tool or the format that a file comes from. */
export type ImportFormat =
  | "flent"
  | "iperf3"
  | "qlog"
  | "csv"
  | "pcap"
  | "pcapng"
  | "crusader"
  | "ss"
  | "webrtc";

/** A rate, a round-trip time, or a one-way delay such as the wait in a queue. */
export type Quantity = "rate" | "rtt" | "delay";

/**
 * What a series is about. The page writes the words, because they depend on the language. Addresses are never
 * part of it: a host of a capture is a letter.
 */
export type SeriesName =
  /** A name in the file's own words. */
  | { readonly kind: "own"; readonly text: string }
  | { readonly kind: "sum" | "reverseSum" }
  | { readonly kind: "stream"; readonly number: number; readonly received: boolean }
  | { readonly kind: "sent" | "received"; readonly vantage: string }
  | {
      readonly kind: "flow";
      readonly protocol: string;
      readonly from: string;
      readonly to: string;
      readonly fragments?: boolean;
    };

/**
 * The values of one quantity. Value `i` applies from `starts[i]` to `ends[i]`, which are equal if the value
 * was measured at a single moment. Intervals are in order and do not overlap. There are no values in gaps
 * between them.
 */
export interface ImportedSeries {
  readonly name: SeriesName;
  readonly quantity: Quantity;
  readonly starts: Float64Array<ArrayBuffer>;
  readonly ends: Float64Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
}

/** A note for the user about a file that was read. */
export type ImportNote =
  /** The file ends within a packet; the packets before it were read. */
  | { readonly code: "endsEarly"; readonly byte: number; readonly packets: number }
  /** Only the flows with the most bytes are listed. */
  | { readonly code: "moreFlows"; readonly shown: number; readonly all: number }
  /** Only the first series are listed. */
  | { readonly code: "moreSeries"; readonly shown: number; readonly all: number }
  /** Packets without time, or of protocols other than IPv4 and IPv6. */
  | { readonly code: "skipped"; readonly packets: number }
  /** Lines that are no events. */
  | { readonly code: "skippedLines"; readonly lines: number; readonly first: number }
  /** The file states no unit. */
  | { readonly code: "assumedUnit"; readonly column: string; readonly unit: string };

export interface ImportedFile {
  readonly format: ImportFormat;
  readonly series: readonly ImportedSeries[];
  readonly notes: readonly ImportNote[];
}

/** Why a file cannot be read. For each, texts/en.json has a sentence that advises the user; Rust's programs print it as well. */
export type ProblemCode = keyof (typeof importTexts)["problems"];

/** Where in the file the problem is. */
export interface ProblemPlace {
  /** The line, counted from 1. */
  readonly line?: number;
  readonly column?: string;
  /** The offset in bytes from the start of the file, or of its uncompressed content. */
  readonly byte?: number;
  /** The path of a field, such as `intervals[3].sum.start`. */
  readonly field?: string;
}

export interface ImportProblem {
  readonly code: ProblemCode;
  readonly place: ProblemPlace;
  /** What was found there, or a limit. "" if there is nothing to add. */
  readonly detail: string;
}

/** The error of every function that reads files. */
export class ImportError extends Error {
  readonly problem: ImportProblem;

  constructor(code: ProblemCode, place: ProblemPlace = {}, detail = "") {
    super(`${code} ${JSON.stringify(place)} ${detail}`);
    this.problem = { code, place, detail: excerpt(detail) };
  }

  static of({ code, place, detail }: ImportProblem): ImportError {
    return new ImportError(code, place, detail);
  }
}

/** The beginning of a text of unknown length, without characters that control the display. */
function excerpt(text: string, length = 60): string {
  const shown = text.slice(0, length).replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
  return text.length > length ? `${shown}\u2026` : shown;
}
