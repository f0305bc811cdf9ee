// The messages between the page and the worker that records stretches of a run with every packet, and the
// rows of a stretch. Times are nanoseconds of simulated time. sim-core/runs/src/stretch.rs documents
// columns and kinds.
import type { Call } from "../workers/calls.ts";

export const ROW_COLUMNS = [
  "at",
  "kind",
  "link",
  "flow",
  "connection",
  "feedback",
  "seq",
  "ordinal",
  "size",
  "flags",
  "number",
  "first",
  "second",
] as const;
export type RowColumn = (typeof ROW_COLUMNS)[number];

export const ROW_KINDS = [
  "sent",
  "arrived",
  "started",
  "departed",
  "landed",
  "dropped",
  "marked",
  "delivered",
  "waiting",
  "inService",
  "sack",
  "window",
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/**
 * The contents of a stretch: the packets that the sender of a flow sends and receives, the packets at a link
 * direction, or all packets everywhere.
 */
export type PacketSubject =
  | { readonly flow: string }
  | { readonly link: string }
  | { readonly network: true };

export interface StretchRequest {
  /** A new request of a view replaces its earlier one. */
  readonly view: string;
  readonly subject: PacketSubject;
  readonly from: number;
  readonly to: number;
  /** The record ends when it has this number of rows. */
  readonly maxRows: number;
}

export interface StretchAnswer {
  readonly request: StretchRequest;
  /** The time up to which every step is recorded. */
  readonly reached: number;
  /** All columns of the first row, then those of the second row, and so on. */
  readonly rows: Float64Array<ArrayBuffer>;
}

/** A packet whose life is asked for: one transmission of feedback, or all transmissions of data. */
export interface PacketQuestion {
  readonly flow: string;
  readonly connection: number;
  readonly isFeedback: boolean;
  readonly isSyn: boolean;
  readonly seq: number;
  /** The ordinal of the transmission. Only that of feedback must be known. */
  readonly ordinal: number | null;
  /** A time at which the packet has been sent, and its connection is open. */
  readonly at: number;
}

export interface LifeEntry {
  readonly at: number;
  /** What happened (sim-core/runs/src/biography.rs). */
  readonly kind: string;
  /** The id of a link direction. */
  readonly link: string | null;
  /** The durations that belong to the entry. */
  readonly seconds: readonly number[];
  /** Whether the algorithm has explained what it did at this time. */
  readonly isExplained: boolean;
}

export interface Biography {
  readonly isFeedback: boolean;
  /** Whether the sender sends lost data of this connection again. */
  readonly repeats: boolean;
  /** Whether nothing more can happen to the packet. Otherwise it was followed up to the time `reached`. */
  readonly isComplete: boolean;
  readonly reached: number;
  readonly entries: readonly LifeEntry[];
}

/** The flows and link directions to which rows refer by position. */
export interface PacketIds {
  readonly flows: readonly string[];
  readonly links: readonly string[];
}

export type PacketCalls = {
  /** Builds the run of a document, which the other calls concern. */
  readonly open: Call<string, PacketIds>;
  readonly record: Call<StretchRequest, StretchAnswer>;
  readonly tell: Call<PacketQuestion, Biography>;
};
