// The lines of a network picture along which packets move: the lines of hosts and of links. The line of a
// link that the picture does not draw is next to the opposite direction.
import {
  type LinkPlace,
  type NetworkPlan,
  onPicture,
  type Place,
  type Point,
  type RoutePlace,
} from "./plan.ts";

/** A line from its start (share 0) to its end (share 1). */
export type Way = (share: number) => Place;

/** The inside of a queue's box, in which packets wait. */
export interface QueueWay {
  readonly inside: { readonly length: number; readonly height: number };
  /** The position at a distance in pixels from the end of the box that is next to the line. */
  readonly behind: (distance: number) => Place;
}

export interface LinkWay {
  readonly id: string;
  /** From the end of the queue's box to the far end. */
  readonly wire: Way;
  /** Null if the picture draws no queue. */
  readonly queue: QueueWay | null;
  /** Whether the picture draws this direction. */
  readonly isDrawn: boolean;
}

/** The links of the network, on which the ways depend in addition to the plan. */
export interface WayContext {
  readonly links: readonly { readonly id: string; readonly from: string; readonly to: string }[];
}

const lerp = (a: number, b: number, share: number): number => a + (b - a) * share;

/** A straight line. */
export const straight = (from: Point, to: Point): Way => {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  return (share) => ({ x: lerp(from.x, to.x, share), y: lerp(from.y, to.y, share), angle });
};

/** A cubic Bézier curve. */
export const cubic = (a: Point, b: Point, c: Point, d: Point): Way => {
  const value = (k: "x" | "y", s: number): number =>
    (1 - s) ** 3 * a[k] + 3 * (1 - s) ** 2 * s * b[k] + 3 * (1 - s) * s * s * c[k] + s ** 3 * d[k];
  const slope = (k: "x" | "y", s: number): number =>
    (1 - s) ** 2 * (b[k] - a[k]) + 2 * (1 - s) * s * (c[k] - b[k]) + s * s * (d[k] - c[k]);
  return (s) => ({ x: value("x", s), y: value("y", s), angle: Math.atan2(slope("y", s), slope("x", s)) });
};

/** The line between a host and a router, as `linkHorizontal` of d3-shape draws it. */
const accessCurve = (from: Point, to: Point): Way => {
  const middle = (from.x + to.x) / 2;
  return cubic(from, { x: middle, y: from.y }, { x: middle, y: to.y }, to);
};

/** A way in the opposite direction. */
const reversed =
  (way: Way): Way =>
  (share) => {
    const { x, y, angle } = way(1 - share);
    return { x, y, angle: angle + Math.PI };
  };

/** A way moved by some pixels to the right of the direction of travel. */
const shifted =
  (way: Way, distance: number): Way =>
  (share) => {
    const { x, y, angle } = way(share);
    return { x: x - Math.sin(angle) * distance, y: y + Math.cos(angle) * distance, angle };
  };

/** A way of several parts, each of which takes time in proportion to its weight. */
function chain(parts: readonly (readonly [Way, number])[]): Way {
  const total = parts.reduce((sum, [, weight]) => sum + weight, 0);
  return (share) => {
    let rest = share * total;
    for (const [way, weight] of parts) {
      if (rest <= weight) return way(weight > 0 ? rest / weight : 0);
      rest -= weight;
    }
    return (parts.at(-1)?.[0] ?? (() => ({ x: 0, y: 0, angle: 0 })))(1);
  };
}

const lengthOf = (way: Way): number => {
  const points = [0, 0.5, 1].map(way);
  return points
    .slice(1)
    .reduce((sum, { x, y }, i) => sum + Math.hypot(x - (points[i]?.x ?? x), y - (points[i]?.y ?? y)), 0);
};

function wayOfLink(place: LinkPlace): LinkWay {
  const { id, from, to, queue } = place;
  const sign = to.x >= from.x ? 1 : -1;
  const angle = sign > 0 ? 0 : Math.PI;
  const exit = queue.width > 0 ? (sign > 0 ? queue.x + queue.width : queue.x) : from.x;
  const border = queue.height < 9 ? 1.25 : 2;
  const at = (x: number): Place => onPicture(place, { x, y: from.y, angle });
  return {
    id,
    wire: (share) => at(lerp(exit, to.x, share)),
    queue:
      queue.width > 0
        ? {
            inside: { length: queue.width - 2 * border, height: queue.height - 2 * border },
            behind: (distance) => at(exit - sign * (border + distance)),
          }
        : null,
    isDrawn: true,
  };
}

/** The ways through a plan. They are computed once per plan and link. */
export class PacketWays {
  readonly #plan: NetworkPlan;
  readonly #context: WayContext;
  readonly #links = new Map<string, LinkWay | null>();
  readonly #ends = new Map<string, Way | null>();
  readonly #flows = new Map<string, Way | null>();

  constructor(plan: NetworkPlan, context: WayContext) {
    this.#plan = plan;
    this.#context = context;
  }

