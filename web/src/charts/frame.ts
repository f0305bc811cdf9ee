// The only owner of animation frames: all charts draw from here, so that a page has one frame callback and one budget. Heavy
// redraws that do not fit into a frame wait for the next one. When frames stay too long the update rate is halved, and
// `onStride` is called.

/** Something that draws. When `mayDraw()` is false, `draw` may put heavy work off, and then returns true. */
export interface FrameTask {
  /** Returns true to request another frame. */
  draw(now: number, mayDraw: () => boolean): boolean;
}

export interface FrameStats {
  /** Frames measured (the last 240 at most). */
  readonly frames: number;
  /** Time per frame that was spent on drawing on the main thread, in ms. */
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Frames that came late: more than one and a half display periods after the one before, while frames were wanted. */
  readonly dropped: number;
  /** 1, or 2 while every second frame is skipped. */
  readonly stride: number;
}

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

/** Heavy drawing stops after this many ms of a frame: React, style and painting need the rest. */
const DRAW_BUDGET = 4;
const TOO_LONG = 16;
const LONG_FRAMES = 3;
const CALM = 10;
const CALM_FRAMES = 60;
const HISTORY = 240;

export class FrameLoop {
  readonly #tasks: FrameTask[] = [];
  readonly #tickers = new Set<(now: number, elapsed: number) => void>();
  readonly #host: FrameHost;
  readonly #work = new Float64Array(HISTORY);
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #handle: number | null = null;
  #count = 0;
  #dropped = 0;
  #previous = Number.NaN;
  #period = 1000 / 60;
  #turn = 0;
  #long = 0;
  #calm = 0;
  #stride = 1;
  #skipped = 0;
  /** Called when the update rate is halved (2) or restored (1). */
  onStride: ((stride: number) => void) | null = null;

  constructor(host: FrameHost = BROWSER) {
    this.#host = host;
  }

  /** Registers a task and requests a frame. Returns the function that removes it. */
  add(task: FrameTask): () => void {
    this.#tasks.push(task);
    this.request();
    return () => {
      const index = this.#tasks.indexOf(task);
      if (index >= 0) this.#tasks.splice(index, 1);
    };
  }

  /** Calls `tick` before every frame, and requests frames until the returned function is called: for playback. */
  animate(tick: (now: number, elapsed: number) => void): () => void {
    this.#tickers.add(tick);
    this.request();
    return () => {
      this.#tickers.delete(tick);
    };
  }

  /** Requests one frame. Cheap: call it whenever something may have changed. */
  request(): void {
    if (this.#handle === null) this.#handle = this.#host.request((now) => this.#frame(now));
  }

  /** Requests a frame after some ms. */
  requestAfter(ms: number): void {
    // Many tasks request about the same moment in every frame: one timer per display period is enough.
    const due = Math.ceil((this.#host.now() + ms) / 16);
    if (this.#timers.has(due)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(due);
      this.request();
    }, ms);
    this.#timers.set(due, timer);
  }

  stats(): FrameStats {
    const frames = Math.min(this.#count, HISTORY);
    const sorted = this.#work.slice(0, frames).sort();
    const at = (q: number): number => sorted[Math.max(0, Math.ceil(q * frames) - 1)] ?? 0;
    return { frames, p50: at(0.5), p95: at(0.95), max: at(1), dropped: this.#dropped, stride: this.#stride };
  }

  resetStats(): void {
    this.#count = 0;
    this.#dropped = 0;
  }

  /** Stops for good. */
  dispose(): void {
    if (this.#handle !== null) this.#host.cancel(this.#handle);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#handle = null;
    this.#tasks.length = 0;
    this.#tickers.clear();
  }

  #frame(now: number): void {
    this.#handle = null;
    if (this.#skipped + 1 < this.#stride) {
      this.#skipped += 1;
      this.request();
      return;
    }
    this.#skipped = 0;
    const start = this.#host.now();
    const elapsed = Number.isNaN(this.#previous) ? 0 : now - this.#previous;
    for (const tick of this.#tickers) tick(now, elapsed);
    let again = this.#tickers.size > 0;
    const mayDraw = (): boolean => this.#host.now() - start < DRAW_BUDGET;
    // A chart whose redraw was put off comes first in the next frame.
    const count = this.#tasks.length;
    let deferred = -1;
    for (let i = 0; i < count; i += 1) {
      const index = (this.#turn + i) % count;
      const wantsFrame = this.#tasks[index]?.draw(now, mayDraw) ?? false;
      if (wantsFrame) {
        again = true;
        if (deferred < 0) deferred = index;
      }
    }
    if (deferred >= 0) this.#turn = deferred;
    this.#measure(this.#host.now() - start, elapsed);
    this.#previous = again ? now : Number.NaN;
    if (again) this.request();
  }

  #measure(work: number, elapsed: number): void {
    this.#work[this.#count % HISTORY] = work;
    this.#count += 1;
    if (elapsed > 0) {
      // An estimate of the display's period: the shortest recent distance between frames, from 1/240 s to 1/60 s.
      this.#period = Math.max(1000 / 240, Math.min(1000 / 60, Math.min(this.#period * 1.01, elapsed)));
      if (elapsed > 1.5 * this.#period * this.#stride) this.#dropped += 1;
    }
    this.#long = work > TOO_LONG ? this.#long + 1 : 0;
    this.#calm = work < CALM ? this.#calm + 1 : 0;
    if (this.#stride === 1 && this.#long >= LONG_FRAMES) this.#setStride(2);
    else if (this.#stride === 2 && this.#calm >= CALM_FRAMES) this.#setStride(1);
  }

  #setStride(stride: number): void {
    this.#stride = stride;
    this.#calm = 0;
    this.#long = 0;
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

/** Whether reduced motion is set in the system. */
export function prefersReducedMotion(): boolean {
  if (typeof matchMedia !== "function") return false;
  reducedMotion ??= matchMedia("(prefers-reduced-motion: reduce)");
  return reducedMotion.matches;
}
