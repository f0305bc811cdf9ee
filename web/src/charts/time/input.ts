// Pointer and keyboard input of a time chart. The pointer moves the cursor. A click seeks, picks an event or
// requests an explanation, and a double click shows the whole run. Buttons zoom into the selection or clear
// it. gestures.ts handles dragging and zooming.

import { CHART } from "../../strings/charts.ts";
import { html } from "../core/dom.ts";
import { linear } from "../core/scales.ts";
import type { TimeView } from "../timeView.ts";
import type { ChartElements } from "./elements.ts";
import type { ChartGestures } from "./gestures.ts";
import type { ChartLayout } from "./layout.ts";
import type { Picking } from "./picking.ts";
import type { CursorStep } from "./types.ts";

export interface InputCallbacks {
  readonly step: (step: CursorStep) => void;
  /** Called when the chart receives the focus: a screen reader is about to read its description. */
  readonly focus: () => void;
}

export class ChartInput {
  readonly #elements: ChartElements;
  readonly #timeView: TimeView;
  readonly #picking: Picking;
  readonly #callbacks: InputCallbacks;
  readonly #stop = new AbortController();
  #layout: ChartLayout | null = null;
  #gestures: ChartGestures | null = null;
  #isLoading = false;

  constructor(elements: ChartElements, timeView: TimeView, picking: Picking, callbacks: InputCallbacks) {
    this.#elements = elements;
    this.#timeView = timeView;
    this.#picking = picking;
    this.#callbacks = callbacks;
    this.#listen();
    this.#buildButtons();
  }

  /** Adapts to a new layout. */
  resize(layout: ChartLayout): void {
    this.#layout = layout;
    this.#gestures?.resize(layout);
    this.follow();
  }

