// The packets that propagate over a link at any time, from the rows of a stretch.
import { bisectRight, max, median } from "d3-array";
import { type PacketRow, packetId } from "../views/packetRows.ts";

/** A packet between the moment when the link has sent its last bit and its arrival at the far end, in nanoseconds. */
export interface Flight {
  readonly row: PacketRow;
  readonly from: number;
  readonly to: number;
}

export class Flights {
  readonly #flights: readonly Flight[];
  readonly #starts: Float64Array;
  readonly #longest: number;

  /** `until` is the end of the stretch. Packets that have not arrived by then take as long as the others. */
  constructor(rows: readonly PacketRow[], until: number) {
    const departures = new Map<string, PacketRow>();
    const complete: Flight[] = [];
    const early: PacketRow[] = [];
    for (const row of rows) {
      if (row.kind === "departed") departures.set(packetId(row), row);
      if (row.kind === "dropped") departures.delete(packetId(row));
      if (row.kind !== "landed") continue;
      const departure = departures.get(packetId(row));
      if (departure) complete.push({ row, from: departure.at, to: row.at });
      else early.push(row);
      departures.delete(packetId(row));
    }
    const usual = median(complete, ({ from, to }) => to - from) ?? 0;
    const before = early.map((row) => ({ row, from: row.at - usual, to: row.at }));
    const after = [...departures.values()].map((row) => ({ row, from: row.at, to: row.at + usual }));
    this.#flights = [...before, ...complete, ...after.filter(({ to }) => to > until)].toSorted(
      (a, b) => a.from - b.from,
    );
    this.#starts = Float64Array.from(this.#flights, ({ from }) => from);
    this.#longest = max(this.#flights, ({ from, to }) => to - from) ?? 0;
  }

  /** The packets that propagate at a time. */
  at(at: number): readonly Flight[] {
    const first = bisectRight(this.#starts, at - this.#longest - 1);
    return this.#flights.slice(first, bisectRight(this.#starts, at)).filter(({ to }) => to > at);
  }
}
