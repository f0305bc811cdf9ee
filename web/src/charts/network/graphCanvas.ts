// The drawing in which a network is built by pointing: nodes are dragged, links and flows are drawn from node to node, and the ends of flows
// are dropped on nodes. Every action is also possible with keys and without dragging. The drawing reports what the user wants; it changes
// no document.
import "../charts.css";
import { liveSvg } from "../core/liveSvg.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import { drawNetwork, type PictureFlow } from "./drawNetwork.ts";
import { nodeArea, PORT_RADIUS, portPlace } from "./graphPlan.ts";
import type { PictureLink } from "./linkShapes.ts";
import { type Mesh, meshPlan } from "./meshPlan.ts";
import type { NetworkPlan, Point } from "./plan.ts";

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
  /** What a line from one node to another becomes. */
  readonly draws: "link" | "flow";
  /** Whether nodes can be moved and added. The routers of a parking lot cannot. */
  readonly canMove: boolean;
}

/** The places of all nodes in the unit square. */
export type Places = ReadonlyMap<string, Point>;

export interface CanvasActions {
  readonly onSelect: (item: CanvasItem | null) => void;
  /** Nodes got new places, which are those of the drawing. */
  readonly onPlace: (places: Places) => void;
  /** A line was drawn from a node to another node. */
  readonly onConnect: (from: string, to: string) => void;
  /** A line was drawn from a node to an empty place, where a new node is wanted. `places` are those of the other nodes. */
  readonly onAddNode: (from: string, at: Point, places: Places) => void;
  readonly onFlowEnd: (flow: string, end: "from" | "to", node: string) => void;
  readonly onRemove: (item: CanvasItem) => void;
}

/** The texts of the drawing, which screen readers read. */
export interface CanvasTexts {
  readonly drawing: string;
  readonly node: (label: string) => string;
  readonly port: (label: string, draws: "link" | "flow") => string;
}

export interface GraphCanvas {
  readonly element: SVGSVGElement;
  update(data: CanvasData): void;
  /** The places of the nodes as they are drawn. */
  places(): Places;
  destroy(): void;
}

/** The size of texts in pixels. */
const FONT_SIZE = 13;
/** A pointer that moves less than this, in pixels, does not drag. */
const DRAG_THRESHOLD = 4;
/** A line ends at a node if it ends at most this far from the node's centre, in pixels. */
const CATCH_RADIUS = 26;
/** The distance between the handles of flows that end at the same node, in pixels. */
const HANDLE_DISTANCE = 17;
/** The distance by which a key moves a node, as a share of the drawing. */
const KEY_STEP = 0.04;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What the pointer or the keyboard is doing. */
type Gesture =
  | { readonly kind: "press"; readonly item: CanvasItem | null; readonly start: Point }
  | { readonly kind: "move"; readonly node: string; readonly at: Point }
  /** A line from a node. If it is `sticky`, it was begun by a click or a key and follows the pointer until the next click. */
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

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const clamp = (value: number): number => Math.max(0, Math.min(1, value));

