// The labels at the right of a time chart with the values of the lines at the cursor or the playhead.
import { formatIn } from "../../scenario/units.ts";
import { draw } from "../core/mark.ts";
import type { SvgNode } from "../core/svg.ts";
import { formatTime } from "../format.ts";
import { chartTexts } from "../texts/index.ts";
import type { ChartContext } from "./context.ts";
import { endLabels } from "./endLabels.ts";
import type { ChartLine } from "./lineLayer.ts";
import type { TimePlot } from "./timePlot.ts";

/**
 * Minimum time between two updates of the values in labels, in ms: faster changes are unreadable. If the page
 * writes numbers at the playhead (`numbersVersion`), the labels change together with these numbers instead.
 */
const LABEL_INTERVAL = 100;

export class ValueLabels {
  readonly #chart: ChartContext;
  /** The wall-clock time in ms at which values were written. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** The playhead, in simulated seconds, and the version of the page's numbers when values were written. */
  #playhead = Number.NaN;
  #version = 0;
  /** Whether lines have grown since values were written. */
  #isOutdated = false;
  /** The value of each line as written in its label, by the id of the line. */
  readonly #texts = new Map<string, string>();
  #unit = "";
  /** The simulated time of these values, and whether it was the time of the cursor. */
  #valuesAt = { t: 0, isCursor: false };

  constructor(chart: ChartContext) {
    this.#chart = chart;
  }

  /** Makes the next frame write the values, because the lines show other data. */
  invalidate(): void {
    this.#version = -1;
    this.#writtenAt = Number.NEGATIVE_INFINITY;
  }

  /** The lines have grown. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** The labels, or null if they stay. `now` is in ms of wall time. */
  draw(area: TimePlot, now: number, isUrgent: boolean): readonly SvgNode[] | null {
    const { layer, plot, highlight } = this.#chart;
    const { options, loop } = plot;
    const { cursor, playhead, domain, numbersVersion } = options.timeView.state;
    if (!isUrgent && !this.#isOutdated && playhead === this.#playhead && numbersVersion === this.#version)
      return null;
    const followsPage = numbersVersion > 0;
    const wait = this.#writtenAt + LABEL_INTERVAL - now;
    const isDue = followsPage ? numbersVersion !== this.#version : wait <= 0;
    if (!isDue && !followsPage) loop.requestAfter(wait);
    if (!isUrgent && !isDue) return null;
    if (isDue) {
      this.#writtenAt = now;
      this.#version = numbersVersion;
      this.#isOutdated = false;
      this.#playhead = playhead;
    }
    const isCursor = cursor !== null;
    // Without the cursor, the labels state the values at the playhead again. The heading of the labels names
    // the new unit, so values in the old unit must not stay.
    const isOtherUnit = area.unit.symbol !== this.#unit;
    this.#unit = area.unit.symbol;
    if (isDue || isCursor || isOtherUnit || this.#valuesAt.isCursor) {
      this.#texts.clear();
      this.#valuesAt = { t: cursor ?? Math.max(0, Math.min(playhead, domain[1])), isCursor };
    }
    const { t } = this.#valuesAt;
    const isWholeTenth = Math.abs(t * 10 - Math.round(t * 10)) < 1e-6;
    const time = chartTexts.at({ time: formatTime(t, isWholeTenth ? 0.1 : 0.01) });
    const writeValue = ({ trace }: ChartLine): string => {
      const value = this.#texts.get(trace.spec.id) ?? formatIn(trace.valueAt(t), area.unit, false);
      this.#texts.set(trace.spec.id, value);
      return value;
    };
    const marks = endLabels({
      plot: area,
      lines: layer.lines,
      t,
      highlight,
      writeValue,
      explains: options.onAsk !== undefined,
      headings: [`${area.unit.symbol} ${time}`.trim(), time],
    });
    return draw([marks], area);
  }
}
