// Pointer, wheel, touch and keys of a time chart. Dragging selects a window (d3-brush), Ctrl or Meta with the wheel or two
// fingers zoom (d3-zoom), a double click shows the whole run; a selection offers to zoom into it or to drop it.
import { type BrushBehavior, brushX, type D3BrushEvent } from "d3-brush";
import { type Selection, select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { html } from "./dom.ts";
import type { TimeLink } from "./sync.ts";
import type { ChartElements, ChartLayout } from "./timeChartLayout.ts";
import type { CursorStep } from "./timeChartTypes.ts";

export interface InputActions {
  /** True when a mark lies under the pointer. */
  readonly overMark: (x: number, y: number) => boolean;
  /** A click at a point of the plot. */
  readonly click: (x: number, y: number, t: number) => void;
  readonly step: (step: CursorStep) => void;
  /** Enter: open what is at the cursor. */
  readonly open: () => void;
  /** A flow's label was clicked. */
  readonly ask: (flow: string) => void;
  /** The chart got the focus: its description is about to be read. */
  readonly focus: () => void;
}

/** The shortest visible window, in seconds: how far one can zoom in. */
const SHORTEST = 1e-3;

export class ChartInput {
  readonly #e: ChartElements;
  readonly #link: TimeLink;
  readonly #actions: InputActions;
  readonly #brush: BrushBehavior<unknown>;
  readonly #zoom: ZoomBehavior<SVGSVGElement, unknown>;
  readonly #brushGroup: Selection<SVGGElement, unknown, null, undefined>;
  readonly #stop = new AbortController();
  #layout: ChartLayout | null = null;
  #moving = false;
  #dragging = false;
  #brushedHere = false;

  constructor(elements: ChartElements, link: TimeLink, actions: InputActions) {
    this.#e = elements;
    this.#link = link;
    this.#actions = actions;
    this.#brushGroup = select(elements.brush);
    this.#brush = brushX()
      .touchable(false)
      .filter((event: MouseEvent) => {
        const [x, y] = this.#point(event);
        return event.button === 0 && !event.ctrlKey && !event.metaKey && !this.#actions.overMark(x, y);
      })
      .on("start brush end", (event: D3BrushEvent<unknown>) => this.#brushed(event));
    this.#zoom = zoom<SVGSVGElement, unknown>()
      .filter((event: Event) => {
        if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
        return typeof TouchEvent === "function" && event instanceof TouchEvent && event.touches.length > 1;
      })
      .wheelDelta((event: WheelEvent) => {
        const lines = event.deltaMode === 1 ? 0.05 : event.deltaMode === 2 ? 1 : 0.002;
        // A pinch on a touchpad arrives as a wheel with Ctrl in steps of a few pixels; a wheel's steps are a hundred.
        return -event.deltaY * lines * (Math.abs(event.deltaY) < 20 && event.deltaMode === 0 ? 8 : 1);
      })
      .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => this.#zoomed(event));
    select(elements.front).call(this.#zoom).on("dblclick.zoom", null);
    this.#listen();
    this.#buildActions();
  }

  /** New sizes. */
  resize(layout: ChartLayout): void {
    this.#layout = layout;
    const extent: [[number, number], [number, number]] = [
      [0, 0],
      [layout.width, layout.height],
    ];
    this.#zoom.extent(extent).translateExtent(extent);
    this.#brushGroup.call(this.#brush.extent(extent));
    this.follow();
  }

  /** Shows the shared window and selection, whoever changed them. */
  follow(): void {
    const layout = this.#layout;
    if (layout === null) return;
    const { domain, duration, brush } = this.#link.state;
    const scale = duration / (domain[1] - domain[0]);
    this.#zoom.scaleExtent([1, Math.max(1, duration / SHORTEST)]);
    const transform = zoomIdentity.translate((-domain[0] / duration) * layout.width * scale, 0).scale(scale);
    // d3-zoom keeps its state on the element; writing it there changes it without an event.
    (this.#e.front as SVGSVGElement & { __zoom?: typeof transform }).__zoom = transform;
    const perSecond = layout.width / (domain[1] - domain[0]);
    const window =
      brush === null || brush[1] <= domain[0] || brush[0] >= domain[1]
        ? null
        : ([
            Math.max(0, (brush[0] - domain[0]) * perSecond),
            Math.min(layout.width, (brush[1] - domain[0]) * perSecond),
          ] as [number, number]);
    if (this.#dragging) return;
    this.#moving = true;
    this.#brushGroup.call(this.#brush.move, window);
    this.#moving = false;
    const visible = window !== null && this.#brushedHere;
    this.#e.actions.hidden = !visible;
    if (visible) {
      const middle = layout.left + (window[0] + window[1]) / 2;
      this.#e.actions.style.transform = `translate(${middle.toFixed(1)}px,${layout.top + 4}px) translateX(-50%)`;
    }
  }

  destroy(): void {
    this.#stop.abort();
    this.#brushGroup.on(".brush", null);
    select(this.#e.front).on(".zoom", null);
  }

  #brushed(event: D3BrushEvent<unknown>): void {
    if (this.#moving || event.sourceEvent == null) return;
    const selection = event.selection as [number, number] | null;
    // While the pointer drags, d3-brush must not be moved from outside.
    this.#dragging = event.type !== "end";
    if (selection === null || selection[1] - selection[0] < 3) {
      if (event.type === "end") this.#link.setBrush(null);
    } else {
      this.#link.setBrush([this.#time(selection[0]), this.#time(selection[1])]);
    }
    this.#brushedHere = this.#link.state.brush !== null;
    if (event.type === "end") this.follow();
  }

  #zoomed(event: D3ZoomEvent<SVGSVGElement, unknown>): void {
    const layout = this.#layout;
    if (layout === null || event.sourceEvent == null) return;
    const { duration } = this.#link.state;
    const transform = zoomTransform(this.#e.front);
    const from = (-transform.x / transform.k / layout.width) * duration;
    this.#link.setDomain(from, from + duration / transform.k);
  }

  #listen(): void {
    const { front, plot, labels } = this.#e;
    const options = { signal: this.#stop.signal };
    front.addEventListener(
      "pointermove",
      (event) => {
        const [x, y] = this.#point(event);
        if (this.#layout === null || x < -4 || x > this.#layout.width + 4) return this.#link.setCursor(null);
        this.#link.setCursor(this.#time(Math.max(0, Math.min(this.#layout.width, x))));
        plot.classList.toggle("fs-over-mark", this.#actions.overMark(x, y));
      },
      options,
    );
    front.addEventListener("pointerleave", () => this.#link.setCursor(null), options);
    front.addEventListener(
      "click",
      (event) => {
        const [x, y] = this.#point(event);
        if (this.#layout === null || x < 0 || x > this.#layout.width || y < 0 || y > this.#layout.height)
          return;
        this.#actions.click(x, y, this.#time(x));
      },
      options,
    );
    front.addEventListener("dblclick", () => this.#link.reset(), options);
    front.addEventListener(
      "wheel",
      (event) => {
        if (event.ctrlKey || event.metaKey || this.#layout === null || !this.#link.zoomed) return;
        const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
        if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
        event.preventDefault();
        const { domain } = this.#link.state;
        this.#link.panBy((sideways / this.#layout.width) * (domain[1] - domain[0]));
      },
      { ...options, passive: false },
    );
    plot.addEventListener("keydown", (event) => this.#key(event), options);
    plot.addEventListener("focus", () => this.#actions.focus(), options);
    labels.addEventListener(
      "click",
      (event) => {
        const flow = (event.target as Element).closest<HTMLElement>(".fs-label")?.dataset.flow;
        if (flow !== undefined) this.#actions.ask(flow);
      },
      options,
    );
    labels.addEventListener(
      "pointerover",
      (event) => {
        const row = (event.target as Element).closest<HTMLElement>(".fs-label");
        this.#link.setHighlight(row?.dataset.flow ?? null);
      },
      options,
    );
    labels.addEventListener("pointerleave", () => this.#link.setHighlight(null), options);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.#e.plot) return;
    const far = event.shiftKey ? 10 : 1;
    const { step } = this.#actions;
    // Comma and full stop stand in for the brackets, which many keyboards hide behind a modifier.
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => step({ kind: "time", steps: -far }),
      ArrowRight: () => step({ kind: "time", steps: far }),
      ArrowUp: () => step({ kind: "line", steps: -1 }),
      ArrowDown: () => step({ kind: "line", steps: 1 }),
      Home: () => step({ kind: "start" }),
      End: () => step({ kind: "end" }),
      "[": () => step({ kind: "event", steps: -1 }),
      "]": () => step({ kind: "event", steps: 1 }),
      ",": () => step({ kind: "event", steps: -1 }),
      ".": () => step({ kind: "event", steps: 1 }),
      "+": () => this.#link.zoomBy(2),
      "-": () => this.#link.zoomBy(0.5),
      "0": () => this.#link.reset(),
      Enter: () => this.#actions.open(),
      Escape: () => {
        this.#link.setCursor(null);
        this.#link.setHighlight(null);
        this.#link.setBrush(null);
      },
    };
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  #buildActions(): void {
    const { actions } = this.#e;
    actions.hidden = true;
    const button = (label: string, act: () => void): void => {
      const element = html("button", "fs-action", actions);
      element.type = "button";
      element.textContent = label;
      element.addEventListener("click", act, { signal: this.#stop.signal });
    };
    button("Zoom in here", () => this.#link.zoomToBrush());
    button("Clear", () => this.#link.setBrush(null));
  }

  #point(event: MouseEvent): [number, number] {
    const box = this.#e.front.getBoundingClientRect();
    const layout = this.#layout;
    return [event.clientX - box.left - (layout?.left ?? 0), event.clientY - box.top - (layout?.top ?? 0)];
  }

  #time(x: number): number {
    const { domain } = this.#link.state;
    return domain[0] + (x / (this.#layout?.width ?? 1)) * (domain[1] - domain[0]);
  }
}
