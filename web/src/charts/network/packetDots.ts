// The places at which packets are drawn in the network picture at a moment: single packets from the legs of a
// stretch.
import type { Drop, Leg, Packet, PacketLegs, Stage } from "./packetLegs.ts";
import { type LinkWay, type PacketWays, packetHeightOf, type QueueWay } from "./packetWays.ts";
import type { NetworkPlan, Place } from "./plan.ts";

/**
 * The property that the colour of packets shows: their flow, their kind, or the time since they were sent.
 */
export type PacketColours = "flow" | "kind" | "age";

/** The kind of a packet, which colours and shapes show. */
export type PacketKind = "data" | "acknowledgement" | "retransmission" | "marked";

export interface Dot extends Place {
  /** Length along the direction of travel and width across, in pixels. */
  readonly length: number;
  readonly width: number;
  readonly packet: Packet;
  readonly stage: Stage | "drop";
  /** Index of the link direction; -1 on the wires of endpoints. */
  readonly link: number;
  readonly kind: PacketKind;
  /** Seconds since the packet was sent; NaN if that was before the stretch. */
  readonly age: number;
  /** 1 when a queue has just marked the packet. Falls to 0 within `fade`. */
  readonly glow: number;
  /**
   * The share of the duration of its fall that has passed since a packet was dropped, up to 1; 0 for other
   * packets.
   */
  readonly fallen: number;
}

/** A moment of the picture. */
export interface Moment {
  /** Simulated time in nanoseconds. */
  readonly at: number;
  /** For how long falls and glows last, in nanoseconds of simulated time. */
  readonly fade: number;
}

export interface PacketScene {
  readonly dots: readonly Dot[];
  /** The number of packets that wait at each drawn link. */
  readonly waiting: ReadonlyMap<string, number>;
  /** The number of packets that fall. If many fall at one link, only the last of them are drawn. */
  readonly dropped: number;
}

export interface SceneSource {
  readonly legs: PacketLegs;
  /** The ids of link directions and flows by their positions in the rows. */
  readonly links: readonly string[];
  readonly flows: readonly string[];
  /** The limit of the queue of a link in packets of the largest size. */
  readonly limitOf: (link: string) => number;
  /** The size in bytes of the packets that `limitOf` counts, if the limit of the queue of a link counts bytes, else NaN. */
  readonly largestOf?: (link: string) => number;
}

export function kindOf(packet: Packet, at: number): PacketKind {
  if (packet.markedAt <= at) return "marked";
  if (packet.isFeedback) return "acknowledgement";
  return packet.isRetransmission ? "retransmission" : "data";
}

/** The columns in which packets fall that are dropped one after the other. */
const COLUMNS = [0, 1, -1, 2, -2] as const;

/**
 * The distance in pixels that packets can fall below the line of a row of links before they cover the names
 * of routes.
 */
function freeBelow({ links, routes, textSize }: NetworkPlan): number {
  const rows = links.flatMap(({ from, turn }) => (turn ? [] : [from.y]));
  const names = routes.flatMap(({ labelAt }) => (labelAt ? [labelAt.y - textSize] : []));
  if (rows.length === 0 || names.length === 0) return Number.POSITIVE_INFINITY;
  return Math.max(textSize, Math.min(...names) - Math.max(...rows) - textSize * 0.4);
}

/** How far below the line of its link a dropped packet falls, in pixels. */
export function fallOf(plan: NetworkPlan): number {
  const fall = Math.max(plan.textSize * 2.4, Math.min(plan.height * 0.26, plan.textSize * 5));
  return Math.min(fall, freeBelow(plan));
}

/** A moment in the fall of a dropped packet. */
interface Fall {
  /** The share of the duration of the fall that has passed. */
  readonly share: number;
  /** How far below the line of the link the fall ends, and the height of the packet, in pixels. */
  readonly depth: number;
  readonly size: number;
  /** Counts the packets that the link drops. They fall in columns next to each other, so that they can be counted. */
  readonly rank: number;
}

/**
 * The place of a packet that falls from the place `start` in a queue. It falls outside of the box, so that it covers none
 * of the packets that wait.
 */
