// The state that all charts over one time axis share: the visible window, the cursor, the selection, the
// playhead and the highlighted flow. Charts and the page read and write this state. All times are simulated
// time in seconds.
import { dispatch } from "d3-dispatch";

export interface TimeState {
  /** The duration of the run. */
  readonly duration: number;
  /** The visible window, as its first and last time. */
  readonly domain: readonly [number, number];
  /** The time at the pointer, or the time to which keys moved the cursor, or null. */
  readonly cursor: number | null;
  /** The selected window for statistics, or null. */
  readonly brush: readonly [number, number] | null;
  /** The time that playback has reached; data after it are dimmed, except while `showsEffect` is true. */
  readonly playhead: number;
  /**
   * Whether the effect of an edit is shown. Data after the playhead are then drawn like the data before it.
   */
  readonly showsEffect: boolean;
  /** The highlighted flow, or null; all other flows are faded. */
  readonly highlight: string | null;
  /** Times that the charts mark: what happened to the packet whose life is shown. */
  readonly marks: readonly number[];
  /**
   * Increases when the page writes its numbers at the playhead, so that all numbers change in the same frame.
   * 0 if it never does.
   */
  readonly numbersVersion: number;
}

type TimeListener = (state: TimeState, before: TimeState) => void;

/** The shortest visible window, in seconds, which limits zooming in. */
export const SHORTEST_WINDOW = 1e-3;

export class TimeView {
  #state: TimeState;
  readonly #events = dispatch<TimeView, { change: [state: TimeState, before: TimeState] }>("change");
  #subscribers = 0;

  constructor(duration: number) {
    this.#state = {
      duration,
      domain: [0, duration],
      cursor: null,
      brush: null,
      playhead: duration,
      showsEffect: false,
      highlight: null,
      marks: [],
      numbersVersion: 0,
    };
  }

  get state(): TimeState {
    return this.#state;
  }

  /** Whether the window shows less than the whole run. */
  get isZoomed(): boolean {
    const { domain, duration } = this.#state;
    return domain[0] > 0 || domain[1] < duration;
  }

  subscribe(listener: TimeListener): () => void {
    // d3-dispatch distinguishes the listeners of one event by a name after the dot.
    this.#subscribers += 1;
    const name = `change.${this.#subscribers}` as const;
    this.#events.on(name, listener);
    return () => void this.#events.on(name, null);
  }

  /**
   * Sets the duration of a new run. A window that showed the whole old run shows the whole new run. A zoomed
   * window and the playhead are limited to the new duration, and a selection that extends beyond it is
   * cleared.
   */
  setDuration(duration: number): void {
    if (!(duration > 0)) return;
    const { domain, brush, duration: before, playhead } = this.#state;
    const showsWholeRun = domain[0] <= 0 && domain[1] >= before;
    this.#set({
      duration,
      domain:
        showsWholeRun || domain[0] >= duration ? [0, duration] : clampWindow(domain[0], domain[1], duration),
      brush: brush !== null && brush[1] <= duration ? brush : null,
      playhead: Math.min(playhead, duration),
    });
  }

  setDomain(from: number, to: number): void {
    this.#set({ domain: clampWindow(from, to, this.#state.duration) });
  }

  /**
   * Zooms in around the time `centre`, by default the cursor or the middle of the window. With a factor of 2,
   * the window becomes half as long.
   */
  zoomBy(factor: number, centre?: number): void {
    const [from, to] = this.#state.domain;
    const c = centre ?? this.#state.cursor ?? (from + to) / 2;
    this.setDomain(c - (c - from) / factor, c + (to - c) / factor);
  }

  panBy(seconds: number): void {
    const { domain, duration } = this.#state;
    const span = domain[1] - domain[0];
    const from = Math.max(0, Math.min(duration - span, domain[0] + seconds));
    this.#set({ domain: [from, from + span] });
  }

  /** Makes the selection the visible window, and clears the selection. */
  zoomToBrush(): void {
    const brush = this.#state.brush;
    if (brush === null) return;
    this.setDomain(brush[0], brush[1]);
    this.setBrush(null);
  }

  /** Shows the whole run and clears the selection. */
  reset(): void {
    this.#set({ domain: [0, this.#state.duration], brush: null });
  }

  setCursor(t: number | null): void {
    this.#set({ cursor: t === null ? null : clamp(t, 0, this.#state.duration) });
  }

  setBrush(window: readonly [number, number] | null): void {
    const { duration } = this.#state;
    const [from = 0, to = 0] = (window ?? []).map((t) => clamp(t, 0, duration)).sort((a, b) => a - b);
    this.#set({ brush: to > from ? [from, to] : null });
  }

  /**
   * Moves the playhead. With `follow`, a zoomed window that does not contain the playhead moves, so that the
   * playhead is near its left edge.
   */
  setPlayhead(t: number, follow = false): void {
    const playhead = clamp(t, 0, this.#state.duration);
    const [from, to] = this.#state.domain;
    if (follow && this.isZoomed && (playhead > to || playhead < from)) {
      const span = to - from;
      const start = clamp(playhead - 0.1 * span, 0, this.#state.duration - span);
      this.#set({ playhead, domain: [start, start + span] });
    } else {
      this.#set({ playhead });
    }
  }

  setMarks(marks: readonly number[]): void {
    this.#set({ marks });
  }

  setShowsEffect(showsEffect: boolean): void {
    this.#set({ showsEffect });
  }

  setHighlight(flow: string | null): void {
    this.#set({ highlight: flow });
  }

  /**
   * The page writes its numbers at the playhead now. The charts write the values of their labels in the same
   * frame.
   */
  announceNumbers(): void {
    this.#set({ numbersVersion: this.#state.numbersVersion + 1 });
  }

  #set(change: Partial<TimeState>): void {
    const before = this.#state;
    const next = { ...before, ...change };
    const names = Object.keys(change) as (keyof TimeState)[];
    if (names.every((name) => isSame(next[name], before[name]))) return;
    this.#state = next;
    this.#events.call("change", this, next, before);
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function clampWindow(from: number, to: number, duration: number): [number, number] {
  const minLength = Math.min(SHORTEST_WINDOW, duration);
  let a = clamp(Math.min(from, to), 0, duration);
  let b = clamp(Math.max(from, to), 0, duration);
  if (b - a < minLength) {
    const centre = clamp((a + b) / 2, minLength / 2, duration - minLength / 2);
    a = centre - minLength / 2;
    b = centre + minLength / 2;
  }
  return [a, b];
}

/** Whether two values of the state are equal. Lists of times are equal if all of their times are. */
function isSame(a: TimeState[keyof TimeState], b: TimeState[keyof TimeState]): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
