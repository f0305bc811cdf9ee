// Computes where the elements of any graph are drawn, in the style of an underground railway map.
// stressLayout.ts places the nodes. Links are thin lines, the route of a flow runs along its links, and names
// are written where they cover as little as possible.

import { fitText, textWidth } from "../textSize.ts";
import { type Box, LabelPlaces, type LabelWish, type Segment } from "./labelPlaces.ts";
import { drawnLinks, type Mesh, type MeshLink, nameOf, type Route } from "./mesh.ts";
import {
  distance,
  type LinkPlace,
  type NetworkPlan,
  onPicture,
  type Point,
  type RoutePlace,
  type RouterPlace,
} from "./plan.ts";
import { placeNodes } from "./stressLayout.ts";

/** The maximum width of a name, as a multiple of the font size. Longer names are shortened. */
const MAX_NAME_WIDTH = 8;
/**
 * The widths of texts such as "188 / 200 packets", "188 / 200" and "188", as multiples of the font size. A
 * map with many nodes has only the last of them.
 */
const COUNT_WIDTHS = [9.5, 5.5, 2];
/** At most this many routes run side by side along one link. Further routes share the outermost lane. */
const MAX_LANES = 10;

/** More routes than this cannot be told apart, so none of them is drawn. */
const MAX_ROUTES = 40;

/** A map with at most this many nodes has a smaller maximum height. */
const FEW_NODES = 10;

/** The sizes of a map's elements in pixels. They are smaller if links are short. */
interface Sizes {
  readonly nodeRadius: number;
  /** Height of the box of a queue. */
  readonly queueHeight: number;
  /** Distance between neighbouring routes. */
  readonly laneWidth: number;
  readonly fontSize: number;
}

/**
 * The sizes for a map whose links have the given lengths in pixels. In a large map, queues are high enough
 * for packets. The sizes depend on the lower quartile of the lengths.
 */
function sizesFor(lengths: readonly number[], fontSize: number, isLarge: boolean): Sizes {
  const sorted = [...lengths].sort((a, b) => a - b);
  const lowerQuartile = sorted[Math.floor(sorted.length / 4)] ?? fontSize * 10;
  const scale = Math.max(0.45, Math.min(1, lowerQuartile / (fontSize * 8)));
  return {
    nodeRadius: fontSize * (0.3 + 0.3 * scale),
    queueHeight: fontSize * (isLarge ? 1.5 : 0.95) * Math.max(0.55, scale),
    laneWidth: fontSize * Math.max(0.2, 0.36 * scale),
    fontSize,
  };
}

/** The part of a map that contains nodes: its top left corner and its size, in pixels. */
export function nodeArea(
  width: number,
  height: number,
  fontSize: number,
): Point & { width: number; height: number } {
  const margin = { x: fontSize * 3.2, y: fontSize * 2 };
  return { ...margin, width: width - 2 * margin.x, height: height - 2 * margin.y };
}

/**
 * The centre of a node's port, in drawings that can be edited. A port is a circle with a plus sign, from
 * which a line can be drawn.
 */
export function portPlace({ x, y }: Point, nodeRadius: number): Point {
  return { x: x + nodeRadius + 11, y: y - nodeRadius - 9 };
}

/** The radius of a port, in pixels. */
export const PORT_RADIUS = 7;

/** The data from which the plan of a map is computed. */
interface MapInput {
  readonly mesh: Mesh;
  readonly routes: readonly Route[];
  readonly width: number;
  readonly fontSize: number;
  readonly fixedHeight: number | undefined;
  readonly leastHeight: number;
}

/** The places of nodes, links and routes, without texts. */
interface MapLayout {
  readonly height: number;
  readonly sizes: Sizes;
  readonly position: (node: string) => Point;
  readonly links: readonly LinkPlace[];
  readonly routes: readonly RouteLayout[];
  readonly segments: readonly Segment[];
}

/**
 * The plan of a map. With `fixedHeight`, the map has this height even if a part of a route is then outside of
 * it, and texts leave space for the ports. Otherwise it is at least `leastHeight` high.
 */
