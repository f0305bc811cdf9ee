// The plan of any graph, like a map of an underground railway: nodes by stress layout, links as thin lines, the routes of flows
// beside the links that they take, and names where they cover nothing.

import { fitText, textWidth } from "../textSize.ts";
import { type Box, LabelPlaces, type Segment } from "./labelPlaces.ts";
import { drawnLinks, type Mesh, type MeshLink, nameOf, type Route } from "./meshPlan.ts";
import type { LinkPlace, NetworkPlan, Point, RoutePlace, RouterPlace } from "./plan.ts";
import { placeNodes } from "./stressLayout.ts";

/** Names longer than this are cut, in units of the font's size. */
const LONGEST_NAME = 8;
/** Width of a count such as "188", in units of the font's size. */
const COUNT_WIDTH = 2;
/** At most this many routes lie side by side at one link; further ones share the outermost lane. */
const MOST_LANES = 10;

/** A map of up to this many nodes gets little height. */
const MANY_NODES = 10;

/** Sizes that depend on the lengths of the links. */
interface Sizes {
  readonly node: number;
  readonly box: number;
  readonly lane: number;
  readonly text: number;
}

function sizesFor(lengths: readonly number[], font: number): Sizes {
  const sorted = [...lengths].sort((a, b) => a - b);
  const short = sorted[Math.floor(sorted.length / 4)] ?? font * 10;
  const k = Math.max(0.45, Math.min(1, short / (font * 8)));
  return {
    node: font * (0.3 + 0.3 * k),
    box: font * 0.95 * Math.max(0.55, k),
    lane: font * Math.max(0.2, 0.36 * k),
    text: font * Math.max(0.8, Math.min(1, 0.65 + 0.35 * k)),
  };
}

export function graphPlan(mesh: Mesh, routes: readonly Route[], width: number, font: number): NetworkPlan {
  const places = placeNodes(
    mesh.nodes.map((node) => node.id),
    mesh.links,
  );
  const flat = [...places.values()].every((place) => place.y === 0.5);
  const tall = mesh.nodes.length > 40 ? 0.6 : 0.48;
  // A few nodes need little room, and the charts below need the rest.
  const most = font * (mesh.nodes.length > MANY_NODES ? 34 : 20);
  const room = Math.round(flat ? font * 10 : Math.max(font * 15, Math.min(width * tall, most)));
  const margin = { x: font * 3.2, y: font * 2 };
  const within = (node: string): Point => {
    const place = places.get(node) ?? { x: 0.5, y: 0.5 };
    return {
      x: margin.x + place.x * (width - 2 * margin.x),
      y: margin.y + place.y * (room - 2 * margin.y),
    };
  };
  const links = drawnLinks(routes, mesh.links);
  const sizes = sizesFor(
    links.map((link) => distance(within(link.from), within(link.to))),
    font,
  );
  const used = new Set(routes.flatMap((route) => route.links.map((link) => link.id)));
  const both = new Set(links.map((link) => `${link.from} ${link.to}`));
  const pairs = new Set(links.filter((link) => both.has(`${link.to} ${link.from}`)).map((link) => link.id));
  // Many routes side by side reach beyond the margin: the map gets more height.
  const reach = laidRoutes(routes, within, sizes, pairs).flatMap(({ points }) => points.map(({ y }) => y));
  const more = Math.ceil(Math.max(0, font - Math.min(...reach), Math.max(...reach) - (room - font)));
  const height = room + 2 * more;
  const at = (node: string): Point => {
    const { x, y } = within(node);
    return { x, y: y + more };
  };
  const drawn = laidRoutes(routes, at, sizes, pairs);
  const boxes = links.map((link) => linkPlace(link, at, sizes, used.has(link.id), pairs.has(link.id)));

  const segments: Segment[] = [
    ...links.map((link) => ({ from: at(link.from), to: at(link.to), cost: 2 })),
    ...drawn.flatMap(({ points }) =>
      points.slice(1).map((to, i) => ({ from: points[i] ?? to, to, cost: 3 })),
    ),
  ];
  const taken = [
    ...mesh.nodes.map((node) => around(at(node.id), sizes.node + 1)),
    ...boxes.flatMap((place) => (place.queue.width > 0 ? boxesOf(place) : [])),
  ];
  const names = new LabelPlaces({ left: 0, top: 0, right: width, bottom: height }, taken, segments);
  const degree = new Map<string, number>();
  for (const { from, to } of mesh.links)
    for (const node of [from, to]) degree.set(node, (degree.get(node) ?? 0) + 1);
  // Nodes with the most neighbours have the fewest places for their names, so they come first.
  const order = [...mesh.nodes].sort((a, b) => (degree.get(b.id) ?? 0) - (degree.get(a.id) ?? 0));
  const routers = new Map(
    order.map((node): [string, RouterPlace] => {
      const label = fitText(node.label, sizes.text, font * LONGEST_NAME);
      const place = names.place({
        at: at(node.id),
        gap: sizes.node + font * 0.15,
        width: textWidth(label, sizes.text) + 2,
        height: sizes.text,
      });
      return [node.id, { ...at(node.id), id: node.id, label, labelAt: place && { x: place.x, y: place.y } }];
    }),
  );
  const linkPlaces = boxes.map((place): LinkPlace => {
    if (place.queue.width === 0 || place.turn === undefined) return { ...place, countAt: null };
    // To the left of the direction of travel: the routes run at the right.
    const angle = (place.turn.angle * Math.PI) / 180;
    const aside = (turn: number): Point => ({ x: Math.sin(angle + turn), y: -Math.cos(angle + turn) });
    const count = names.place({
      at: middleOf(place),
      gap: sizes.box / 2 + 1,
      width: sizes.text * COUNT_WIDTH,
      height: sizes.text * 0.9,
      towards: [0, 0.7, -0.7, Math.PI, Math.PI - 0.7, Math.PI + 0.7].map(aside),
    });
    return { ...place, countAt: count && { x: count.x, y: count.y } };
  });
  return {
    width,
    height,
    hosts: [],
    access: [],
    routers: mesh.nodes.flatMap((node) => routers.get(node.id) ?? []),
    routerHeight: 2 * sizes.node,
    routerRadius: sizes.node,
    textSize: sizes.text,
    lane: sizes.lane,
    links: linkPlaces,
    routes: drawn.map(({ place }) => place),
  };
}

