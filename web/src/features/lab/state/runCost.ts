// What a run will cost: the wall-clock time by the speed of earlier runs of this page, and the memory.
import type { Derived } from "../../../generated/types.ts";

/** What a run is expected to cost. */
export interface RunCost {
  /** Estimated number of data packets. */
  readonly packets: number;
  /** Expected wall-clock seconds of the computation. */
  readonly seconds: number;
}

/** A run whose expected time is longer than this, in seconds, states its cost when it starts. */
export const LONG_SECONDS = 2;

/** The assumed wall-clock time per packet before a run has been measured, in ms: that of a common laptop. */
const FIRST_MS_PER_PACKET = 0.0008;
/** The speed is measured only in runs that take at least this long, in ms. */
const SHORTEST_MEASURED_MS = 20;

/** The maximum memory of the states that the simulator keeps to answer questions, in bytes. */
const CHECKPOINT_BYTES = 48 * 2 ** 20;
const BYTES_PER_NUMBER = 8;
/** The worker and the page have a record each. */
const RECORDS = 2;

/** Expects the cost of runs by the speed of the runs before. */
export class CostModel {
  #msPerPacket = FIRST_MS_PER_PACKET;

  /** Takes the speed from a run that took `wallMs`. */
  measure(derived: Derived, wallMs: number): void {
    if (wallMs >= SHORTEST_MEASURED_MS && derived.estimated_packets > 0)
      this.#msPerPacket = wallMs / derived.estimated_packets;
  }

  costOf({ estimated_packets: packets }: Derived): RunCost {
    return { packets, seconds: (packets * this.#msPerPacket) / 1000 };
  }
}

/** The largest number of the form 1, 2 or 5 times a power of ten that is at most `value`. */
function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [5, 2, 1].find((factor) => factor * power <= value) ?? 1;
  return step * power;
}

/**
 * A shorter duration, in simulated seconds, that takes about `LONG_SECONDS` to compute. Null if it would be
 * shorter than a simulated second.
 */
export function shorterDuration(duration: number, { seconds }: RunCost): number | null {
  const shorter = roundDown((duration * LONG_SECONDS) / seconds);
  return shorter >= 1 && shorter < duration ? shorter : null;
}

/** The memory in bytes that a run needs at most for its series, with the given numbers of columns and bins. */
export const memoryOf = (columns: number, bins: number): number =>
  columns * bins * BYTES_PER_NUMBER * RECORDS + CHECKPOINT_BYTES;
