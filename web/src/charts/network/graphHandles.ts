// The elements by which the drawing of a network is edited: nodes, their ports (circles with a plus sign,
// from which lines are drawn), the ends of flows, and the line that is being drawn.
import { group, type SvgNode, svg } from "../core/svg.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import type { PictureFlow } from "./drawNetwork.ts";
import { PORT_RADIUS, portPlace } from "./graphPlan.ts";
import type { PictureLink } from "./linkShapes.ts";
import type { Mesh } from "./mesh.ts";
import { distance, type NetworkPlan, type Point, type RouterPlace, turned } from "./plan.ts";

/** Something in the drawing that can be selected. */
export interface CanvasItem {
  readonly kind: "node" | "link" | "flow";
  readonly id: string;
}

/** A flow with the ids of the nodes at its ends. */
export interface CanvasFlow extends PictureFlow {
  readonly from: string;
  readonly to: string;
}

export interface CanvasData {
  readonly mesh: Mesh;
  readonly flows: readonly CanvasFlow[];
  readonly links: readonly PictureLink[];
  readonly selected: CanvasItem | null;
  /** The kind of item that a line from one node to another creates. */
  readonly draws: "link" | "flow";
  /** Whether nodes can be moved and added. The routers of a parking lot cannot. */
  readonly canMove: boolean;
}

/** The texts of the drawing, which screen readers read. */
export interface CanvasTexts {
  readonly drawing: string;
  readonly node: (args: { readonly label: string }) => string;
  readonly port: (args: { readonly label: string; readonly draws: "link" | "flow" }) => string;
}

/** A line ends at a node if it ends at most this far from the node's centre, in pixels. */
export const CATCH_RADIUS = 26;
/** The distance between the handles of flows that end at the same node, in pixels. */
const HANDLE_DISTANCE = 17;

/** The gesture in progress, made with the pointer or the keyboard. */
export type Gesture =
  | { readonly kind: "press"; readonly item: CanvasItem | null; readonly start: Point }
  | { readonly kind: "move"; readonly node: string; readonly at: Point }
  /**
   * A line from a node. If it is `sticky`, it was begun by a click or a key and follows the pointer until the
   * next click.
   */
  | {
      readonly kind: "line";
      readonly from: string;
      readonly start: Point;
      readonly to: Point;
      readonly sticky: boolean;
    }
  | {
      readonly kind: "end";
      readonly flow: string;
      readonly end: "from" | "to";
      readonly to: Point;
    };

/**
 * The plan with the ends of routes moved along their lines, so that the ends of several flows at a node do
 * not cover each other.
 */
export function withSeparateEnds(plan: NetworkPlan, flows: readonly CanvasFlow[]): NetworkPlan {
  const endsAt = new Map<string, number>();
  const distanceAt = (node: string): number => {
    const count = endsAt.get(node) ?? 0;
    endsAt.set(node, count + 1);
    return 4 + count * HANDLE_DISTANCE;
  };
  const routes = plan.routes.map((route) => {
    const flow = flows.find(({ id }) => route.flows.length === 1 && route.flows[0] === id);
    if (!flow || !route.points) return route;
    return {
      ...route,
      start: pointAlong(route.points, distanceAt(flow.from)),
      end: pointAlong([...route.points].reverse(), distanceAt(flow.to)),
    };
  });
  return { ...plan, routes };
}

/** The data from which the handles are drawn. */
export interface HandleModel {
  readonly data: CanvasData;
  readonly plan: NetworkPlan;
  readonly gesture: Gesture | null;
  readonly theme: ChartTheme;
  readonly texts: CanvasTexts;
}

const isSelected = ({ selected }: CanvasData, kind: CanvasItem["kind"], id: string): boolean =>
  selected?.kind === kind && selected.id === id;

/** The elements by which the drawing is edited, above the picture of the network. */
export function drawHandles(model: HandleModel): SvgNode[] {
  const { data, plan, gesture, theme } = model;
  const positions = new Map(plan.routers.map((router) => [router.id ?? "", router]));
  const lines = plan.links
    .filter((place) => isSelected(data, "link", place.id.replace(/\.(forward|reverse)$/, "")))
    .map((place) => drawLinkRing(place, theme));
  return [
    group(lines, { "pointer-events": "none" }),
    group(plan.routers.map((router) => drawNode(router, model))),
    group(plan.routers.map((router) => drawPort(router, model))),
    group(data.flows.flatMap((flow) => drawEnds(flow, model, positions))),
    group(drawGesture(gesture, data, positions, theme), { "pointer-events": "none" }),
  ];
}

function drawNode(router: RouterPlace, { data, plan, theme, texts }: HandleModel): SvgNode {
  const [id, label] = [router.id ?? "", router.label ?? router.id ?? ""];
  const r = plan.routerRadius;
  const ring = { cx: router.x, cy: router.y, fill: "none", stroke: theme.accent, "stroke-width": 3 };
  const name = { role: "button", "aria-label": texts.node({ label }) };
  return svg("g", { "data-node": id, ...name, class: "fs-choosable fs-node" }, [
    svg("circle", { cx: router.x, cy: router.y, r: r + 12, fill: "transparent" }),
    ...(isSelected(data, "node", id) ? [svg("circle", { ...ring, r: r + 1 })] : []),
  ]);
}

