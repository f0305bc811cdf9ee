// Pointer and keyboard input of a plot. The pointer moves the cursor of all charts and highlights flows. A click
// seeks, picks a symbol or requests an explanation, and a double click shows the whole run. Keys reach
// everything that the pointer reaches. Buttons zoom into the selection or clear it. gestures.ts handles
// dragging and zooming.

import { html, setText } from "../core/dom.ts";
import { chartTexts } from "../texts/index.ts";
import type { Area, Content, Place, PlotOptions, PlotState } from "./content.ts";
import type { ChartGestures } from "./gestures.ts";

/** The number of key presses that move the cursor from one end of the visible window to the other. */
const TIME_STEPS = 100;
/** The pointer may leave the area by this many pixels. */
const MARGIN = 4;

const flowOf = ({ target }: Event): string | null =>
  (target as Element).closest<SVGElement>("[data-flow]")?.dataset["flow"] ?? null;

export class PlotInput<A extends Area> {
  readonly #plot: PlotState<PlotOptions, A>;
  readonly #content: Content<never, A>;
  readonly #onFocus: () => void;
  readonly #stopped = new AbortController();
  #gestures: ChartGestures | null = null;
  #isLoading = false;
  /** What the pointer has set in the state that all charts share. It is cleared when the pointer leaves. */
  #place: Place = {};
  /** The index of the line and the stop that the keys have reached. */
  #line = 0;
  #keyStop: number | null = null;
  /** The stop that is shown: that of the keys, or that at the pointer. */
  #stop: number | null = null;

  /** `onFocus` is called when the plot receives the focus: a screen reader is about to read its description. */
  constructor(plot: PlotState<PlotOptions, A>, content: Content<never, A>, onFocus: () => void) {
    this.#plot = plot;
    this.#content = content;
    this.#onFocus = onFocus;
    this.#listen();
    this.#buildButtons();
  }

  /** The position among the stops that the pointer or the keys have reached. */
  get stop(): number | null {
    return this.#stop;
  }

  /** Adapts to a new layout. */
  resize(): void {
    const { area } = this.#plot;
    if (area) this.#gestures?.resize(area.layout);
  }