export function createGraphCanvas(
  host: HTMLElement,
  actions: CanvasActions,
  texts: CanvasTexts,
): GraphCanvas {
  let data: CanvasData | null = null;
  let plan: NetworkPlan | null = null;
  let gesture: Gesture | null = null;
  const live = liveSvg(host, { class: "fs-network fs-graph-canvas", role: "group" }, 80, (width, theme) => {
    if (!data) return null;
    plan = withSeparateEnds(planOf(data, width), data.flows);
    const nodes = [
      ...drawNetwork({ plan, data, theme, fontSize: FONT_SIZE, clearance: PORT_RADIUS + 4 }),
      ...drawHandles(data, plan, gesture, theme, texts),
    ];
    // The drawing also changes with its width and the theme, not only with its data.
    queueMicrotask(makeFocusable);
    return { nodes, height: plan.height, fontSize: FONT_SIZE, label: texts.drawing };
  });
  const root = live.element;

  function planOf(current: CanvasData, width: number): NetworkPlan {
    const height = current.mesh.kind === "graph" ? heightFor(width) : undefined;
    const moved = gesture?.kind === "move" ? gesture : null;
    const before = moved ? places() : null;
    const nodes = current.mesh.nodes.map((node) => {
      const at = node.id === moved?.node ? moved.at : before?.get(node.id);
      return at ? { ...node, at } : node;
    });
    return meshPlan({ ...current.mesh, nodes }, current.flows, width, FONT_SIZE, height);
  }

  function places(): Places {
    if (!plan) return new Map();
    const { x, y, width, height } = nodeArea(plan.width, plan.height, FONT_SIZE);
    return new Map(
      plan.routers.map((router) => [
        router.id ?? "",
        { x: clamp((router.x - x) / width), y: clamp((router.y - y) / height) },
      ]),
    );
  }

  const toUnit = (point: Point): Point => {
    const area = nodeArea(plan?.width ?? 1, plan?.height ?? 1, FONT_SIZE);
    return { x: clamp((point.x - area.x) / area.width), y: clamp((point.y - area.y) / area.height) };
  };
  const toLocal = (event: { clientX: number; clientY: number }): Point => {
    const { left, top } = root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const positionOf = (node: string): Point | null =>
    plan?.routers.find((router) => router.id === node) ?? null;
  const nodeNear = (point: Point): string | null =>
    plan?.routers
      .filter((router) => distance(router, point) <= CATCH_RADIUS)
      .sort((a, b) => distance(a, point) - distance(b, point))[0]?.id ?? null;

  function redraw(): void {
    const key = keyOf(document.activeElement);
    live.redraw();
    makeFocusable();
    // Elements are reused in their order, so the focused element may show another item now.
    const kept = itemElements().find((item) => keyOf(item) === key);
    if (key !== null && kept && document.activeElement !== kept) kept.focus({ preventScroll: true });
  }

  /** Makes the drawing one stop of the Tab key: the focused item, or else the item that is the stop already. */
  function makeFocusable(): void {
    const items = itemElements();
    const stop =
      items.find((item) => item === document.activeElement) ??
      items.find((item) => item.getAttribute("tabindex") === "0") ??
      items[0];
    for (const item of items) item.setAttribute("tabindex", item === stop ? "0" : "-1");
  }

  const itemElements = (): SVGElement[] => [...root.querySelectorAll<SVGElement>(".fs-choosable")];

  function setGesture(next: Gesture | null): void {
    gesture = next;
    root.classList.toggle("fs-is-drawing", next?.kind === "line" || next?.kind === "end");
    redraw();
  }

  /** Ends a line or the drag of a flow's end at a point of the drawing. */
  function drop(point: Point): void {
    const ended = gesture;
    setGesture(null);
    const node = nodeNear(point);
    if (ended?.kind === "end") {
      if (node !== null) actions.onFlowEnd(ended.flow, ended.end, node);
    } else if (ended?.kind === "line") {
      if (node !== null) {
        if (node !== ended.from) actions.onConnect(ended.from, node);
      } else if (data?.canMove && data.draws === "link")
        actions.onAddNode(ended.from, toUnit(point), places());
    }
  }

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !data) return;
    const point = toLocal(event);
    if (gesture?.kind === "line" && gesture.sticky) {
      drop(point);
      event.preventDefault();
      return;
    }
    const element = event.target as Element;
    const { port, end, endOf } = element.closest<SVGElement>("[data-port],[data-end]")?.dataset ?? {};
    root.setPointerCapture(event.pointerId);
    // The focus would move to the element below the pointer, which may be redrawn at once.
    event.preventDefault();
    if (port !== undefined) setGesture({ kind: "line", from: port, start: point, to: point, sticky: false });
    else if (endOf !== undefined && (end === "from" || end === "to"))
      setGesture({ kind: "end", flow: endOf, end, to: point });
    else gesture = { kind: "press", item: itemOf(element), start: point };
  });
  root.addEventListener("pointermove", (event) => {
    if (!gesture) return;
    const to = toLocal(event);
    if (gesture.kind === "line" || gesture.kind === "end") setGesture({ ...gesture, to });
    else if (gesture.kind === "move") setGesture({ ...gesture, at: toUnit(to) });
    else if (gesture.item?.kind === "node" && data?.canMove && distance(gesture.start, to) > DRAG_THRESHOLD)
      setGesture({ kind: "move", node: gesture.item.id, at: toUnit(to) });
  });
  root.addEventListener("pointerup", (event) => {
    const point = toLocal(event);
    const ended = gesture;
    if (ended?.kind === "move") {
      const moved = new Map(places()).set(ended.node, ended.at);
      gesture = null;
      actions.onPlace(moved);
      actions.onSelect({ kind: "node", id: ended.node });
    } else if (ended?.kind === "press") {
      gesture = null;
      actions.onSelect(ended.item);
    } else if (ended?.kind === "line" && !ended.sticky && distance(ended.start, point) <= DRAG_THRESHOLD)
      setGesture({ ...ended, sticky: true });
    else if (ended?.kind === "end" && nodeNear(point) === null) {
      setGesture(null);
      actions.onSelect({ kind: "flow", id: ended.flow });
    } else if (ended) drop(point);
  });
  root.addEventListener("pointercancel", () => setGesture(null));

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !data) return;
    if (event.key === "Escape" && gesture) setGesture(null);
    else if (!pressKey(event, itemOf(document.activeElement))) return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** Handles a key while an item has the focus. Returns whether the key has a meaning. */
  function pressKey(event: KeyboardEvent, item: CanvasItem | null): boolean {
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey) return moveByKey(item, arrow);
    if (arrow) {
      const items = itemElements();
      const index = items.indexOf(document.activeElement as SVGElement);
      const step = arrow.x + arrow.y;
      const next = items[(index + step + items.length) % Math.max(1, items.length)];
      for (const element of items) element.setAttribute("tabindex", element === next ? "0" : "-1");
      next?.focus();
      return true;
    }
    if (item === null) return false;
    const key = event.key.toLowerCase();
    if (key === "enter" || key === " ") {
      if (gesture?.kind === "line" && item.kind === "node") {
        const { from } = gesture;
        setGesture(null);
        if (from !== item.id) actions.onConnect(from, item.id);
      } else actions.onSelect(item);
      return true;
    }
    if (key === "delete" || key === "backspace") {
      actions.onRemove(item);
      return true;
    }
    const position = item.kind === "node" ? positionOf(item.id) : null;
    if (!position) return false;
    if (key === "l") {
      setGesture({ kind: "line", from: item.id, start: position, to: position, sticky: true });
      return true;
    }
    if (key === "n" && data?.canMove) {
      const at = freePlace(toUnit(position), [...places().values()]);
      actions.onAddNode(item.id, at, places());
      return true;
    }
    return false;
  }

  function moveByKey(item: CanvasItem | null, arrow: Point): boolean {
    const at = item?.kind === "node" ? places().get(item.id) : undefined;
    if (!item || !at || !data?.canMove) return false;
    const next = { x: clamp(at.x + arrow.x * KEY_STEP), y: clamp(at.y + arrow.y * KEY_STEP) };
    actions.onPlace(new Map(places()).set(item.id, next));
    return true;
  }

  return {
    element: root,
    places,
    update(next) {
      data = next;
      redraw();
    },
    destroy: () => live.destroy(),
  };
}