export function graphPlan(
  mesh: Mesh,
  routes: readonly Route[],
  width: number,
  fontSize: number,
  fixedHeight?: number,
  leastHeight = 0,
): NetworkPlan {
  const input = { mesh, routes, width, fontSize, fixedHeight, leastHeight };
  const layout = mapLayout(input);
  const { height, sizes } = layout;
  const labels = labelPlacesOf(input, layout);
  const routers = nameNodes(input, layout, labels);
  const widths = mesh.nodes.length <= FEW_NODES ? COUNT_WIDTHS : COUNT_WIDTHS.slice(-1);
  const counted = layout.links.map((place) => withCount(place, widths, labels, sizes));
  return {
    width,
    height,
    hosts: [],
    access: [],
    routers,
    routerHeight: 2 * sizes.nodeRadius,
    routerRadius: sizes.nodeRadius,
    textSize: sizes.fontSize,
    laneWidth: sizes.laneWidth,
    links: nameLinks(counted, labels, sizes),
    routes: layout.routes.map(({ place, points }) => nameRoute(place, points, labels, sizes)),
  };
}

/** The height of a map before routes need more. */
function baseHeightOf({ mesh, width, fontSize, fixedHeight, leastHeight }: MapInput, isRow: boolean): number {
  const heightShare = mesh.nodes.length > 40 ? 0.6 : 0.48;
  // A map of few nodes needs little height, which leaves more height for the charts below.
  const maxHeight = fontSize * (mesh.nodes.length > FEW_NODES ? 34 : 20);
  const own = isRow ? fontSize * 10 : Math.max(fontSize * 15, Math.min(width * heightShare, maxHeight));
  return Math.round(fixedHeight ?? Math.max(leastHeight, own));
}

function mapLayout(input: MapInput): MapLayout {
  const { mesh, routes, width, fontSize, fixedHeight } = input;
  const places = placeNodes(
    mesh.nodes.map((node) => node.id),
    mesh.links,
    new Map(mesh.nodes.flatMap((node) => (node.at ? [[node.id, node.at] as const] : []))),
  );
  const baseHeight = baseHeightOf(
    input,
    [...places.values()].every((place) => place.y === 0.5),
  );
  const area = nodeArea(width, baseHeight, fontSize);
  const basePosition = (node: string): Point => {
    const place = places.get(node) ?? { x: 0.5, y: 0.5 };
    return { x: area.x + place.x * area.width, y: area.y + place.y * area.height };
  };
  const links = drawnLinks(routes, mesh.links);
  const sizes = sizesFor(
    links.map((link) => distance(basePosition(link.from), basePosition(link.to))),
    fontSize,
    input.leastHeight > 0,
  );
  const pairedIds = pairsOf(links);
  const shown = routes.length > MAX_ROUTES ? [] : routes;
  // If many routes run side by side, some come closer to the top or bottom edge than `fontSize`, or cross it.
  // The map then gets higher by `extraHeight` at the top and at the bottom.
  const extraHeight =
    fixedHeight === undefined
      ? overhang(layOutRoutes(shown, basePosition, sizes, pairedIds), baseHeight, fontSize)
      : 0;
  const position = (node: string): Point => {
    const { x, y } = basePosition(node);
    return { x, y: y + extraHeight };
  };
  const drawn = layOutRoutes(shown, position, sizes, pairedIds);
  const used = new Set(routes.flatMap((route) => route.links.map((link) => link.id)));
  return {
    height: baseHeight + 2 * extraHeight,
    sizes,
    position,
    links: links.map((link) => linkPlace(link, position, sizes, used.has(link.id), pairedIds.has(link.id))),
    routes: drawn,
    segments: [
      ...links.map((link) => ({ from: position(link.from), to: position(link.to), cost: 2 })),
      ...drawn.flatMap(({ points }) =>
        points.slice(1).map((to, i) => ({ from: points[i] ?? to, to, cost: 3 })),
      ),
    ],
  };
}

/** The ids of the links whose two directions are both drawn. */
function pairsOf(links: readonly MeshLink[]): ReadonlySet<string> {
  const drawn = new Set(links.map((link) => `${link.from} ${link.to}`));
  return new Set(links.filter((link) => drawn.has(`${link.to} ${link.from}`)).map((link) => link.id));
}

