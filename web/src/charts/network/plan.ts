// The plan of a network picture: where hosts, links, routers and routes are drawn, as plain geometry in
// pixels. This file plans dumbbells, meshPlan.ts plans parking lots and graphs, and drawNetwork.ts draws any
// plan.

import { group } from "d3-array";
import { textWidth } from "../textSize.ts";
import { chartTexts } from "../texts/index.ts";

/** A map with more nodes or links than this shows several of them as one (largeMesh.ts). */
export const MAX_NODES = 60;
const MAX_LINKS = 200;

interface MeshSize {
  readonly kind: string;
  readonly nodes: readonly unknown[];
  readonly links: readonly unknown[];
}

export const isLargeMesh = ({ kind, nodes, links }: MeshSize): boolean =>
  kind === "graph" && (nodes.length > MAX_NODES || links.length > MAX_LINKS);

export interface NetworkFlow {
  readonly id: string;
  readonly label: string;
  /**
   * The name of the flow's group, for example of its algorithm. If there are too many flows, each group is
   * drawn as one host.
   */
  readonly group: string;
  /** Whether the flow's group is always drawn as one host, because the charts show it as one line. */
  readonly groupIsClosed?: boolean;
  /** Reverse flows send from right to left. */
  readonly reverse: boolean;
  /** The ids of the link directions that the flow's data crosses; not needed in a dumbbell. */
  readonly route?: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The place of a packet, and the direction in which it moves, in radians. */
export interface Place extends Point {
  readonly angle: number;
}

/** A host at the left or right edge. It represents several flows if there are too many flows to draw. */
export interface HostPlace extends Point {
  readonly side: "left" | "right";
  readonly flows: readonly string[];
  readonly label: string;
  readonly isSender: boolean;
}

/** The line between a host and a router, which shows the host's traffic. */
export interface AccessPlace {
  readonly flows: readonly string[];
  readonly from: Point;
  readonly to: Point;
}

/** A link between routers, with its queue. */
export interface LinkPlace {
  readonly id: string;
  readonly from: Point;
  readonly to: Point;
  /** The box of the queue. `towards` is the side at which the queue's head and the link are. */
  readonly queue: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly towards: "left" | "right";
  };
  /** Whether the text on the link begins with the link's name. */
  readonly showsName?: boolean;
  /**
   * On a map, the other coordinates describe a horizontal link that begins at 0. It is drawn rotated by
   * `angle` degrees and moved to `at`.
   */
  readonly turn?: { readonly at: Point; readonly angle: number };
  /**
   * On a map: the centre and the width of the text with the number of waiting packets; null if the text has
   * no free position.
   */
  readonly countAt?: (Point & { readonly width: number }) | null;
  /**
   * On a map: the name of the link and the centre of this text; undefined if the name has no free position.
   */
  readonly name?: Point & { readonly text: string };
  /** On a map: whether any flow takes this link. */
  readonly used?: boolean;
}

/** Converts coordinates along a link to those of the picture. */
export function onPicture({ turn }: LinkPlace, { x, y, angle }: Place): Place {
  if (turn === undefined) return { x, y, angle };
  const turned = (turn.angle * Math.PI) / 180;
  const [c, s] = [Math.cos(turned), Math.sin(turned)];
  return { x: turn.at.x + x * c - y * s, y: turn.at.y + x * s + y * c, angle: angle + turned };
}

/** The transformation with which a link is drawn on a map; undefined elsewhere. */
export const turned = ({ turn }: LinkPlace): string | undefined =>
  turn && `translate(${turn.at.x.toFixed(1)},${turn.at.y.toFixed(1)}) rotate(${turn.angle.toFixed(1)})`;

export interface RouterPlace extends Point {
  readonly id?: string;
  readonly label?: string;
  /** On a map: the centre of the name; null if the name has no free position. */
  readonly labelAt?: Point | null;
}

/** The route of one or several flows through the network. */
export interface RoutePlace {
  readonly flows: readonly string[];
  readonly path: string;
  readonly start: Point;
  readonly end: Point;
  /** On a map: the points of the line. */
  readonly points?: readonly Point[];
  readonly label: string;
  /** On a map: the centre of a dot in the flow's colour before the name. */
  readonly dotAt?: Point;
  /** The position at which the name begins, or null if the name is not drawn. */
  readonly labelAt: Point | null;
  /** The width available for the name. */
  readonly labelWidth: number;
}

