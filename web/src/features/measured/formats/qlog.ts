// qlog: traces of QUIC endpoints. A file is one JSON object with traces, or JSON text sequences (RFC 7464)
// with one event in each record. The events of versions 0.2 to 0.4 and of the current drafts use different
// names and store sizes at different places; all are read.
import { Column, ratesOf, SeriesBuilder } from "../../../engine/imports/columns.ts";
import {
  ImportError,
  type ImportedFile,
  type ImportedSeries,
  type ImportNote,
  LIMITS,
} from "../../../engine/imports/types.ts";
import { atLine, Field, parseJson } from "./json.ts";

const RECORD = "\u001e";

export const isQlog = (root: Field): boolean =>
  root.get("traces").exists || root.get("qlog_version").exists || root.get("qlog_format").exists;

export const isQlogSequence = (text: string): boolean => text.startsWith(RECORD);

/** The name without the prefix of its schema. */
const shortName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

/**
 * The time of the first event of a file in ms. Times of absolute clocks are large, so bins need differences
 * from it.
 */
interface Clock {
  first: number | null;
}

/** The samples of one trace. */
class TraceReader {
  readonly #clock: Clock;
  readonly #vantage: string;
  readonly #isRelativeToPrevious: boolean;
  readonly #columns: readonly string[];
  readonly #sent = { t: new Column(), bytes: new Column() };
  readonly #received = { t: new Column(), bytes: new Column() };
  readonly #rtt = new SeriesBuilder();
  #previous = 0;

  constructor(trace: Field, clock: Clock) {
    this.#clock = clock;
    const vantage = trace.get("vantage_point");
    this.#vantage = vantage.get("type").textIfAny();
    const format = trace.get("common_fields").get("time_format").textIfAny();
    this.#isRelativeToPrevious = format === "delta" || format === "relative_to_previous_event";
    this.#columns = trace
      .get("event_fields")
      .itemsIfAny()
      .map((item) => item.textIfAny());
  }

  /** Reads an event. Times are in milliseconds. */
  read(event: Field): void {
    const [time, name, data] = event.isList ? this.#listed(event) : this.#named(event);
    const milliseconds = (this.#isRelativeToPrevious ? this.#previous : 0) + time.number();
    this.#previous = milliseconds;
    this.#clock.first ??= milliseconds;
    const t = (milliseconds - this.#clock.first) / 1e3;
    if (this.#sent.t.length + this.#received.t.length + this.#rtt.length > LIMITS.rows)
      throw new ImportError("tooManyRows", {}, String(LIMITS.rows));
    if (name === "packet_sent" || name === "packet_received") {
      const header = data.get("header").get("packet_size");
      const length = data.get("raw").get("length");
      const size = length.exists ? length : header.exists ? header : data.get("packet_size");
      if (!size.exists) return;
      const { t: times, bytes } = name === "packet_sent" ? this.#sent : this.#received;
      times.push(t);
      bytes.push(size.number());
    } else if (
      name === "metrics_updated" ||
      name === "recovery_metrics_updated" ||
      name === "metric_update"
    ) {
      const latest = data.get("latest_rtt");
      const rtt = (latest.exists ? latest : data.get("smoothed_rtt")).numberIfAny() / 1e3;
      if (rtt >= 0) this.#rtt.add(t, t, rtt);
    }
  }

  series(): ImportedSeries[] {
    const rates = ({ t, bytes }: { readonly t: Column; readonly bytes: Column }): SeriesBuilder =>
      ratesOf(t.values, bytes.values);
    const vantage = this.#vantage;
    return [
      rates(this.#sent).build({ kind: "sent", vantage }, "rate"),
      rates(this.#received).build({ kind: "received", vantage }, "rate"),
      this.#rtt.build({ kind: "sent", vantage }, "rtt"),
    ].filter(({ values }) => values.length > 0);
  }

  #named(event: Field): [Field, string, Field] {
    return [event.get("time"), shortName(event.get("name").textIfAny()), event.get("data")];
  }

  /** The events of version 0.2 are lists. `event_fields` names the columns. */
  #listed(event: Field): [Field, string, Field] {
    const items = event.items();
    const column = (...names: readonly string[]): Field =>
      items[this.#columns.findIndex((name) => names.includes(name))] ??
      new Field(undefined, `${event.path}.${names[0]}`);
    const name = column("event", "event_type", "EVENT_TYPE", "name").textIfAny().toLowerCase();
    return [
      column("time", "relative_time", "delta_time", "timestamp"),
      shortName(name),
      column("data", "DATA"),
    ];
  }
}

export function readQlog(root: Field): ImportedFile {
  const clock: Clock = { first: null };
  const series = root
    .get("traces")
    .items()
    .flatMap((trace) => {
      if (trace.get("error_description").exists) return [];
      const reader = new TraceReader(trace, clock);
      for (const event of trace.get("events").items()) reader.read(event);
      return reader.series();
    });
  return { format: "qlog", series: series.slice(0, LIMITS.listed), notes: [] };
}

/**
 * The first record is the header. A record that is no JSON is passed over, as RFC 7464 demands, and counted.
 */
export function readQlogSequence(text: string): ImportedFile {
  let reader: TraceReader | null = null;
  let [skipped, firstSkipped, line] = [0, 0, 1];
  for (const record of text.split(RECORD).slice(1)) {
    const at = line;
    line += record.split("\n").length - 1;
    if (record.trim() === "") continue;
    let event: Field;
    try {
      event = parseJson(record);
    } catch (error) {
      if (!reader)
        atLine(at, () => {
          throw error;
        });
      skipped += 1;
      firstSkipped ||= at;
      continue;
    }
    const current: TraceReader | null = reader;
    if (current) atLine(at, () => current.read(event));
    else reader = atLine(at, () => new TraceReader(event.get("trace"), { first: null }));
  }
  const notes: ImportNote[] =
    skipped > 0 ? [{ code: "skippedLines", lines: skipped, first: firstSkipped }] : [];
  return { format: "qlog", series: reader?.series() ?? [], notes };
}