  /** Shows the window and the selection of the shared time state. */
  follow(): void {
    if (this.#gestures) this.#gestures.follow();
    else if (this.#timeView.state.brush !== null) this.#loadGestures();
  }

  destroy(): void {
    this.#stop.abort();
    this.#gestures?.destroy();
  }

  /** Loads gestures.ts, when a pointer first enters the chart or there is a selection to show. */
  #loadGestures(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    import("./gestures.ts").then(
      ({ ChartGestures }) => {
        if (this.#stop.signal.aborted) return;
        this.#gestures = new ChartGestures(this.#elements, this.#timeView, (x, y) =>
          this.#picking.isOverEvent(x, y),
        );
        if (this.#layout) this.#gestures.resize(this.#layout);
      },
      () => {
        // Loading failed, for example without a network. The next pointer event tries again.
        this.#isLoading = false;
      },
    );
  }

  #listen(): void {
    const { front, plot, labels } = this.#elements;
    const { signal } = this.#stop;
    type Events = HTMLElementEventMap;
    const on = <K extends keyof Events>(
      target: Element,
      type: K,
      handle: (event: Events[K]) => void,
      passive = true,
    ): void => target.addEventListener(type, handle as EventListener, { signal, passive });
    for (const type of ["pointerenter", "touchstart", "wheel"] as const)
      on(plot, type, () => this.#loadGestures());
    on(front, "pointermove", (event) => this.#move(event));
    on(front, "pointerleave", () => {
      this.#timeView.setCursor(null);
      // No line is at an infinite height, so `flowAt` returns null. In a chart of few lines, in which the pointer
      // does not highlight lines, it returns undefined.
      if (this.#picking.flowAt(0, Number.POSITIVE_INFINITY) !== undefined) this.#timeView.setHighlight(null);
    });
    on(front, "click", (event) => {
      const [x, y] = this.#point(event);
      const { width = 0, height = 0 } = this.#layout ?? {};
      // In Safari, click events have no `pointerType`. Such a click counts as a click of a mouse.
      const byTouch = "pointerType" in event && event.pointerType === "touch";
      if (x >= 0 && x <= width && y >= 0 && y <= height) this.#picking.click(x, y, this.#time(x), byTouch);
    });
    on(front, "dblclick", () => this.#timeView.reset());
    on(front, "wheel", (event) => this.#pan(event), false);
    on(plot, "keydown", (event) => this.#key(event), false);
    on(plot, "focus", () => this.#callbacks.focus());
    const flowOf = ({ target }: Event): string | undefined =>
      (target as Element).closest<SVGElement>(".fs-label")?.dataset["flow"];
    on(labels, "click", (event) => {
      const flow = flowOf(event);
      if (flow !== undefined && (event.target as Element).closest(".fs-explains") !== null)
        this.#picking.ask(flow);
    });
    on(labels, "pointerover", (event) => this.#timeView.setHighlight(flowOf(event) ?? null));
    on(labels, "pointerleave", () => this.#timeView.setHighlight(null));
  }

  #move(event: PointerEvent): void {
    const [x, y] = this.#point(event);
    if (this.#layout === null || x < -4 || x > this.#layout.width + 4) {
      this.#timeView.setCursor(null);
      return;
    }
    this.#timeView.setCursor(this.#time(Math.max(0, Math.min(this.#layout.width, x))));
    this.#elements.plot.classList.toggle("fs-over-mark", this.#picking.isOverEvent(x, y));
    const flow = this.#picking.flowAt(x, y);
    if (flow !== undefined) this.#timeView.setHighlight(flow);
  }

  /** Moves a zoomed window in time when the wheel turns horizontally, or with Shift. */
  #pan(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey || this.#layout === null || !this.#timeView.isZoomed) return;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
    event.preventDefault();
    const { domain } = this.#timeView.state;
    this.#timeView.panBy((sideways / this.#layout.width) * (domain[1] - domain[0]));
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.#elements.plot) return;
    const stride = event.shiftKey ? 10 : 1;
    const { step } = this.#callbacks;
    // Comma and full stop are alternatives to the brackets, which need a modifier key on many keyboards.
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => step({ kind: "time", steps: -stride }),
      ArrowRight: () => step({ kind: "time", steps: stride }),
      ArrowUp: () => step({ kind: "line", steps: -1 }),
      ArrowDown: () => step({ kind: "line", steps: 1 }),
      Home: () => step({ kind: "start" }),
      End: () => step({ kind: "end" }),
      "[": () => step({ kind: "event", steps: -1 }),
      "]": () => step({ kind: "event", steps: 1 }),
      ",": () => step({ kind: "event", steps: -1 }),
      ".": () => step({ kind: "event", steps: 1 }),
      "+": () => this.#timeView.zoomBy(2),
      "-": () => this.#timeView.zoomBy(0.5),
      "0": () => this.#timeView.reset(),
      Enter: () => this.#picking.openAtCursor(),
      Escape: () => {
        this.#timeView.setCursor(null);
        this.#timeView.setHighlight(null);
        this.#timeView.setBrush(null);
      },
    };
    const action = keys[event.key];
    const { cursor, highlight, brush } = this.#timeView.state;
    // The page handles Escape if the chart has no selection or cursor to clear.
    const isUnused = event.key === "Escape" && cursor === null && highlight === null && brush === null;
    if (action === undefined || isUnused) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  #buildButtons(): void {
    const { actions } = this.#elements;
    actions.hidden = true;
    const button = (label: string, onClick: () => void): void => {
      const element = html("button", "fs-action", actions);
      element.type = "button";
      element.textContent = label;
      element.addEventListener("click", onClick, { signal: this.#stop.signal });
    };
    button(CHART.zoom, () => this.#timeView.zoomToBrush());
    button(CHART.clear, () => this.#timeView.setBrush(null));
  }

  #point(event: MouseEvent): [number, number] {
    const box = this.#elements.front.getBoundingClientRect();
    const layout = this.#layout;
    return [event.clientX - box.left - (layout?.left ?? 0), event.clientY - box.top - (layout?.top ?? 0)];
  }

  #time(x: number): number {
    return linear(this.#timeView.state.domain, [0, this.#layout?.width ?? 1]).invert(x);
  }
}
