// The place of every packet of a stretch over time: the legs of its way through the network, from the rows of
// the stretch. A leg is a wait in a queue, the service at a link, or the time on a wire. Times are
// nanoseconds of simulated time, as in the exports of the run.
import { ROW_COLUMNS, ROW_KINDS, type StretchAnswer } from "../../engine/packets/types.ts";
import { factsOf, isMarkedIn, type PacketFacts, type RowReader, rowAt } from "../views/packetRows.ts";

export interface Packet extends PacketFacts {
  /** The time at which the sender sent it. NaN if that was before the stretch. */
  readonly sentAt: number;
  /**
   * The time at which a queue marked it. Infinity if no queue has marked it; -Infinity if one did before the
   * stretch.
   */
  markedAt: number;
}

/** "access" and "exit" are the wires between the endpoints and the links, "wire" is that of a link. */
export type Stage = "access" | "queue" | "service" | "wire" | "exit";

export interface Leg {
  readonly packet: Packet;
  readonly stage: Stage;
  /** Index of the link direction; -1 on the wires of endpoints. */
  readonly link: number;
  readonly from: number;
  /** Infinity if the leg continues after the stretch and nothing is known about its end. */
  readonly to: number;
}

/** A packet that a queue or a loss rule drops. */
export interface Drop {
  readonly packet: Packet;
  readonly link: number;
  readonly at: number;
  /** The number of packets that waited before it; -1 if a loss rule dropped it after its service. */
  readonly place: number;
}

const WIDTH = ROW_COLUMNS.length;
/** More than any connection of a flow, and any ordinal of a packet: factors of a packet's key. */
const CONNECTIONS = 256;
const ORDINALS = 2 ** 32;
/** More than any index of a link direction. */
const LINKS = 2 ** 20;

/** A leg whose end may not be known yet. */
type OpenLeg = { -readonly [K in keyof Leg]: Leg[K] };

/** Follows the packets from row to row. */
class LegFollower {
  /** The legs in the order of their starts. Some may have no length. */
  readonly legs: OpenLeg[] = [];
  readonly drops: Drop[] = [];
  readonly #open = new Map<number, OpenLeg>();
  /** The packets that wait at each link, by their keys, in the order of their arrival. */
  readonly #waiting = new Map<number, number[]>();
  /**
   * The latest duration of a leg on each wire, which is used for packets whose arrival is after the stretch.
   */
  readonly #durations = new Map<number, number>();

  follow(rows: Float64Array, start: number): void {
    const value = rowAt(rows, start);
    const [at, link] = [value("at"), value("link")];
    const key =
      ((value("flow") * CONNECTIONS + value("connection")) * 2 + value("feedback")) * ORDINALS +
      value("ordinal");
    switch (ROW_KINDS[value("kind")]) {
      case "sent":
        this.#begin(key, packetOf(value, at), at, "access", -1);
        break;
      case "waiting":
      case "arrived":
        this.#next(key, value, at, "queue", link);
        this.#queueOf(link).push(key);
        break;
      case "inService":
      case "started":
        this.#leaveQueue(link, key);
        this.#next(key, value, at, "service", link);
        break;
      case "departed":
        this.#next(key, value, at, "wire", link);
        break;
      case "landed":
        this.#next(key, value, at, "exit", -1);
        break;
      case "delivered":
        this.#close(key, at);
        break;
      case "dropped":
        this.#drop(key, value, at, link);
        break;
      case "marked":
        this.#packet(key, value).markedAt = at;
        break;
      default:
    }
  }

  /** Ends the open legs at the end of the stretch, the time `reached`. */
  end(reached: number): void {
    for (const leg of this.#open.values()) {
      const duration = this.#durations.get(wireOf(leg));
      // A wire takes the same time for all packets, apart from jitter.
      if (duration !== undefined) leg.to = Math.max(reached, leg.from + duration);
    }
  }