  /** The way over a link direction; null if the picture shows neither this direction nor the opposite one. */
  link(id: string): LinkWay | null {
    const known = this.#links.get(id);
    if (known !== undefined) return known;
    const place = this.#plan.links.find((link) => link.id === id);
    const way = place ? wayOfLink(place) : this.#undrawn(id);
    this.#links.set(id, way);
    return way;
  }

  /** The lanes of the directions that packets have taken and the picture does not draw. */
  get lanes(): readonly Way[] {
    return [...this.#links.values()].flatMap((link) => (link && !link.isDrawn ? [link.wire] : []));
  }

  #undrawn(id: string): LinkWay | null {
    const own = this.#context.links.find((link) => link.id === id);
    const opposite = own && this.#context.links.find(({ from, to }) => from === own.to && to === own.from);
    const place = this.#plan.links.find((link) => link.id === opposite?.id);
    if (!place) return null;
    const at = (x: number): Place => onPicture(place, { x, y: place.from.y, angle: 0 });
    const whole = straight(at(place.to.x), at(place.from.x));
    // The lane is below a link that runs to the right, beyond the box of its queue: to the left of its own
    // direction of travel.
    const rightwards = place.to.x >= place.from.x ? 1 : -1;
    const distance = Math.max(6, place.queue.height / 2 + packetHeightOf(this.#plan) * 0.6 + 1);
    return { id, wire: shifted(whole, -rightwards * distance), queue: null, isDrawn: false };
  }

  /**
   * The way of a flow's packets between an endpoint and the router next to it. The stage `access` begins at
   * the endpoint that sends the data or the feedback, and `exit` ends at the endpoint that receives it. Null
   * if the picture does not show the flow.
   */
  end(flow: string, stage: "access" | "exit", isFeedback: boolean): Way | null {
    const key = `${stage} ${isFeedback} ${flow}`;
    const known = this.#ends.get(key);
    if (known !== undefined) return known;
    const way =
      this.#plan.hosts.length > 0
        ? this.#hostWay(flow, stage, isFeedback)
        : this.#routeWay(flow, stage, isFeedback);
    this.#ends.set(key, way);
    return way;
  }

  /**
   * The whole way of a flow's data over a route of link directions. Null if the picture shows no part of it.
   */
  flow(flow: string, route: readonly string[]): Way | null {
    const known = this.#flows.get(flow);
    if (known !== undefined) return known;
    const parts = [
      this.end(flow, "access", false),
      ...route.map((link) => this.link(link)?.wire ?? null),
      this.end(flow, "exit", false),
    ].filter((way) => way !== null);
    const way = parts.length === 0 ? null : chain(parts.map((part) => [part, lengthOf(part)] as const));
    this.#flows.set(flow, way);
    return way;
  }

  #hostWay(flow: string, stage: "access" | "exit", isFeedback: boolean): Way | null {
    const hosts = this.#plan.hosts.filter(({ flows }) => flows.includes(flow));
    const isSenders = (stage === "access") !== isFeedback;
    const host = hosts.find(({ isSender }) => isSender === isSenders);
    const line = this.#plan.access.find(
      ({ from, to }) => host !== undefined && (isAt(from, host) || isAt(to, host)),
    );
    if (!host || !line) return null;
    const drawn = accessCurve(line.from, line.to);
    const outwards = isAt(line.from, host) ? drawn : reversed(drawn);
    const way = stage === "access" ? outwards : reversed(outwards);
    // Feedback runs below the data that comes towards it.
    const isLeftwards = (host.side === "right") === (stage === "access");
    return isFeedback ? shifted(way, packetHeightOf(this.#plan) * (isLeftwards ? -0.7 : 0.7)) : way;
  }

  #routeWay(flow: string, stage: "access" | "exit", isFeedback: boolean): Way | null {
    const route = this.#plan.routes.find(({ flows }) => flows.includes(flow));
    if (!route) return null;
    const isSenders = (stage === "access") !== isFeedback;
    const outwards = endOfRoute(this.#plan, route, isSenders);
    if (outwards === null) return null;
    return stage === "access" ? outwards : reversed(outwards);
  }
}

const isAt = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y;

/** The way from the dot at an end of a route to the router at this end. */
function endOfRoute(plan: NetworkPlan, route: RoutePlace, isSenders: boolean): Way | null {
  const dot = isSenders ? route.start : route.end;
  const distances = plan.routers.map((router) => Math.hypot(router.x - dot.x, (router.y - dot.y) / 4));
  const router = plan.routers[distances.indexOf(Math.min(...distances))];
  if (!router) return null;
  // In a row, the line bends below the router; on a map, the dot is next to the router.
  if (route.points !== undefined) return straight(dot, router);
  const corner = { x: router.x, y: dot.y };
  return cubic(dot, corner, corner, router);
}

/** The height of a packet on the links of a plan, in pixels. */
export function packetHeightOf({ links, textSize, width }: NetworkPlan): number {
  const queue = links.find((link) => link.queue.width > 0)?.queue.height ?? textSize;
  return Math.max(4, Math.min(26, queue * 0.36, width / 52));
}
