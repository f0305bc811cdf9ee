// Gestures of a plot over time: a drag selects a period (d3-brush); the wheel with Ctrl or Meta, or two fingers,
// zoom (d3-zoom). input.ts loads this module when a pointer first enters the chart, because a chart can be
// shown without gestures.
import { type BrushBehavior, brushX, type D3BrushEvent } from "d3-brush";
import { type Selection, select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { clamped, linear } from "../core/scales.ts";
import { SHORTEST_WINDOW, type TimeView } from "../timeView.ts";
import type { PlotElements } from "./elements.ts";
import type { ChartLayout } from "./layout.ts";

export class ChartGestures {
  readonly #elements: PlotElements;
  readonly #timeView: TimeView;
  readonly #brush: BrushBehavior<unknown>;
  readonly #zoom: ZoomBehavior<SVGSVGElement, unknown>;
  readonly #brushGroup: Selection<SVGGElement, unknown, null, undefined>;
  #layout: ChartLayout | null = null;
  /**
   * True while brush and zoom are set from the shared state. Events of d3-brush and d3-zoom are ignored
   * meanwhile.
   */
  #isFollowing = false;
  #isDragging = false;
  /** Whether the selection was made in this chart. */
  #hasOwnSelection = false;

  /**
   * `overEvent` returns whether an event's symbol is at a point of the plot. Pressing the button on a symbol
   * starts no selection.
   */
  constructor(elements: PlotElements, timeView: TimeView, overEvent: (x: number, y: number) => boolean) {
    this.#elements = elements;
    this.#timeView = timeView;
    this.#brushGroup = select(elements.brush);
    this.#brush = brushX()
      .touchable(false)
      .filter((event: MouseEvent) => {
        const box = elements.front.getBoundingClientRect();
        const { left = 0, top = 0 } = this.#layout ?? {};
        const isOverEvent = overEvent(event.clientX - box.left - left, event.clientY - box.top - top);
        return event.button === 0 && !event.ctrlKey && !event.metaKey && !isOverEvent;
      })
      .on("start brush end", (event: D3BrushEvent<unknown>) => this.#brushed(event));
    this.#zoom = zoom<SVGSVGElement, unknown>()
      .filter((event: Event) => {
        if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
        return typeof TouchEvent === "function" && event instanceof TouchEvent && event.touches.length > 1;
      })
      .wheelDelta((event: WheelEvent) => {
        // The factors are the defaults of d3-zoom for distances in lines, pages and pixels.
        const factor = event.deltaMode === 1 ? 0.05 : event.deltaMode === 2 ? 1 : 0.002;
        // A pinch on a touchpad arrives as wheel events with Ctrl of a few pixels each, which would zoom too
        // slowly. A wheel sends about 100 pixels per step.
        return -event.deltaY * factor * (Math.abs(event.deltaY) < 20 && event.deltaMode === 0 ? 8 : 1);
      })
      .on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => this.#zoomed(event));
    select(elements.front).call(this.#zoom).on("dblclick.zoom", null);
  }

  /** Adapts to a new layout. */
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

  /** Shows the window and the selection of the shared time state. */
  follow(): void {
    const layout = this.#layout;
    if (layout === null) return;
    this.#isFollowing = true;
    this.#followWindow(layout);
    if (!this.#isDragging) this.#followSelection(layout);
    this.#isFollowing = false;
  }

  destroy(): void {
    this.#brushGroup.on(".brush", null);
    select(this.#elements.front).on(".zoom", null);
  }

  #followWindow({ width }: ChartLayout): void {
    const { domain, duration } = this.#timeView.state;
    const scale = duration / (domain[1] - domain[0]);
    const transform = zoomIdentity.translate((-domain[0] / duration) * width * scale, 0).scale(scale);
    const current = zoomTransform(this.#elements.front);
    this.#zoom.scaleExtent([1, Math.max(1, duration / SHORTEST_WINDOW)]);
    if (current.k !== transform.k || current.x !== transform.x)
      select(this.#elements.front).call(this.#zoom.transform, transform);
  }

  #followSelection({ width, left, top }: ChartLayout): void {
    const { domain, brush } = this.#timeView.state;
    const x = clamped(domain, [0, width]);
    const isVisible = brush !== null && brush[1] > domain[0] && brush[0] < domain[1];
    const selection: [number, number] | null = isVisible ? [x(brush[0]), x(brush[1])] : null;
    this.#brushGroup.call(this.#brush.move, selection);
    this.#elements.actions.hidden = selection === null || !this.#hasOwnSelection;
    if (selection === null) return;
    const middle = left + (selection[0] + selection[1]) / 2;
    this.#elements.actions.style.transform = `translate(${middle.toFixed(1)}px,${top + 4}px) translateX(-50%)`;
  }

  #brushed(event: D3BrushEvent<unknown>): void {
    if (this.#isFollowing || event.sourceEvent == null) return;
    const selection = event.selection as [number, number] | null;
    // d3-brush must not be moved from outside during a drag.
    this.#isDragging = event.type !== "end";
    // A drag of less than 3 pixels counts as a click.
    if (selection !== null && selection[1] - selection[0] >= 3) {
      const x = linear(this.#timeView.state.domain, [0, this.#layout?.width ?? 1]);
      this.#timeView.setBrush([x.invert(selection[0]), x.invert(selection[1])]);
    } else if (event.type === "end") this.#timeView.setBrush(null);
    this.#hasOwnSelection = this.#timeView.state.brush !== null;
    if (event.type === "end") this.follow();
  }

  #zoomed({ transform, sourceEvent }: D3ZoomEvent<SVGSVGElement, unknown>): void {
    if (this.#layout === null || this.#isFollowing || sourceEvent == null) return;
    const { duration } = this.#timeView.state;
    const { width } = this.#layout;
    const wholeRun = linear([0, duration], [0, width]);
    this.#timeView.setDomain(
      wholeRun.invert(transform.invertX(0)),
      wholeRun.invert(transform.invertX(width)),
    );
  }
}