const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);
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
  paired: boolean,
): LinkPlace {
  const [from, to] = [at(link.from), at(link.to)];
  const length = distance(from, to);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  // In the link's own coordinates, which are turned as a whole; two directions lie side by side.
  const shift = paired ? sizes.box * 0.62 : 0;
  const start = sizes.node + sizes.box * 0.35;
  const room = length - 2 * start;
  const width = used && room > sizes.box ? Math.min(room * 0.45, sizes.box * 3.4) : 0;
  return {
    id: link.id,
    from: { x: 0, y: shift },
    to: { x: length, y: shift },
    queue: { x: start, y: shift - sizes.box / 2, width, height: sizes.box, towards: "right" },
    turn: { at: from, angle },
    used,
  };
}

function middleOf(place: LinkPlace): Point {
  return onMap(place, place.queue.x + place.queue.width / 2);
}

function onMap(place: LinkPlace, x: number): Point {
  const { at, angle } = place.turn ?? { at: { x: 0, y: 0 }, angle: 0 };
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const y = place.from.y;
  return { x: at.x + x * c - y * s, y: at.y + x * s + y * c };
}

/** A turned box as a few upright ones. */
function boxesOf(place: LinkPlace): readonly Box[] {
  const { x, width, height } = place.queue;
  const parts = Math.max(1, Math.round(width / height));
  return Array.from({ length: parts }, (_, i) =>
    around(onMap(place, x + (width * (i + 0.5)) / parts), height / 2),
  );
}

interface LaidRoute {
  readonly place: RoutePlace;
  readonly points: readonly Point[];
}

/** Every route runs at one distance from all of its links, so that it does not jump at nodes. */
function laidRoutes(
  routes: readonly Route[],
  at: (node: string) => Point,
  sizes: Sizes,
  pairs: ReadonlySet<string>,
): readonly LaidRoute[] {
  const taken = new Map<string, Set<number>>();
  return routes.flatMap((route): LaidRoute[] => {
    let lane = 0;
    while (lane < MOST_LANES - 1 && route.links.some((link) => taken.get(link.id)?.has(lane))) lane += 1;
    for (const link of route.links) {
      const lanes = taken.get(link.id) ?? new Set<number>();
      taken.set(link.id, lanes.add(lane));
    }
    // To the right of the direction of travel, outside of the queue.
    const aside = (link: MeshLink): number =>
      (pairs.has(link.id) ? sizes.box * 1.12 : sizes.box * 0.5) + sizes.lane * (0.9 + lane);
    const points = offsetPath(route.links, at, aside, sizes.node);
    const [start, end] = [points[0], points.at(-1)];
    if (start === undefined || end === undefined) return [];
    const place: RoutePlace = {
      flows: route.flows.map((flow) => flow.id),
      path: rounded(points, sizes.lane * 2.5),
      start,
      end,
      label: nameOf(route.flows),
      labelAt: null,
      room: 0,
    };
    return [{ place, points }];
  });
}

/** The points of a line beside the links of a route: corners are where two sides meet, unless that is far away. */
export function offsetPath(
  links: readonly MeshLink[],
  at: (node: string) => Point,
  aside: (link: MeshLink) => number,
  end: number,
): readonly Point[] {
  const sides = links.map((link) => {
    const [from, to] = [at(link.from), at(link.to)];
    const length = Math.max(1, distance(from, to));
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const d = aside(link);
    const shift = { x: -along.y * d, y: along.x * d };
    const back = Math.min(end, length / 3);
    return {
      along,
      from: { x: from.x + shift.x + along.x * back, y: from.y + shift.y + along.y * back },
      to: { x: to.x + shift.x - along.x * back, y: to.y + shift.y - along.y * back },
      node: to,
      reach: d,
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
    const turn = side.along.x * next.along.y - side.along.y * next.along.x;
    const [dx, dy] = [next.from.x - side.from.x, next.from.y - side.from.y];
    const t = Math.abs(turn) < 0.05 ? Number.NaN : (dx * next.along.y - dy * next.along.x) / turn;
    const corner = { x: side.from.x + t * side.along.x, y: side.from.y + t * side.along.y };
    if (distance(corner, side.node) < 2.2 * Math.max(side.reach, next.reach)) points.push(corner);
    else points.push(side.to, next.from);
  });
  return points;
}

/** A line through points whose corners are rounded by up to `r`. */
export function rounded(points: readonly Point[], r: number): string {
  const say = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const towards = (from: Point, to: Point): Point => {
    const length = Math.max(1e-6, distance(from, to));
    const part = Math.min(r, length / 2) / length;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  };
  return points
    .map((point, i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (before === undefined) return `M${say(point)}`;
      if (after === undefined) return `L${say(point)}`;
      return `L${say(towards(point, before))}Q${say(point)} ${say(towards(point, after))}`;
    })
    .join("");
}