/** The length in pixels by which routes come closer to an edge of the map than `margin`. */
function overhang(routes: readonly RouteLayout[], height: number, margin: number): number {
  const ys = routes.flatMap(({ points }) => points.map(({ y }) => y));
  return Math.ceil(Math.max(0, margin - Math.min(...ys), Math.max(...ys) - (height - margin)));
}

/**
 * The positions that are free for texts. Nodes, queues and, in maps that can be edited, ports are not
 * covered.
 */
function labelPlacesOf(
  { mesh, width, fixedHeight }: MapInput,
  { height, sizes, position, links, segments }: MapLayout,
): LabelPlaces {
  const ports = fixedHeight === undefined ? [] : mesh.nodes;
  const taken = [
    ...mesh.nodes.map((node) => around(position(node.id), sizes.nodeRadius + 1)),
    ...links.flatMap((place) => (place.queue.width > 0 ? queueBoxes(place) : [])),
    ...ports.map((node) => around(portPlace(position(node.id), sizes.nodeRadius), PORT_RADIUS + 1)),
  ];
  return new LabelPlaces({ left: 0, top: 0, right: width, bottom: height }, taken, segments);
}

/** The nodes with their names, in the order of the network. */
function nameNodes(
  { mesh, fontSize }: MapInput,
  { sizes, position }: MapLayout,
  labels: LabelPlaces,
): readonly RouterPlace[] {
  const degree = new Map<string, number>();
  for (const { from, to } of mesh.links)
    for (const node of [from, to]) degree.set(node, (degree.get(node) ?? 0) + 1);
  // A node with many links has few free positions for its name, so the names of the nodes with the most links
  // are placed first.
  const order = [...mesh.nodes].sort((a, b) => (degree.get(b.id) ?? 0) - (degree.get(a.id) ?? 0));
  const routers = new Map(
    order.map(({ id, label: name }): [string, RouterPlace] => {
      const label = fitText(name, sizes.fontSize, fontSize * MAX_NAME_WIDTH);
      const place = labels.place({
        at: position(id),
        gap: sizes.nodeRadius + fontSize * 0.15,
        width: textWidth(label, sizes.fontSize) + 2,
        height: sizes.fontSize,
      });
      return [id, { ...position(id), id, label, labelAt: place && { x: place.x, y: place.y } }];
    }),
  );
  return mesh.nodes.flatMap((node) => routers.get(node.id) ?? []);
}

/**
 * The directions from a link in which to try to place a text, the best first: three to the left of the
 * direction of travel, which is at `angle` degrees, then three to the right.
 */
function leftOf(angle: number): readonly Point[] {
  const radians = (angle * Math.PI) / 180;
  return [0, 0.7, -0.7, Math.PI, Math.PI - 0.7, Math.PI + 0.7].map((turned) => ({
    x: Math.sin(radians + turned),
    y: -Math.cos(radians + turned),
  }));
}

/**
 * Adds the position of the number of waiting packets, whose text may have the given widths in multiples of
 * the font size, the best first.
 */
function withCount(
  place: LinkPlace,
  widths: readonly number[],
  labels: LabelPlaces,
  sizes: Sizes,
): LinkPlace {
  if (place.queue.width === 0 || place.turn === undefined) return { ...place, countAt: null };
  // The number is preferably written to the left of the direction of travel, because routes run on the right.
  // If there is no free position at the left, it is written at the right.
  const angle = (place.turn.angle * Math.PI) / 180;
  const middle = onMap(place, place.queue.x + place.queue.width / 2);
  for (const ems of widths) {
    const width = sizes.fontSize * ems;
    // A wide text may also begin above the start of the queue, because the name of the node is on the other
    // side of the queue.
    const shift = Math.cos(angle) * Math.abs(Math.cos(angle)) * Math.max(0, width - place.queue.width) * 0.5;
    const wish = (moved: number): LabelWish => ({
      at: { x: middle.x + moved, y: middle.y + moved * Math.tan(angle) },
      gap: sizes.queueHeight / 2 + 2.5,
      width,
      height: sizes.fontSize * 0.9,
      onlyFree: ems !== widths.at(-1),
      towards: leftOf(place.turn?.angle ?? 0),
    });
    const count = labels.place(wish(0), wish(shift / 2), wish(shift));
    if (count) return { ...place, countAt: { x: count.x, y: count.y, width } };
  }
  return { ...place, countAt: null };
}

