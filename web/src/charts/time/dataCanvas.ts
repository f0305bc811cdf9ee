// When the lines of a time chart are painted, and how: whole or only their new end, as hairlines while the window or the scale
// moves, and once more in full when it rests.
import type { ChartContext } from "./context.ts";

/** While a run grows its lines are brought up to date at most this often, in ms. */
const NEWS_PACE = 40;
/** Hairlines and piecewise painting are replaced by a full painting after this many ms of rest. */
const SETTLE = 250;
/** Two whole paintings within this many ms: something is moving. */
const RESTLESS = 120;

export class DataCanvas {
  readonly #chart: ChartContext;
  #newsAt = Number.NEGATIVE_INFINITY;
  #wholeAt = Number.NEGATIVE_INFINITY;
  #settleAt = Number.POSITIVE_INFINITY;
  #isHairlines = false;

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** Whether lines have grown and may be read now; requests a frame for later otherwise. */
  hasNews(now: number, drawing: boolean): boolean {
    const { layer, loop } = this.#chart;
    if (!layer.hasNews()) return false;
    const wait = this.#newsAt + NEWS_PACE - now;
    if (wait <= 0 || drawing) return true;
    loop.requestAfter(wait);
    return false;
  }

  /** Reads what is new in the visible window. */
  read(now: number, width: number): void {
    const [from, to] = this.#chart.options.timeView.state.domain;
    this.#newsAt = now;
    this.#chart.layer.prepare(from, to, width);
  }

  /** Whether a full painting is due. */
  settles(now: number): boolean {
    return now >= this.#settleAt;
  }

  paint(now: number, whole: boolean): void {
    const { elements, layer, loop, plot } = this.#chart;
    if (plot === null) return;
    const isRestless = now - this.#wholeAt < RESTLESS && now < this.#settleAt;
    const quick = whole && isRestless && layer.lines.length > 1;
    layer.paint(elements.base, plot, whole, quick);
    if (whole) {
      this.#wholeAt = now;
      this.#isHairlines = quick;
    }
    // Hairlines are replaced soon. Joins of pieces are replaced when no more pieces come.
    if (whole && !quick) this.#settleAt = Number.POSITIVE_INFINITY;
    else if (whole || !this.#isHairlines) this.#settleAt = now + SETTLE;
    if (!whole || quick) loop.requestAfter(SETTLE + 20);
  }
}
