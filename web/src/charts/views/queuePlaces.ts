// The places of packets in a queue: the packets at a link at any time, from the rows of a stretch.
import { bisectRight } from "d3-array";
import { type PacketRow, packetId } from "./packetRows.ts";

/** A packet at the link, as the latest row about it describes it. */
export interface QueuePacket {
  readonly id: string;
  readonly row: PacketRow;
}

/** The packets at a link: the packet that it sends, and the waiting packets in the order of their arrival. */
export interface QueueState {
  readonly sending: QueuePacket | null;
  readonly waiting: readonly QueuePacket[];
}

/** The packets from the lowest place to the highest: place 0 is the packet that the link sends. */
export const placesOf = ({ sending, waiting }: QueueState): readonly (QueuePacket | null)[] => [
  sending,
  ...waiting,
];

/** The state of a queue, which is updated row by row. */
class QueueFollower implements QueueState {
  sending: QueuePacket | null;
  readonly waiting: QueuePacket[];

  constructor({ sending, waiting }: QueueState) {
    this.sending = sending;
    this.waiting = [...waiting];
  }

  follow(packet: QueuePacket): void {
    const { id, row } = packet;
    const place = (): number => this.waiting.findIndex((other) => other.id === id);
    switch (row.kind) {
      case "waiting":
      case "arrived":
        this.waiting.push(packet);
        break;
      case "inService":
        this.sending = packet;
        break;
      case "departed":
        if (this.sending?.id === id) this.sending = null;
        break;
      case "started":
        this.sending = packet;
        this.#remove(place());
        break;
      case "dropped":
        this.#remove(place());
        break;
      case "marked":
        this.waiting.splice(place(), place() < 0 ? 0 : 1, packet);
        break;
      default:
    }
  }

  #remove(place: number): void {
    if (place >= 0) this.waiting.splice(place, 1);
  }
}

const EMPTY: QueueState = { sending: null, waiting: [] };
/** A state is stored after this number of steps, so that the state at a time is found quickly. */
const STEPS_PER_STATE = 200;

export class QueueReplay {
  /** The steps at the link, in the order of time. */
  readonly steps: readonly QueuePacket[];
  /** The number of packets that wait after everything that happens at the time of each step. */
  readonly lengths: Int32Array;
  readonly #times: Float64Array;
  readonly #states: readonly QueueState[];

  constructor(rows: readonly PacketRow[]) {
    this.steps = rows.map((row) => ({ id: packetId(row), row }));
    this.#times = Float64Array.from(rows, ({ at }) => at);
    this.lengths = new Int32Array(rows.length);
    const states: QueueState[] = [];
    const state = new QueueFollower(EMPTY);
    for (const [i, step] of this.steps.entries()) {
      if (i % STEPS_PER_STATE === 0) states.push({ sending: state.sending, waiting: [...state.waiting] });
      state.follow(step);
      this.lengths[i] = state.waiting.length;
    }
    for (let i = this.lengths.length - 2; i >= 0; i -= 1)
      if (this.#times[i] === this.#times[i + 1]) this.lengths[i] = this.lengths[i + 1] ?? 0;
    this.#states = states;
  }

  /** The number of steps up to a time in nanoseconds, which is included. */
  stepsUntil(at: number): number {
    return bisectRight(this.#times, at);
  }

  /** The state after the first `count` steps, which can be followed further. */
  after(count: number): QueueFollower {
    if (count <= 0) return new QueueFollower(EMPTY);
    const stored = Math.floor((count - 1) / STEPS_PER_STATE);
    const state = new QueueFollower(this.#states[stored] ?? EMPTY);
    for (const step of this.steps.slice(stored * STEPS_PER_STATE, count)) state.follow(step);
    return state;
  }

  /** The packets at the link at a time, after everything that happens at this time. */
  at(at: number): QueueState {
    return this.after(this.stepsUntil(at));
  }

  /**
   * The next step of a kind after a time or, with direction -1, the last step of this kind before the time.
   */
  neighbour(kind: PacketRow["kind"], at: number, direction: 1 | -1): PacketRow | undefined {
    const isKind = ({ row }: QueuePacket): boolean => row.kind === kind;
    const found =
      direction > 0
        ? this.steps.slice(this.stepsUntil(at)).find(isKind)
        : this.steps.slice(0, this.stepsUntil(at - 1)).findLast(isKind);
    return found?.row;
  }
}

/** A packet, or packets of one colour, at a place during a span of time in nanoseconds. */
export interface PlacedSpan {
  readonly packet: QueuePacket;
  readonly place: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The packets at their places over time. If `every` is null, each change of the queue begins new spans.
 * Otherwise the queue is sampled every `every` nanoseconds, and neighbouring packets with the same key
 * (`keyOf`) share a span.
 */
export function placedSpans(
  replay: QueueReplay,
  [from, to]: readonly [number, number],
  every: number | null,
  keyOf: (packet: QueuePacket) => string,
): PlacedSpan[] {
  const spans: PlacedSpan[] = [];
  let open: (Omit<PlacedSpan, "to"> | null)[] = [];
  const show = (state: QueueState, at: number): void => {
    const places = placesOf(state);
    open = Array.from({ length: Math.max(places.length, open.length) }, (_, place) => {
      const [before, packet] = [open[place] ?? null, places[place] ?? null];
      if (before !== null && packet !== null && keyOf(before.packet) === keyOf(packet)) return before;
      if (before !== null && at > before.from) spans.push({ ...before, to: at });
      return packet && { packet, place, from: at };
    });
  };
  let count = replay.stepsUntil(from);
  const state = replay.after(count);
  show(state, from);
  for (let step = replay.steps[count]; step !== undefined && step.row.at <= to; step = replay.steps[count]) {
    const { at } = step.row;
    const until = every === null ? at : from + Math.ceil((at - from) / every) * every;
    for (
      let next: typeof step | undefined = step;
      next !== undefined && next.row.at <= until;
      next = replay.steps[count]
    ) {
      state.follow(next);
      count += 1;
    }
    show(state, Math.min(until, to));
  }
  show(EMPTY, to);
  return spans;
}
