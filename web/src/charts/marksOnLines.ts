// Which marks a chart shows and where: on their lines while there are few, else on the highlighted line and the rail alone.
import type { Projection } from "./draw.ts";
import type { LineLayer } from "./lineLayer.ts";
import { type MarkSpec, type PlacedMark, placeMarks } from "./marks.ts";
import type { ChartLayout } from "./timeChartLayout.ts";

/** With more lines than this, marks sit only on the highlighted one and on the rail. */
const MOST_MARKED = 12;

export function marksOn(
  layer: LineLayer,
  marks: MarkSpec,
  domain: readonly [number, number],
  layout: ChartLayout,
  p: Projection,
  highlight: string | null,
): PlacedMark[] {
  const crowded = layer.lines.filter((line) => !line.trace.spec.ghost).length > MOST_MARKED;
  const isShown = (line: string): boolean => {
    const spec = layer.get(line)?.trace.spec;
    return spec === undefined || (highlight === null ? !crowded : (spec.flow ?? spec.id) === highlight);
  };
  const place = (code: number, entity: number): string | null | undefined => {
    const line = marks.place(code, entity);
    return typeof line === "string" && !isShown(line) ? undefined : line;
  };
  return placeMarks(
    { ...marks, place },
    {
      from: domain[0],
      to: domain[1],
      width: layout.width,
      rail: layout.rail / 2,
      yOf: (id, t) => p.height - (layer.get(id)?.trace.at(t) ?? Number.NaN) * p.perUnit,
    },
  );
}
