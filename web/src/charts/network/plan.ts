// The plan of a network picture: where its parts are drawn, as plain geometry. The plan of a dumbbell is made here, those of
// parking lots and graphs in meshPlan.ts; drawNetwork.ts draws any plan.

import { group } from "d3-array";
import { textWidth } from "../textSize.ts";

export interface NetworkFlow {
  readonly id: string;
  readonly label: string;
  /** Flows of one group, such as an algorithm, share a place when there are too many to draw one by one. */
  readonly group: string;
  /** Reverse flows send from right to left. */
  readonly reverse: boolean;
  /** The ids of the link directions that its data takes; not needed in a dumbbell. */
  readonly route?: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A host at the edge. One host stands for several flows when there are too many to draw. */
export interface HostPlace extends Point {
  readonly side: "left" | "right";
  readonly flows: readonly string[];
  readonly label: string;
  readonly sends: boolean;
}

/** A line along which one host's traffic runs between the edge and a router. */
export interface AccessPlace {
  readonly flows: readonly string[];
  readonly from: Point;
  readonly to: Point;
}

/** A link between routers with the queue before it. */
export interface LinkPlace {
  readonly id: string;
  readonly from: Point;
  readonly to: Point;
  /** Box of the queue; it fills towards the link. */
  readonly queue: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly towards: "left" | "right";
  };
  /** Whether the other direction is drawn close below. */
  readonly opposed?: boolean;
  /** If given, the place is in coordinates of its own, which are moved to `at` and turned by `angle` degrees. */
  readonly turn?: { readonly at: Point; readonly angle: number };
  /** On a map: the middle of the number of waiting packets; null if there is no room for it. */
  readonly countAt?: Point | null;
  /** On a map: whether any flow takes this link. */
  readonly used?: boolean;
}

export interface RouterPlace extends Point {
  readonly id?: string;
  readonly label?: string;
  /** On a map: the middle of the name; null if there is no room for it. */
  readonly labelAt?: Point | null;
}

/** The route of one or several flows through the network. */
export interface RoutePlace {
  readonly flows: readonly string[];
  readonly path: string;
  readonly start: Point;
  readonly end: Point;
  readonly label: string;
  /** The start of the name, or null if it is not written. */
  readonly labelAt: Point | null;
  readonly room: number;
}

export interface NetworkPlan {
  readonly width: number;
  readonly height: number;
  readonly hosts: readonly HostPlace[];
  readonly access: readonly AccessPlace[];
  readonly routers: readonly RouterPlace[];
  /** Routers reach from one link to the other. */
  readonly routerHeight: number;
  readonly routerRadius: number;
  /** Font size of the names. */
  readonly textSize: number;
  /** The width of a route at most. */
  readonly lane: number;
  readonly links: readonly LinkPlace[];
  readonly routes: readonly RoutePlace[];
}

/** With more hosts than this on a side, hosts share places. */
const MOST_HOSTS = 8;

/** Senders and receivers in columns, two routers between them, one link forwards and, if it is shown, one backwards. */
export function dumbbellPlan(
  flows: readonly NetworkFlow[],
  width: number,
  height: number,
  font: number,
  showReverse: boolean,
): NetworkPlan {
  const bundles = bundle(flows);
  const longest = Math.max(0, ...bundles.map((members) => textWidth(hostName(members), font)));
  const edge = Math.min(width * 0.3, Math.max(font * 4, longest + font * 1.2));
  const far = Math.min(width * 0.24, font * 5.5);
  const left = edge;
  const right = width - far;
  const span = right - left;
  const routerLeft = { x: left + span * 0.3, y: height / 2 };
  const routerRight = { x: right - span * 0.14, y: height / 2 };
  const hosts: HostPlace[] = [];
  const access: AccessPlace[] = [];
  const step = Math.min(font * 2.4, (height - font) / Math.max(1, bundles.length));
  bundles.forEach((members, index) => {
    const y = height / 2 + (index - (bundles.length - 1) / 2) * step;
    const ids = members.map((flow) => flow.id);
    const reverse = members[0]?.reverse ?? false;
    const label = hostName(members);
    const from = { x: left, y };
    const to = { x: right, y };
    hosts.push(
      { ...from, side: "left", flows: ids, label, sends: !reverse },
      { ...to, side: "right", flows: ids, label: "", sends: reverse },
    );
    access.push({ flows: ids, from, to: routerLeft }, { flows: ids, from: routerRight, to });
  });
  const gap = showReverse ? font * 1.5 : 0;
  const box = { width: Math.max(24, (routerRight.x - routerLeft.x) * 0.34), height: font * 1.5 };
  const links: LinkPlace[] = [
    {
      id: "forward",
      opposed: showReverse,
      from: { x: routerLeft.x, y: routerLeft.y - gap },
      to: { x: routerRight.x, y: routerRight.y - gap },
      queue: { x: routerLeft.x + font, y: routerLeft.y - gap - box.height / 2, ...box, towards: "right" },
    },
  ];
  if (showReverse) {
    links.push({
      id: "reverse",
      from: { x: routerRight.x, y: routerRight.y + gap },
      to: { x: routerLeft.x, y: routerLeft.y + gap },
      queue: {
        x: routerRight.x - font - box.width,
        y: routerRight.y + gap - box.height / 2,
        ...box,
        towards: "left",
      },
    });
  }
  return {
    width,
    height,
    hosts,
    access,
    routers: [routerLeft, routerRight],
    routerHeight: 2 * gap + font * 1.5,
    routerRadius: font * 0.75,
    textSize: font,
    lane: font,
    links,
    routes: [],
  };
}

/** The name of a host: that of its flow, or the number and kind of its flows. */
function hostName(members: readonly NetworkFlow[]): string {
  const first = members[0];
  const several = new Set(members.map((flow) => flow.group)).size > 1 ? "others" : (first?.group ?? "");
  return members.length === 1 ? (first?.label ?? "") : `${members.length} ${several}`;
}

/** The number of hosts on a side. */
export function hostRows(flows: readonly NetworkFlow[]): number {
  return Math.max(2, bundle(flows).length);
}

/** Bundles of flows: one per flow while they fit, otherwise one per group and direction, the smallest groups together. */
export function bundle(flows: readonly NetworkFlow[], most = MOST_HOSTS): NetworkFlow[][] {
  if (flows.length <= most) return flows.map((flow) => [flow]);
  const bundles = [...group(flows, (flow) => `${flow.reverse} ${flow.group}`).values()];
  if (bundles.length <= most) return bundles;
  const bySize = [...bundles].sort((a, b) => b.length - a.length);
  const kept = new Set(bySize.slice(0, most - 1));
  return [
    ...bundles.filter((members) => kept.has(members)),
    bundles.filter((members) => !kept.has(members)).flat(),
  ];
}