  /** Shows the window and the selection of the shared time state. */
  follow(): void {
    if (this.#gestures) this.#gestures.follow();
    else if (this.#timeView.state.brush !== null) this.#loadGestures();
  }

  destroy(): void {
    this.#stopped.abort();
    this.#gestures?.destroy();
  }

  get #timeView() {
    return this.#plot.options.timeView;
  }

  /** Loads gestures.ts, when a pointer first enters a plot over time or there is a selection to show. */
  #loadGestures(): void {
    if (this.#isLoading || !this.#plot.area?.time) return;
    this.#isLoading = true;
    import("./gestures.ts").then(
      ({ ChartGestures }) => {
        if (this.#stopped.signal.aborted) return;
        this.#gestures = new ChartGestures(
          this.#plot.elements,
          this.#timeView,
          (x, y) => this.#content.isOverMark?.(x, y) ?? false,
        );
        this.resize();
        this.#gestures.follow();
      },
      () => {
        // Loading failed, for example without a network. The next pointer event tries again.
        this.#isLoading = false;
      },
    );
  }

  #listen(): void {
    const { front, plot, labels } = this.#plot.elements;
    const { signal } = this.#stopped;
    type Events = HTMLElementEventMap;
    const on = <K extends keyof Events>(
      target: Element,
      type: K,
      handle: (event: Events[K]) => void,
      passive = true,
    ): void => target.addEventListener(type, handle as EventListener, { signal, passive });
    for (const type of ["pointerenter", "touchstart", "wheel"] as const)
      on(plot, type, () => this.#loadGestures());
    on(front, "pointermove", (event) => this.#show(this.#placeAt(event)));
    on(front, "pointerleave", () => this.#show({}));
    on(front, "click", (event) => this.#click(event));
    on(front, "dblclick", () => this.#timeView.reset());
    on(front, "wheel", (event) => this.#pan(event), false);
    on(plot, "keydown", (event) => this.#key(event), false);
    on(plot, "focus", () => this.#onFocus());
    on(plot, "blur", () => this.#showStop(null));
    on(labels, "click", (event) => {
      const flow = flowOf(event);
      if (flow !== null && (event.target as Element).closest(".fs-explains") !== null)
        this.#content.ask?.(flow);
    });
    on(labels, "pointerover", (event) => this.#timeView.setHighlight(flowOf(event)));
    on(labels, "pointerleave", () => this.#timeView.setHighlight(null));
  }

  // The pointer ----------------------------------------------------------------

  /** What is at the pointer. Above and below a plot over time, the pointer still has a time. */
  #placeAt(event: MouseEvent): Place {
    const { area } = this.#plot;
    if (area === null || this.#content.empty() !== "") return {};
    const [x, y] = this.#point(event, area);
    const { width, height, time } = area;
    const isOutside = (at: number, size: number): boolean => at < -MARGIN || at > size + MARGIN;
    if (isOutside(x, width) || (time === null && isOutside(y, height))) return {};
    const inside = (at: number, size: number): number => Math.max(0, Math.min(size, at));
    this.#plot.elements.plot.classList.toggle("fs-over-mark", this.#content.isOverMark?.(x, y) ?? false);
    return this.#content.at(inside(x, width), inside(y, height), area);
  }

  #show(place: Place): void {
    const before = this.#place;
    this.#place = place;
    if (place.t !== undefined || before.t !== undefined) this.#timeView.setCursor(place.t ?? null);
    if (place.line !== undefined || before.line !== undefined)
      this.#timeView.setHighlight(place.line ?? null);
    this.#showStop(place.stop ?? null);
  }

  #showStop(stop: number | null): void {
    if (stop === this.#stop) return;
    this.#stop = stop;
    this.#plot.loop.request();
  }

  #click(event: MouseEvent): void {
    const { area, options } = this.#plot;
    if (area === null) return;
    const [x, y] = this.#point(event, area);
    if (area.time && (x < 0 || x > area.width || y < 0 || y > area.height)) return;
    // In Safari, click events have no `pointerType`. Such a click counts as a click of a mouse.
    const byTouch = "pointerType" in event && event.pointerType === "touch";
    if (this.#content.pick?.(x, y, byTouch)) return;
    const place = this.#placeAt(event);
    if (area.time === null) this.#show(place);
    if (place.t !== undefined) options.onSeek?.(place.t);
  }

  /** Moves a zoomed window in time when the wheel turns horizontally, or with Shift. */
  #pan(event: WheelEvent): void {
    const { area } = this.#plot;
    if (event.ctrlKey || event.metaKey || !area?.time || !this.#timeView.isZoomed) return;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (Math.abs(sideways) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
    event.preventDefault();
    const { domain } = this.#timeView.state;
    this.#timeView.panBy((sideways / area.width) * (domain[1] - domain[0]));
  }

  #point(event: MouseEvent, { layout }: A): readonly [number, number] {
    const box = this.#plot.elements.front.getBoundingClientRect();
    return [event.clientX - box.left - layout.left, event.clientY - box.top - layout.top];
  }

  // The keyboard ---------------------------------------------------------------

  #key(event: KeyboardEvent): void {
    const { area, elements } = this.#plot;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== elements.plot || area === null)
      return;
    const stride = event.shiftKey ? 10 : 1;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.#step(-stride),
      ArrowRight: () => this.#step(stride),
      ArrowUp: () => this.#choose(-1),
      ArrowDown: () => this.#choose(1),
      Home: () => this.#step(Number.NEGATIVE_INFINITY),
      End: () => this.#step(Number.POSITIVE_INFINITY),
      Enter: () => this.#open(),
    };
    if (area.time) {
      keys["+"] = () => this.#timeView.zoomBy(2);
      keys["-"] = () => this.#timeView.zoomBy(0.5);
      keys["0"] = () => this.#timeView.reset();
    }
    // Comma and full stop are alternatives to the brackets, which need a modifier key on many keyboards.
    if (this.#content.toEvent) {
      for (const key of ["[", ","]) keys[key] = () => this.#toEvent(false);
      for (const key of ["]", "."]) keys[key] = () => this.#toEvent(true);
    }
    const { cursor, highlight, brush } = this.#timeView.state;
    // The page handles Escape if there is nothing to clear.
    if (cursor !== null || highlight !== null || brush !== null || this.#stop !== null)
      keys["Escape"] = () => this.#clear();
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  #clear(): void {
    this.#keyStop = null;
    this.#showStop(null);
    this.#timeView.setCursor(null);
    this.#timeView.setHighlight(null);
    this.#timeView.setBrush(null);
  }

  /** Moves through the stops of the content or, if it has none, through time. */
  #step(steps: number): void {
    const stops = this.#content.stops();
    if (stops > 0) {
      // The first press of an arrow key shows the stop in the middle.
      const isFirst = this.#keyStop === null && Number.isFinite(steps);
      const before = this.#keyStop ?? Math.round(stops / 2);
      this.#keyStop = Math.max(0, Math.min(stops, isFirst ? before : before + steps));
    } else {
      const { domain, cursor, playhead } = this.#timeView.state;
      const inside = (t: number): number => Math.max(domain[0], Math.min(domain[1], t));
      const moved = (cursor ?? inside(playhead)) + (steps * (domain[1] - domain[0])) / TIME_STEPS;
      this.#timeView.setCursor(inside(steps === Number.POSITIVE_INFINITY ? playhead : moved));
    }
    this.#report();
  }

  /** Goes to the next or previous flow or group. */
  #choose(steps: number): void {
    const lines = this.#content.lines();
    const n = lines.length;
    if (n > 0) {
      this.#line = (((this.#line + steps) % n) + n) % n;
      this.#timeView.setHighlight(lines[this.#line] ?? null);
      const { cursor, domain, playhead } = this.#timeView.state;
      if (this.#plot.area?.time)
        this.#timeView.setCursor(cursor ?? Math.max(domain[0], Math.min(domain[1], playhead)));
    }
    this.#report();
  }

  #toEvent(isForward: boolean): void {
    const { text = "", line = this.#line } = this.#content.toEvent?.(isForward) ?? {};
    this.#line = line;
    this.#report(`, ${text}`);
  }

  #open(): void {
    const { cursor } = this.#timeView.state;
    if (cursor === null || this.#content.open?.(cursor, this.#line)) return;
    this.#plot.options.onSeek?.(cursor);
  }

  /** Says where the keys are. */
  #report(more = ""): void {
    const { cursor, playhead } = this.#timeView.state;
    const stops = this.#content.stops();
    if (stops > 0) this.#keyStop ??= Math.round(stops / 2);
    this.#showStop(stops > 0 ? this.#keyStop : null);
    const place = { t: cursor ?? playhead, ...(this.#stop !== null && { stop: this.#stop }) };
    const line = Math.max(0, Math.min(this.#line, this.#content.lines().length - 1));
    setText(this.#plot.elements.status, this.#content.say(line, place) + more);
  }

  #buildButtons(): void {
    const { actions } = this.#plot.elements;
    actions.hidden = true;
    const button = (label: string, onClick: () => void): void => {
      const element = html("button", "fs-action", actions);
      element.type = "button";
      element.textContent = label;
      element.addEventListener("click", onClick, { signal: this.#stopped.signal });
    };
    button(chartTexts.zoom, () => this.#timeView.zoomToBrush());
    button(chartTexts.clear, () => this.#timeView.setBrush(null));
  }
}