/** The height of a map of this width, in pixels. */
const heightFor = (width: number): number => Math.round(Math.max(280, Math.min(400, width * 0.6)));

/** The item that an element of the drawing belongs to. */
function itemOf(element: Element | null): CanvasItem | null {
  const { node, link, flow } = element?.closest<SVGElement>(".fs-choosable,.fs-end")?.dataset ?? {};
  if (node !== undefined) return { kind: "node", id: node };
  if (flow !== undefined) return { kind: "flow", id: flow };
  // The drawing shows directions, and the document names links.
  return link === undefined ? null : { kind: "link", id: link.replace(/\.(forward|reverse)$/, "") };
}

/** A text that is equal for elements of the same item. */
function keyOf(element: Element | null): string | null {
  const item = itemOf(element);
  return item && `${item.kind} ${item.id}`;
}

/** A place near another place that is far from all nodes: the best of twelve places around it. */
export function freePlace(near: Point, nodes: readonly Point[]): Point {
  const clearance = (place: Point): number => Math.min(...nodes.map((node) => distance(node, place)));
  return Array.from({ length: 12 }, (_, i) => {
    const angle = (i * Math.PI) / 6;
    return { x: clamp(near.x + 0.28 * Math.cos(angle)), y: clamp(near.y + 0.34 * Math.sin(angle)) };
  }).reduce((best, place) => (clearance(place) > clearance(best) + 1e-6 ? place : best));
}