/** The port of a node, from which a line can be drawn. */
function drawPort(router: RouterPlace, { data, plan, theme, texts }: HandleModel): SvgNode {
  // In a row, the rightmost router has no space next to it.
  const above = { x: router.x, y: router.y - plan.routerHeight / 2 - PORT_RADIUS - 3 };
  const at = data.canMove ? portPlace(router, plan.routerRadius) : above;
  const plus = `M${at.x - 3.5} ${at.y}h7M${at.x} ${at.y - 3.5}v7`;
  const place = { cx: at.x, cy: at.y };
  return svg("g", { "data-port": router.id, class: "fs-port" }, [
    svg("title", {}, texts.port({ label: router.label ?? router.id ?? "", draws: data.draws })),
    svg("circle", { ...place, r: 14, fill: "transparent", class: "fs-port-target" }),
    svg("circle", {
      ...place,
      r: PORT_RADIUS,
      class: "fs-port-disc",
      fill: theme.background,
      stroke: theme.accent,
      "stroke-width": 1.5,
    }),
    svg("path", { d: plus, stroke: theme.accent, "stroke-width": 1.5, fill: "none" }),
  ]);
}

/** The handles at both ends of a flow. */
function drawEnds(
  flow: CanvasFlow,
  { data, plan, theme }: HandleModel,
  positions: ReadonlyMap<string, Point>,
): SvgNode[] {
  const isChosen = isSelected(data, "flow", flow.id);
  const route = plan.routes.find(({ flows }) => flows.length === 1 && flows[0] === flow.id);
  const handle = (end: "from" | "to", at: Point): SvgNode => drawEnd(flow, end, at, isChosen, theme);
  if (route) return [handle("from", route.start), handle("to", route.end)];
  const [a, b] = [positions.get(flow.from), positions.get(flow.to)];
  if (plan.routes.some(({ flows }) => flows.includes(flow.id)) || !a || !b) return [];
  // The simulator has found no route for this flow yet, or there is none.
  const line = { x1: a.x, y1: a.y, x2: b.x, y2: b.y, stroke: styleColour(flow.style, theme) };
  const below = (point: Point): Point => ({ x: point.x, y: point.y + plan.routerRadius + 8 });
  return [
    svg("line", { ...line, "stroke-width": 1.5, "stroke-dasharray": "3 5", "pointer-events": "none" }),
    handle("from", below(a)),
    handle("to", below(b)),
  ];
}

function drawEnd(
  flow: CanvasFlow,
  end: "from" | "to",
  at: Point,
  isChosen: boolean,
  theme: ChartTheme,
): SvgNode {
  const colour = styleColour(flow.style, theme);
  return svg("g", { "data-end": end, "data-end-of": flow.id, "data-flow": flow.id, class: "fs-end" }, [
    svg("circle", { cx: at.x, cy: at.y, r: 14, fill: "transparent" }),
    svg("circle", {
      cx: at.x,
      cy: at.y,
      r: isChosen ? 7 : 5.5,
      fill: end === "from" ? colour : theme.background,
      stroke: isChosen ? theme.text : colour,
      "stroke-width": 2,
    }),
  ]);
}

/** The point at a distance from the start of a line, at most the middle of the line. */
export function pointAlong(points: readonly Point[], wanted: number): Point {
  const lengths = points.slice(1).map((to, i) => distance(points[i] ?? to, to));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let rest = Math.min(wanted, total / 2);
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [points[i], points[i + 1]];
    if (!from || !to) break;
    if (rest <= length && length > 0) {
      const share = rest / length;
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    }
    rest -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

/** A dashed outline along the selected link. */
function drawLinkRing(place: NetworkPlan["links"][number], theme: ChartTheme): SvgNode {
  const { from, to } = place;
  const [left, width] = [Math.min(from.x, to.x), Math.abs(to.x - from.x)];
  const box = { x: left + 8, y: from.y - 12, width: Math.max(4, width - 16), height: 24, rx: 6 };
  return svg("g", { transform: turned(place) }, [
    svg("rect", { ...box, fill: "none", stroke: theme.accent, "stroke-width": 2, "stroke-dasharray": "5 4" }),
  ]);
}

/** The line that is being drawn, and a ring around the node at which it would end. */
function drawGesture(
  gesture: Gesture | null,
  data: CanvasData,
  positions: ReadonlyMap<string, Point>,
  theme: ChartTheme,
): SvgNode[] {
  if (gesture?.kind !== "line" && gesture?.kind !== "end") return [];
  const flow = gesture.kind === "end" ? data.flows.find(({ id }) => id === gesture.flow) : undefined;
  const origin = gesture.kind === "line" ? gesture.from : gesture.end === "from" ? flow?.to : flow?.from;
  const start = positions.get(origin ?? "");
  if (!start) return [];
  const { to } = gesture;
  const target = [...positions.values()].find((position) => distance(position, to) <= CATCH_RADIUS);
  const colour = flow ? styleColour(flow.style, theme) : theme.accent;
  const isNewNode = gesture.kind === "line" && !target && data.canMove && data.draws === "link";
  const ring = { fill: "none", stroke: colour, "stroke-width": 2 };
  return [
    svg("line", { x1: start.x, y1: start.y, x2: to.x, y2: to.y, ...ring, "stroke-dasharray": "6 4" }),
    ...(target && target !== start
      ? [svg("circle", { cx: target.x, cy: target.y, r: CATCH_RADIUS - 6, ...ring })]
      : []),
    ...(isNewNode && distance(start, to) > CATCH_RADIUS
      ? [svg("circle", { cx: to.x, cy: to.y, r: 8, ...ring, fill: theme.background })]
      : []),
  ];
}
