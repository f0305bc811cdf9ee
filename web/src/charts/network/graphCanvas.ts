// The drawing in which a network is built by pointing: nodes are dragged, links and flows are drawn from node
// to node, and the ends of flows are dropped on nodes. Every action is also possible with keys and without
// dragging. The drawing reports the user's actions; it does not change the document.
import "../charts.css";
import { type LiveDrawing, type LiveSvg, liveSvg } from "../core/liveSvg.ts";
import type { ChartTheme } from "../theme.ts";
import { choices, makeOneTabStop, moveFocus } from "./choice.ts";
import { drawNetwork } from "./drawNetwork.ts";
import {
  CATCH_RADIUS,
  type CanvasData,
  type CanvasItem,
  type CanvasTexts,
  drawHandles,
  type Gesture,
  withSeparateEnds,
} from "./graphHandles.ts";
import { nodeArea, PORT_RADIUS } from "./graphPlan.ts";
import { meshPlan } from "./meshPlan.ts";
import { distance, type NetworkPlan, type Point } from "./plan.ts";

/** The places of all nodes in the unit square. */
export type Places = ReadonlyMap<string, Point>;

export interface CanvasActions {
  readonly onSelect: (item: CanvasItem | null) => void;
  /** A node was moved. `places` are the positions of all nodes. */
  readonly onPlace: (places: Places) => void;
  /** A line was drawn from a node to another node. */
  readonly onConnect: (from: string, to: string) => void;
  /**
   * A line was drawn from a node to an empty position, where a new node is to be created. `places` are the
   * positions of the other nodes.
   */
  readonly onAddNode: (from: string, at: Point, places: Places) => void;
  readonly onFlowEnd: (flow: string, end: "from" | "to", node: string) => void;
  readonly onRemove: (item: CanvasItem) => void;
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
/** The distance by which a key moves a node, as a share of the drawing. */
const KEY_STEP = 0.04;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const clamp = (value: number): number => Math.max(0, Math.min(1, value));

export function createGraphCanvas(
  host: HTMLElement,
  actions: CanvasActions,
  texts: CanvasTexts,
): GraphCanvas {
  const drawing = new GraphDrawing(host, actions, texts);
  return {
    element: drawing.root,
    places: () => drawing.places(),
    update: (data) => drawing.update(data),
    destroy: () => drawing.destroy(),
  };
}

class GraphDrawing {
  readonly root: SVGSVGElement;
  readonly #live: LiveSvg;
  readonly #actions: CanvasActions;
  readonly #texts: CanvasTexts;
  #data: CanvasData | null = null;
  #plan: NetworkPlan | null = null;
  #gesture: Gesture | null = null;