export function fallenPlace(start: Place, queue: QueueWay | null, { share, depth, size, rank }: Fall): Place {
  // Out of the long side of the box that is further down.
  const side = Math.cos(start.angle) < 0 ? -1 : 1;
  const out = queue ? queue.inside.height / 2 + 3 + size / 2 : 0;
  const aside = (COLUMNS[rank % COLUMNS.length] ?? 0) * Math.max(14, size * 1.4) * Math.min(1, 4 * share);
  return {
    x: start.x - side * Math.sin(start.angle) * out + aside,
    y: start.y + side * Math.cos(start.angle) * out + Math.max(size, depth - out) * share ** 1.6,
    angle: start.angle + share * 1.1,
  };
}

/** Computes the scenes of a plan. */
export class PacketStage {
  readonly #ways: PacketWays;
  readonly #height: number;
  readonly #fall: number;
  readonly #source: SceneSource;

  constructor(plan: NetworkPlan, ways: PacketWays, source: SceneSource) {
    this.#ways = ways;
    this.#height = packetHeightOf(plan);
    this.#fall = fallOf(plan);
    this.#source = source;
  }

  scene(moment: Moment): PacketScene {
    const dots: Dot[] = [];
    const waiting = new Map<string, number>();
    const legs = this.#source.legs.at(moment.at);
    const served = new Map<number, Leg>();
    const filled = new Map<number, number>();
    for (const leg of legs) {
      if (leg.stage === "service") served.set(leg.link, leg);
      if (leg.stage !== "queue") continue;
      const id = this.#source.links[leg.link] ?? "";
      waiting.set(id, (waiting.get(id) ?? 0) + 1);
      filled.set(leg.link, (filled.get(leg.link) ?? 0) + this.#places(leg));
    }
    const before = new Map<number, number>();
    for (const leg of legs) {
      const ahead = before.get(leg.link) ?? 0;
      if (leg.stage === "queue") before.set(leg.link, ahead + this.#places(leg));
      const dot = this.#dotOf(leg, moment, ahead, served.get(leg.link), filled.get(leg.link) ?? 0);
      if (dot) dots.push(dot);
    }
    const { falling, dropped } = this.#falling(moment);
    dots.push(...falling);
    return { dots, waiting, dropped };
  }

  /** The last dropped packet of each column of each link, and the number of all packets that fall. */
  #falling(moment: Moment): { readonly falling: readonly Dot[]; readonly dropped: number } {
    const last = new Map<string, readonly Dot[]>();
    const counts = new Map<number, number>();
    let dropped = 0;
    for (const drop of this.#source.legs.drops) {
      if (drop.at > moment.at) break;
      // A packet keeps its column while it falls.
      const rank = counts.get(drop.link) ?? 0;
      counts.set(drop.link, rank + 1);
      if (drop.at <= moment.at - moment.fade) continue;
      const dot = this.#fallOf(drop, moment, rank);
      dropped += dot.length;
      last.set(`${drop.link} ${rank % COLUMNS.length}`, dot);
    }
    return { falling: [...last.values()].flat(), dropped };
  }

  #link(index: number): LinkWay | null {
    return this.#ways.link(this.#source.links[index] ?? "");
  }

  /** `ahead` and `filled` are the places of the packets before this one, and of all that wait at its link. */
  #dotOf(leg: Leg, moment: Moment, ahead: number, served: Leg | undefined, filled: number): Dot | null {
    const { stage, packet, from, to } = leg;
    const share = Number.isFinite(to) ? (moment.at - from) / Math.max(1, to - from) : 0;
    if (stage === "access" || stage === "exit") {
      const way = this.#ways.end(this.#source.flows[packet.flow] ?? "", stage, packet.isFeedback);
      return way && this.#dot(way(share), leg, moment);
    }
    const link = this.#link(leg.link);
    if (link === null) return null;
    if (stage === "wire" || link.queue === null)
      return this.#dot(link.wire(stage === "wire" ? this.#inset(link, share) : 0), leg, moment);
    const { inside } = link.queue;
    const slot = inside.length / (this.#room(leg.link, filled) + 1);
    // The packet in service is in the first slot, then moves out of the box onto the line.
    if (stage === "service") {
      const behind = slot / 2 - share * (slot / 2 + this.#length(packet) / 2);
      return this.#dot(link.queue.behind(behind), leg, moment);
    }
    const shift = served ? this.#shift(served, moment) * this.#places(served) : 0;
    const own = slot * this.#places(leg);
    const place = link.queue.behind(slot * (1 + ahead + shift) + own / 2);
    const length = Math.max(1, Math.min(own - (own > 3 ? 1 : 0), inside.height));
    return this.#dot(place, leg, moment, length, inside.height - 2);
  }

  /**
   * When a packet goes into service, the packets behind it move up by one slot within a short time. This is
   * the part of the slot by which they have not moved yet.
   */
  #shift(served: Leg, { at, fade }: Moment): number {
    const time = Math.min(fade / 6, (served.to - served.from) / 2);
    return time > 0 ? Math.max(0, 1 - (at - served.from) / time) : 0;
  }

