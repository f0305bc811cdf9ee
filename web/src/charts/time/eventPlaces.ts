// Which events a chart shows and where: on their lines while these are few, else on the highlighted line and the rail alone.
import { type EventMark, type EventSource, placeEvents } from "./events.ts";
import type { TimePlot } from "./layout.ts";
import type { LineLayer } from "./lineLayer.ts";

/** With more lines than this, only the highlighted one has events. */
const MOST_MARKED = 12;

export function eventsOnLines(
  layer: LineLayer,
  source: EventSource,
  plot: TimePlot,
  highlight: string | null,
): EventMark[] {
  const isCrowded = layer.live.length > MOST_MARKED;
  const isShown = (line: string): boolean => {
    const spec = layer.get(line)?.trace.spec;
    return spec === undefined || (highlight === null ? !isCrowded : (spec.flow ?? spec.id) === highlight);
  };
  const place = (code: number, entity: number): string | null | undefined => {
    const line = source.place(code, entity);
    return typeof line === "string" && !isShown(line) ? undefined : line;
  };
  const { from, to, width, layout } = plot;
  const yOf = (id: string, t: number): number => plot.y(layer.get(id)?.trace.at(t) ?? Number.NaN);
  return placeEvents({ ...source, place }, { from, to, width, rail: layout.rail / 2, yOf });
}