  constructor(host: HTMLElement, actions: CanvasActions, texts: CanvasTexts) {
    this.#actions = actions;
    this.#texts = texts;
    const attributes = { class: "fs-network fs-graph-canvas", role: "group" };
    this.#live = liveSvg(host, attributes, 80, (width, theme) => this.#draw(width, theme));
    this.root = this.#live.element;
    this.root.addEventListener("pointerdown", (event) => this.#press(event));
    this.root.addEventListener("pointermove", (event) => this.#move(event));
    this.root.addEventListener("pointerup", (event) => this.#release(event));
    this.root.addEventListener("pointercancel", () => this.#setGesture(null));
    this.root.addEventListener("keydown", (event) => this.#pressKey(event));
  }

  update(data: CanvasData): void {
    this.#data = data;
    this.#redraw();
  }

  destroy(): void {
    this.#live.destroy();
  }

  /** The places of the nodes as they are drawn. */
  places(): Places {
    const plan = this.#plan;
    if (!plan) return new Map();
    const { x, y, width, height } = nodeArea(plan.width, plan.height, FONT_SIZE);
    return new Map(
      plan.routers.map((router) => [
        router.id ?? "",
        { x: clamp((router.x - x) / width), y: clamp((router.y - y) / height) },
      ]),
    );
  }

  // Drawing --------------------------------------------------------------

  #draw(width: number, theme: ChartTheme): LiveDrawing | null {
    const data = this.#data;
    if (!data) return null;
    const plan = withSeparateEnds(this.#planOf(data, width), data.flows);
    this.#plan = plan;
    const nodes = [
      ...drawNetwork({ plan, data, theme, fontSize: FONT_SIZE, clearance: PORT_RADIUS + 4 }),
      ...drawHandles({ data, plan, gesture: this.#gesture, theme, texts: this.#texts }),
    ];
    // The drawing also changes with its width and the theme, not only with its data.
    queueMicrotask(() => makeOneTabStop(this.root));
    return { nodes, height: plan.height, fontSize: FONT_SIZE, label: this.#texts.drawing };
  }

  #planOf(data: CanvasData, width: number): NetworkPlan {
    const height = data.mesh.kind === "graph" ? heightFor(width) : undefined;
    const moved = this.#gesture?.kind === "move" ? this.#gesture : null;
    const before = moved ? this.places() : null;
    const nodes = data.mesh.nodes.map((node) => {
      const at = node.id === moved?.node ? moved.at : before?.get(node.id);
      return at ? { ...node, at } : node;
    });
    return meshPlan({ ...data.mesh, nodes }, data.flows, width, FONT_SIZE, height);
  }

  #redraw(): void {
    const key = keyOf(document.activeElement);
    this.#live.redraw();
    makeOneTabStop(this.root);
    // Elements are reused in their order, so the focused element may show another item now.
    const kept = choices(this.root).find((item) => keyOf(item) === key);
    if (key !== null && kept && document.activeElement !== kept) kept.focus({ preventScroll: true });
  }

  #setGesture(next: Gesture | null): void {
    this.#gesture = next;
    this.root.classList.toggle("fs-is-drawing", next?.kind === "line" || next?.kind === "end");
    this.#redraw();
  }

  // Places ---------------------------------------------------------------

  #toUnit(point: Point): Point {
    const area = nodeArea(this.#plan?.width ?? 1, this.#plan?.height ?? 1, FONT_SIZE);
    return { x: clamp((point.x - area.x) / area.width), y: clamp((point.y - area.y) / area.height) };
  }

  #toLocal(event: { clientX: number; clientY: number }): Point {
    const { left, top } = this.root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #positionOf(node: string): Point | null {
    return this.#plan?.routers.find((router) => router.id === node) ?? null;
  }

  #nodeNear(point: Point): string | null {
    const near = this.#plan?.routers.filter((router) => distance(router, point) <= CATCH_RADIUS) ?? [];
    return near.sort((a, b) => distance(a, point) - distance(b, point))[0]?.id ?? null;
  }

  // The pointer ------------------------------------------------------------

  #press(event: PointerEvent): void {
    if (event.button !== 0 || !this.#data) return;
    const point = this.#toLocal(event);
    if (this.#gesture?.kind === "line" && this.#gesture.sticky) {
      this.#drop(point);
      event.preventDefault();
      return;
    }
    const element = event.target as Element;
    const { port, end, endOf } = element.closest<SVGElement>("[data-port],[data-end]")?.dataset ?? {};
    this.root.setPointerCapture(event.pointerId);
    // The focus would move to the element below the pointer, which may be redrawn at once.
    event.preventDefault();
    if (port !== undefined)
      this.#setGesture({ kind: "line", from: port, start: point, to: point, sticky: false });
    else if (endOf !== undefined && (end === "from" || end === "to"))
      this.#setGesture({ kind: "end", flow: endOf, end, to: point });
    else this.#gesture = { kind: "press", item: itemOf(element), start: point };
  }

  #move(event: PointerEvent): void {
    const gesture = this.#gesture;
    if (!gesture) return;
    const to = this.#toLocal(event);
    if (gesture.kind === "line" || gesture.kind === "end") this.#setGesture({ ...gesture, to });
    else if (gesture.kind === "move") this.#setGesture({ ...gesture, at: this.#toUnit(to) });
    else if (
      gesture.item?.kind === "node" &&
      this.#data?.canMove &&
      distance(gesture.start, to) > DRAG_THRESHOLD
    )
      this.#setGesture({ kind: "move", node: gesture.item.id, at: this.#toUnit(to) });
  }

  #release(event: PointerEvent): void {
    const point = this.#toLocal(event);
    const ended = this.#gesture;
    if (ended?.kind === "move") {
      const moved = new Map(this.places()).set(ended.node, ended.at);
      this.#gesture = null;
      this.#actions.onPlace(moved);
      this.#actions.onSelect({ kind: "node", id: ended.node });
    } else if (ended?.kind === "press") {
      this.#gesture = null;
      this.#actions.onSelect(ended.item);
    } else if (ended?.kind === "line" && !ended.sticky && distance(ended.start, point) <= DRAG_THRESHOLD)
      this.#setGesture({ ...ended, sticky: true });
    else if (ended?.kind === "end" && this.#nodeNear(point) === null) {
      this.#setGesture(null);
      this.#actions.onSelect({ kind: "flow", id: ended.flow });
    } else if (ended) this.#drop(point);
  }

  /** Ends a line or the drag of a flow's end at a point of the drawing. */
  #drop(point: Point): void {
    const ended = this.#gesture;
    this.#setGesture(null);
    const node = this.#nodeNear(point);
    if (ended?.kind === "end") {
      if (node !== null) this.#actions.onFlowEnd(ended.flow, ended.end, node);
    } else if (ended?.kind === "line") {
      if (node !== null) {
        if (node !== ended.from) this.#actions.onConnect(ended.from, node);
      } else if (this.#data?.canMove && this.#data.draws === "link")
        this.#actions.onAddNode(ended.from, this.#toUnit(point), this.places());
    }
  }

  // The keyboard -----------------------------------------------------------

  #pressKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#data) return;
    if (event.key === "Escape" && this.#gesture) this.#setGesture(null);
    else if (!this.#handleKey(event, itemOf(document.activeElement))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handles a key while an item has the focus. Returns whether the key has a meaning. */
  #handleKey(event: KeyboardEvent, item: CanvasItem | null): boolean {
    const arrow = ARROWS[event.key];
    if (arrow) return event.shiftKey ? this.#moveNode(item, arrow) : moveFocus(this.root, event.key);
    if (item === null) return false;
    const key = event.key.toLowerCase();
    if (key === "enter" || key === " ") {
      this.#choose(item);
      return true;
    }
    if (key === "delete" || key === "backspace") {
      this.#actions.onRemove(item);
      return true;
    }
    const position = item.kind === "node" ? this.#positionOf(item.id) : null;
    if (!position) return false;
    if (key === "l") {
      this.#setGesture({ kind: "line", from: item.id, start: position, to: position, sticky: true });
      return true;
    }
    if (key !== "n" || !this.#data?.canMove) return false;
    const at = freePlace(this.#toUnit(position), [...this.places().values()]);
    this.#actions.onAddNode(item.id, at, this.places());
    return true;
  }

  /** Ends a line at a node, or selects an item. */
  #choose(item: CanvasItem): void {
    if (this.#gesture?.kind !== "line" || item.kind !== "node") {
      this.#actions.onSelect(item);
      return;
    }
    const { from } = this.#gesture;
    this.#setGesture(null);
    if (from !== item.id) this.#actions.onConnect(from, item.id);
  }

  #moveNode(item: CanvasItem | null, arrow: Point): boolean {
    const at = item?.kind === "node" ? this.places().get(item.id) : undefined;
    if (!item || !at || !this.#data?.canMove) return false;
    const next = { x: clamp(at.x + arrow.x * KEY_STEP), y: clamp(at.y + arrow.y * KEY_STEP) };
    this.#actions.onPlace(new Map(this.places()).set(item.id, next));
    return true;
  }
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

/** Of twelve positions around `near`, the position that is farthest from all nodes. */
export function freePlace(near: Point, nodes: readonly Point[]): Point {
  const clearance = (place: Point): number => Math.min(...nodes.map((node) => distance(node, place)));
  return Array.from({ length: 12 }, (_, i) => {
    const angle = (i * Math.PI) / 6;
    return { x: clamp(near.x + 0.28 * Math.cos(angle)), y: clamp(near.y + 0.34 * Math.sin(angle)) };
  }).reduce((best, place) => (clearance(place) > clearance(best) + 1e-6 ? place : best));
}
