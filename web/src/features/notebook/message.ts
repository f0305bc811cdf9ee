// The data that Python passes to the charts of a notebook: a description of the run, and the values of all
// series in one buffer.
import type { EventRows, Series } from "../../engine/types.ts";

/** One line of a chart. */
interface LineMessage {
  readonly id: string;
  readonly label: string;
  /** The flow to which the line belongs; null for the line of a link. */
  readonly flow: string | null;
}

export interface ChartMessage {
  readonly title: string;
  readonly unit: string;
  /** Whether the values are counts, which are drawn as growth per second. */
  readonly is_counter: boolean;
  /** Multiplies every value, for example 8 for bytes that are shown as bits. */
  readonly scale: number;
  /** Whether the events of flows are drawn on their lines. */
  readonly events: boolean;
  /** The index of the first number of the first line in the buffer. The lines follow each other. */
  readonly first: number;
  readonly lines: readonly LineMessage[];
  readonly references: readonly { readonly id: string; readonly label: string; readonly value: number }[];
}

/** The description of a run, which the Python package writes. Times are in simulated seconds. */
export interface RunMessage {
  readonly duration: number;
  /** Width of a bin. */
  readonly width: number;
  /** Number of bins of every series. */
  readonly bins: number;
  /** The interval over which rates are averaged. */
  readonly interval: number;
  readonly flows: readonly { readonly id: string; readonly algorithm: string }[];
  readonly charts: readonly ChartMessage[];
  /**
   * The index of the first number of the events in the buffer, and the number of events. An event has five
   * numbers.
   */
  readonly events: { readonly first: number; readonly rows: number; readonly total: number };
}

export interface NotebookRun extends Omit<RunMessage, "events"> {
  readonly events: EventRows;
  series(chart: ChartMessage, line: number): Series;
}

/**
 * Numbers per bin: a counter has its total at the end of the bin, a gauge its minimum, maximum and last
 * value.
 */
const numbersPerBin = (chart: ChartMessage): number => (chart.is_counter ? 1 : 3);

/** Reads the data that Python passed. `values` are little-endian numbers of 8 bytes, at any address. */
export function readNotebookRun(message: RunMessage, values: DataView): NotebookRun {
  const numbers = new Float64Array(
    values.buffer.slice(values.byteOffset, values.byteOffset + values.byteLength),
  );
  const { first, rows } = message.events;
  return {
    ...message,
    events: { rows, data: numbers.subarray(first, first + 5 * rows) },
    series: (chart, line) => {
      const size = message.bins * numbersPerBin(chart);
      const from = chart.first + line * size;
      return {
        info: {
          key: line,
          entity: `flow:${chart.lines[line]?.id ?? ""}`,
          signal: chart.title,
          kind: chart.is_counter ? "counter" : "gauge",
          unit: chart.unit,
          label: chart.title,
        },
        rev: 0,
        width: message.width,
        bins: message.bins,
        data: numbers.subarray(from, from + size),
      };
    },
  };
}

/**
 * The id of the line on which an event of a flow is drawn, by the index of the flow; undefined if the chart
 * has no line of the flow. An event that concerns no flow is drawn along the top.
 */
export function lineOfEvent(run: NotebookRun, chart: ChartMessage, flow: number): string | null | undefined {
  if (flow < 0) return null;
  const id = run.flows[flow]?.id;
  return chart.lines.find((line) => line.flow === id)?.id;
}
