// The record of a run in the page. Each frame from the worker adds data to the series and events. Their
// objects are not replaced, so that charts can keep references to them.

import { EVENT_COLUMNS, EVENTS_HEADER, EventCode, SERIES_HEADER } from "../generated/constants.ts";
import type { Derived, LinkRates, ScenarioDocument, SeriesInfo } from "../generated/types.ts";
import type { FrameData, RunOpening } from "./simulatorCalls.ts";
import type { EventRows, RunId, RunOutcome, RunRecord, Series } from "./types.ts";

/** An array for each of thousands of series would take most of the time in which a record is made. */
const NO_VALUES = new Float64Array(0);

class GrowingSeries implements Series {
  rev = -1;
  width = 0;
  bins = 0;
  data: Float64Array = NO_VALUES;
  readonly columns: 1 | 3;

  constructor(readonly info: SeriesInfo) {
    this.columns = info.kind === "gauge" ? 3 : 1;
  }

  /**
   * Stores bins. The first of them has the index `firstBin`, and its values are those of `block` from the index `from`.
   * `expectedBins` is the number of bins that the complete run has at this width.
   */
  store(
    rev: number,
    width: number,
    bins: number,
    firstBin: number,
    block: Float64Array,
    from: number,
    expectedBins: number,
  ): void {
    const { columns } = this;
    if (rev !== this.rev || this.data.length < bins * columns) {
      const larger = new Float64Array(Math.max(bins, expectedBins) * columns);
      if (rev === this.rev) larger.set(this.data.subarray(0, firstBin * columns));
      this.data = larger;
    }
    // A view for each of thousands of series would take longer than copying its few new values.
    for (let i = firstBin * columns; i < bins * columns; i += 1)
      this.data[i] = block[from + i - firstBin * columns] ?? Number.NaN;
    this.rev = rev;
    this.width = width;
    this.bins = bins;
  }
}

class GrowingEvents implements EventRows {
  rows = 0;
  data: Float64Array = new Float64Array(0);

  /** Stores new and changed rows, which follow a header (see `FrameData.events`). */
  store(headerAndRows: Float64Array): void {
    const rows = headerAndRows[1] ?? 0;
    const firstRow = headerAndRows[2] ?? 0;
    if (this.data.length < rows * EVENT_COLUMNS) {
      const larger = new Float64Array(Math.max(64, rows * 2) * EVENT_COLUMNS);
      larger.set(this.data.subarray(0, firstRow * EVENT_COLUMNS));
      this.data = larger;
    }
    this.data.set(headerAndRows.subarray(EVENTS_HEADER), firstRow * EVENT_COLUMNS);
    this.rows = rows;
  }
}

export class GrowingRecord implements RunRecord {
  readonly document: ScenarioDocument;
  readonly derived: Derived;
  readonly rates: readonly LinkRates[];
  readonly duration: number;
  readonly directory: readonly SeriesInfo[];
  readonly events = new GrowingEvents();
  version = 0;
  computedTo = 0;
  remaining: number | null = null;
  outcome: RunOutcome | null = null;
  readonly #flows: readonly string[];
  readonly #links: readonly string[];
  readonly #byKey: GrowingSeries[];
  /** By entity and signal: a joined key would be a new text in every look-up. */
  readonly #byName = new Map<string, Map<string, GrowingSeries>>();

  constructor(
    readonly runId: RunId,
    opening: RunOpening,
  ) {
    this.document = opening.document;
    this.derived = opening.derived;
    this.rates = opening.rates;
    this.duration = opening.duration;
    this.directory = opening.directory;
    this.#flows = opening.flows;
    this.#links = opening.links;
    this.#byKey = opening.directory.map((info) => new GrowingSeries(info));
    for (const series of this.#byKey) {
      const { entity, signal } = series.info;
      const ofEntity = this.#byName.get(entity) ?? new Map<string, GrowingSeries>();
      this.#byName.set(entity, ofEntity.set(signal, series));
    }
  }

  series(entity: string, signal: string): Series | undefined {
    const series = this.#byName.get(entity)?.get(signal);
    return series && series.bins > 0 ? series : undefined;
  }

  entityName(eventCode: number, index: number): string {
    const flow = eventCode === EventCode.timelineChange ? undefined : this.#flows[index];
    return flow === undefined ? "run" : `flow:${flow}`;
  }

  linkEntity(index: number): string {
    const link = this.#links[index];
    return link === undefined ? "run" : `link:${link}`;
  }

  /** Adds the data of a frame. */
  store(frame: FrameData): void {
    const { series: blocks } = frame;
    let block = 0;
    while (block + SERIES_HEADER <= blocks.length) {
      const values = block + SERIES_HEADER;
      // An iterator for the header of each series would take most of the time with hundreds of flows.
      const at = (index: number): number => blocks[block + index] ?? 0;
      const [key, rev, width, bins, firstBin] = [at(0), at(1), at(2), at(3), at(4)];
      const series = this.#byKey[key];
      if (!series) break;
      const end = values + (bins - firstBin) * series.columns;
      // Without the tolerance, rounding could add a bin if the width divides the duration.
      const expectedBins = width > 0 ? Math.ceil(this.duration / width - 1e-9) : 0;
      series.store(rev, width, bins, firstBin, blocks, values, expectedBins);
      block = end;
    }
    this.events.store(frame.events);
    this.computedTo = frame.computedTo;
    this.remaining = frame.remaining;
    this.version += 1;
  }

  complete(outcome: RunOutcome): void {
    this.outcome = outcome;
    this.version += 1;
  }
}
