// What the Lab shows about a run that was opened from a figure: the values that the figure has for it.

import type { FigureRun } from "../address/figureRun.ts";
import { type Experiment, quantityOf, type Results, withUnit } from "../charts/paper/index.ts";
import { significant } from "../scenario/units.ts";

/** The largest number of values that are named. */
const MAX_VALUES = 4;

/** The quantities that the figures and tables of an experiment show, in their order. */
function shownQuantities({ drawings = [] }: Experiment): readonly string[] {
  const all = drawings.flatMap((drawing) => {
    if ("quantities" in drawing) return drawing.quantities;
    return "quantity" in drawing ? [drawing.quantity] : [];
  });
  return [...new Set(all)];
}

/** The first run of a cell, and the values of it that the figure shows. */
export function runOf(
  experiment: Experiment,
  results: Results,
  cell: string,
): Omit<FigureRun, "openingId" | "address"> {
  const found = results.cells.find(({ id }) => id === cell);
  const axes = Object.keys(found?.at ?? {});
  const values = shownQuantities(experiment).flatMap((id) => {
    const points = results.quantities.find((column) => column.id === id)?.points ?? [];
    // Only values that belong to the cell alone: they have exactly its coordinates.
    const point = points.find(
      ({ at }) =>
        Object.keys(at).length === axes.length && axes.every((axis) => at[axis] === found?.at[axis]),
    );
    const value = point?.values?.[0] ?? point?.mean;
    if (!point || value === null || value === undefined) return [];
    const { label, unit } = quantityOf(experiment, id);
    const mean = point.values && point.mean !== null ? significant(point.mean) : null;
    return [{ label: withUnit(label, unit), value: significant(value), mean }];
  });
  return {
    from: "figure",
    place: experiment.place,
    resultId: found?.result_ids[0] ?? null,
    values: values.slice(0, MAX_VALUES),
    seeds: results.seeds,
  };
}
