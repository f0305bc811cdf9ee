// The recording of a run in the page. Series and events grow in place with each frame, so charts can keep references to them.

import { EVENT_COLUMNS, EVENTS_HEADER, EventCode, SERIES_HEADER } from "../generated/constants.ts";
import type { Derived, LinkRates, ScenarioDocument, SeriesInfo } from "../generated/types.ts";
import type { FrameData, RunOpening } from "./protocol.ts";
import type { EventRows, RunFailure, RunId, RunOutcome, RunRecord, Series } from "./types.ts";

class GrowingSeries implements Series {
  rev = -1;
  width = 0;
  bins = 0;
  data: Float64Array = new Float64Array(0);
  readonly columns: 1 | 3;

  constructor(readonly info: SeriesInfo) {
    this.columns = info.kind === "gauge" ? 3 : 1;
  }

  /** Stores the bins from index `first` on. `expected` is the number of bins of the whole run at this width. */
  take(
    rev: number,
    width: number,
    bins: number,
    first: number,
    values: Float64Array,
    expected: number,
  ): void {
    const { columns } = this;
    if (rev !== this.rev || this.data.length < bins * columns) {
      const larger = new Float64Array(Math.max(bins, expected) * columns);
      if (rev === this.rev) larger.set(this.data.subarray(0, first * columns));
      this.data = larger;
    }
    this.data.set(values, first * columns);
    this.rev = rev;
    this.width = width;
    this.bins = bins;
  }
}

class GrowingEvents implements EventRows {
  rows = 0;
  total = 0;
  data: Float64Array = new Float64Array(0);

  /** Stores new and changed rows, which follow a header (see `FrameData.events`). */
  take(message: Float64Array): void {
    const rows = message[1] ?? 0;
    const first = message[2] ?? 0;
    if (this.data.length < rows * EVENT_COLUMNS) {
      const larger = new Float64Array(Math.max(64, rows * 2) * EVENT_COLUMNS);
      larger.set(this.data.subarray(0, first * EVENT_COLUMNS));
      this.data = larger;
    }
    this.data.set(message.subarray(EVENTS_HEADER), first * EVENT_COLUMNS);
    this.rows = rows;
    let total = 0;
    for (let i = EVENT_COLUMNS - 1; i < rows * EVENT_COLUMNS; i += EVENT_COLUMNS) total += this.data[i] ?? 0;
    this.total = total;
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
  outcome: RunOutcome | null = null;
  failure: RunFailure | null = null;
  readonly #flows: readonly string[];
  readonly #links: readonly string[];
  readonly #byKey: GrowingSeries[];
  readonly #byName = new Map<string, GrowingSeries>();

  constructor(
    readonly runId: RunId,
    opening: RunOpening,
  ) {
    this.document = JSON.parse(opening.canonical) as ScenarioDocument;
    this.derived = opening.derived;
    this.rates = opening.rates;
    this.duration = opening.duration;
    this.directory = opening.directory;
    this.#flows = opening.flows;
    this.#links = opening.links;
    this.#byKey = opening.directory.map((info) => new GrowingSeries(info));
    for (const series of this.#byKey) this.#byName.set(`${series.info.entity}/${series.info.signal}`, series);
  }

  /** The series of a signal; undefined as long as the entity has recorded no value of it. */
  series(entity: string, signal: string): Series | undefined {
    const series = this.#byName.get(`${entity}/${signal}`);
    return series && series.bins > 0 ? series : undefined;
  }

  entityName(eventCode: number, index: number): string {
    const flow = eventCode === EventCode.timelineChange ? undefined : this.#flows[index];
    return flow === undefined ? "run" : `flow:${flow}`;
  }

  linkName(index: number): string {
    const link = this.#links[index];
    return link === undefined ? "run" : `link:${link}`;
  }

  take(frame: FrameData): void {
    const { series } = frame;
    let at = 0;
    while (at + SERIES_HEADER <= series.length) {
      const [key = 0, rev = 0, width = 0, bins = 0, first = 0] = series.subarray(at, at + SERIES_HEADER);
      const target = this.#byKey[key];
      if (!target) break;
      const end = at + SERIES_HEADER + (bins - first) * target.columns;
      const expected = width > 0 ? Math.ceil(this.duration / width - 1e-9) : 0;
      target.take(rev, width, bins, first, series.subarray(at + SERIES_HEADER, end), expected);
      at = end;
    }
    this.events.take(frame.events);
    this.computedTo = frame.computedTo;
    this.version += 1;
  }

  complete(outcome: RunOutcome): void {
    this.outcome = outcome;
    this.version += 1;
  }

  fail(failure: RunFailure): void {
    this.failure = failure;
    this.version += 1;
  }
}
