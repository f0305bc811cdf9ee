// The rows of a stretch of a run with every packet (engine/packets) as objects, for the views of single
// packets. Times are whole nanoseconds of simulated time, so that they are exact; `seconds` converts them
// where they are drawn.
import {
  ROW_COLUMNS,
  ROW_KINDS,
  type RowColumn,
  type RowKind,
  type StretchAnswer,
} from "../../engine/packets/types.ts";

export const seconds = (ns: number): number => ns / 1e9;

/** A time in seconds with nine decimals, exactly. */
export const exactSeconds = (ns: number): string =>
  `${Math.floor(ns / 1e9)}.${String(ns % 1e9).padStart(9, "0")}`;

/** The bits of a packet's flags (sim-core/engine/src/ground/packet.rs). */
export const RETRANSMITTED = 1;
export const MARKED = 8 | 16;

export interface PacketRow {
  readonly at: number;
  readonly kind: RowKind;
  readonly link: number;
  readonly flow: number;
  readonly connection: number;
  readonly isFeedback: boolean;
  readonly seq: number;
  readonly ordinal: number;
  readonly size: number;
  readonly isRetransmission: boolean;
  readonly isMarked: boolean;
  readonly first: number;
  readonly second: number;
}

const INDEX = Object.fromEntries(ROW_COLUMNS.map((name, i) => [name, i])) as Record<RowColumn, number>;

/** The rows of a stretch, in the order of their times. */
export function rowsOf({ rows }: Pick<StretchAnswer, "rows">): PacketRow[] {
  const width = ROW_COLUMNS.length;
  return Array.from({ length: Math.floor(rows.length / width) }, (_, i) => {
    const value = (name: RowColumn): number => rows[i * width + INDEX[name]] ?? Number.NaN;
    const isFeedback = value("feedback") === 1;
    return {
      at: value("at"),
      kind: ROW_KINDS[value("kind")] ?? "sent",
      link: value("link"),
      flow: value("flow"),
      connection: value("connection"),
      isFeedback,
      seq: value("seq"),
      ordinal: value("ordinal"),
      size: value("size"),
      isRetransmission: !isFeedback && (value("flags") & RETRANSMITTED) !== 0,
      isMarked: (value("flags") & MARKED) === MARKED,
      first: value("first"),
      second: value("second"),
    };
  });
}

/** Identifies a packet within a run. */
export const packetId = ({ flow, connection, isFeedback, ordinal }: PacketRow): string =>
  `${flow} ${connection} ${isFeedback ? 1 : 0} ${ordinal}`;
