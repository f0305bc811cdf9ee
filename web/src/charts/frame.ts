// The frame loop of the page. All charts draw in its single animation-frame callback, so that they share one
// time budget. Expensive redraws for which a frame has no time left wait for the next frame. When several
// frames in a row take too long, the update rate is halved and `onStride` is called.

/** Something that draws in frames. */
export interface FrameTask {
  /**
   * Reads sizes and styles. All tasks measure before any of them draws, so that the browser computes styles
   * and layout once.
   */
  measure?(): void;
  /**
   * Draws, but puts off expensive work while `mayDraw()` is false. It is true for at least one task of each
   * frame. Returns true to request another frame. `now` is in ms.
   */
  draw(now: number, mayDraw: () => boolean): boolean;
}

/** The functions of the browser that the frame loop uses, which tests replace. Times are in ms. */
export interface FrameHost {
  request(callback: (now: number) => void): number;
  cancel(handle: number): void;
  now(): number;
}

const BROWSER: FrameHost = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
  now: () => performance.now(),
};

/**
 * No expensive drawing starts after this many ms of a frame: React, style computation and painting need time
 * too.
 */
const DRAW_BUDGET = 4;
/**
 * The update rate is halved after `LONG_FRAMES` frames in a row that take more than this many ms, about the
 * period of a 60 Hz display.
 */
const LONG_MS = 16;
const LONG_FRAMES = 3;
/** The update rate is restored after `SHORT_FRAMES` frames in a row that take less than this many ms. */
const SHORT_MS = 10;
const SHORT_FRAMES = 60;

export class FrameLoop {
  readonly #tasks: FrameTask[] = [];
  /** The functions that were passed to `animate`. */
  readonly #tickers = new Set<(now: number, elapsed: number) => void>();
  readonly #host: FrameHost;
  /** Timers of `requestAfter`, by the period of 16 ms in which they are due. */
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  /** The handle of the requested frame, or null. */
  #handle: number | null = null;
  #isDrawing = false;
  /** Whether a frame was requested while this one is drawn. */
  #isWanted = false;
  /** The time of the previous frame, NaN if the loop was idle. */
  #previousTime = Number.NaN;
  /** The index of the task that draws first in the next frame. */
  #firstTask = 0;
  #longFrames = 0;
  #shortFrames = 0;
  /** Charts are drawn in every frame (1) or in every second frame (2). */
  #stride = 1;
  /** The number of frames since charts were last drawn. */
  #skipped = 0;
  /**
   * Called with 2 when the update rate is halved, so that charts are drawn in every second frame, and with 1
   * when it is restored.
   */
  onStride: ((stride: number) => void) | null = null;

  constructor(host: FrameHost = BROWSER) {
    this.#host = host;
  }

  /** Registers a task and requests a frame. Returns the function that removes the task. */
  add(task: FrameTask): () => void {
    this.#tasks.push(task);
    this.request();
    return () => {
      const index = this.#tasks.indexOf(task);
      if (index >= 0) this.#tasks.splice(index, 1);
    };
  }

  /**
   * For playback: requests frames and calls `tick` at the start of each frame, until the returned function is
   * called. `elapsed` is the time since the previous frame in ms, or 0 if the loop was idle before the frame.
   */
  animate(tick: (now: number, elapsed: number) => void): () => void {
    this.#tickers.add(tick);
    this.request();
    return () => {
      this.#tickers.delete(tick);
    };
  }

  /** Requests one frame, if none is requested yet. During a frame, the request is made at its end. */
  request(): void {
    if (this.#isDrawing) this.#isWanted = true;
    else this.#handle ??= this.#host.request((now) => this.#frame(now));
  }

  /** Requests a frame after `ms` milliseconds. */
  requestAfter(ms: number): void {
    // In every frame, many tasks request a frame for about the same time. One timer per period of 16 ms is
    // enough.
    const period = Math.ceil((this.#host.now() + ms) / 16);
    if (this.#timers.has(period)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(period);
      this.request();
    }, ms);
    this.#timers.set(period, timer);
  }

  #frame(now: number): void {
    this.#handle = null;
    this.#isDrawing = true;
    try {
      if (this.#drawAll(now)) this.#isWanted = true;
    } finally {
      this.#isDrawing = false;
      if (this.#isWanted) this.request();
      this.#isWanted = false;
    }
  }

  /** Draws one frame. Returns whether another one is needed. */
  #drawAll(now: number): boolean {
    if (this.#skipped + 1 < this.#stride) {
      this.#skipped += 1;
      return true;
    }
    this.#skipped = 0;
    const start = this.#host.now();
    const elapsed = Number.isNaN(this.#previousTime) ? 0 : now - this.#previousTime;
    for (const tick of this.#tickers) tick(now, elapsed);
    for (const task of this.#tasks) task.measure?.();
    let needsNextFrame = this.#tickers.size > 0;
    // In each frame, one task may draw even if playback and React have used up the budget, because on a slow
    // processor they always do.
    let hasAsked = false;
    const mayDraw = (): boolean => {
      const isFirst = !hasAsked;
      hasAsked = true;
      return isFirst || this.#host.now() - start < DRAW_BUDGET;
    };
    // The first task whose work is put off draws first in the next frame.
    const count = this.#tasks.length;
    let deferred = -1;
    for (let i = 0; i < count; i += 1) {
      const index = (this.#firstTask + i) % count;
      const wantsFrame = this.#tasks[index]?.draw(now, mayDraw) ?? false;
      if (wantsFrame) {
        needsNextFrame = true;
        if (deferred < 0) deferred = index;
      }
    }
    if (deferred >= 0) this.#firstTask = deferred;
    this.#measure(this.#host.now() - start);
    this.#previousTime = needsNextFrame ? now : Number.NaN;
    return needsNextFrame;
  }

  #measure(work: number): void {
    this.#longFrames = work > LONG_MS ? this.#longFrames + 1 : 0;
    this.#shortFrames = work < SHORT_MS ? this.#shortFrames + 1 : 0;
    if (this.#stride === 1 && this.#longFrames >= LONG_FRAMES) this.#setStride(2);
    else if (this.#stride === 2 && this.#shortFrames >= SHORT_FRAMES) this.#setStride(1);
  }

  #setStride(stride: number): void {
    this.#stride = stride;
    this.#shortFrames = 0;
    this.#longFrames = 0;
    this.onStride?.(stride);
  }
}

let shared: FrameLoop | null = null;

/** The page's frame loop. */
export function frameLoop(): FrameLoop {
  shared ??= new FrameLoop();
  return shared;
}

let reducedMotion: MediaQueryList | null = null;

/** Whether the system is set to reduce motion. */
export function prefersReducedMotion(): boolean {
  if (typeof matchMedia !== "function") return false;
  reducedMotion ??= matchMedia("(prefers-reduced-motion: reduce)");
  return reducedMotion.matches;
}
