// The main figure of a paper on its first screen: ours, with the paper's values, and with the stored runs of a chosen option
// of a deciding setting over those of the experiment.
import { type ReactNode, useMemo } from "react";
import { addressOf } from "../../../address/route.ts";
import { type Experiment, panelsOf } from "../../../charts/paper/index.ts";
import type { Change } from "../../../engine/experiments/types.ts";
import { PanelFigure } from "../../../experiments/PanelFigure.tsx";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { fragmentWith } from "../questions/questionLink.ts";
import { pageOf, type StoredResults } from "../results/model.ts";
import { sessionOf } from "../runs/runSessions.ts";
import { paperTexts } from "../texts/index.ts";

interface MainFigureProps {
  readonly experiment: Experiment;
  readonly drawing: number;
  readonly legend: string;
  readonly stored: StoredResults;
  /** The changes of the chosen option, and its stored runs. Null for the experiment's own. */
  readonly option: {
    readonly label: string;
    readonly changes: readonly Change[];
    readonly further: number | null;
  };
  readonly onCell: (experiment: Experiment, stored: StoredResults, cell: string) => void;
}

/** The results with the values of other runs. A cell without a run has no value, so that the axes stay. */
const withPoints = (
  stored: StoredResults,
  other: Pick<StoredResults, "quantities" | "seeds">,
): StoredResults => ({
  ...stored,
  seeds: other.seeds,
  quantities: stored.quantities.map((column) => {
    const points = other.quantities.find(({ id }) => id === column.id)?.points ?? [];
    const found = new Map(points.map((point) => [JSON.stringify(point.at), point]));
    return {
      ...column,
      points: column.points.map(({ at }) => found.get(JSON.stringify(at)) ?? { at, mean: null }),
    };
  }),
});

export function MainFigure({
  experiment,
  drawing,
  legend,
  stored,
  option,
  onCell,
}: MainFigureProps): ReactNode {
  const { further, changes } = option;
  const other = further === null ? undefined : stored.further?.[further];
  const results = useMemo(() => (other ? withPoints(stored, other) : stored), [stored, other]);
  const panels = useMemo(() => {
    const shown = experiment.drawings?.[drawing];
    return shown ? panelsOf(shown, experiment, results, other ? stored : null) : [];
  }, [experiment, drawing, results, stored, other]);
  const ids = useMemo(() => new Set(other?.cells.map(({ id }) => id)), [other]);
  const open = async (cell: string): Promise<void> => {
    if (!other) return onCell(experiment, stored, cell);
    if (!ids.has(cell)) return;
    const text = await sessionOf(stored, changes).document({ cell, seed: 1 });
    const document = JSON.parse(text) as ScenarioDocument;
    return onCell(experiment, { ...results, cells: other.cells, documents: [{ id: cell, document }] }, cell);
  };
  const { place, title } = experiment;
  return (
    <figure className="paper-main card stack gap-2">
      <PanelFigure
        compact
        {...{ panels, form: "map", turn: 0, onCell: (cell) => void open(cell) }}
        label={`${place}: ${title}. ${paperTexts.figureHint}`}
      />
      <figcaption className="text-s faint">
        {other && <mark>{paperTexts.figureWith({ option: option.label, seeds: other.seeds })}</mark>}{" "}
        <a href={fragmentWith(addressOf("papers", pageOf(experiment)), changes)}>
          {paperTexts.figureOf({ place })} <span lang="en">{title}</span>
        </a>{" "}
        <span lang="en">{legend}</span>
      </figcaption>
    </figure>
  );
}
