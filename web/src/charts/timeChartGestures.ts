// Dragging selects a window of time (d3-brush), Ctrl or Meta with the wheel or two fingers zoom (d3-zoom). A file of its own
// because it is not needed to see a chart.
import { type BrushBehavior, brushX, type D3BrushEvent } from "d3-brush";
import { type Selection, select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import type { TimeLink } from "./sync.ts";
import type { ChartElements, ChartLayout } from "./timeChartLayout.ts";

/** The shortest visible window, in seconds: how far one can zoom in. */
const SHORTEST = 1e-3;

export class ChartGestures {
  readonly #e: ChartElements;
  readonly #link: TimeLink;
  readonly #brush: BrushBehavior<unknown>;
  readonly #zoom: ZoomBehavior<SVGSVGElement, unknown>;
  readonly #brushGroup: Selection<SVGGElement, unknown, null, undefined>;
  #layout: ChartLayout | null = null;
  #moving = false;
  #dragging = false;
  #brushedHere = false;

  /** `overMark`: whether a mark lies under the pointer, which is clicked and not dragged. */
  constructor(elements: ChartElements, link: TimeLink, overMark: (x: number, y: number) => boolean) {
    this.#e = elements;
    this.#link = link;
    this.#brushGroup = select(elements.brush);
    this.#brush = brushX()
      .touchable(false)
      .filter((event: MouseEvent) => {
        const box = elements.front.getBoundingClientRect();
        const { left = 0, top = 0 } = this.#layout ?? {};
        const marked = overMark(event.clientX - box.left - left, event.clientY - box.top - top);
        return event.button === 0 && !event.ctrlKey && !event.metaKey && !marked;
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

  #time(x: number): number {
    const { domain } = this.#link.state;
    return domain[0] + (x / (this.#layout?.width ?? 1)) * (domain[1] - domain[0]);
  }
}
