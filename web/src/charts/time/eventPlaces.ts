// Chooses the events that a chart shows. If a flow is highlighted, the chart shows the events on the lines of
// this flow. Otherwise it shows the events on all lines if there are few lines, and none on lines if there
// are many. Events without a line are always shown, on the rail: the row along the top.
import { type EventSource, type EventSymbol, placeEvents } from "./events.ts";
import type { LineLayer } from "./lineLayer.ts";
import type { TimePlot } from "./timePlot.ts";
import { flowOf } from "./trace.ts";

/** With more lines than this, events are drawn only on the highlighted line. */
const MAX_LINES_WITH_EVENTS = 12;

export function eventsOnLines(
  layer: LineLayer,
  source: EventSource,
  plot: TimePlot,
  highlight: string | null,
): EventSymbol[] {
  const isCrowded = layer.currentLines.length > MAX_LINES_WITH_EVENTS;
  const isShown = (line: string): boolean => {
    const spec = layer.get(line)?.trace.spec;
    return spec === undefined || (highlight === null ? !isCrowded : flowOf(spec) === highlight);
  };
  const lineOf = (code: number, entity: number): string | null | undefined => {
    const line = source.lineOf(code, entity);
    return typeof line === "string" && !isShown(line) ? undefined : line;
  };
  const { from, to, width, layout } = plot;
  const yOf = (id: string, t: number): number => plot.y(layer.get(id)?.trace.valueAt(t) ?? Number.NaN);
  return placeEvents({ ...source, lineOf }, { from, to, width, railY: layout.railHeight / 2, yOf });
}
