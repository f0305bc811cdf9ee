// Computes where the elements of a network with several links are drawn. A parking lot is a row of routers, with the routes as lines below
// the row. graphPlan.ts handles all other graphs.
import { group } from "d3-array";
import { graphPlan } from "./graphPlan.ts";
import {
  bundle,
  type LinkPlace,
  type NetworkFlow,
  type NetworkPlan,
  type Point,
  type RoutePlace,
  type RouterPlace,
} from "./plan.ts";

export interface MeshNode {
  readonly id: string;
  readonly label: string;
  /** The place that the document gives the node in a map, in the unit square. Without it, the node is placed automatically. */
  readonly at?: Point;
}

/** One direction of a link. */
export interface MeshLink {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** A network of several links. */
export interface Mesh {
  /** A parking lot is drawn as a row, with the nodes in their order. */
  readonly kind: "parking_lot" | "graph";
  readonly nodes: readonly MeshNode[];
  readonly links: readonly MeshLink[];
}

/** Flows that share a route are drawn as separate lines only as long as the picture has at most about this many lines. */
const MAX_SINGLE_LINES = 24;

/** A route, and the flows that share its line in the picture. */
export interface Route {
  readonly flows: readonly NetworkFlow[];
  readonly links: readonly MeshLink[];
}

/** The lines to draw: one per flow if there are few enough flows, otherwise one for the flows of each group on each route. */
function routesOf(flows: readonly NetworkFlow[], links: readonly MeshLink[]): readonly Route[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  const byRoute = group(flows, (flow) => (flow.route ?? []).join());
  const maxPerRoute = Math.max(1, Math.floor(MAX_SINGLE_LINES / Math.max(1, byRoute.size)));
  return [...byRoute.values()].flatMap((members) =>
    bundle(members, maxPerRoute).map((flows) => ({
      flows,
      links: (flows[0]?.route ?? []).flatMap((id) => byId.get(id) ?? []),
    })),
  );
}

/** The label of the only flow, or the flows' group and their number. */
export function nameOf(flows: readonly NetworkFlow[]): string {
  return flows.length === 1
    ? (flows[0]?.label ?? "")
    : `${flows[0]?.group ?? ""} \u00d7\u202f${flows.length}`;
}

/** The link directions that are drawn: those that carry data and, of every link that carries no data, the first listed direction. */
export function drawnLinks(routes: readonly Route[], links: readonly MeshLink[]): readonly MeshLink[] {
  const used = new Set(routes.flatMap((route) => route.links.map((link) => link.id)));
  const drawnPairs = new Set<string>();
  return links.filter((link) => {
    const pair = [link.from, link.to].sort().join(" ");
    const isFirst = !drawnPairs.has(pair);
    const isShown =
      used.has(link.id) ||
      (isFirst &&
        !links.some(
          (other) => other !== link && used.has(other.id) && [other.from, other.to].sort().join(" ") === pair,
        ));
    if (isShown) drawnPairs.add(pair);
    return isShown;
  });
}

/** The plan of a network of several links. Width, font size and the height of a map are in pixels; without `height`, the map chooses it. */
export function meshPlan(
  mesh: Mesh,
  flows: readonly NetworkFlow[],
  width: number,
  fontSize: number,
  height?: number,
): NetworkPlan {
  const routes = routesOf(flows, mesh.links);
  return mesh.kind === "parking_lot"
    ? rowPlan(mesh, routes, width, fontSize)
    : graphPlan(mesh, routes, width, fontSize, height);
}

/** The plan of a parking lot. */
function rowPlan(mesh: Mesh, routes: readonly Route[], width: number, fontSize: number): NetworkPlan {
  const links = drawnLinks(routes, mesh.links);
  const margin = fontSize * 2.2;
  const step = (width - 2 * margin) / Math.max(1, mesh.nodes.length - 1);
  const hasBackwardLinks = links.some((link) => indexOf(link.from) > indexOf(link.to));
  const y = fontSize * (hasBackwardLinks ? 3.4 : 2.6);
  function indexOf(node: string): number {
    return Math.max(
      0,
      mesh.nodes.findIndex((n) => n.id === node),
    );
  }
  const positionOf = (node: string): Point => ({ x: margin + step * indexOf(node), y });
  const routers: RouterPlace[] = mesh.nodes.map((node) => ({
    ...positionOf(node.id),
    id: node.id,
    label: node.label,
  }));
  const linkPlaces = links.map((link): LinkPlace => {
    const isForward = indexOf(link.from) <= indexOf(link.to);
    const [from, to] = [positionOf(link.from), positionOf(link.to)];
    const shift = hasBackwardLinks ? (isForward ? -fontSize * 1.1 : fontSize * 1.1) : 0;
    const box = { width: Math.max(24, Math.min(step * 0.3, fontSize * 6)), height: fontSize * 1.4 };
    const x = isForward ? from.x + fontSize * 1.3 : from.x - fontSize * 1.3 - box.width;
    return {
      id: link.id,
      hasReverseBelow: hasBackwardLinks && isForward,
      showsName: true,
      from: { x: from.x, y: y + shift },
      to: { x: to.x, y: y + shift },
      queue: { x, y: y + shift - box.height / 2, ...box, towards: isForward ? "right" : "left" },
    };
  });
  // The horizontal extents of the routes in each row of routes. Routes that do not overlap share a row.
  const rows: [number, number][][] = [];
  const routePlaces: RoutePlace[] = [];
  const top = y + fontSize * (hasBackwardLinks ? 3.8 : 3.1);
  for (const route of routes) {
    const [first, last] = [route.links[0], route.links.at(-1)];
    if (first === undefined || last === undefined) continue;
    const [a, b] = [positionOf(first.from), positionOf(last.to)];
    const span: [number, number] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const freeRow = rows.findIndex((row) => row.every(([l, r]) => r <= span[0] + 1 || l >= span[1] - 1));
    const row = freeRow < 0 ? rows.push([]) - 1 : freeRow;
    rows[row]?.push(span);
    const laneY = top + row * fontSize * 1.55;
    const direction = Math.sign(b.x - a.x) || 1;
    const [start, end] = [
      { x: a.x + direction * fontSize * 1.5, y: laneY },
      { x: b.x - direction * fontSize * 1.5, y: laneY },
    ];
    routePlaces.push({
      flows: route.flows.map((flow) => flow.id),
      path: `M${a.x} ${a.y}C${a.x} ${laneY} ${a.x} ${laneY} ${start.x} ${laneY}L${end.x} ${laneY}C${b.x} ${laneY} ${b.x} ${laneY} ${b.x} ${b.y}`,
      start,
      end,
      label: nameOf(route.flows),
      labelAt: { x: Math.min(start.x, end.x) + fontSize * 0.9, y: laneY - fontSize * 0.45 },
      labelWidth: Math.abs(end.x - start.x) - fontSize * 1.6,
    });
  }
  return {
    width,
    routerRadius: fontSize * 0.75,
    textSize: fontSize,
    laneWidth: fontSize * 0.5,
    height: Math.ceil(top + rows.length * fontSize * 1.55 + fontSize * 0.4),
    hosts: [],
    access: [],
    routers,
    routerHeight: fontSize * (hasBackwardLinks ? 3.8 : 1.7),
    links: linkPlaces,
    routes: routePlaces,
  };
}