/** The plan with the ends of routes moved along their lines, so that the ends of several flows at a node do not cover each other. */
function withSeparateEnds(plan: NetworkPlan, flows: readonly CanvasFlow[]): NetworkPlan {
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

/** The elements by which the drawing is edited, above the picture of the network. */
function drawHandles(
  data: CanvasData,
  plan: NetworkPlan,
  gesture: Gesture | null,
  theme: ChartTheme,
  texts: CanvasTexts,
): SvgNode[] {
  const { selected } = data;
  const r = plan.routerRadius;
  const isSelected = (kind: CanvasItem["kind"], id: string): boolean =>
    selected?.kind === kind && selected.id === id;
  const positions = new Map(plan.routers.map((router) => [router.id ?? "", router]));
  const drawnFlows = new Set(plan.routes.flatMap((route) => route.flows));
  const nodes = plan.routers.map((router): SvgNode => {
    const [id, label] = [router.id ?? "", router.label ?? router.id ?? ""];
    const ring = { cx: router.x, cy: router.y, fill: "none", stroke: theme.accent, "stroke-width": 3 };
    return svg(
      "g",
      { "data-node": id, role: "button", "aria-label": texts.node(label), class: "fs-choosable fs-node" },
      [
        svg("circle", { cx: router.x, cy: router.y, r: r + 12, fill: "transparent" }),
        ...(isSelected("node", id) ? [svg("circle", { ...ring, r: r + 1 })] : []),
      ],
    );
  });
  const ports = plan.routers.map((router): SvgNode => {
    // In a row, the rightmost router has no space beside it.
    const above = { x: router.x, y: router.y - plan.routerHeight / 2 - PORT_RADIUS - 3 };
    const at = data.canMove ? portPlace(router, r) : above;
    const plus = `M${at.x - 3.5} ${at.y}h7M${at.x} ${at.y - 3.5}v7`;
    const name = texts.port(router.label ?? router.id ?? "", data.draws);
    return svg("g", { "data-port": router.id, class: "fs-port" }, [
      svg("title", {}, name),
      svg("circle", { cx: at.x, cy: at.y, r: 14, fill: "transparent", class: "fs-port-target" }),
      svg("circle", {
        cx: at.x,
        cy: at.y,
        r: PORT_RADIUS,
        class: "fs-port-disc",
        fill: theme.background,
        stroke: theme.accent,
        "stroke-width": 1.5,
      }),
      svg("path", { d: plus, stroke: theme.accent, "stroke-width": 1.5, fill: "none" }),
    ]);
  });
  const handle = (flow: CanvasFlow, end: "from" | "to", at: Point): SvgNode => {
    const colour = styleColour(flow.style, theme);
    const fill = end === "from" ? colour : theme.background;
    return svg("g", { "data-end": end, "data-end-of": flow.id, "data-flow": flow.id, class: "fs-end" }, [
      svg("circle", { cx: at.x, cy: at.y, r: 14, fill: "transparent" }),
      svg("circle", {
        cx: at.x,
        cy: at.y,
        r: isSelected("flow", flow.id) ? 7 : 5.5,
        fill,
        stroke: isSelected("flow", flow.id) ? theme.text : colour,
        "stroke-width": 2,
      }),
    ]);
  };
  const ends = data.flows.flatMap((flow): SvgNode[] => {
    const route = plan.routes.find(({ flows }) => flows.length === 1 && flows[0] === flow.id);
    if (route) return [handle(flow, "from", route.start), handle(flow, "to", route.end)];
    const [a, b] = [positions.get(flow.from), positions.get(flow.to)];
    if (drawnFlows.has(flow.id) || !a || !b) return [];
    // The simulator has found no route for this flow yet, or there is none.
    const line = { x1: a.x, y1: a.y, x2: b.x, y2: b.y, stroke: styleColour(flow.style, theme) };
    const beside = (point: Point): Point => ({ x: point.x, y: point.y + r + 8 });
    return [
      svg("line", { ...line, "stroke-width": 1.5, "stroke-dasharray": "3 5", "pointer-events": "none" }),
      handle(flow, "from", beside(a)),
      handle(flow, "to", beside(b)),
    ];
  });
  const lines = plan.links
    .filter((place) => isSelected("link", place.id.replace(/\.(forward|reverse)$/, "")))
    .map((place) => drawLinkRing(place, theme));
  return [
    svg("g", { "pointer-events": "none" }, lines),
    svg("g", {}, nodes),
    svg("g", {}, ports),
    svg("g", {}, ends),
    svg("g", { "pointer-events": "none" }, drawGesture(gesture, data, positions, theme)),
  ];
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
  const { turn, from, to } = place;
  const transform =
    turn && `translate(${turn.at.x.toFixed(1)},${turn.at.y.toFixed(1)}) rotate(${turn.angle.toFixed(1)})`;
  const [left, width] = [Math.min(from.x, to.x), Math.abs(to.x - from.x)];
  const box = { x: left + 8, y: from.y - 12, width: Math.max(4, width - 16), height: 24, rx: 6 };
  return svg("g", { transform }, [
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