export interface NetworkPlan {
  readonly width: number;
  readonly height: number;
  readonly hosts: readonly HostPlace[];
  readonly access: readonly AccessPlace[];
  readonly routers: readonly RouterPlace[];
  /** The height of a router, which touches both directions of its links. */
  readonly routerHeight: number;
  readonly routerRadius: number;
  /** Font size of the names. */
  readonly textSize: number;
  /** Maximum width of the line of a route. */
  readonly laneWidth: number;
  readonly links: readonly LinkPlace[];
  readonly routes: readonly RoutePlace[];
}

/**
 * The smallest height, in multiples of the font size, at which a picture has space for large queues and
 * packets.
 */
const ROOMY_HEIGHT = 11;

/**
 * The font size of a picture for which its host has a height of `height` pixels. A large picture is read from
 * a distance, so its texts grow with it.
 */
export const fontSizeFor = (width: number, height: number): number =>
  Math.floor(Math.max(12, Math.min(20, height / ROOMY_HEIGHT, width / 36)));

/** Maximum number of hosts on a side; with more flows, one host represents several. */
const MAX_HOSTS = 8;

/** The horizontal places of a dumbbell's columns, and its sizes, in pixels. */
interface Frame {
  readonly left: number;
  readonly right: number;
  readonly routerLeft: Point;
  readonly routerRight: Point;
  /** The distance between neighbouring hosts. */
  readonly step: number;
  readonly routerRadius: number;
  readonly box: { readonly width: number; readonly height: number };
  /** The distance of each direction from the middle. */
  readonly gap: number;
}

function frameOf(
  bundles: readonly (readonly NetworkFlow[])[],
  width: number,
  height: number,
  fontSize: number,
  showReverse: boolean,
): Frame {
  const isRoomy = height >= fontSize * ROOMY_HEIGHT;
  const longestName = Math.max(0, ...bundles.map((members) => textWidth(hostName(members), fontSize)));
  const left = Math.min(width * 0.3, Math.max(fontSize * 4, longestName + fontSize * 1.2));
  const right = width - textWidth("99.9 Mb/s", fontSize) - fontSize * 1.2;
  const span = right - left;
  const y = height / 2;
  const [routerLeft, routerRight] = [
    { x: left + span * (isRoomy ? 0.22 : 0.3), y },
    { x: right - span * (isRoomy ? 0.16 : 0.14), y },
  ];
  const boxHeight = isRoomy ? Math.min(height * (showReverse ? 0.16 : 0.25), fontSize * 6) : fontSize * 1.5;
  const step = Math.min(
    isRoomy ? height * 0.46 : fontSize * 2.4,
    (height - fontSize * (isRoomy ? 3 : 1)) / Math.max(1, bundles.length - (isRoomy ? 1 : 0)),
  );
  return {
    left,
    right,
    routerLeft,
    routerRight,
    step,
    routerRadius: fontSize * (isRoomy ? 0.9 : 0.75),
    box: { width: Math.max(24, (routerRight.x - routerLeft.x) * (isRoomy ? 0.46 : 0.34)), height: boxHeight },
    gap: showReverse ? boxHeight : 0,
  };
}

/**
 * A plan with hosts in two columns, two routers between them, the forward link and, with `showReverse`, the
 * reverse link.
 */
export function dumbbellPlan(
  flows: readonly NetworkFlow[],
  width: number,
  height: number,
  fontSize: number,
  showReverse: boolean,
): NetworkPlan {
  const bundles = bundle(flows);
  const frame = frameOf(bundles, width, height, fontSize, showReverse);
  const rows = bundles.map((members, index) =>
    hostRow(members, height / 2 + (index - (bundles.length - 1) / 2) * frame.step, frame),
  );
  return {
    width,
    height,
    hosts: rows.flatMap(({ hosts }) => hosts),
    access: rows.flatMap(({ access }) => access),
    routers: [frame.routerLeft, frame.routerRight],
    routerHeight: showReverse
      ? 2 * frame.gap + Math.max(fontSize * 1.5, frame.box.height * 0.8)
      : 2 * frame.routerRadius,
    routerRadius: frame.routerRadius,
    textSize: fontSize,
    laneWidth: fontSize,
    links: dumbbellLinks(frame, showReverse),
    routes: [],
  };
}

