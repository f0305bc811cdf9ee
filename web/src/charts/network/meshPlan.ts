// Computes the positions at which the elements of a network with several links are drawn: a parking lot in a
// row, any other graph on a map (graphPlan.ts).
import { graphPlan } from "./graphPlan.ts";
import { drawnLinks, type Mesh, type MeshLink, nameOf, type Route, routesOf } from "./mesh.ts";
import type { LinkPlace, NetworkFlow, NetworkPlan, Point, RoutePlace } from "./plan.ts";

export { reducedData } from "./largeMesh.ts";

/**
 * The plan of a network of several links. Width, font size and heights are in pixels. A map is `fixedHeight`
 * high, or chooses its height; the plan is at least `leastHeight` high.
 */
export function meshPlan(
  mesh: Mesh,
  flows: readonly NetworkFlow[],
  width: number,
  fontSize: number,
  fixedHeight?: number,
  leastHeight = 0,
): NetworkPlan {
  const routes = routesOf(flows, mesh.links);
  return mesh.kind === "parking_lot"
    ? rowPlan(mesh, routes, width, fontSize, leastHeight)
    : graphPlan(mesh, routes, width, fontSize, fixedHeight, leastHeight);
}

/** The sizes of a row in pixels, and the places of its routers. */
interface Row {
  readonly fontSize: number;
  /** The distance between neighbouring routers. */
  readonly step: number;
  readonly y: number;
  readonly hasBackwardLinks: boolean;
  readonly queueHeight: number;
  /** The vertical distance between lanes. A lane is a horizontal line on which routes are drawn. */
  readonly laneStep: number;
  /** The vertical position of the first lane. */
  readonly top: number;
  readonly indexOf: (node: string) => number;
  readonly positionOf: (node: string) => Point;
}

/** The plan of a parking lot. It is at least `leastHeight` pixels high. */
export function rowPlan(
  mesh: Mesh,
  routes: readonly Route[],
  width: number,
  fontSize: number,
  leastHeight = 0,
): NetworkPlan {
  const links = drawnLinks(routes, mesh.links);
  const lanes = lanesOf(routes, mesh);
  const count = Math.max(0, ...lanes.map(({ lane }) => lane + 1));
  const row = rowOf(mesh, links, width, fontSize, leastHeight, count);
  return {
    width,
    routerRadius: fontSize * 0.75,
    textSize: fontSize,
    laneWidth: fontSize * 0.5,
    height: Math.max(leastHeight, Math.ceil(row.top + count * row.laneStep + fontSize * 0.4)),
    hosts: [],
    access: [],
    routers: mesh.nodes.map(({ id, label }) => ({ ...row.positionOf(id), id, label })),
    routerHeight: row.hasBackwardLinks ? row.queueHeight * 2.7 : row.queueHeight * 1.2,
    links: links.map((link) => linkPlace(link, row)),
    routes: lanes.map(({ route, lane, from, to }) => routePlace(route, lane, from, to, row)),
  };
}

function rowOf(
  mesh: Mesh,
  links: readonly MeshLink[],
  width: number,
  fontSize: number,
  leastHeight: number,
  lanes: number,
): Row {
  const indices = new Map(mesh.nodes.map(({ id }, index) => [id, index]));
  const indexOf = (node: string): number => indices.get(node) ?? 0;
  const margin = fontSize * 2.2;
  const step = (width - 2 * margin) / Math.max(1, mesh.nodes.length - 1);
  const hasBackwardLinks = links.some((link) => indexOf(link.from) > indexOf(link.to));
  // The smallest height of the picture. In a higher picture, the rest is given first to the queues, then to the
  // routes.
  const needed = fontSize * (hasBackwardLinks ? 8.6 : 6.5) + lanes * fontSize * 1.55;
  const spare = Math.max(0, leastHeight - needed);
  const queueHeight = Math.min(fontSize * 1.4 + spare * 0.25, fontSize * 3.6);
  const above = fontSize * (hasBackwardLinks ? 2.6 : 1.9) + queueHeight * (hasBackwardLinks ? 1.3 : 0.5);
  const y = above + spare * 0.12;
  const top = y + fontSize * (spare > 0 ? 3.2 : 2.4) + queueHeight * (hasBackwardLinks ? 1.2 : 0.5);
  const laneStep = Math.max(
    fontSize * 1.55,
    Math.min(fontSize * 3.4, (leastHeight - top) / Math.max(1, lanes)),
  );
  const positionOf = (node: string): Point => ({ x: margin + step * indexOf(node), y });
  return { fontSize, step, y, hasBackwardLinks, queueHeight, laneStep, top, indexOf, positionOf };
}

function linkPlace(link: MeshLink, row: Row): LinkPlace {
  const { fontSize, step, y, hasBackwardLinks, queueHeight: height } = row;
  const isForward = row.indexOf(link.from) <= row.indexOf(link.to);
  const [from, to] = [row.positionOf(link.from), row.positionOf(link.to)];
  const shift = hasBackwardLinks ? (isForward ? -height * 0.8 : height * 0.8) : 0;
  const width = Math.max(24, Math.min(step * 0.36, Math.max(fontSize * 6, height * 3)));
  const x = isForward ? from.x + fontSize * 1.3 : from.x - fontSize * 1.3 - width;
  return {
    id: link.id,
    showsName: true,
    from: { x: from.x, y: y + shift },
    to: { x: to.x, y: y + shift },
    queue: { x, y: y + shift - height / 2, width, height, towards: isForward ? "right" : "left" },
  };
}

/** A route, the lane in which it is drawn, and the nodes at its ends. */
interface Lane {
  readonly route: Route;
  readonly lane: number;
  readonly from: string;
  readonly to: string;
}

/** Routes that do not overlap share a lane. */
function lanesOf(routes: readonly Route[], mesh: Mesh): readonly Lane[] {
  const indices = new Map(mesh.nodes.map(({ id }, index) => [id, index]));
  /** The first and last routers of the routes in each lane. */
  const lanes: [number, number][][] = [];
  return routes.flatMap((route): Lane[] => {
    const [first, last] = [route.links[0], route.links.at(-1)];
    if (first === undefined || last === undefined) return [];
    const ends = [indices.get(first.from) ?? 0, indices.get(last.to) ?? 0];
    const span: [number, number] = [Math.min(...ends), Math.max(...ends)];
    const free = lanes.findIndex((spans) => spans.every(([l, r]) => r <= span[0] || l >= span[1]));
    const lane = free < 0 ? lanes.push([]) - 1 : free;
    lanes[lane]?.push(span);
    return [{ route, lane, from: first.from, to: last.to }];
  });
}

function routePlace(route: Route, lane: number, from: string, to: string, row: Row): RoutePlace {
  const { fontSize } = row;
  const [a, b] = [row.positionOf(from), row.positionOf(to)];
  const y = row.top + lane * row.laneStep;
  const direction = Math.sign(b.x - a.x) || 1;
  const [start, end] = [
    { x: a.x + direction * fontSize * 1.5, y },
    { x: b.x - direction * fontSize * 1.5, y },
  ];
  return {
    flows: route.flows.map((flow) => flow.id),
    path: `M${a.x} ${a.y}C${a.x} ${y} ${a.x} ${y} ${start.x} ${y}L${end.x} ${y}C${b.x} ${y} ${b.x} ${y} ${b.x} ${b.y}`,
    start,
    end,
    label: nameOf(route.flows),
    labelAt: { x: Math.min(start.x, end.x) + fontSize * 0.9, y: y - fontSize * 0.45 },
    labelWidth: Math.abs(end.x - start.x) - fontSize * 1.6,
  };
}
