// Where a model differs from the runs, with what the runs' numbers say about it.
import { groups } from "d3-array";
import type { Coordinates, DataPoint, Panel, Results } from "../../charts/paper/index.ts";
import { coordinatesText } from "../../charts/paper/select.ts";
import { formatPercent, significant, THIN_SPACE } from "../../scenario/units.ts";
import { upperFirst } from "../../scenario/valueText.ts";
import { metricOf } from "./metrics.ts";
import type { SweepFigure } from "./sweepFigure.ts";
import { varyTexts } from "./texts/index.ts";

/** A model within this share of the measured value agrees with it. */
const CLOSE = 0.05;
/** The models whose equations have no timeouts (sim-core/models/src/model.rs). */
const WITHOUT_TIMEOUTS = new Set(["mathis", "aimd", "cubic", "dctcp", "sawtooth"]);

export interface Gap {
  readonly cell: string;
  /** The measured value in the unit of the figure. */
  readonly y: number;
  /** A few words for the figure. */
  readonly note: string;
  readonly sentence: string;
  /** The difference as a share of the larger value. */
  readonly size: number;
  /** Whether it is the largest of its curve, whose sentence is shown below the figure. */
  readonly isLargest: boolean;
}

const sameAt = (a: Coordinates, b: Coordinates): boolean => JSON.stringify(a) === JSON.stringify(b);

const isApart = ({ mean, interval }: DataPoint, predicted: number): boolean =>
  mean !== null &&
  Math.abs(mean - predicted) > CLOSE * Math.max(Math.abs(mean), Math.abs(predicted)) &&
  !(interval && interval[0] <= predicted && predicted <= interval[1]);

/** The gaps of all curves to their models. `raw` are the results as the simulator gives them. */
export function gapsOf({ experiment, results, drawing }: SweepFigure, raw: Results): readonly Gap[] {
  const [metric, ...models] = results.quantities;
  const x = drawing.kind === "curves" ? drawing.x : "";
  if (!metric || x === "") return [];
  const unit = experiment.quantities?.[0]?.unit ?? "";
  const valueText = (value: number): string => `${significant(value)}${unit === "" ? "" : THIN_SPACE}${unit}`;
  const gaps = models.flatMap((model) => {
    const name = experiment.quantities?.find(({ id }) => id === model.id)?.label ?? model.label;
    return metric.points.flatMap((point) => {
      const predicted = model.points.find(({ at }) => sameAt(at, point.at))?.mean ?? null;
      const cell = results.cells.findIndex(({ at }) => sameAt(at, point.at));
      const of = raw.cells[cell];
      if (predicted === null || point.mean === null || !of || !isApart(point, predicted)) return [];
      const mean = (suffix: string): number | null => meanOf(raw, metric.id, of.at, suffix);
      const timeouts = Math.round(mean("timeouts") ?? 0);
      const lost = mean("loss_fraction");
      const because = timeouts > 0 ? "timeouts" : lost === null ? "none" : "losses";
      const group = JSON.stringify([model.id, { ...point.at, [x]: null }]);
      const gap = {
        cell: of.id,
        y: point.mean,
        size: Math.abs(point.mean - predicted) / Math.max(Math.abs(point.mean), Math.abs(predicted)),
        note: timeouts > 0 ? varyTexts.timeouts({ n: timeouts }) : name,
        sentence: varyTexts.gap({
          at: upperFirst(coordinatesText(experiment, point.at)),
          measured: valueText(point.mean),
          model: name,
          predicted: valueText(predicted),
          because,
          timeouts: varyTexts.timeouts({ n: timeouts }),
          lost: formatPercent(lost),
          ignores: WITHOUT_TIMEOUTS.has(model.id.slice(model.id.lastIndexOf(":") + 1)),
        }),
      };
      return [{ group, gap }];
    });
  });
  return groups(gaps, ({ group }) => group).flatMap(([, list]) => {
    const largest = Math.max(...list.map(({ gap }) => gap.size));
    return list.map(({ gap }) => ({ ...gap, isLargest: gap.size === largest }));
  });
}

/** The mean in a cell of a number of the flow that has the metric, or the sum or share over all flows. */
function meanOf(raw: Results, metric: string, at: Coordinates, suffix: string): number | null {
  const { number, owner } = metricOf(metric);
  const isOfFlow = number !== undefined && number.of !== "run" && number.of !== "link";
  const values = raw.quantities
    .filter(({ id }) => (isOfFlow ? id === `${owner}.${suffix}` : id.endsWith(`.${suffix}`)))
    .flatMap(({ points }) => points.find((point) => sameAt(point.at, at))?.mean ?? []);
  if (values.length === 0) return null;
  return suffix === "timeouts" ? values.reduce((sum, n) => sum + n, 0) : Math.max(...values);
}

/** The panels with the notes at their points. */
export function withGaps(panels: readonly Panel[], gaps: readonly Gap[]): readonly Panel[] {
  if (gaps.length === 0) return panels;
  return panels.map((panel) =>
    panel.kind === "lines"
      ? {
          ...panel,
          curves: panel.curves.map((curve) => ({
            ...curve,
            points: curve.points.map((point) => {
              const gap = gaps.find(({ cell, y }) => point.cell === cell && point.y === y);
              return gap ? { ...point, note: gap.note, about: gap.sentence } : point;
            }),
          })),
        }
      : panel,
  );
}