  #packet(key: number, value: RowReader): Packet {
    return this.#open.get(key)?.packet ?? packetOf(value, Number.NaN);
  }

  /** Ends the open leg of a packet, and begins the next one. */
  #next(key: number, value: RowReader, at: number, stage: Stage, link: number): void {
    const packet = this.#packet(key, value);
    if (isMarkedIn(value) && packet.markedAt === Number.POSITIVE_INFINITY) packet.markedAt = at;
    this.#close(key, at);
    this.#begin(key, packet, at, stage, link);
  }

  #begin(key: number, packet: Packet, from: number, stage: Stage, link: number): void {
    const leg = { packet, stage, link, from, to: Number.POSITIVE_INFINITY };
    this.legs.push(leg);
    this.#open.set(key, leg);
  }

  #close(key: number, at: number): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#open.delete(key);
    const wire = wireOf(open);
    if (wire >= 0) this.#durations.set(wire, at - open.from);
    open.to = at;
  }

  #drop(key: number, value: RowReader, at: number, link: number): void {
    const packet = this.#packet(key, value);
    const place = this.#leaveQueue(link, key);
    // A loss rule can drop a packet at the end of its service. The packet then never was on the wire.
    const onWire = this.#open.get(key);
    if (onWire?.stage === "wire" && onWire.from === at) {
      onWire.to = at;
      this.#open.delete(key);
    }
    this.#close(key, at);
    this.drops.push({ packet, link, at, place });
  }

  #queueOf(link: number): number[] {
    const known = this.#waiting.get(link);
    if (known !== undefined) return known;
    const created: number[] = [];
    this.#waiting.set(link, created);
    return created;
  }

  /** Returns the place at which the packet waited, or -1. */
  #leaveQueue(link: number, key: number): number {
    const queue = this.#queueOf(link);
    const place = queue.indexOf(key);
    if (place >= 0) queue.splice(place, 1);
    return place;
  }
}

/** A number for the wire on which a leg is; -1 in queues and at the lines of links. */
function wireOf({ stage, link, packet }: OpenLeg): number {
  if (stage === "wire") return link;
  if (stage === "queue" || stage === "service") return -1;
  return LINKS + packet.flow * 4 + (packet.isFeedback ? 2 : 0) + (stage === "exit" ? 1 : 0);
}

function packetOf(value: RowReader, sentAt: number): Packet {
  const markedAt = isMarkedIn(value) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return { ...factsOf(value), sentAt, markedAt };
}

/** Reads the rows of a stretch in parts, because reading all of them takes longer than a frame. */
export class LegReader {
  readonly answer: StretchAnswer;
  readonly #follower = new LegFollower();
  #next = 0;

  constructor(answer: StretchAnswer) {
    this.answer = answer;
  }

  /** Reads at most `count` rows. Returns the legs when all rows are read, and null before. */
  advance(count: number): PacketLegs | null {
    const { rows, request, reached } = this.answer;
    const end = Math.min(rows.length - WIDTH, this.#next + (count - 1) * WIDTH);
    for (; this.#next <= end; this.#next += WIDTH) this.#follower.follow(rows, this.#next);
    if (this.#next + WIDTH <= rows.length) return null;
    this.#follower.end(reached);
    const legs = this.#follower.legs.filter(({ from, to }) => to > from);
    return new PacketLegs(request.from, reached, legs, this.#follower.drops);
  }
}

/** The packets of a stretch, with the place of each packet at any time. */
export class PacketLegs {
  /** All legs, in the order of their starts. */
  readonly legs: readonly Leg[];
  /** All drops, by time. */
  readonly drops: readonly Drop[];
  /** The first time of the stretch, and the time up to which it is recorded. */
  readonly from: number;
  readonly reached: number;
  #active: Leg[] = [];
  /** The number of legs that have begun at `#at`. */
  #begun = 0;
  #at = Number.NEGATIVE_INFINITY;

  constructor(from: number, reached: number, legs: readonly Leg[], drops: readonly Drop[]) {
    this.from = from;
    this.reached = reached;
    this.legs = legs;
    this.drops = drops;
  }

  static of(answer: StretchAnswer): PacketLegs {
    return new LegReader(answer).advance(Number.POSITIVE_INFINITY) ?? new PacketLegs(0, 0, [], []);
  }

  /** Whether the stretch contains a time. */
  covers(at: number): boolean {
    return at >= this.from && at <= this.reached;
  }

  /** The legs on which packets are after all events at a time, in the order of their starts. */
  at(at: number): readonly Leg[] {
    if (at < this.#at) {
      this.#active = [];
      this.#begun = 0;
    }
    this.#at = at;
    const active = this.#active.filter(({ to }) => to > at);
    for (let next = this.legs[this.#begun]; next && next.from <= at; next = this.legs[this.#begun]) {
      if (next.to > at) active.push(next);
      this.#begun += 1;
    }
    this.#active = active;
    return active;
  }
}