/** The name of a link, from the id of one of its directions: `ab` for `ab.forward`. */
const linkName = (id: string): string => id.replace(/\.(forward|reverse)$/, "");

/**
 * Adds the position of each link's name, next to the part of the link that the queue leaves free. A link with
 * two drawn directions has one name.
 */
function nameLinks(places: readonly LinkPlace[], labels: LabelPlaces, sizes: Sizes): readonly LinkPlace[] {
  const named = new Set<string>();
  return places.map((place): LinkPlace => {
    const name = linkName(place.id);
    if (place.turn === undefined || named.has(name)) return place;
    const text = fitText(name, sizes.fontSize, sizes.fontSize * MAX_NAME_WIDTH);
    const { angle } = place.turn;
    const queueEnd = place.queue.x + place.queue.width;
    const wishes = [0.5, 0.25, 0.75].map((share) => ({
      at: onMap(place, queueEnd + (place.to.x - queueEnd) * share),
      gap: sizes.fontSize * 0.25,
      width: textWidth(text, sizes.fontSize) + 2,
      height: sizes.fontSize,
      towards: leftOf(angle),
    }));
    const at = labels.place(...wishes);
    if (!at) return place;
    named.add(name);
    return { ...place, name: { x: at.x, y: at.y, text } };
  });
}

/** Adds the position of a flow's name next to its route, with space for a dot in the flow's colour. */
function nameRoute(
  place: RoutePlace,
  points: readonly Point[],
  labels: LabelPlaces,
  sizes: Sizes,
): RoutePlace {
  const size = sizes.fontSize;
  const text = fitText(place.label, size, size * MAX_NAME_WIDTH);
  const [textLength, dotWidth] = [textWidth(text, size) + 2, size * 0.8];
  const pieces = points.slice(1).map((to, i) => ({ from: points[i] ?? to, to }));
  const wishes = pieces.flatMap(({ from, to }) =>
    [0.5, 0.3, 0.7].flatMap((share) =>
      [0.3, 1].map((gap) => ({
        at: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share },
        gap: size * gap,
        width: textLength + dotWidth,
        height: size,
      })),
    ),
  );
  const found = labels.place(...wishes);
  if (!found) return place;
  const left = found.x - (textLength + dotWidth) / 2;
  return {
    ...place,
    dotAt: { x: left + size * 0.3, y: found.y },
    labelAt: { x: left + dotWidth, y: found.y + size * 0.35 },
    labelWidth: textLength,
  };
}

const around = ({ x, y }: Point, r: number): Box => ({
  left: x - r,
  right: x + r,
  top: y - r,
  bottom: y + r,
});

function linkPlace(
  link: MeshLink,
  at: (node: string) => Point,
  sizes: Sizes,
  used: boolean,
  isPaired: boolean,
): LinkPlace {
  const [from, to] = [at(link.from), at(link.to)];
  const length = distance(from, to);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  // The result is in coordinates along the link, which `turn` rotates onto the map. If both directions are
  // drawn, each is shifted to the right of its direction of travel.
  const shift = isPaired ? sizes.queueHeight * 0.62 : 0;
  const start = sizes.nodeRadius + sizes.queueHeight * 0.35;
  const freeLength = length - 2 * start;
  const width =
    used && freeLength > sizes.queueHeight ? Math.min(freeLength * 0.45, sizes.queueHeight * 3.4) : 0;
  return {
    id: link.id,
    from: { x: 0, y: shift },
    to: { x: length, y: shift },
    queue: { x: start, y: shift - sizes.queueHeight / 2, width, height: sizes.queueHeight, towards: "right" },
    turn: { at: from, angle },
    used,
  };
}

/** The point on a link's line at the distance `x` from the start of the line, in coordinates of the map. */
const onMap = (place: LinkPlace, x: number): Point => onPicture(place, { x, y: place.from.y, angle: 0 });

/** Covers the rotated box of a queue with squares whose sides are parallel to the axes. */
function queueBoxes(place: LinkPlace): readonly Box[] {
  const { x, width, height } = place.queue;
  const count = Math.max(1, Math.round(width / height));
  return Array.from({ length: count }, (_, i) =>
    around(onMap(place, x + (width * (i + 0.5)) / count), height / 2),
  );
}

