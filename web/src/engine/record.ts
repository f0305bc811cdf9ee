// The record of a run in the page. Each frame from the worker adds data to the series and events. Their
// objects are not replaced, so that charts can keep references to them.

import { EVENT_COLUMNS, EVENTS_HEADER, EventCode, SERIES_HEADER } from "../generated/constants.ts";
import type { Derived, LinkRates, ScenarioDocument, SeriesInfo } from "../generated/types.ts";
import type { FrameData, RunOpening } from "./simulatorCalls.ts";
import type { EventRows, RunId, RunOutcome, RunRecord, Series } from "./types.ts";

const NO_VALUES = new Float64Array(0);

/** After this number of frames, new bins are stored in any case, so that the frames do not stay in memory. */
const MAX_WAITING = 16;

class GrowingSeries implements Series {
  rev = -1;
  width = 0;
  bins = 0;
  readonly #columns: 1 | 3;
  #values: Float64Array = NO_VALUES;
  /** The blocks of frames with new bins that nobody has read. A page shows few of the thousands of series of a large run. */
  readonly #waiting: Float64Array[] = [];
  /** For each of them the index of its first new bin, the number of bins, and where its values begin in the block. */
  readonly #places: number[] = [];
  /** The number of bins that the complete run has at this width. */
  #expectedBins = 0;

  constructor(readonly info: SeriesInfo) {
    this.#columns = info.kind === "gauge" ? 3 : 1;
  }

  get data(): Float64Array {
    if (this.#waiting.length > 0) this.#storeWaiting();
    return this.#values;
  }

  /** Adds new bins, which begin at `from` in `block`. Returns where they end. */
  add(
    rev: number,
    width: number,
    bins: number,
    firstBin: number,
    block: Float64Array,
    from: number,
    duration: number,
  ): number {
    if (rev !== this.rev) {
      this.#forget();
      this.#values = NO_VALUES;
    }
    this.#waiting.push(block);
    this.#places.push(firstBin, bins, from);
    this.rev = rev;
    this.width = width;
    this.bins = bins;
    // Without the tolerance, rounding could add a bin if the width divides the duration.
    this.#expectedBins = width > 0 ? Math.ceil(duration / width - 1e-9) : 0;
    if (this.#waiting.length > MAX_WAITING) this.#storeWaiting();
    return from + (bins - firstBin) * this.#columns;
  }

  #storeWaiting(): void {
    const columns = this.#columns;
    if (this.#values.length < this.bins * columns) {
      const larger = new Float64Array(Math.max(this.bins, this.#expectedBins) * columns);
      larger.set(this.#values);
      this.#values = larger;
    }
    // A view for each of thousands of series would take longer than copying its few new values.
    const places = this.#places;
    this.#waiting.forEach((block, frame) => {
      const firstBin = places[3 * frame] ?? 0;
      const end = (places[3 * frame + 1] ?? 0) * columns;
      let from = places[3 * frame + 2] ?? 0;
      for (let i = firstBin * columns; i < end; i += 1) this.#values[i] = block[from++] ?? Number.NaN;
    });
    this.#forget();
  }

  #forget(): void {
    this.#waiting.length = 0;
    this.#places.length = 0;
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
  recorded: readonly SeriesInfo[] = [];
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
    this.#flows = opening.flows.map((id) => `flow:${id}`);
    this.#links = opening.links.map((id) => `link:${id}`);
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
    return (eventCode === EventCode.timelineChange ? undefined : this.#flows[index]) ?? "run";
  }

  linkEntity(index: number): string {
    return this.#links[index] ?? "run";
  }

  /** Adds the data of a frame. */
  store(frame: FrameData): void {
    const { series: blocks } = frame;
    let isNew = false;
    let block = 0;
    while (block + SERIES_HEADER <= blocks.length) {
      // An iterator for the header of each series would take most of the time with hundreds of flows.
      const at = (index: number): number => blocks[block + index] ?? 0;
      const series = this.#byKey[at(0)];
      if (!series) break;
      isNew ||= series.bins === 0;
      block = series.add(at(1), at(2), at(3), at(4), blocks, block + SERIES_HEADER, this.duration);
    }
    if (isNew) this.recorded = this.#byKey.flatMap(({ info, bins }) => (bins > 0 ? [info] : []));
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
