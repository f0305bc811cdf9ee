// The time-sequence diagram of a flow as data: the packets that the sender sent, the losses, and the contents
// of the acknowledgements that it received.
import { bisector, max, min } from "d3-array";
import type { PacketRow } from "./packetRows.ts";

/** A packet or a step of it, at a time in nanoseconds. */
export interface SequencePoint {
  readonly at: number;
  readonly seq: number;
  readonly connection: number;
  readonly isSyn?: boolean;
}

/**
 * Sequence numbers that an acknowledgement reports as received: from `seq` up to `after`, which is not
 * included.
 */
export interface SequenceRange extends SequencePoint {
  readonly after: number;
}

export interface SequenceData {
  readonly sent: readonly SequencePoint[];
  readonly retransmitted: readonly SequencePoint[];
  /** Data packets that a queue or a loss rule dropped, at the time of the drop. */
  readonly lost: readonly SequencePoint[];
  /**
   * The next sequence number that the receiver expects, at the arrival of each acknowledgement at the sender.
   */
  readonly acknowledged: readonly SequencePoint[];
  readonly sacks: readonly SequenceRange[];
  /** The first sequence number that the sender may not send. */
  readonly edge: readonly SequencePoint[];
}

const point = ({ at, seq, connection, isSyn }: PacketRow): SequencePoint => ({ at, seq, connection, isSyn });

export function sequenceOf(rows: readonly PacketRow[]): SequenceData {
  const sent = rows.filter((row) => row.kind === "sent" && !row.isFeedback);
  return {
    sent: sent.filter((row) => !row.isRetransmission).map(point),
    retransmitted: sent.filter((row) => row.isRetransmission).map(point),
    lost: rows.filter((row) => row.kind === "dropped" && !row.isFeedback).map(point),
    acknowledged: rows
      .filter((row) => row.kind === "delivered" && row.isFeedback && !Number.isNaN(row.first))
      .map(({ at, first, connection }) => ({ at, seq: first, connection })),
    sacks: rows
      .filter((row) => row.kind === "sack")
      .map(({ at, first, second, connection }) => ({ at, seq: first, after: second, connection })),
    edge: rows
      .filter((row) => row.kind === "window")
      .map(({ at, first, connection }) => ({ at, seq: first, connection })),
  };
}

const byTime = bisector<SequencePoint, number>(({ at }) => at);

/** The points between two times in nanoseconds, both included. */
export function between<P extends SequencePoint>(
  points: readonly P[],
  from: number,
  to: number,
): readonly P[] {
  return points.slice(byTime.right(points, from - 1), byTime.right(points, to));
}

/** The last point at or before a time. */
export const lastAt = <P extends SequencePoint>(points: readonly P[], at: number): P | undefined =>
  points[byTime.right(points, at) - 1];

/** The lowest and the highest sequence number between two times. Null if there is none. */
export function sequenceExtent(
  data: SequenceData,
  from: number,
  to: number,
): readonly [number, number] | null {
  const shown = [data.sent, data.retransmitted, data.lost, data.acknowledged, data.edge].flatMap((points) => [
    ...between(points, from, to).map(({ seq }) => seq),
  ]);
  const [low, high] = [min(shown), max(shown)];
  return low === undefined || high === undefined ? null : [low, high];
}
