// Pointer and keyboard input of a view. Moving the pointer highlights a flow and moves the cursor of all
// charts to the time at the pointer, if the picture has one there. A click seeks to this time.

import type { ChartElements } from "../time/elements.ts";
import type { TimeView } from "../timeView.ts";
import type { ViewPicture, ViewPlace, ViewPlot } from "./types.ts";

export interface InputTarget {
  readonly elements: ChartElements;
  readonly timeView: TimeView;
  /** The picture with its plot area as last drawn; null before the first drawing. */
  shown(): { readonly picture: ViewPicture; readonly plot: ViewPlot } | null;
  /** Shows a position that the pointer or the keys have reached; null hides it. */
  showStop(stop: number | null): void;
  say(text: string): void;
  seek(t: number): void;
  focus(): void;
}

/** The number of key presses that move the cursor from one end of the visible window to the other. */
const TIME_STEPS = 100;

export class ViewInput {
  readonly #target: InputTarget;
  readonly #stop = new AbortController();
  /**
   * The values that the pointer has set in the state that all charts share. They are cleared when the pointer
   * leaves.
   */
  #place: ViewPlace = {};
  /** The index of the flow or group that the keys have reached, and the position. */
  #key = 0;
  #position: number | null = null;

  constructor(target: InputTarget) {
    this.#target = target;
    const { front, plot, labels } = target.elements;
    const { signal } = this.#stop;
    type Events = HTMLElementEventMap;
    const on = <K extends keyof Events>(
      element: Element,
      type: K,
      handle: (event: Events[K]) => void,
    ): void => element.addEventListener(type, handle as EventListener, { signal });
    on(front, "pointermove", (event) => this.#move(event));
    on(front, "pointerleave", () => this.#leave());
    on(front, "click", (event) => {
      this.#move(event);
      if (this.#place.t !== undefined) target.seek(this.#place.t);
    });
    on(front, "dblclick", () => target.timeView.reset());
    on(plot, "keydown", (event) => this.#keyDown(event));
    on(plot, "focus", () => target.focus());
    on(plot, "blur", () => target.showStop(null));
    const flowOf = (event: Event): string | null =>
      (event.target as Element).closest<SVGElement>("[data-flow]")?.dataset["flow"] ?? null;
    on(labels, "pointerover", (event) => target.timeView.setHighlight(flowOf(event)));
    on(labels, "pointerleave", () => target.timeView.setHighlight(null));
  }

  destroy(): void {
    this.#stop.abort();
  }

  #move(event: MouseEvent): void {
    const shown = this.#target.shown();
    if (shown === null || shown.picture.empty !== "") return;
    const { picture, plot } = shown;
    const box = this.#target.elements.front.getBoundingClientRect();
    const x = event.clientX - box.left - plot.layout.left;
    const y = event.clientY - box.top - plot.layout.top;
    if (x < -4 || x > plot.width + 4 || y < -4 || y > plot.height + 4) {
      this.#leave();
      return;
    }
    const inside = (value: number, size: number): number => Math.max(0, Math.min(size, value));
    this.#show(picture.hit(inside(x, plot.width), inside(y, plot.height), plot));
  }

  #show(place: ViewPlace): void {
    const { timeView } = this.#target;
    if (place.t !== undefined || this.#place.t !== undefined) timeView.setCursor(place.t ?? null);
    if (place.line !== undefined || this.#place.line !== undefined) timeView.setHighlight(place.line ?? null);
    this.#target.showStop(place.stop ?? null);
    this.#place = place;
  }

  #leave(): void {
    this.#show({});
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== this.#target.elements.plot) return;
    const shown = this.#target.shown();
    if (shown === null) return;
    const { picture } = shown;
    const stride = event.shiftKey ? 10 : 1;
    const { timeView } = this.#target;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.#step(picture, -stride),
      ArrowRight: () => this.#step(picture, stride),
      ArrowUp: () => this.#choose(picture, -1),
      ArrowDown: () => this.#choose(picture, 1),
      Home: () => this.#step(picture, Number.NEGATIVE_INFINITY),
      End: () => this.#step(picture, Number.POSITIVE_INFINITY),
      Escape: () => {
        this.#position = null;
        timeView.setCursor(null);
        timeView.setHighlight(null);
        timeView.setBrush(null);
        this.#target.showStop(null);
      },
      Enter: () => {
        const { cursor } = timeView.state;
        if (cursor !== null) this.#target.seek(cursor);
      },
    };
    const action = keys[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** Moves through the positions of the picture or, if it has none, through time. */
  #step(picture: ViewPicture, steps: number): void {
    const { timeView } = this.#target;
    if (picture.stops > 0) {
      const before = this.#position ?? Math.round(picture.stops / 2);
      const start = this.#position === null && Number.isFinite(steps) ? before : before + steps;
      this.#position = Math.max(0, Math.min(picture.stops, start));
    } else {
      const { domain, cursor, playhead } = timeView.state;
      const [from, to] = [domain[0], Math.min(domain[1], Math.max(playhead, domain[0]))];
      const at = cursor ?? Math.max(from, Math.min(to, playhead));
      const moved = at + (steps * (domain[1] - domain[0])) / TIME_STEPS;
      timeView.setCursor(Math.max(from, Math.min(Number.isFinite(steps) ? domain[1] : to, moved)));
    }
    this.#report(picture);
  }

  /** Goes to the next or previous flow or group. */
  #choose(picture: ViewPicture, steps: number): void {
    const n = picture.keys.length;
    if (n > 0) {
      this.#key = (((this.#key + steps) % n) + n) % n;
      this.#target.timeView.setHighlight(picture.keys[this.#key]?.id ?? null);
    }
    this.#report(picture);
  }

  #report(picture: ViewPicture): void {
    const { cursor, playhead } = this.#target.timeView.state;
    const key = picture.keys[Math.min(this.#key, picture.keys.length - 1)];
    const stop = picture.stops > 0 ? (this.#position ?? Math.round(picture.stops / 2)) : null;
    if (stop !== null) this.#position = stop;
    this.#target.showStop(stop);
    this.#target.say(picture.say(key, { t: cursor ?? playhead, ...(stop === null ? {} : { stop }) }));
  }
}