  /** The places of a full queue, or of what waits if this is more. */
  #room(link: number, filled: number): number {
    return Math.max(1, this.#source.limitOf(this.#source.links[link] ?? ""), filled);
  }

  /** The places that a packet takes in a queue: one or, if the limit counts bytes, its share of the largest packet. */
  #places({ link, packet }: Pick<Leg, "link" | "packet">): number {
    const largest = this.#source.largestOf?.(this.#source.links[link] ?? "") ?? Number.NaN;
    return largest > 0 ? packet.size / largest : 1;
  }

  /**
   * The position on the wire. A packet enters the wire half its length after the box of the queue, where its
   * service ends.
   */
  #inset(link: LinkWay, share: number): number {
    const [start, end] = [link.wire(0), link.wire(1)];
    const length = Math.max(1, Math.hypot(end.x - start.x, end.y - start.y));
    return Math.min(1, (this.#height * 0.7) / length) * (1 - share) + share;
  }

  #length({ isFeedback, size }: Packet): number {
    return isFeedback || size < 100 ? this.#height * 0.6 : this.#height * 1.4;
  }

  #dot(
    place: Place,
    { packet, stage, link }: Pick<Dot, "packet" | "stage" | "link">,
    moment: Moment,
    length?: number,
    width?: number,
    fallen = 0,
  ): Dot {
    const small = packet.isFeedback || packet.size < 100;
    const since = moment.at - packet.markedAt;
    // Thousands of dots are made in a frame. Spreading `place` would take several times as long.
    return {
      x: place.x,
      y: place.y,
      angle: place.angle,
      length: length ?? this.#length(packet),
      width: width ?? (small ? this.#height * 0.6 : this.#height),
      packet,
      stage,
      link,
      kind: kindOf(packet, moment.at),
      age: (moment.at - packet.sentAt) / 1e9,
      glow: since >= 0 && since < moment.fade ? 1 - since / moment.fade : 0,
      fallen,
    };
  }

  /** A dropped packet falls next to the place in the queue where it waited or would have waited. */
  #fallOf({ packet, link: index, at, place: waiting }: Drop, moment: Moment, rank: number): readonly Dot[] {
    const link = this.#link(index);
    if (link === null) return [];
    const share = (moment.at - at) / moment.fade;
    // A loss rule drops packets on the wire.
    const queue = waiting < 0 ? null : link.queue;
    const slot = queue ? queue.inside.length / (this.#room(index, waiting) + 1) : 0;
    const start = queue?.behind(Math.min(queue.inside.length, slot * (waiting + 1.5))) ?? link.wire(0);
    const place = fallenPlace(start, queue, { share, depth: this.#fall, size: this.#height, rank });
    const falling = { packet, stage: "drop", link: index } as const;
    return [this.#dot(place, falling, moment, undefined, undefined, Math.max(0.001, share))];
  }
}

/** The dot at a point, or the nearest one within `reach` pixels. */
export function dotAt(dots: readonly Dot[], x: number, y: number, reach: number): Dot | null {
  let best: Dot | null = null;
  let least = reach;
  for (const dot of dots) {
    const distance = Math.max(0, Math.hypot(dot.x - x, dot.y - y) - dot.length / 2);
    if (distance < least || (distance === 0 && least === 0)) [best, least] = [dot, distance];
  }
  return best;
}
