// A stretch is a part of a run with every step of its packets (engine/packets). Here its rows become objects, for the
// views of single packets. Times are whole nanoseconds of simulated time, so that they are exact; `seconds` converts them
// where they are drawn.
import {
  ROW_COLUMNS,
  ROW_KINDS,
  type RowColumn,
  type RowKind,
  type StretchAnswer,
} from "../../engine/packets/types.ts";

/** Nanoseconds per second. */
export const NS = 1e9;

export const seconds = (ns: number): number => ns / NS;

/** A time in seconds with nine decimals, exactly. */
export const exactSeconds = (ns: number): string =>
  `${Math.floor(ns / 1e9)}.${String(ns % 1e9).padStart(9, "0")}`;

/** The bits of a packet's flags (sim-core/engine/src/ground/packet.rs). */
export const RETRANSMITTED = 1;
const SYN = 2;
/** Both bits of the ECN field. One alone states that the sender understands marks. */
export const MARKED = 8 | 16;

/** The properties of a packet that each row about it contains. */
export interface PacketFacts {
  /** Positions of the flow in the document and of the connection in the flow. */
  readonly flow: number;
  readonly connection: number;
  readonly isFeedback: boolean;
  readonly seq: number;
  readonly ordinal: number;
  readonly size: number;
  readonly isRetransmission: boolean;
  /** Whether it opens a connection. */
  readonly isSyn: boolean;
}

export interface PacketRow extends PacketFacts {
  readonly at: number;
  readonly kind: RowKind;
  readonly link: number;
  readonly isMarked: boolean;
  /** Two numbers whose meaning depends on the row (sim-core/runs/src/stretch.rs). */
  readonly first: number;
  readonly second: number;
}

/** Reads the columns of a row. */
export type RowReader = (name: RowColumn) => number;

const INDEX = Object.fromEntries(ROW_COLUMNS.map((name, i) => [name, i])) as Record<RowColumn, number>;

/** Reads the row that begins at an index. */
export const rowAt =
  (rows: Float64Array, start: number): RowReader =>
  (name) =>
    rows[start + INDEX[name]] ?? Number.NaN;

export function factsOf(value: RowReader): PacketFacts {
  const isFeedback = value("feedback") === 1;
  return {
    flow: value("flow"),
    connection: value("connection"),
    isFeedback,
    seq: value("seq"),
    ordinal: value("ordinal"),
    size: value("size"),
    isRetransmission: !isFeedback && (value("flags") & RETRANSMITTED) !== 0,
    isSyn: (value("flags") & SYN) !== 0,
  };
}

/** Whether a queue has marked the packet of a row. */
export const isMarkedIn = (value: RowReader): boolean => (value("flags") & MARKED) === MARKED;

/** The rows of a stretch, in the order of their times. */
export function rowsOf({ rows }: Pick<StretchAnswer, "rows">): PacketRow[] {
  const width = ROW_COLUMNS.length;
  return Array.from({ length: Math.floor(rows.length / width) }, (_, i) => {
    const value = rowAt(rows, i * width);
    return {
      ...factsOf(value),
      at: value("at"),
      kind: ROW_KINDS[value("kind")] ?? "sent",
      link: value("link"),
      isMarked: isMarkedIn(value),
      first: value("first"),
      second: value("second"),
    };
  });
}

/** Identifies a packet within a run. */
export const packetId = ({ flow, connection, isFeedback, ordinal }: PacketRow): string =>
  `${flow} ${connection} ${isFeedback ? 1 : 0} ${ordinal}`;