/** The two hosts of flows, and their lines. */
function hostRow(
  members: readonly NetworkFlow[],
  y: number,
  { left, right, routerLeft, routerRight }: Frame,
): { readonly hosts: readonly HostPlace[]; readonly access: readonly AccessPlace[] } {
  const flows = members.map((flow) => flow.id);
  const reverse = members[0]?.reverse ?? false;
  const [from, to] = [
    { x: left, y },
    { x: right, y },
  ];
  return {
    hosts: [
      { ...from, side: "left", flows, label: hostName(members), isSender: !reverse },
      { ...to, side: "right", flows, label: "", isSender: reverse },
    ],
    access: [
      { flows, from, to: routerLeft },
      { flows, from: routerRight, to },
    ],
  };
}

function dumbbellLinks(frame: Frame, showReverse: boolean): readonly LinkPlace[] {
  const { routerLeft, routerRight, routerRadius, box, gap } = frame;
  const inset = routerRadius * 1.35;
  const [above, below] = [routerLeft.y - gap, routerLeft.y + gap];
  const forward: LinkPlace = {
    id: "forward",
    from: { x: routerLeft.x, y: above },
    to: { x: routerRight.x, y: above },
    queue: { x: routerLeft.x + inset, y: above - box.height / 2, ...box, towards: "right" },
  };
  const reverse: LinkPlace = {
    id: "reverse",
    from: { x: routerRight.x, y: below },
    to: { x: routerLeft.x, y: below },
    queue: { x: routerRight.x - inset - box.width, y: below - box.height / 2, ...box, towards: "left" },
  };
  return showReverse ? [forward, reverse] : [forward];
}

/**
 * The name of a host: the label of its only flow, the group of its flows and their number, or "12 others" for
 * several groups.
 */
function hostName(members: readonly NetworkFlow[]): string {
  const first = members[0];
  if (members.length === 1) return first?.label ?? "";
  const isMerged = members.some((flow) => flow.group !== first?.group);
  return isMerged
    ? chartTexts.others({ n: members.length })
    : `${first?.group ?? ""} \u00d7\u202f${members.length}`;
}

/** The height that the picture of a dumbbell needs, in pixels. */
export const dumbbellHeight = (rows: number, fontSize: number, hasReverse: boolean): number =>
  Math.round(Math.max(fontSize * (Math.max(2, rows) * 1.9 + 2.6), hasReverse ? fontSize * 8.6 : 0));

/** The height in pixels below which the texts of a dumbbell would cover each other. */
export const compactHeight = (rows: number, fontSize: number, hasReverse: boolean): number =>
  hasReverse ? dumbbellHeight(rows, fontSize, true) : Math.round(fontSize * (Math.max(2, rows) * 1.35 + 1.5));

/** The number of rows of hosts in the picture, at least two. */
export function hostRows(flows: readonly NetworkFlow[]): number {
  return Math.max(2, bundle(flows).length);
}

/**
 * Divides flows into at most `max` bundles: one bundle per flow and per closed group if there are at most
 * `max` of them, otherwise one bundle per group and direction. If these are too many, the smallest are merged
 * into one.
 */
export function bundle(flows: readonly NetworkFlow[], max = MAX_HOSTS): NetworkFlow[][] {
  const key = (flow: NetworkFlow): string => `${flow.reverse} ${flow.group}`;
  const separate = [...group(flows, (flow) => (flow.groupIsClosed ? key(flow) : flow)).values()];
  if (separate.length <= max) return separate;
  const bundles = [...group(flows, key).values()];
  if (bundles.length <= max) return bundles;
  const bySize = [...bundles].sort((a, b) => b.length - a.length);
  const largest = new Set(bySize.slice(0, max - 1));
  return [
    ...bundles.filter((members) => largest.has(members)),
    bundles.filter((members) => !largest.has(members)).flat(),
  ];
}
