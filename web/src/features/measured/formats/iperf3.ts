// Results of iperf3: `iperf3 --json` writes one object, and `iperf3 --json-stream` writes one event in each
// line.
import { SeriesBuilder } from "../../../engine/imports/columns.ts";
import {
  ImportError,
  type ImportedFile,
  type ImportedSeries,
  LIMITS,
} from "../../../engine/imports/types.ts";
import { atLine, Field, parseJson } from "./json.ts";

export const isIperf3 = (root: Field): boolean =>
  root.get("intervals").exists || (root.get("start").exists && root.get("end").exists) || isFailure(root);

/** iperf3 writes an object with the text of its error when a test fails. */
const isFailure = (root: Field): boolean => root.get("error").textIfAny() !== "";

export const isIperf3Stream = (text: string): boolean =>
  /^\s*\{\s*"event"\s*:\s*"(start|interval|end|error)"/.test(text.slice(0, 200));

export function readIperf3(root: Field): ImportedFile {
  if (isFailure(root) && root.get("intervals").itemsIfAny().length === 0)
    throw new ImportError("toolError", { field: "error" }, root.get("error").textIfAny());
  return readIntervals(root.get("intervals").items());
}

export function readIperf3Stream(text: string): ImportedFile {
  const intervals: Field[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const event = atLine(index + 1, () => parseJson(line));
    const data = event.get("data");
    const kind = event.get("event").textIfAny();
    if (kind === "error") throw new ImportError("toolError", { line: index + 1 }, data.textIfAny());
    // The path of a field begins with the line of its event.
    if (kind === "interval") intervals.push(new Field(data.value, `line ${index + 1}: data`));
  }
  return readIntervals(intervals);
}

/**
 * The streams by their sockets, in the order in which they first occur, and the sums if there are several
 * streams.
 */
function readIntervals(intervals: readonly Field[]): ImportedFile {
  const streams = new Map<number, { rate: SeriesBuilder; rtt: SeriesBuilder; received: boolean }>();
  const [sum, reverse] = [new SeriesBuilder(), new SeriesBuilder()];
  for (const interval of intervals) {
    for (const stream of interval.get("streams").itemsIfAny()) {
      const socket = stream.get("socket").number();
      const known = streams.get(socket);
      const received = stream.get("sender").value === false;
      const { rate, rtt } = known ?? { rate: new SeriesBuilder(), rtt: new SeriesBuilder() };
      if (!known) streams.set(socket, { rate, rtt, received });
      addRate(rate, stream);
      const microseconds = stream.get("rtt").numberIfAny();
      if (microseconds > 0)
        rtt.add(stream.get("start").number(), stream.get("end").number(), microseconds * 1e-6);
    }
    addRate(sum, interval.get("sum"));
    addRate(reverse, interval.get("sum_bidir_reverse"));
  }
  const series: ImportedSeries[] = [];
  const add = (builder: SeriesBuilder, ...properties: Parameters<SeriesBuilder["build"]>): void => {
    if (builder.length > 0) series.push(builder.build(...properties));
  };
  const all = [...streams.values()];
  const count = (received: boolean): number => all.filter((stream) => stream.received === received).length;
  // If there is only one stream, its sum is the stream itself.
  const [firstStream] = all;
  if (count(firstStream?.received ?? false) !== 1) add(sum, { kind: "sum" }, "rate");
  if (reverse.length > 0 && count(!(firstStream?.received ?? false)) !== 1)
    add(reverse, { kind: "reverseSum" }, "rate");
  all.forEach(({ rate, rtt, received }, i) => {
    add(rate, { kind: "stream", number: i + 1, received }, "rate");
    add(rtt, { kind: "stream", number: i + 1, received }, "rtt");
  });
  return {
    format: "iperf3",
    series: series.slice(0, LIMITS.listed),
    notes:
      series.length > LIMITS.listed ? [{ code: "moreSeries", shown: LIMITS.listed, all: series.length }] : [],
  };
}

/** The rate of a stream or of a sum, from its bytes. */
function addRate(builder: SeriesBuilder, part: Field): void {
  if (!part.exists) return;
  const [start, end, bytes] = [
    part.get("start").number(),
    part.get("end").number(),
    part.get("bytes").number(),
  ];
  if (end > start) builder.add(start, end, (bytes * 8) / (end - start));
}
