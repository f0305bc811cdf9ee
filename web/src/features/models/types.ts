// The results of the models for a run (sim-core/models/src/report.rs), and the requests of the page to the
// worker that computes them.

import type { Call } from "../../engine/workers/calls.ts";
import type { RunSummary } from "../../generated/types.ts";

export type ModelId =
  | "mathis"
  | "padhye"
  | "own"
  | "aimd"
  | "cubic"
  | "dctcp"
  | "dctcp_queue"
  | "bbr"
  | "sawtooth"
  | "buffer"
  | "md1";
export type ModelQuantity = "rate" | "window" | "queue" | "buffer" | "utilisation";
export type ModelValidity = "holds" | "outside" | "none";

/** A value of a model, and the measured value. */
export interface ModelLine {
  readonly model: ModelId;
  /** The ID of the entry in the document's `flows`, or of the link. */
  readonly of: string;
  readonly quantity: ModelQuantity;
  readonly value: number | null;
  readonly measured: number | null;
  readonly ratio: number | null;
  readonly validity: ModelValidity;
  /** The identifier of the sentence that gives the reason for the validity. */
  readonly reason: string;
}

type Values = readonly (number | null)[];
/** The start and the end of a span in seconds. */
export type DepartureSpan = readonly [number, number];

/**
 * The solution of the fluid model in intervals of `width` seconds. Without a solution, only the validity and
 * its reason.
 */
export interface FluidReport {
  readonly validity: ModelValidity;
  readonly reason: string;
  readonly width?: number;
  readonly queue?: readonly number[];
  readonly classes?: readonly { readonly of: string; readonly window: Values; readonly rate: Values }[];
  readonly departures?: {
    readonly queue: readonly DepartureSpan[];
    readonly windows: Readonly<Record<string, readonly DepartureSpan[]>>;
  };
}

export interface ModelReport {
  readonly link: string | null;
  readonly lines: readonly ModelLine[];
  readonly fluid: FluidReport;
}

/** A quantity in each bin of a recording. NaN in bins without a value. */
export interface BinnedValues {
  /** Width of the bins in seconds. */
  readonly width: number;
  readonly values: Float64Array;
}

/**
 * The recorded series of a run: waiting packets at each link, and window and rate of the flows of each entry
 * of the document.
 */
export interface RecordedForModels {
  readonly queues: Readonly<Record<string, BinnedValues>>;
  readonly windows: Readonly<Record<string, BinnedValues>>;
  readonly rates: Readonly<Record<string, BinnedValues>>;
}

/** Means of the recorded series in the intervals of the comparison. */
export interface MeasuredMeans {
  readonly width: number;
  readonly queue: Values;
  readonly windows: Readonly<Record<string, Values>>;
  readonly rates: Readonly<Record<string, Values>>;
}

export interface ModelRequest {
  /** The scenario document. */
  readonly document: string;
  readonly summary: RunSummary;
  readonly recorded: RecordedForModels;
}

export interface ModelResult {
  readonly report: ModelReport;
  readonly measured: MeasuredMeans;
}

/** What the worker computes. */
export type ModelCalls = { readonly compute: Call<ModelRequest, ModelResult> };
