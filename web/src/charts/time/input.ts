// Pointer and keys of a time chart: the cursor follows them, a click seeks or asks, a double click shows the whole run, and a
// selection offers to zoom into it or to clear it. Dragging and zooming are in gestures.ts.
import { html } from "../core/dom.ts";
import { linear } from "../core/scales.ts";
import type { TimeLink } from "../timeLink.ts";
import type { ChartElements } from "./elements.ts";
import type { ChartGestures } from "./gestures.ts";
import type { ChartLayout } from "./layout.ts";
import type { CursorStep } from "./types.ts";

export interface InputActions {
  /** Whether an event lies under the pointer. */
  readonly overEvent: (x: number, y: number) => boolean;
  /** The flow whose line is under the pointer, or null; undefined leaves the highlight as it is. */
  readonly nearest: (x: number, y: number) => string | null | undefined;
  /** A click at a point of the plot. */
  readonly click: (x: number, y: number, t: number) => void;
  readonly step: (step: CursorStep) => void;
  /** Enter: open what is at the cursor. */
  readonly open: () => void;
  /** A flow's label was clicked. */
  readonly ask: (flow: string) => void;
  /** The chart received the focus: its description is about to be read. */
  readonly focus: () => void;
}

export class ChartInput {
  readonly #e: ChartElements;
  readonly #link: TimeLink;
  readonly #actions: InputActions;
  readonly #stop = new AbortController();
  #layout: ChartLayout | null = null;
  #gestures: ChartGestures | null = null;
  #isLoading = false;

  constructor(elements: ChartElements, link: TimeLink, actions: InputActions) {
    this.#e = elements;
    this.#link = link;
    this.#actions = actions;
    this.#listen();
    this.#buildActions();
  }

  /** Takes new sizes. */
  resize(layout: ChartLayout): void {
    this.#layout = layout;
    this.#gestures?.resize(layout);
    this.follow();
  }

  /** Shows the shared window and selection, whoever changed them. */
  follow(): void {
    if (this.#gestures) this.#gestures.follow();
    else if (this.#link.state.brush !== null) this.#loadGestures();
  }

  destroy(): void {
    this.#stop.abort();
    this.#gestures?.destroy();
  }

  /** Dragging and zooming are loaded when a pointer first comes near, or when there is a selection to show. */
  #loadGestures(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    import("./gestures.ts").then(
      ({ ChartGestures }) => {
        if (this.#stop.signal.aborted) return;
        this.#gestures = new ChartGestures(this.#e, this.#link, (x, y) => this.#actions.overEvent(x, y));
        if (this.#layout) this.#gestures.resize(this.#layout);
      },
      () => {
        // Without a network the next pointer tries again.
        this.#isLoading = false;
      },
    );
  }

  #listen(): void {
    const { front, plot, labels } = this.#e;
    const options = { signal: this.#stop.signal };
    for (const near of ["pointerenter", "touchstart", "wheel"] as const)
      plot.addEventListener(near, () => this.#loadGestures(), { ...options, passive: true });
    front.addEventListener(
      "pointermove",
      (event) => {
        const [x, y] = this.#point(event);
        if (this.#layout === null || x < -4 || x > this.#layout.width + 4) return this.#link.setCursor(null);
        this.#link.setCursor(this.#time(Math.max(0, Math.min(this.#layout.width, x))));
        plot.classList.toggle("fs-over-mark", this.#actions.overEvent(x, y));
        const flow = this.#actions.nearest(x, y);
        if (flow !== undefined) this.#link.setHighlight(flow);
      },
      options,
    );
    front.addEventListener(
      "pointerleave",
      () => {
        this.#link.setCursor(null);
        if (this.#actions.nearest(0, Number.POSITIVE_INFINITY) !== undefined) this.#link.setHighlight(null);
      },
      options,
    );
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
    // Comma and full stop do the same as the brackets, which many keyboards hide behind a modifier.
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
    return linear(this.#link.state.domain, [0, this.#layout?.width ?? 1]).invert(x);
  }
}