interface RouteLayout {
  readonly place: RoutePlace;
  readonly points: readonly Point[];
}

/**
 * Gives each route one lane, which it keeps along all of its links, so that its line does not jump at nodes.
 */
function layOutRoutes(
  routes: readonly Route[],
  at: (node: string) => Point,
  sizes: Sizes,
  pairedIds: ReadonlySet<string>,
): readonly RouteLayout[] {
  const takenLanes = new Map<string, Set<number>>();
  return routes.flatMap((route): RouteLayout[] => {
    let lane = 0;
    while (lane < MAX_LANES - 1 && route.links.some((link) => takenLanes.get(link.id)?.has(lane))) lane += 1;
    for (const link of route.links) {
      const lanes = takenLanes.get(link.id) ?? new Set<number>();
      takenLanes.set(link.id, lanes.add(lane));
    }
    // Routes run to the right of the direction of travel, outside of the queue.
    const offsetOf = (link: MeshLink): number =>
      (pairedIds.has(link.id) ? sizes.queueHeight * 1.12 : sizes.queueHeight * 0.5) +
      sizes.laneWidth * (0.9 + lane);
    const points = offsetPath(route.links, at, offsetOf, sizes.nodeRadius);
    const [start, end] = [points[0], points.at(-1)];
    if (start === undefined || end === undefined) return [];
    const place: RoutePlace = {
      flows: route.flows.map((flow) => flow.id),
      path: roundedPath(points, sizes.laneWidth * 2.5),
      start,
      end,
      points,
      label: nameOf(route.flows),
      labelAt: null,
      labelWidth: 0,
    };
    return [{ place, points }];
  });
}

/**
 * The points of a line along the links of a route, `offsetOf(link)` pixels to the right of each link. The
 * pieces along consecutive links are joined where they intersect, or by a straight piece if the intersection
 * is far from the node or the links are almost parallel. The line starts `inset` pixels after the first node
 * and ends `inset` pixels before the last, or less if the link is short.
 */
export function offsetPath(
  links: readonly MeshLink[],
  at: (node: string) => Point,
  offsetOf: (link: MeshLink) => number,
  inset: number,
): readonly Point[] {
  const sides = links.map((link) => {
    const [from, to] = [at(link.from), at(link.to)];
    const length = Math.max(1, distance(from, to));
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const offset = offsetOf(link);
    const shift = { x: -along.y * offset, y: along.x * offset };
    const back = Math.min(inset, length / 3);
    return {
      along,
      from: { x: from.x + shift.x + along.x * back, y: from.y + shift.y + along.y * back },
      to: { x: to.x + shift.x - along.x * back, y: to.y + shift.y - along.y * back },
      node: to,
      offset,
    };
  });
  const [first] = sides;
  if (first === undefined) return [];
  const points: Point[] = [first.from];
  sides.forEach((side, i) => {
    const next = sides[i + 1];
    if (next === undefined) {
      points.push(side.to);
      return;
    }
    const cross = side.along.x * next.along.y - side.along.y * next.along.x;
    const [dx, dy] = [next.from.x - side.from.x, next.from.y - side.from.y];
    const t = Math.abs(cross) < 0.05 ? Number.NaN : (dx * next.along.y - dy * next.along.x) / cross;
    const corner = { x: side.from.x + t * side.along.x, y: side.from.y + t * side.along.y };
    if (distance(corner, side.node) < 2.2 * Math.max(side.offset, next.offset)) points.push(corner);
    else points.push(side.to, next.from);
  });
  return points;
}

/** SVG path data of a line through points, with corners rounded by at most `radius` pixels. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const pointText = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const towards = (from: Point, to: Point): Point => {
    const length = Math.max(1e-6, distance(from, to));
    const share = Math.min(radius, length / 2) / length;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  };
  return points
    .map((point, i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (before === undefined) return `M${pointText(point)}`;
      if (after === undefined) return `L${pointText(point)}`;
      return `L${pointText(towards(point, before))}Q${pointText(point)} ${pointText(towards(point, after))}`;
    })
    .join("");
}
